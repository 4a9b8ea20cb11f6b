// The operator that uses time.
'use strict';
const {MotionObservable} = require('../streams.js');

/** The real time. */
const machine = {
  schedule(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

module.exports = {
  /** Emits each value that much later. States pass at once; unsubscribing cancels all values that wait. */
  delay(seconds, clock = machine) {
    return new MotionObservable((observer) => {
      const cancellations = new Set();
      const subscription = this.subscribe((value) => {
        const cancel = clock.schedule(seconds * 1000, () => {
          cancellations.delete(cancel);
          observer.next(value);
        });
        cancellations.add(cancel);
      }, observer.state);
      return () => {
        subscription.unsubscribe();
        for (const cancel of cancellations) cancel();
      };
    });
  },
};
