// The parts of a case that the streams use: its sources, the arguments of operators, and the clock.
//
// An operator of `streams.js` has its argument as the case writes it. `given` converts an argument that is more than
// a value: `map: (stream, rows) => stream.map(given.function(rows))`.
'use strict';
const {inspect, types} = require('node:util');

/** The number of timers that may be due in one step. */
const MOST_TIMERS = 10000;

/** The deepest nesting of a value: an answer may have 512 levels, 5 of which enclose it. */
const DEEPEST = 507;

const HALF_A_CHARACTER = /\p{Surrogate}/u;

/** An error with a value of the case. Any other error that an observer receives is the library's own. */
class CaseError extends Error {
  constructor(value) {
    super(`the error ${JSON.stringify(value)} of the case`);
    this.value = value;
  }
}

/** A table has no row for a value: the case fails, whatever the library does with the error. */
class NoRow extends Error {
  constructor(operator, value) {
    super(`a table has no row for ${JSON.stringify(value)}`);
    this.code = -32002;
    this.data = {operator, value, step: given.step};
  }
}

/** A part of a value that JSON lacks: its kind, and the part if it can be shown. */
class Unsayable extends Error {
  constructor(kind, ...part) {
    super(kind + part.map((one) => `: ${cut(withoutStacks(textOf(one)))} (${typeName(one)})`).join(''));
  }
}

/** The kinds of values that JSON lacks. Any other is an object of a class. */
const KINDS = [
  ['no value', (value) => value === undefined],
  ['a number that is not finite', (value) => typeof value === 'number'],
  ['a number that is no double', (value) => typeof value === 'bigint'],
  ['a text with half a character', (value) => typeof value === 'string'],
  ['a symbol', (value) => typeof value === 'symbol'],
  ['a function', (value) => typeof value === 'function'],
  ['an error', (value) => value instanceof Error],
  ['a date', types.isDate],
  ['a promise', (value) => typeof value.then === 'function'],
  ['a set', types.isSet],
  ['bytes', (value) => types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value)],
];

/** The value of an error in the case, or a text for people if the error is the library's own. */
const contentOf = (error) => error instanceof CaseError ? [error.value] : [null, {message: textOf(error)}];

/** Anything as a text for people, whatever its own functions do. */
function textOf(value) {
  let text;
  try {
    text = value instanceof Error ? String(value) : inspect(value, {breakLength: Infinity});
  } catch {
    text = Object.prototype.toString.call(value);
  }
  return wellFormed(text);
}

const typeName = (value) => typeof value === 'object' ? value?.constructor?.name ?? 'object' : typeof value;

/** A text without half characters. */
const wellFormed = (text) => Buffer.from(text).toString();

/** A text as a line, without stacks, which change from machine to machine. */
const withoutStacks = (text) => text.replace(/\n\s+at .*/g, '').replace(/\s*\n\s*/g, ' ');

const cut = (text) => text.length > 100 ? `${text.slice(0, 100)}…` : text;

/** Whether two values of JSON are equal in events: maps have no order, and 0 is -0. */
function same(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && keys.length === Object.keys(b).length
    && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

function isScalar(value) {
  const type = typeof value;
  if (type === 'string') return !HALF_A_CHARACTER.test(value);
  return type === 'number' ? Number.isFinite(value) : type === 'boolean' || value === null;
}

/** A copy of a value. `path` has the lists and maps around it, each with its place there. */
function copy(value, path) {
  if (isScalar(value)) return value;
  const isList = Array.isArray(value);
  const isMap = typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value));
  const says = !isList && typeof value?.toJSON === 'function';
  if (!isList && !isMap) checkClass(value, says);
  if (path.has(value)) throw new Unsayable('a value that contains itself');
  if (path.size === DEEPEST) throw new Unsayable(`a value that is nested more than ${DEEPEST} deep`);
  const names = Object.keys(value);
  if (!says) checkNames(value, names, isList);
  const parts = [];
  if (says) {
    path.set(value, 'toJSON');
    parts.push(copy(value.toJSON(), path));
  } else if (isList) {
    for (let index = 0; index < value.length; index += 1) {
      const part = value[index];
      if (!isScalar(part)) path.set(value, index);
      parts.push(copy(part, path));
    }
  } else {
    for (const name of names) {
      path.set(value, name);
      const part = value[name];
      // An undefined member is left out.
      if (part !== undefined) parts.push([name, copy(part, path)]);
    }
  }
  path.delete(value);
  return says ? parts[0] : isList ? parts : Object.fromEntries(parts);
}

/** Refuses keys that JSON lacks. */
function checkNames(value, names, isList) {
  const check = (kind, key) => { if (key !== undefined) throw new Unsayable(kind, key); };
  check('a key that is no text', Object.getOwnPropertySymbols(value)
    .find((key) => Object.prototype.propertyIsEnumerable.call(value, key)));
  if (isList) check('a list with a key', names[value.length]);
  else check('a text with half a character', names.find((name) => HALF_A_CHARACTER.test(name)));
}

/** Refuses a value that is neither a list nor a map, unless it has a `toJSON`. */
function checkClass(value, says) {
  if (types.isMap(value)) {
    for (const key of value.keys()) if (typeof key !== 'string') throw new Unsayable('a key that is no text', key);
  }
  const kind = KINDS.find(([, holds]) => holds(value))?.[0];
  // A later rejection no longer matters.
  if (types.isPromise(value)) value.catch(() => {});
  if (kind || !says) throw new Unsayable(kind ?? 'an object of a class', value);
}

/** The place of a part in a value: `.items[2]["a key"]`, or `.` for the value itself. */
function place(keys) {
  const isWord = (key) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key);
  return cut(keys.map((key) => isWord(key) ? `.${key}` : `[${JSON.stringify(key)}]`).join('')) || '.';
}

/** A source that records its connections, and emits what the case lists for each. */
class Source {
  #connections = [];

  constructor(name, plan, record) {
    Object.assign(this, {name, plan, record});
  }

  /** Connects an observer, and returns the disconnect function. An observer with `addTeardown` receives that before any
   * value, as it may disconnect while the source emits. */
  connect(observer) {
    const connection = {observer, isLive: true, hasEnded: false};
    const {connections: plans = [this.plan]} = this.plan;
    const {onConnect = [], whileConnected, then} = plans[Math.min(this.#connections.length, plans.length - 1)];
    this.#connections.push(connection);
    const disconnect = () => {
      connection.isLive = false;
      this.record(this.name, connection.hasEnded ? 'release' : 'disconnect');
    };
    this.record(this.name, 'connect');
    observer.addTeardown?.(disconnect);
    try {
      for (const one of [...onConnect.map((value) => ['next', value]), ...(then ? [then] : [])]) {
        if (whileConnected && observer.isConnected?.() === false) break;
        this.#tell(connection, ...one);
      }
    } catch (error) {
      connection.isLive = false;
      throw error;
    }
    return disconnect;
  }

  /** Sends to the connections that are live now, except those that are disconnected meanwhile. */
  send(channel, value) {
    const told = [...this.#connections].values();
    doAll(() => {
      const {done, value: connection} = told.next();
      return done ? null : () => this.#tell(connection, channel, value);
    });
  }

  /** Sends to a connection. After an error or completion it is live until it is released, if the library does that. */
  #tell(connection, channel, value) {
    if (!connection.isLive) return;
    const ends = channel === 'error' || channel === 'completed';
    connection.hasEnded ||= ends;
    try {
      connection.observer[channel](channel === 'error' ? new CaseError(value) : value);
    } finally {
      connection.isLive &&= given.releases || !ends;
    }
  }
}

/** A stream that is connected explicitly. */
class Connectable {
  #depth = 0;
  #last = null;

  constructor(stream) {
    this.stream = stream;
  }

  /** Connects the stream. There is nothing to disconnect until the outermost call has returned. */
  connect() {
    this.#last = null;
    this.#depth += 1;
    try {
      const connection = this.stream.connect();
      if (this.#depth === 1) this.#last = connection;
    } finally {
      this.#depth -= 1;
    }
  }

  disconnect() {
    const last = this.#last;
    this.#last = null;
    last?.unsubscribe();
  }
}

/** The time of a case, in whole milliseconds from 0. Only the steps of the case move it. */
class Clock {
  now = 0;
  #timers = [];

  get isIdle() {
    return this.#timers.length === 0;
  }

  /** When the next timer is due; infinity if there is none. */
  get due() {
    return this.#timers[0]?.due ?? Infinity;
  }

  /** Calls a function later by this time, and returns a function that cancels the timer. */
  schedule(milliseconds, action) {
    const timer = {due: this.now + Math.max(0, Math.round(milliseconds)), action};
    const index = this.#timers.findLastIndex(({due}) => due <= timer.due) + 1;
    this.#timers.splice(index, 0, timer);
    return () => { this.#timers = this.#timers.filter((other) => other !== timer); };
  }

  /** Moves time, and fires all timers that are due by then, also those made meanwhile. An action runs at the end,
   * before the timers that are due at that time. */
  advance(milliseconds, action) {
    const end = this.now + Math.round(milliseconds);
    let calls = 0;
    doAll(() => {
      if (action && !(this.#timers[0]?.due < end)) {
        const once = action;
        [this.now, action] = [end, null];
        return once;
      }
      if (!(this.#timers[0]?.due <= end)) return null;
      if (calls === MOST_TIMERS) throw new Error(`more than ${MOST_TIMERS} timers came due in a step`);
      calls += 1;
      const timer = this.#timers.shift();
      this.now = timer.due;
      return timer.action;
    });
    this.now = end;
  }
}

/** Does one thing after the other, even if one throws; throws the first error at the end. */
function doAll(next) {
  const errors = [];
  for (let action = next(); action; action = next()) {
    try {
      action();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** A stream that an observer receives, with the key of a group, or null. */
class Told {
  constructor(key, stream) {
    Object.assign(this, {key, stream});
  }
}

/** The parts of the case that is being played. */
const given = {
  /** Whether the library disconnects a source that has ended. */
  releases: true,

  /** Begins a case. */
  begin() {
    given.clock = new Clock();
    given.streams = new Map();
    given.operator = 0;
    given.step = 0;
    given.fault = null;
  },

  /** `[[1, 10], [2, throws, boom]]` returns 10 for 1, and throws for 2. */
  function: (rows) => table(rows, 1),

  /** True for the values of a list; if each entry is a row, a function with boolean results. */
  predicate(entries) {
    if (entries.length > 0 && entries.every(isPredicateRow)) return given.function(entries);
    return (...called) => {
      const value = argument(called, 1);
      return entries.some((entry) => same(entry, value));
    };
  },

  /** `sum`, `append`, `latest`, or rows: a function of the result so far and a value, or of a value and its index. */
  reducer(reducer) {
    if (Array.isArray(reducer)) return table(reducer, 2);
    const [{operator}, {accepts, result}] = [given, reducers[reducer]];
    return (...called) => {
      const told = argument(called, 2);
      return accepts(...told) ? result(...called) : fail(new NoRow(operator, told));
    };
  },

  /** The stream of a case, or several by name: the operators of each, applied to its source. */
  make({operators, streams = {stream: {source: 'upstream', operators}}}, operator) {
    given.operator = -1;
    const apply = (stream, [name, ...argument]) => {
      given.operator += 1;
      return operator(name)(stream, ...argument);
    };
    const made = new Map();
    for (const [name, one] of Object.entries(streams)) {
      made.set(name, one.operators.reduce(apply, given.source(one.source)));
      if (!operators) given.streams.set(name, made.get(name));
    }
    return made;
  },

  /** A copy of a value as it is now; undefined, and a fault, if JSON lacks a part of it. */
  sayable(value, whose) {
    if (isScalar(value)) return value;
    const path = new Map();
    try {
      return copy(value, path);
    } catch (problem) {
      const {message} = problem instanceof Unsayable ? problem
        : new Unsayable('a part that throws when it is read', problem);
      const text = `${whose} has at \`${place([...path.values()])}\` ${message}`;
      given.fault ??= {code: -32603, message: text, data: `step ${given.step + 1}`};
    }
  },

  /** A copy of an event: a library may change a list that it has emitted. Null if JSON lacks a part of it. */
  recorded(event) {
    const words = ['returns', 'throws', 'reported'].includes(event[0]) ? 1 : 2;
    if (event.length === words || isScalar(event[words])) return event;
    const whose = words === 1 ? `\`${event[0]}\`` : `\`${event[0]}\`'s ${event[1]}`;
    const told = given.sayable(event[words], `the value of ${whose}`);
    return told === undefined ? null : [...event.slice(0, words), told];
  },

  /** The stream of a source, or another stream of the case. */
  source: (name) => given.streams.get(name) ?? given.refuse('a list of sources as an argument'),

  /** The streams of one name, or of a list of names. */
  sources: (names) => [names].flat().map(given.source),

  /** A function of the case that records each call. */
  callback: (name) => () => given.record(name, 'called'),

  /** Records an error that the library reports, and nobody receives. The library lists `reports` in `features`. */
  reported: (error) => given.record('reported', ...contentOf(error)),

  /** An observer of the case that records its events. */
  observer: (name) => ({
    next: (value) => given.record(name, 'next', value),
    error: (error) => given.record(name, 'error', ...contentOf(error)),
    completed: () => given.record(name, 'completed'),
  }),

  /** Emitted by an operator in place of a stream: the key of a group, or null, and the stream. */
  told: (key, stream) => new Told(key, stream),

  /** Ends the case because the implementation lacks a feature. */
  refuse: (feature) => fail(Object.assign(new Error(feature), {code: -32001})),

  /** `[[1, left], [2, right]]` returns the stream of the source `left` for 1. */
  sourceFunction(rows) {
    const name = given.function(rows);
    return (value) => given.source(name(value));
  },

  /** `[[1, [10, 11]]]` calls next with 10 and then with 11 for 1. */
  operation(rows) {
    const values = given.function(rows);
    return (value, next) => values(value).forEach((result) => next(result));
  },

  /** A dictionary, with `has` and `get` like a `Map`. A value without a row has no entry. */
  rows(rows) {
    const find = (key) => {
      const told = argument([key], 1);
      return rows.find(([other]) => same(other, told));
    };
    return {has: (key) => find(key) !== undefined, get: (key) => find(key)?.[1]};
  },
};

/** A function of the rows that begin with its arguments; a row with two more cells after them throws. */
function table(rows, count) {
  const {operator} = given;
  return (...called) => {
    const value = argument(called, count);
    const row = rows.find((row) => same(count === 1 ? row[0] : row.slice(0, count), value));
    if (!row) fail(new NoRow(operator, value));
    if (row.length > count + 1) throw new CaseError(row.at(-1));
    return row.at(-1);
  };
}

/** Whether an entry of a predicate is `[value, true]`, `[value, false]` or `[value, 'throws', error]`. */
const isPredicateRow = (entry) => Array.isArray(entry)
  && (entry.length === 2 ? typeof entry[1] === 'boolean' : entry.length === 3 && entry[1] === 'throws');

const reducers = {
  sum: {
    accepts: (soFar, value) => typeof soFar === 'number' && typeof value === 'number',
    result: (soFar, value) => soFar + value,
  },
  append: {accepts: Array.isArray, result: (soFar, value) => [...soFar, value]},
  latest: {accepts: () => true, result: (_, value) => value},
};

/** The argument of a function of the case, copied now: a value, or a list of two. */
function argument([first, second], count) {
  const told = given.sayable(count === 1 ? first : [first, second], 'the argument of a function of the case');
  if (told === undefined) throw given.fault;
  return told;
}

/** Records the first fault, because the library may handle the exception in any way. */
function fail(fault) {
  given.fault ??= fault;
  throw given.fault;
}

module.exports = {MOST_TIMERS, CaseError, Connectable, Source, Told, contentOf, given, same, textOf, wellFormed};
