// Streams that end, for the tests of the adapters.
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

  filter(predicate) {
    return this.lift((value, observer) => predicate(value) && observer.next(value));
  }

  scan(seed, reduce) {
    let soFar = seed;
    return this.lift((value, observer) => observer.next(soFar = reduce(soFar, value)));
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

  /** Fails with an error if upstream completes without a value. */
  first() {
    return new Stream((observer) => this.subscribe((value) => {
      observer.next(value);
      observer.completed();
    }, observer.error, () => observer.error(new Error('nothing came'))).unsubscribe);
  }
}

module.exports = {
  implementation: {name: 'ending', version: '1.0.0', language: 'JavaScript'},
  channels: ['next', 'error', 'completed'],
  releases: false,
  source: (connect) => new Stream(connect),
  operators: {
    map: (stream, rows) => stream.map(given.function(rows)),
    filter: (stream, entries) => stream.filter(given.predicate(entries)),
    scan: (stream, {seed, with: reducer}) => stream.scan(seed, given.reducer(reducer)),
    delay: (stream, seconds) => stream.delay(seconds, given.clock),
    forever: (stream) => stream.forever(given.clock),
    first: (stream) => stream.first(),
  },
  properties: {},
};
