// Streams that end, for the tests of the adapters: one operator for each kind of argument.
'use strict';
const {given} = require('./given.js');

class Stream {
  constructor(connect) {
    this.connect = connect;
  }

  subscribe(next, error, completed = () => {}) {
    let isOpen = true;
    let disconnect = null;
    const unsubscribe = () => {
      isOpen = false;
      const call = disconnect;
      disconnect = null;
      call?.();
    };
    const end = (tell) => (...content) => {
      if (!isOpen) return;
      isOpen = false;
      tell(...content);
      unsubscribe();
    };
    disconnect = this.connect({
      next: (value) => { if (isOpen) next(value); },
      error: end(error),
      completed: end(completed),
    });
    if (!isOpen) unsubscribe();
    return {unsubscribe};
  }

  /** A stream of what a function makes of each value and the observer; what it throws is the end. */
  lift(next) {
    return new Stream((observer) => this.subscribe((value) => {
      try {
        next(value, observer);
      } catch (problem) {
        observer.error(problem);
      }
    }, observer.error, observer.completed).unsubscribe);
  }

  map(transform) {
    return this.lift((value, observer) => observer.next(transform(value)));
  }

  /** As `map`, but that a value which the function fails for is left out. */
  swallow(transform) {
    return this.lift((value, observer) => {
      let result;
      try {
        result = transform(value);
      } catch {
        return;
      }
      observer.next(result);
    });
  }

  filter(predicate) {
    return this.lift((value, observer) => predicate(value) && observer.next(value));
  }

  scan(seed, reduce) {
    let soFar = seed;
    return this.lift((value, observer) => observer.next(soFar = reduce(soFar, value)));
  }

  rewrite(rows) {
    return this.lift((value, observer) => rows.has(value) && observer.next(rows.get(value)));
  }

  operate(operation) {
    return this.lift((value, observer) => operation(value, observer.next));
  }

  flatMap(transform) {
    return this.lift((value, observer) => transform(value).subscribe(observer.next, observer.error));
  }

  merge(other) {
    return new Stream((observer) => {
      const subscriptions = [this, other].map(
        (stream) => stream.subscribe(observer.next, observer.error, observer.completed));
      return () => subscriptions.forEach((one) => one.unsubscribe());
    });
  }

  delay(seconds, clock) {
    return this.lift((value, observer) => clock.schedule(seconds * 1000, () => observer.next(value)));
  }

  forever(clock) {
    const again = () => clock.schedule(0, again);
    return new Stream((observer) => {
      again();
      return this.subscribe(observer.next, observer.error).unsubscribe;
    });
  }

  /** Errs with an error of its own where nothing comes. */
  first() {
    return new Stream((observer) => this.subscribe((value) => {
      observer.next(value);
      observer.completed();
    }, observer.error, () => observer.error(new Error('nothing came'))).unsubscribe);
  }

  read() {
    const values = [];
    this.subscribe((value) => values.push(value), () => {}).unsubscribe();
    return values;
  }
}

/** Connects as soon as it is made, and gives what came by then. */
function hot(stream) {
  const values = [];
  const {unsubscribe} = stream.subscribe((value) => values.push(value), () => {});
  return new Stream((observer) => {
    values.forEach(observer.next);
    return unsubscribe;
  });
}

module.exports = {
  implementation: {name: 'ending', version: '1.0.0', language: 'JavaScript'},
  channels: ['next', 'error', 'completed'],
  releases: false,
  source: (connect) => new Stream(connect),
  operators: {
    map: (stream, rows) => stream.map(given.function(rows)),
    swallow: (stream, rows) => stream.swallow(given.function(rows)),
    filter: (stream, entries) => stream.filter(given.predicate(entries)),
    scan: (stream, {seed, with: reducer}) => stream.scan(seed, given.reducer(reducer)),
    rewrite: (stream, rows) => stream.rewrite(given.rows(rows)),
    flatMap: (stream, rows) => stream.flatMap(given.sourceFunction(rows)),
    operate: (stream, rows) => stream.operate(given.operation(rows)),
    merge: (stream, {with: other}) => stream.merge(given.source(other)),
    delay: (stream, seconds) => stream.delay(seconds, given.clock),
    forever: (stream) => stream.forever(given.clock),
    first: (stream) => stream.first(),
    hot,
    _read: (stream) => stream.read(),
  },
  properties: {},
};
