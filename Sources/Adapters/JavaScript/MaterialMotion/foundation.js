// The building blocks of the other operators.
'use strict';
const {MotionObservable} = require('../streams.js');

module.exports = {
  /** The operation is called with each upstream value and with the observer's next function. States pass. */
  _nextOperator(operation) {
    return new MotionObservable((observer) => {
      const subscription = this.subscribe((value) => operation(value, observer.next), observer.state);
      return () => subscription.unsubscribe();
    });
  },

  /** Each value is replaced by the function's result. */
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
   * Subscribes, and returns a list of the value that is emitted synchronously: empty without one, because any value may
   * be emitted. Of several such values, it is the last. Reading leaves nothing connected.
   */
  _read() {
    let values = [];
    this.subscribe((value) => { values = [value]; }).unsubscribe();
    return values;
  },
};
