// The operators on other streams, and those that remember earlier values.
'use strict';
const {MotionObservable} = require('../streams.js');

/** Whether two values are equal: lists and maps by their contents, maps in any order. */
function equal(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length
    && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

const operators = {
  /** Emits each value of either stream. Upstream is subscribed first; disconnection happens in reverse order. */
  merge(stream) {
    return new MotionObservable((observer) => {
      const first = this.subscribe(observer.next, observer.state);
      const second = stream.subscribe(observer.next, observer.state);
      return () => {
        second.unsubscribe();
        first.unsubscribe();
      };
    });
  },

  /** A true of the valve subscribes upstream unless it is subscribed, a false unsubscribes it if it is. */
  valve(openWhenTrue) {
    return new MotionObservable((observer) => {
      let upstream = null;
      const close = () => {
        const open = upstream;
        upstream = null;
        if (open) open.unsubscribe();
      };
      const valve = openWhenTrue.subscribe((isOpen) => {
        if (isOpen && !upstream) upstream = this.subscribe(observer.next, observer.state);
        if (!isOpen) close();
      });
      return () => {
        valve.unsubscribe();
        close();
      };
    });
  },

  /** Emits a value if it is the first or differs from the one emitted before. */
  dedupe(areEqual = equal) {
    return new MotionObservable((observer) => {
      let [latest, hasLatest] = [null, false];
      const subscription = this.subscribe((value) => {
        if (hasLatest && areEqual(latest, value)) return;
        [latest, hasLatest] = [value, true];
        observer.next(value);
      }, observer.state);
      return () => subscription.unsubscribe();
    });
  },

  /** Emits nothing until a value equals the expected one, then that value and all after it. */
  ignoreUntil(expected) {
    return new MotionObservable((observer) => {
      let hasCome = false;
      const subscription = this.subscribe((value) => {
        hasCome ||= equal(value, expected);
        if (hasCome) observer.next(value);
      }, observer.state);
      return () => subscription.unsubscribe();
    });
  },
};

module.exports = {equal, operators};
