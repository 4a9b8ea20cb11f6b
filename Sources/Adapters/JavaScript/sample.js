// The sample library: `ConformanceRunner kit 'node sample.js'` tests the kit with it.
//
// The article "Test a kit" of the adapter protocol describes each operator.
'use strict';
const {given, same} = require('./given.js');
const {serve} = require('./adapter.js');

const channels = ['next', 'state', 'error', 'completed'];

/** A stream: `connect` is called with each observer, and returns the function that disconnects it. */
class Stream {
  #connect;

  constructor(connect) {
    this.#connect = connect;
  }

  /** Subscribes an observer that receives nothing after an error or completion, or once it has unsubscribed. */
  subscribe(next, state = () => {}, error = () => {}, completed = () => {}, isConnected = () => true) {
    let isOpen = true;
    let disconnect = () => {}; // until it is connected
    const unsubscribe = () => {
      isOpen = false;
      const once = disconnect;
      disconnect = () => {};
      once();
    };
    const pass = (tell) => (value) => { if (isOpen) tell(value); };
    const end = (tell) => (error) => {
      if (!isOpen) return;
      isOpen = false;
      tell(error);
      unsubscribe();
    };
    disconnect = this.#connect({
      next: pass(next), state: pass(state), error: end(error), completed: end(completed),
      isConnected: () => isOpen && isConnected(),
    });
    if (!isOpen) unsubscribe();
    return {unsubscribe};
  }

  /** Subscribes an observer given as an object. */
  observe({next, state, error, completed, isConnected}) {
    return this.subscribe(next, state, error, completed, isConnected);
  }

  /** A stream with another next function: `make` returns it for each observer. */
  lift(make) {
    return new Stream((observer) => this.observe({...observer, next: make(observer)}).unsubscribe);
  }

  /** The same for observers that receive everything, and are disconnected as often as they unsubscribe. */
  unguarded() {
    const connect = this.#connect;
    return {subscribe: (next, state = () => {}, error = () => {}, completed = () => {}) =>
      ({unsubscribe: connect({next, state, error, completed})})};
  }

  /** The same until the first value: then it disconnects, also while its stream connects. */
  early() {
    const connect = this.#connect;
    return new Stream((to) => {
      let disconnect = () => {};
      connect({...to, addTeardown: (one) => { disconnect = one; }, next: (value) => {
        to.next(value);
        disconnect();
      }});
      return () => {};
    });
  }
}

/** An observer with a function for each channel. */
const observer = (make) => Object.fromEntries(channels.map((channel) => [channel, make(channel)]));

/** Observers that all receive the same, in order: those that are there when it begins. */
class Broadcast {
  observers = [];

  tell(channel, value) {
    for (const one of [...this.observers]) one[channel](value);
  }

  /** All of them as one. */
  all() {
    return observer((channel) => (value) => this.tell(channel, value));
  }

  /** Adds an observer, and returns a function that removes it. */
  add(one) {
    this.observers.push(one);
    return () => { this.observers = this.observers.filter((other) => other !== one); };
  }
}

/** Continues with the result of a function of the case; its exception is emitted as an error. */
function attempt(fail, call, goOn) {
  let result;
  try {
    result = call();
  } catch (error) {
    return fail(error);
  }
  goOn(result);
}

/** A stream of streams, connected until its observer and all observers of those streams have unsubscribed. */
function split(stream, make) {
  return new Stream((observer) => {
    const streams = [];
    let users = 1;
    let subscription = null;
    const leave = () => {
      users -= 1;
      if (users === 0) subscription.unsubscribe();
    };
    const open = (key) => {
      const one = new Broadcast();
      streams.push(one);
      observer.next(given.told(key, new Stream((inner) => {
        users += 1;
        const remove = one.add(inner);
        return () => {
          remove();
          leave();
        };
      })));
      return one;
    };
    const end = (channel) => (error) => {
      for (const one of streams) one.tell(channel, error);
      observer[channel](error);
    };
    subscription = stream.subscribe(
      make(open, end('error')), observer.state, end('error'), end('completed'));
    return leave;
  });
}

function groupBy(stream, rows) {
  const keyOf = given.function(rows);
  return split(stream, (open, fail) => {
    const groups = [];
    return (value) => attempt(fail, () => keyOf(value), (key) => {
      let group = groups.find((one) => same(one.key, key));
      if (!group) groups.push(group = {key, stream: open(key)});
      group.stream.tell('next', value);
    });
  });
}

const window = (stream, count) => split(stream, (open) => {
  let [one, left] = [null, 0];
  return (value) => {
    if (left === 0) [one, left] = [open(null), count];
    left -= 1;
    one.tell('next', value);
    if (left === 0) one.tell('completed');
  };
});

function map(stream, rows) {
  const transform = given.function(rows);
  return stream.lift((to) => (value) => attempt(to.error, () => transform(value), to.next));
}

function mapIndexed(stream, rows) {
  const transform = given.reducer(rows);
  return stream.lift((to) => {
    let index = 0;
    return (value) => attempt(to.error, () => transform(value, index++), to.next);
  });
}

function filter(stream, entries) {
  const holds = given.predicate(entries);
  return stream.lift((to) => (value) =>
    attempt(to.error, () => holds(value), (isTrue) => isTrue && to.next(value)));
}

function scan(stream, argument) {
  const reduce = given.reducer(argument.with);
  return stream.lift((to) => {
    let [soFar, hasBegun] = [argument.seed, 'seed' in argument];
    return (value) => attempt(to.error, () => hasBegun ? reduce(soFar, value) : value, (result) => {
      [soFar, hasBegun] = [result, true];
      to.next(result);
    });
  });
}

function merge(stream, argument) {
  const others = given.sources(argument.with);
  return new Stream((to) => {
    const subscriptions = [stream, ...others].map((one) => one.observe(to));
    return () => subscriptions.forEach((one) => one.unsubscribe());
  });
}

function flatMap(stream, rows) {
  const sourceOf = given.sourceFunction(rows);
  return new Stream((to) => {
    const subscriptions = [];
    const {unsubscribe} = stream.observe({...to, next: (value) =>
      attempt(to.error, () => sourceOf(value), (source) =>
        subscriptions.push(source.observe({...to, completed: () => {}})))});
    return () => {
      unsubscribe();
      subscriptions.forEach((one) => one.unsubscribe());
    };
  });
}

const delay = (stream, seconds) => new Stream((to) => {
  const timers = [];
  const {unsubscribe} = stream.observe(observer((channel) => (value) =>
    timers.push(given.clock.schedule(seconds * 1000, () => to[channel](value)))));
  return () => {
    unsubscribe();
    timers.forEach((callOff) => callOff());
  };
});

const debounce = (stream, seconds) => stream.lift((to) => {
  let callOff = () => {};
  return (value) => {
    callOff();
    callOff = given.clock.schedule(seconds * 1000, () => to.next(value));
  };
});

const take = (stream, count) => stream.lift((to) => {
  let left = count;
  return (value) => {
    left -= 1;
    to.next(value);
    if (left === 0) to.completed();
  };
});

function share(stream) {
  const all = new Broadcast();
  let subscription = null;
  return new Stream((to) => {
    const remove = all.add(to);
    if (all.observers.length === 1) subscription = stream.observe(all.all());
    return () => {
      remove();
      if (all.observers.length === 0) subscription.unsubscribe();
    };
  });
}

function publish(stream) {
  const all = new Broadcast();
  const connect = () => stream.unguarded().subscribe(...Object.values(all.all()));
  return Object.assign(new Stream((to) => all.add(to)), {connect});
}

function hot(stream) {
  const all = new Broadcast();
  stream.observe(all.all());
  return Object.assign(new Stream((to) => all.add(to)), all.all());
}

const fail = () => new Stream((to) => {
  to.error(new Error('it fails, 🙂'));
  return () => {};
});

function end(stream, name) {
  const callback = given.callback(name);
  return new Stream((to) => {
    const {unsubscribe} = stream.observe(to);
    return () => {
      unsubscribe();
      try {
        callback();
      } catch (error) {
        throw new Error(`a callback threw: ${error.message}`);
      }
    };
  });
}

function tap(stream, name) {
  const tapped = given.observer(name);
  return new Stream((to) => stream.observe({...to, ...observer((channel) => (value) => {
    tapped[channel]?.(value);
    to[channel](value);
  })}).unsubscribe);
}

/** Reports what its observer throws. */
const guard = (stream) => stream.lift((to) => (value) => attempt(given.reported, () => to.next(value), () => {}));

function rewrite(stream, argument) {
  const rows = given.rows(argument);
  return stream.lift((to) => (value) => rows.has(value) && to.next(rows.get(value)));
}

function nextOperator(stream, rows) {
  const operation = given.operation(rows);
  return stream.lift((to) => (value) => {
    const results = [];
    attempt(to.error, () => operation(value, (result) => results.push(result)), () =>
      results.forEach((result) => to.next(result)));
  });
}

/** Emits one list again and again. */
const collect = (stream) => stream.lift((to) => {
  const list = [];
  return (value) => {
    list.push(value);
    to.next(list);
  };
});

/** Deliberate mistakes of a library. */
const mistakes = {
  reducer: (value) => given.reducer('latest')(value),
  throws: () => { throw new Error('it throws'); },
};

const nested = (depth) => depth === 0 ? [] : [nested(depth - 1)];

function cycle() {
  const list = [];
  list.push(list);
  return list;
}

/** Parts that JSON lacks, by kind. */
const unsayable = {
  infinity: () => -Infinity,
  integer: () => 2n ** 53n + 1n,
  half: () => '\ud83d',
  'half-key': () => ({'\ud83d': 1}),
  key: () => new Map([['text', 1], [1, 2]]),
  'symbol-key': () => ({[Symbol('key')]: 1}),
  undefined: () => undefined,
  hole: () => [1, , 3],
  index: () => Object.assign([1], {index: 2}),
  function: () => nested,
  symbol: () => Symbol('symbol'),
  error: () => new TypeError('an error'),
  date: () => new Date(0),
  promise: () => Promise.resolve(1),
  set: () => new Set([1]),
  bytes: () => Buffer.from('bytes'),
  object: () => new Broadcast(),
  cycle,
  depth: () => nested(600),
  getter: () => ({get x() { throw new Error('it throws'); }}),
};

/** Emits such a part for each value: by itself, or after the value in a list, which a map has under a key. */
const telling = (make) => (stream, key) => stream.lift((to) => (value) =>
  to.next(key === undefined ? make() : {[key]: [value, make()]}));

function read(stream) {
  const values = [];
  stream.subscribe((value) => values.push(value)).unsubscribe();
  return values;
}

class Property {
  #all = new Broadcast();
  #write;

  constructor(read, write) {
    this.read = read;
    this.#write = write;
  }

  write(value) {
    this.#write(value);
    this.#all.tell('next', value);
  }

  state(value) {
    this.#all.tell('state', value);
  }

  subscribe(...functions) {
    return new Stream((to) => {
      const remove = this.#all.add(to);
      to.next(this.read());
      return remove;
    }).subscribe(...functions);
  }
}

serve({
  implementation: {name: 'sample-js', version: '1', language: 'JavaScript'},
  channels,
  features: ['streams-of-streams', 'throws', 'calls', 'connectable', 'inner-streams', 'while-connected', 'subjects',
    'reports'],
  source: (connect) => new Stream(connect),
  operators: {
    map, mapIndexed, filter, scan, merge, mergeSeveral: merge, flatMap, delay, take, share, fail, finally: end, tap, publish, window, groupBy,
    rewrite, _nextOperator: nextOperator, debounce, collect, hot, guard, early: (stream) => stream.early(),
    unguarded: (stream) => stream.unguarded(),
    wrong: (stream, mistake) => stream.lift((to) => (value) => to.next(mistakes[mistake](value))), _read: read,
    ...Object.fromEntries(Object.entries(unsayable).map(([kind, make]) => [`unsayable-${kind}`, telling(make)])),
  },
  properties: {scoped: (read, write) => new Property(read, write), unscoped: (read, write) => ({read, write})},
});
