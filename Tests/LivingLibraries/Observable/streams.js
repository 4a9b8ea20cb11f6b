// An Observable as browsers have it, for the fixtures of Observable. The class is an argument: that of a page, or that
// of `observable.js`, which `serve` beside this file starts.
'use strict';
const {given} = require('../../../Sources/Adapters/JavaScript/given.js');

/** The streams of a class; `onReported` calls a function with each error that is reported. */
exports.streamsOf = (Observable, {onReported}) => {
  onReported(given.reported);

  /** A stream for the kit. */
  const wrap = (observable) => ({
    observable,
    subscribe(next, error, complete) {
      const controller = new AbortController();
      observable.subscribe({next, error, complete}, {signal: controller.signal});
      return {unsubscribe: () => controller.abort()};
    },
  });

  /** The source of a case, whose teardown is added before it emits. */
  const source = (connect) => wrap(new Observable((subscriber) => {
    connect({
      next: (value) => subscriber.next(value),
      error: (error) => subscriber.error(error),
      completed: () => subscriber.complete(),
      isConnected: () => subscriber.active,
      addTeardown: (teardown) => subscriber.addTeardown(teardown),
    });
  }));

  /** Subscribes a subscriber to an observable. */
  const passOn = (observable, subscriber) => observable.subscribe({
    next: (value) => subscriber.next(value),
    error: (error) => subscriber.error(error),
    complete: () => subscriber.complete(),
  }, {signal: subscriber.signal});

  /** The result of a promise, as a value and completion; undefined is only completion. */
  const promised = (start) => (observable, ...argument) => new Observable((subscriber) => {
    start(observable, {signal: subscriber.signal}, ...argument).then((value) => {
      if (value !== undefined) subscriber.next(value);
      subscriber.complete();
    }, (error) => {
      // It is also rejected if it is aborted.
      if (subscriber.active) subscriber.error(error);
    });
  });

  const observableOf = (rows) => {
    const sourceOf = given.sourceFunction(rows);
    return (value) => sourceOf(value).observable;
  };

  /** An observable of the case's own, which adds teardowns before and after it subscribes to another. */
  const addTeardown = (observable, {first, second, late}) => new Observable((subscriber) => {
    for (const name of [first, second]) if (name) subscriber.addTeardown(given.callback(name));
    passOn(observable, subscriber);
    if (late) subscriber.addTeardown(given.callback(late));
  });

  /** An observable of the case's own, which subscribes to another, and then calls a function. */
  const calls = (observable, name) => new Observable((subscriber) => {
    passOn(observable, subscriber);
    given.callback(name)();
  });

  function inspect(observable, {with: name, subscribe, abort}) {
    const {next, error, completed} = given.observer(name);
    return observable.inspect({
      next, error, complete: completed,
      ...subscribe && {subscribe: given.callback(subscribe)},
      ...abort && {abort: given.callback(abort)},
    });
  }

  const operators = {
    addTeardown,
    calls,
    map: (observable, rows) => observable.map(given.function(rows)),
    mapIndexed: (observable, rows) => observable.map(given.reducer(rows)),
    filter: (observable, entries) => observable.filter(given.predicate(entries)),
    take: (observable, count) => observable.take(count),
    drop: (observable, count) => observable.drop(count),
    takeUntil: (observable, name) => observable.takeUntil(given.source(name).observable),
    flatMap: (observable, rows) => observable.flatMap(observableOf(rows)),
    switchMap: (observable, rows) => observable.switchMap(observableOf(rows)),
    inspect,
    // ReactiveX names the source.
    catch(observable, rows) {
      const caught = typeof rows === 'string' ? () => given.source(rows).observable : observableOf(rows);
      return observable.catch((error) => caught(error?.value));
    },
    finally: (observable, name) => observable.finally(given.callback(name)),
    first: promised((observable, options) => observable.first(options)),
    last: promised((observable, options) => observable.last(options)),
    toArray: promised((observable, options) => observable.toArray(options)),
    forEach: promised((observable, options, rows) => observable.forEach(given.function(rows), options)),
    find: promised((observable, options, entries) => observable.find(given.predicate(entries), options)),
    some: promised((observable, options, entries) => observable.some(given.predicate(entries), options)),
    every: promised((observable, options, entries) => observable.every(given.predicate(entries), options)),
    reduce: promised((observable, options, {seed, with: reducer}) => seed === undefined
      ? observable.reduce(given.reducer(reducer))
      : observable.reduce(given.reducer(reducer), seed, options)),
  };

  /** A stream whose latest subscriber the case calls directly, even after its end. */
  function held({observable}) {
    let latest;
    return Object.assign(wrap(new Observable((subscriber) => {
      latest = subscriber;
      passOn(observable, subscriber);
    })), {
      next: (value) => latest?.next(value),
      error: (error) => latest?.error(error),
      completed: () => latest?.complete(),
    });
  }

  return {
    channels: ['next', 'error', 'completed'],
    specifications: ['Observable'],
    shares: 'always',
    features: ['streams-of-streams', 'throws', 'calls', 'while-connected', 'subjects', 'reports'],
    source,
    operators: {
      ...Object.fromEntries(Object.entries(operators).map(([name, apply]) =>
        [name, ({observable}, ...argument) => wrap(apply(observable, ...argument))])),
      held,
    },
    properties: {},
  };
};
