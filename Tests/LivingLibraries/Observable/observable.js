// The Observable of the draft, https://wicg.github.io/observable/, as far as Fixtures/Observable needs it.
'use strict';

const listeners = globalThis.reportError ? [globalThis.reportError] : [];

/** Calls a function with each error that nobody receives; a page has one, `reportError`. */
const onReported = (listen) => listeners.push(listen);

const report = (error) => listeners.forEach((listen) => listen(error));

/** The result of a callback, as a list; what it throws ends the subscriber with an error, and the list is empty. */
function attempt(subscriber, callback, ...argument) {
  try {
    return [callback(...argument)];
  } catch (error) {
    subscriber.error(error);
    return [];
  }
}

/** A function that reports what the callback throws. */
const guarded = (callback) => (...argument) => attempt({error: report}, callback, ...argument);

/** What a producer calls: it serves all observers of an observable until it closes. */
class Subscriber {
  #observers = [];
  #teardowns = [];
  #controller = new AbortController();
  #active = true;

  get active() { return this.#active; }
  get signal() { return this.#controller.signal; }

  next(value) {
    if (this.#active) [...this.#observers].forEach((observer) => observer.next(value));
  }

  error(error) {
    if (this.#active) this.#end(error).forEach((observer) => observer.error(error));
    else report(error);
  }

  complete() {
    if (this.#active) this.#end().forEach((observer) => observer.complete());
  }

  /** Closes, and returns the former observers. */
  #end(reason) {
    const observers = [...this.#observers];
    this.#close(reason);
    return observers;
  }

  addTeardown(teardown) {
    if (this.#active) this.#teardowns.push(teardown);
    else guarded(teardown)();
  }

  /** Adds an observer until its signal is aborted; the last that unsubscribes closes the subscriber. */
  static add(subscriber, observer, signal) {
    subscriber.#observers.push(observer);
    const leave = () => {
      subscriber.#observers = subscriber.#observers.filter((other) => other !== observer);
      if (subscriber.#observers.length === 0) subscriber.#close(signal.reason);
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave);
  }

  #close(reason) {
    if (!this.#active) return;
    this.#active = false;
    this.#controller.abort(reason);
    while (this.#teardowns.length > 0) guarded(this.#teardowns.pop())();
  }
}

class Observable {
  #start;
  #subscriber = null;

  constructor(start) { this.#start = start; }

  subscribe(observer = {}, {signal} = {}) {
    const callbacks = typeof observer === 'function' ? {next: observer} : observer;
    const {next = () => {}, error = report, complete = () => {}} = callbacks;
    const internal = {next: guarded(next), error: guarded(error), complete: guarded(complete)};
    if (this.#subscriber?.active) return Subscriber.add(this.#subscriber, internal, signal);
    const subscriber = this.#subscriber = new Subscriber();
    Subscriber.add(subscriber, internal, signal);
    attempt(subscriber, this.#start, subscriber);
  }

  /** Subscribes for a subscriber, which receives what `own` does not. */
  #passTo(subscriber, own = {}, signal = subscriber.signal) {
    this.subscribe({
      next: (value) => subscriber.next(value), error: (error) => subscriber.error(error),
      complete: () => subscriber.complete(), ...own,
    }, {signal});
  }

  /** An observable of this one, with an observer that `begin` makes for each subscriber. */
  #made(begin) {
    return new Observable((subscriber) => this.#passTo(subscriber, begin(subscriber)));
  }

  takeUntil(notifier) {
    return new Observable((subscriber) => {
      const complete = () => subscriber.complete();
      notifier.subscribe({next: complete, error: complete}, {signal: subscriber.signal});
      if (subscriber.active) this.#passTo(subscriber);
    });
  }

  map(mapper) {
    return this.#made((subscriber, index = 0) => ({
      next: (value) => attempt(subscriber, mapper, value, index++).forEach((mapped) => subscriber.next(mapped)),
    }));
  }

  filter(predicate) {
    return this.#made((subscriber, index = 0) => ({
      next: (value) => attempt(subscriber, predicate, value, index++)[0] && subscriber.next(value),
    }));
  }

  /** Counts a value before it passes it. The draft counts it after that, so that too many pass re-entrantly. */
  take(amount) {
    if (amount === 0) return new Observable((subscriber) => subscriber.complete());
    return this.#made((subscriber, remaining = amount) => ({
      next(value) {
        if (remaining === 0) return;
        const isLast = --remaining === 0;
        subscriber.next(value);
        if (isLast) subscriber.complete();
      },
    }));
  }

  drop(amount) {
    return this.#made((subscriber, remaining = amount) => ({
      next: (value) => remaining > 0 ? remaining-- : subscriber.next(value),
    }));
  }

  /** An observable of the mapper's results for values that `next` starts, or queues until the inner one ends. */
  #flat(mapper, next) {
    return this.#made((subscriber) => {
      const state = {waiting: [], inner: null, isOver: false};
      let index = 0;
      const start = (value) => {
        const {signal} = state.inner = new AbortController();
        attempt(subscriber, mapper, value, index++)[0]?.#passTo(subscriber, {
          complete() {
            if (state.waiting.length > 0) return start(state.waiting.shift());
            state.inner = null;
            if (state.isOver) subscriber.complete();
          },
        }, AbortSignal.any([signal, subscriber.signal]));
      };
      return {
        next: (value) => next(value, state, start),
        complete() {
          state.isOver = true;
          if (!state.inner) subscriber.complete();
        },
      };
    });
  }

  flatMap(mapper) {
    return this.#flat(mapper, (value, {inner, waiting}, start) => inner ? waiting.push(value) : start(value));
  }

  switchMap(mapper) {
    return this.#flat(mapper, (value, {inner}, start) => {
      inner?.abort();
      start(value);
    });
  }

  inspect({subscribe = () => {}, abort = () => {}, next = () => {}, error = () => {}, complete = () => {}}) {
    return new Observable((subscriber) => {
      if (attempt(subscriber, subscribe).length === 0) return;
      let isEnd = false;
      subscriber.signal.addEventListener('abort', () => isEnd || guarded(abort)(subscriber.signal.reason));
      const end = (receive) => (...argument) => { isEnd = true; receive(...argument); };
      const fail = end((problem) => subscriber.error(problem));
      /** Calls a callback, and then the subscriber. */
      const before = (callback, pass) => (...argument) =>
        attempt({error: fail}, callback, ...argument).forEach(() => pass(...argument));
      this.#passTo(subscriber, {
        next: before(next, (value) => subscriber.next(value)), error: end(before(error, fail)),
        complete: end(before(complete, () => subscriber.complete())),
      });
    });
  }

  catch(callback) {
    return this.#made((subscriber) => ({
      error: (error) => attempt(subscriber, callback, error)[0]?.#passTo(subscriber),
    }));
  }

  finally(callback) {
    return new Observable((subscriber) => {
      subscriber.addTeardown(callback);
      this.#passTo(subscriber);
    });
  }

  /** A promise, settled by `next` through its first argument, or by `complete`; what these throw rejects it. */
  #promise({signal} = {}, next, complete = () => {}) {
    return new Promise((resolve, reject) => {
      const controller = new AbortController();
      const either = AbortSignal.any(signal ? [signal, controller.signal] : [controller.signal]);
      if (either.aborted) return reject(either.reason);
      either.addEventListener('abort', () => reject(either.reason));
      const settle = (settled) => (result) => [settled(result), controller.abort()];
      const [found, error] = [settle(resolve), settle(reject)];
      let index = 0;
      this.subscribe({
        next: (value) => attempt({error}, next, found, value, index++),
        error: reject,
        complete: () => attempt({error}, complete).forEach(resolve),
      }, {signal: either});
    });
  }

  first(options) { return this.#promise(options, (found, value) => found(value), () => { throw new RangeError(); }); }
  last(options) { return this.#fold((_, value) => value, [], RangeError, options); }
  toArray(options) { return this.reduce((values, value) => [...values, value], [], options); }
  forEach(callback, options) { return this.#promise(options, (_, ...at) => { callback(...at); }); }
  find(test, options) { return this.#promise(options, (found, ...at) => test(...at) && found(at[0])); }
  some(test, options) { return this.#promise(options, (found, ...at) => test(...at) && found(true), () => false); }
  every(test, options) { return this.#promise(options, (found, ...at) => test(...at) || found(false), () => true); }
  reduce(reducer, seed, options) { return this.#fold(reducer, arguments.length > 1 ? [seed] : [], TypeError, options); }

  /** Folds into a list that has the result so far, if any; without one at completion, the promise is rejected. */
  #fold(reducer, soFar, Problem, options) {
    return this.#promise(options, (_, value, index) => {
      soFar[0] = soFar.length > 0 ? reducer(soFar[0], value, index) : value;
    }, () => {
      if (soFar.length === 0) throw new Problem('no value');
      return soFar[0];
    });
  }
}

module.exports = {Observable, onReported};
