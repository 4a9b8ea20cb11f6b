// The operators that others are made of, and the equality of values.
'use strict';
const {MotionObservable} = require('../streams.js');

module.exports = {
  /** The operation is called with each value and the observer's `next`. States pass. */
  _nextOperator(operation) {
    return new MotionObservable((observer) => {
      const subscription = this.subscribe((value) => operation(value, observer.next), observer.state);
      return () => subscription.unsubscribe();
    });
  },

  /** Each value is replaced by what the function makes of it. */
  _map(transform) {
    return this._nextOperator((value, next) => next(transform(value)));
  },

  /** Only values that pass the test are emitted. */
  _filter(predicate) {
    return this._nextOperator((value, next) => {
      if (predicate(value)) next(value);
    });
  },

  /**
   * Subscribes, and returns a list of the value that is emitted meanwhile: an empty one where there is none, as any
   * value may be emitted. Of several it is the last one. Nothing stays connected.
   */
  _read() {
    let values = [];
    this.subscribe((value) => { values = [value]; }).unsubscribe();
    return values;
  },
};
