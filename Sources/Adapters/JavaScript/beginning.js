// The streams under test. `Stream` is an example with one operator: put your library in its place.
//
// `adapter.js` and `given.js` beside this file are the kit: they talk to the runner, and need no change.
'use strict';
const {given} = require('./given.js');

/** The function for a channel that a case does not use. */
const ignore = () => {};

/** A stream of the example: `connect` is called with each observer, and returns the disconnect function. */
class Stream {
  constructor(connect) {
    this.connect = connect;
  }

  // A case passes only the channels that its specification has.
  subscribe(next = ignore, error = ignore, completed = ignore) {
    const disconnect = this.connect({next, error, completed});
    return {unsubscribe: disconnect};
  }

  map(transform) {
    return new Stream((observer) => this.subscribe(
      (value) => observer.next(transform(value)), observer.error, observer.completed).unsubscribe);
  }
}

module.exports = {
  implementation: {name: 'my-library', version: '0.1', language: 'JavaScript'},
  /** The channels of your observers: some of next, state, error and completed. `subscribe` takes a function
   * for each, in this order. */
  channels: ['next', 'error', 'completed'],
  /** The specifications that your library implements, by the `name` of their spec.yaml, such as ReactiveX. */
  specifications: ['mine'],
  /** Write false if your library disconnects nothing after an error or completion of a source: then no case
   * expects it. */
  releases: true,
  // If your library is asynchronous, stops or shares in its own way, or reports errors: `afterStep`, `stops`, `shares`
  // and `features`, which the article “Judge another platform” describes.
  /** Makes a source of your library from its connect function, which takes an observer with a function for
   * each channel and returns the disconnect function. */
  source: (connect) => new Stream(connect),
  /** The operators by their names in fixtures: each applies itself to a stream, with its argument if it has
   * one. `given` converts tables to functions: `map: [[1, 10]]` is a function that returns 10 for 1.
   * Cases of operators that you leave out are skipped. */
  operators: {
    map: (stream, rows) => stream.map(given.function(rows)),
  },
  /** The properties by kind, if your library has some. */
  properties: {},
};
