// What a case gives to the streams: its sources, the arguments of operators, and the time that they keep.
//
// An operator of `streams.js` has its argument as the case writes it. Where that is more than a value, it
// asks `given` for what is meant: `map: (stream, rows) => stream.map(given.function(rows))`.
'use strict';
const {inspect, types} = require('node:util');

/** How many timers may come due in one step. */
const MOST_TIMERS = 10000;

/** How deep a value may be nested: an answer may have 512 levels, 5 of which enclose it. */
const DEEPEST = 507;

const HALF_A_CHARACTER = /\p{Surrogate}/u;

/** An error that the case has a value for. Any other that an observer is told of is the library's own. */
class CaseError extends Error {
  constructor(value) {
    super(`the error ${JSON.stringify(value)} of the case`);
    this.value = value;
  }
}

/** A table was asked for a value that it lacks: the case fails, whatever comes of it. */
class NoRow extends Error {
  constructor(operator, value) {
    super(`a table has no row for ${JSON.stringify(value)}`);
    this.code = -32002;
    this.data = {operator, value, step: given.step};
  }
}

/** A part of a value that JSON does not have: its kind, and the part where that can be shown. */
class Unsayable extends Error {
  constructor(kind, ...part) {
    super(kind + part.map((one) => `: ${cut(withoutStacks(textOf(one)))} (${typeName(one)})`).join(''));
  }
}

/** The kinds of what JSON does not have. All else is an object of a class. */
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

/** What is told of an error: its value in the case, or a text for people where it is the library's own. */
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

/** Whether two values of JSON are told as the same: maps have no order, and 0 is -0. */
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

/** A copy of a value. `path` has the lists and maps that it stands in, each with where in it. */
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
      // A member that is undefined is none.
      if (part !== undefined) parts.push([name, copy(part, path)]);
    }
  }
  path.delete(value);
  return says ? parts[0] : isList ? parts : Object.fromEntries(parts);
}

/** Refuses keys that are none of JSON. */
function checkNames(value, names, isList) {
  const check = (kind, key) => { if (key !== undefined) throw new Unsayable(kind, key); };
  check('a key that is no text', Object.getOwnPropertySymbols(value)
    .find((key) => Object.prototype.propertyIsEnumerable.call(value, key)));
  if (isList) check('a list with a key', names[value.length]);
  else check('a text with half a character', names.find((name) => HALF_A_CHARACTER.test(name)));
}

/** Refuses what is neither a list nor a map, unless it says what it is in JSON. */
function checkClass(value, says) {
  if (types.isMap(value)) {
    for (const key of value.keys()) if (typeof key !== 'string') throw new Unsayable('a key that is no text', key);
  }
  const kind = KINDS.find(([, holds]) => holds(value))?.[0];
  // Whether it is rejected later is no matter any more.
  if (types.isPromise(value)) value.catch(() => {});
  if (kind || !says) throw new Unsayable(kind ?? 'an object of a class', value);
}

/** Where in a value a part stands: `.items[2]["a key"]`, or `.` for the value itself. */
function place(keys) {
  const isWord = (key) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key);
  return cut(keys.map((key) => isWord(key) ? `.${key}` : `[${JSON.stringify(key)}]`).join('')) || '.';
}

/** A source that writes its connections down, and does by itself what the case says of each. */
class Source {
  #connections = [];

  constructor(name, plan, record) {
    Object.assign(this, {name, plan, record});
  }

  /** Connects an observer, and returns what disconnects it. An observer with `addTeardown` gets that before any value,
   * as it may disconnect while the source emits. */
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

  /** Tells the connections that are live now of something, but for those that are disconnected meanwhile. */
  send(channel, value) {
    const told = [...this.#connections].values();
    doAll(() => {
      const {done, value: connection} = told.next();
      return done ? null : () => this.#tell(connection, channel, value);
    });
  }

  /** Tells a connection. One that has been told of the end is live until it is released. */
  #tell(connection, channel, value) {
    if (!connection.isLive) return;
    connection.hasEnded ||= channel === 'error' || channel === 'completed';
    connection.observer[channel](channel === 'error' ? new CaseError(value) : value);
  }
}

/** A stream that is connected by itself. */
class Connectable {
  #depth = 0;
  #last = null;

  constructor(stream) {
    this.stream = stream;
  }

  /** Connects the stream. Until the outermost call has returned, there is nothing to give up. */
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

/** The time of a case, in whole milliseconds from 0. It stands still until it is moved on. */
class Clock {
  now = 0;
  #timers = [];

  get isIdle() {
    return this.#timers.length === 0;
  }

  /** Calls a function that much later, and returns what calls it off. */
  schedule(milliseconds, action) {
    const timer = {due: this.now + Math.max(0, Math.round(milliseconds)), action};
    const index = this.#timers.findLastIndex(({due}) => due <= timer.due) + 1;
    this.#timers.splice(index, 0, timer);
    return () => { this.#timers = this.#timers.filter((other) => other !== timer); };
  }

  /** Moves time on, and calls what is due by then in order, timers made meanwhile included; and at the end of it an
   * action, before what is due at that time. */
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

/** Does one thing after the other, also where one throws; what was thrown first is thrown at the end. */
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

/** A stream that an observer is told of, with the key of a group, or null. */
class Told {
  constructor(key, stream) {
    Object.assign(this, {key, stream});
  }
}

/** What the case that is being played gives. */
const given = {
  /** Begins a case. */
  begin() {
    given.clock = new Clock();
    given.streams = new Map();
    given.operator = 0;
    given.step = 0;
    given.fault = null;
  },

  /** `[[1, 10], [2, throws, boom]]` gives 10 for 1, and throws for 2. */
  function: (rows) => table(rows, 1),

  /** Holds for the values of a list; or, if each is a row, a function whose results are truth values. */
  predicate(entries) {
    if (entries.length > 0 && entries.every(isPredicateRow)) return given.function(entries);
    return (...called) => {
      const value = argument(called, 1);
      return entries.some((entry) => same(entry, value));
    };
  },

  /** `sum`, `append`, `latest`, or rows: a function of what there is so far and a value, or of a value and its index. */
  reducer(reducer) {
    if (Array.isArray(reducer)) return table(reducer, 2);
    const [{operator}, {accepts, result}] = [given, reducers[reducer]];
    return (...called) => {
      const told = argument(called, 2);
      return accepts(...told) ? result(...called) : fail(new NoRow(operator, told));
    };
  },

  /** The stream of a case, or the several by name: the operators of each, applied to its source. */
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

  /** A value as it is now; undefined, and a fault, where JSON does not have all of it. */
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

  /** An event as it is now, as a library may change a list that it has told; null where JSON does not have it. */
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

  /** A function of the case that writes each call down. */
  callback: (name) => () => given.record(name, 'called'),

  /** Writes down an error that the library reports, as nobody receives it. The library says so in `features`: `reports`. */
  reported: (error) => given.record('reported', ...contentOf(error)),

  /** An observer of the case that writes down what it is told. */
  observer: (name) => ({
    next: (value) => given.record(name, 'next', value),
    error: (error) => given.record(name, 'error', ...contentOf(error)),
    completed: () => given.record(name, 'completed'),
  }),

  /** What an operator tells an observer in place of a stream: the key of a group, or null, and the stream. */
  told: (key, stream) => new Told(key, stream),

  /** Ends the case as one that needs what the implementation does not have. */
  refuse: (feature) => fail(Object.assign(new Error(feature), {code: -32001})),

  /** `[[1, left], [2, right]]` gives the stream of the source `left` for 1. */
  sourceFunction(rows) {
    const name = given.function(rows);
    return (value) => given.source(name(value));
  },

  /** `[[1, [10, 11]]]` calls next with 10 and then with 11 for 1. */
  operation(rows) {
    const values = given.function(rows);
    return (value, next) => values(value).forEach((result) => next(result));
  },

  /** A dictionary, with `has` and `get` as a `Map` has them. What has no row has no value. */
  rows(rows) {
    const find = (key) => {
      const told = argument([key], 1);
      return rows.find(([other]) => same(other, told));
    };
    return {has: (key) => find(key) !== undefined, get: (key) => find(key)?.[1]};
  },
};

/** A function of the rows that begin with its arguments; one that has two more behind them throws. */
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

/** What a function of the case is called with, as it is now: a value, or a list of two. */
function argument([first, second], count) {
  const told = given.sayable(count === 1 ? first : [first, second], 'the argument of a function of the case');
  if (told === undefined) throw given.fault;
  return told;
}

/** Notes the first fault, as the library may make of the error what it likes. */
function fail(fault) {
  given.fault ??= fault;
  throw given.fault;
}

module.exports = {CaseError, Connectable, Source, Told, contentOf, given, same, textOf, wellFormed};
