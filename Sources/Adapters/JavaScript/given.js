// What a case gives to the streams: its sources, the arguments of operators, and the time that they keep.
//
// An operator of `streams.js` has its argument as the case writes it. Where that is more than a value, it
// asks `given` for what is meant: `map: (stream, rows) => stream.map(given.function(rows))`.
'use strict';
const {inspect} = require('node:util');

/** How many timers may come due in one step. */
const MOST_TIMERS = 10000;

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

/** A function of the case was called with what no case has: a mistake of the library. */
class Misuse extends Error {
  constructor(value) {
    super(`the implementation called a function of the case with ${inspect(value)}, which JSON does not have`);
    this.code = -32603;
  }
}

/** What is told of an error: its value in the case, or a text for people where it is the library's own. */
function contentOf(error) {
  if (error instanceof CaseError) return [error.value];
  const text = error instanceof Error ? String(error) : inspect(error);
  // Half a character is none in JSON.
  return [null, {message: Buffer.from(text).toString()}];
}

/** Whether two values are told as the same: maps have no order, and 0 is -0. */
function same(a, b) {
  if (a === b) return true;
  if (typeof a?.toJSON === 'function') return same(a.toJSON(), b);
  if (typeof b?.toJSON === 'function') return same(a, b.toJSON());
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = members(a);
  return Array.isArray(a) === Array.isArray(b) && keys.length === members(b).length
    && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/** The keys of a value. A member that is undefined is none. */
const members = (value) => Object.keys(value).filter((key) => value[key] !== undefined);

/** Calls a function with each part of a value that JSON does not have, and takes for null. */
function forEachLost(value, body) {
  const isLost = typeof value === 'number' ? !Number.isFinite(value)
    : ['undefined', 'function', 'symbol', 'bigint'].includes(typeof value)
      || value instanceof Map || value instanceof Set;
  if (isLost) return body(value);
  if (typeof value !== 'object' || value === null || typeof value.toJSON === 'function') return;
  const parts = Array.isArray(value) ? value : Object.values(value).filter((one) => one !== undefined);
  for (const part of parts) forEachLost(part, body);
}

/** A source that writes its connections down, and does by itself what the case says of each. */
class Source {
  #connections = [];

  constructor(name, plan, record) {
    Object.assign(this, {name, plan, record});
  }

  /** Connects an observer, and returns what disconnects it. */
  connect(observer) {
    const connection = {observer, isLive: true, hasEnded: false};
    const {connections: plans = [this.plan]} = this.plan;
    const {onConnect = [], then} = plans[Math.min(this.#connections.length, plans.length - 1)];
    this.#connections.push(connection);
    this.record(this.name, 'connect');
    try {
      for (const value of onConnect) this.#tell(connection, 'next', value);
      if (then) this.#tell(connection, ...then);
    } catch (error) {
      connection.isLive = false;
      throw error;
    }
    return () => {
      connection.isLive = false;
      this.record(this.name, connection.hasEnded ? 'release' : 'disconnect');
    };
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

  /** Calls a function that much later, and returns what calls it off. */
  schedule(milliseconds, action) {
    const timer = {due: this.now + Math.max(0, Math.round(milliseconds)), action};
    const index = this.#timers.findLastIndex(({due}) => due <= timer.due) + 1;
    this.#timers.splice(index, 0, timer);
    return () => { this.#timers = this.#timers.filter((other) => other !== timer); };
  }

  /** Moves time on, and calls what is due by then in order, timers made meanwhile included. */
  advance(milliseconds) {
    const end = this.now + Math.round(milliseconds);
    let calls = 0;
    doAll(() => {
      if (!(this.#timers[0]?.due <= end)) return null;
      if (calls === MOST_TIMERS) throw new Error(`more than ${MOST_TIMERS} timers came due in a step`);
      calls += 1;
      const {due, action} = this.#timers.shift();
      this.now = due;
      return action;
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

/** A value as it is now. */
function copy(value) {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null) return value;
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value)) && !value.toJSON;
  return isPlain ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part)])) : value;
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
    return (value) => entries.some((entry) => same(entry, value)) || (checkCall([value]), false);
  },

  /** `sum`, `append`, `latest`, or rows: a function of what there is so far and a value. */
  reducer: (reducer) => Array.isArray(reducer) ? table(reducer, 2) : reducers[reducer](given.operator),

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

  /** What is answered, of which JSON has all. */
  sayable(result) {
    forEachLost(result.trace ?? [], (value) => {
      throw new Error(`it tells of ${inspect(value)}, which JSON does not have`);
    });
    return result;
  },

  /** The stream of a source, or another stream of the case. */
  source: (name) => given.streams.get(name),

  /** A function of the case that writes each call down. */
  callback: (name) => () => given.record(name, 'called'),

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
    const find = (key) => rows.find(([other]) => same(other, key));
    return {has: (key) => find(key) !== undefined, get: (key) => find(key)?.[1]};
  },
};

/** A function of the rows that begin with its arguments; one that has two more behind them throws. */
function table(rows, count) {
  const {operator} = given;
  return (...called) => {
    const values = Array.from({length: count}, (_, index) => called[index]);
    const row = rows.find((row) => values.every((value, index) => same(value, row[index])));
    if (!row) return lacks(operator, ...values);
    if (row.length > count + 1) throw new CaseError(row.at(-1));
    return row.at(-1);
  };
}

/** Whether an entry of a predicate is `[value, true]`, `[value, false]` or `[value, 'throws', error]`. */
const isPredicateRow = (entry) => Array.isArray(entry)
  && (entry.length === 2 ? typeof entry[1] === 'boolean' : entry.length === 3 && entry[1] === 'throws');

const reducers = {
  sum: (operator) => (soFar, value) => typeof soFar === 'number' && typeof value === 'number'
    ? soFar + value : lacks(operator, soFar, value),
  append: (operator) => (soFar, value) =>
    Array.isArray(soFar) ? [...soFar, value] : lacks(operator, soFar, value),
  latest: () => (_, value) => value,
};

/** The fault that a table lacks some values, or that no table can have them. */
function lacks(operator, ...values) {
  checkCall(values);
  fail(new NoRow(operator, values.length === 1 ? values[0] : values));
}

/** A fault where a case cannot have some values that its function is called with. */
function checkCall(values) {
  forEachLost(values, (value) => fail(new Misuse(value)));
}

/** Notes the first fault, as the library may make of the error what it likes. */
function fail(fault) {
  given.fault ??= fault;
  throw given.fault;
}

module.exports = {CaseError, Connectable, Source, Told, contentOf, copy, given, same};
