// The streams under test: the two specifications, sentence for sentence.
//
// To test your own, replace this file by one that exports the same names for your streams.
'use strict';

/** A subscription, which disconnects once. */
class Subscription {
  constructor(disconnect) {
    this.disconnect = disconnect;
  }

  unsubscribe() {
    const disconnect = this.disconnect;
    this.disconnect = null;
    if (disconnect) disconnect();
  }
}

/** A stream: `connect` is called with each observer, and returns the function that disconnects it. */
class MotionObservable {
  constructor(connect) {
    this.connect = connect;
  }

  /** Subscribes; the second form, without `state`, is the first with an empty function. */
  subscribe(next, state = () => {}) {
    return new Subscription(this.connect({next, state}));
  }

  /** The specification `_remember`. */
  _remember() {
    // "Create storage for a set of observers."
    const observers = [];
    // "Create a nullable Subscription variable."
    let subscription = null;
    // "Create a cache of the last-received value."
    let lastValue;
    let hasLastValue = false;

    const next = (value) => {
      // "The subscription should cache the received value and emit the value to all subscribed
      // observers."
      lastValue = value;
      hasLastValue = true;
      for (const observer of [...observers]) observer.next(value);
    };
    const state = (value) => {
      for (const observer of [...observers]) observer.state(value);
    };

    return new MotionObservable((observer) => {
      // "On connection: subscribe upstream if necessary."
      if (observers.length === 0) subscription = this.subscribe(next, state);
      // "On connection: add the observer to the list of observers. This should be done after
      // subscribing upstream."
      observers.push(observer);
      // "On connection: immediately emit the last value to the observer. Only do this if lastValue
      // has been set by the upstream subscription."
      if (hasLastValue) observer.next(lastValue);

      return () => {
        // "On disconnection: remove the observer and unsubscribe if necessary."
        const index = observers.indexOf(observer);
        if (index < 0) return;
        observers.splice(index, 1);
        // "Unsubscribe once there are no more downstream subscribers."
        if (observers.length === 0) {
          // An observer that comes meanwhile subscribes upstream again.
          const ended = subscription;
          subscription = null;
          ended.unsubscribe();
        }
      };
    });
  }

  /** Emits a value before all others; all values are remembered. */
  startWith(value) {
    return new MotionObservable((observer) => {
      observer.next(value);
      return this.connect(observer);
    })._remember();
  }
}

/** The specification `ReactiveProperty`, scoped: of one object. */
class ScopedReactiveProperty {
  constructor(read, write) {
    this.invokeRead = read;
    this.invokeWrite = write;
    // "Store a list of MotionObserver instances."
    this.observers = [];
  }

  /** "Expose a read API: should invoke the provided read function." */
  read() {
    return this.invokeRead();
  }

  subscribe(next, state = () => {}) {
    // "Subscribe adds an observer to a list of observers."
    const observer = {next, state};
    this.observers.push(observer);
    // "Subscribe invokes the observer's next function with the current read value."
    observer.next(this.read());
    // "The unsubscribe implementation should remove the observer from the list of observers."
    return new Subscription(() => this.observers.splice(this.observers.indexOf(observer), 1));
  }

  /** "Informs all subscribed observers of the provided state." */
  state(state) {
    for (const observer of [...this.observers]) observer.state(state);
  }

  /** "Invokes the provided write function and informs all subscribed observers of the new value." */
  write(value) {
    this.invokeWrite(value);
    for (const observer of [...this.observers]) observer.next(value);
  }
}

/** The specification `ReactiveProperty`, unscoped: of any object. */
class UnscopedReactiveProperty {
  constructor(read, write) {
    this.read = read;
    this.write = write;
  }
}

module.exports = {
  MotionObservable,
  implementation: {name: 'literal-js', version: '1.0.0', language: 'JavaScript'},
  /** The channels of observers; `subscribe` takes a function for each, in this order. */
  channels: ['next', 'state'],
  /** The specifications that are implemented, by name; the fixtures of others are not run. */
  specifications: ['_remember', 'startWith', 'ReactiveProperty'],
  /** Makes the source that a case plays, from its connect function. */
  source: (connect) => new MotionObservable(connect),
  /** The operators by name: each applies itself to a stream, with its argument if it has one. An argument that
   * is more than a value is converted by `given.js`. */
  operators: {
    _remember: (stream) => stream._remember(),
    startWith: (stream, value) => stream.startWith(value),
  },
  /** The properties by kind: each is made from a read and a write function. */
  properties: {
    scoped: (read, write) => new ScopedReactiveProperty(read, write),
    unscoped: (read, write) => new UnscopedReactiveProperty(read, write),
  },
};
