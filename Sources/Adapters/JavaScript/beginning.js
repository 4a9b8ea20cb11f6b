// The streams that are judged. `Stream` is an example with one operator: put your library in its place.
//
// `adapter.js` and `given.js` beside this file are the kit: they talk to the runner, and need no change.
'use strict';
const {given} = require('./given.js');

/** What an observer does on a channel that a case does not use. */
const ignore = () => {};

/** A stream of the example: `connect` is called with each observer, and returns what disconnects it. */
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
  /** What your observers are told of: some of next, state, error and completed. `subscribe` takes a function
   * for each, in this order. */
  channels: ['next', 'error', 'completed'],
  /** The specifications that your library implements, by the names that their spec.yaml have, such as ReactiveX. */
  specifications: ['mine'],
  /** Say false if your library disconnects nothing after a source has erred or completed: no case expects it
   * then. */
  releases: true,
  /** Makes a source of your library from its connect function, which takes an observer with a function for
   * each channel and returns what disconnects it. */
  source: (connect) => new Stream(connect),
  /** The operators by the names that fixtures give them: each applies itself to a stream, with its argument
   * where it has one. `given` makes functions of tables: `map: [[1, 10]]` is a function that gives 10 for 1.
   * What you leave out is skipped. */
  operators: {
    map: (stream, rows) => stream.map(given.function(rows)),
  },
  /** The properties by kind, if your library has some. */
  properties: {},
};
