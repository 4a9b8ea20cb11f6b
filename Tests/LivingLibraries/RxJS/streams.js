// RxJS for the fixtures of ReactiveX: its operators by their names there. `serve` beside this file starts it.
'use strict';
const rx = require('rxjs');
const kit = '../../../Sources/Adapters/JavaScript';
const {CaseError, given} = require(`${kit}/given.js`);
const {serve} = require(`${kit}/adapter.js`);

rx.config.onUnhandledError = () => {};

const AsyncScheduler = rx.asyncScheduler.constructor;
const AsyncAction = Object.getPrototypeOf(rx.VirtualAction);

/** The clock of a case as a scheduler. */
const time = new AsyncScheduler(class extends AsyncAction {
  requestAsyncId(scheduler, _, delay) {
    return given.clock.schedule(delay, () => scheduler.flush(this));
  }

  recycleAsyncId(_, callOff) {
    callOff();
  }
}, () => given.clock.now);

const source = (connect) => new rx.Observable((subscriber) => connect({
  next: (value) => subscriber.next(value),
  error: (error) => subscriber.error(error),
  completed: () => subscriber.complete(),
  isConnected: () => !subscriber.closed,
}));

/** A missing seed is not passed on. */
const fold = (operator, {seed, with: reducer}) =>
  seed === undefined ? operator(given.reducer(reducer)) : operator(given.reducer(reducer), seed);

function tap(name) {
  const {next, error, completed} = given.observer(name);
  return rx.tap({next, error, complete: completed});
}

function written({kind, value, error}) {
  if (kind === 'N') return {kind: 'next', value};
  if (kind === 'C') return {kind: 'completed'};
  return error instanceof CaseError ? {kind: 'error', value: error.value} : {kind: 'error'};
}

/** The notification that a value describes. */
function notification({kind, value}) {
  if (kind === 'next') return {kind: 'N', value};
  return kind === 'completed' ? {kind: 'C'} : {kind: 'E', error: new CaseError(value)};
}

/** An operator that reports its streams to the kit, with their keys. */
const told = (operator) => rx.pipe(operator, rx.map((one) => given.told(one.key ?? null, one)));

/** An operator on the streams that a table gives for the values. */
const onStreams = (operator) => (rows) => rx.pipe(rx.map(given.sourceFunction(rows)), operator());

/** A stream by itself: upstream is not connected. */
const alone = (create) => (...argument) => () => create(...argument);

function defer({calls, with: name}) {
  const call = given.callback(calls);
  return rx.defer(() => {
    call();
    return given.source(name);
  });
}

function using({opens, with: name, closes}) {
  const open = given.callback(opens);
  return rx.using(() => {
    open();
    return {unsubscribe: given.callback(closes)};
  }, () => given.source(name));
}

function catchError(rows) {
  const sourceOf = given.sourceFunction(rows);
  return rx.catchError(({value}) => sourceOf(value));
}

/** A subject, which is subscribed at once, and called by the names of the kit. */
const into = (subject) => (stream) => {
  stream.subscribe(subject);
  return Object.assign(subject, {completed: () => subject.complete()});
};

/** An operator; a case whose argument it refuses is skipped. */
const applied = (name, make) => (stream, ...argument) => {
  try {
    return stream.pipe(make(...argument));
  } catch (error) {
    if (!(error instanceof rx.ArgumentOutOfRangeError)) throw error;
    return given.refuse(`\`${name}\` with this argument: ${error.message}`);
  }
};

/** A value with a time in seconds, which is in milliseconds here. */
const measured = (operator, name) =>
  rx.pipe(operator, rx.map((one) => ({value: one.value, [name]: one[name] / 1000})));

const operators = {
  just: alone(rx.of),
  empty: alone(() => rx.EMPTY),
  never: alone(() => rx.NEVER),
  error: alone((value) => rx.throwError(() => new CaseError(value))),
  from: alone((list) => rx.from(list)),
  range: alone(({from, count}) => rx.range(from, count)),
  defer: alone(defer),
  using: alone(using),
  timer: ({after, period}) => () => rx.timer(after * 1000, period && period * 1000, time),
  interval: (seconds) => () => rx.interval(seconds * 1000, time),
  map: (rows) => rx.map(given.function(rows)),
  mapIndexed: (rows) => rx.map(given.reducer(rows)),
  filter: (entries) => rx.filter(given.predicate(entries)),
  filterIndexed: (rows) => rx.filter(given.reducer(rows)),
  scan: (argument) => fold(rx.scan, argument),
  reduce: (argument) => fold(rx.reduce, argument),
  take: (count) => rx.take(count),
  skip: (count) => rx.skip(count),
  takeLast: (count) => rx.takeLast(count),
  skipLast: (count) => rx.skipLast(count),
  elementAt: (count) => rx.elementAt(count),
  first: () => rx.first(),
  last: () => rx.last(),
  takeWhile: (entries) => rx.takeWhile(given.predicate(entries)),
  takeWhileIndexed: (rows) => rx.takeWhile(given.reducer(rows)),
  skipWhile: (entries) => rx.skipWhile(given.predicate(entries)),
  skipWhileIndexed: (rows) => rx.skipWhile(given.reducer(rows)),
  takeUntil: (name) => rx.takeUntil(given.source(name)),
  skipUntil: (name) => rx.skipUntil(given.source(name)),
  distinct: ({key} = {}) => rx.distinct(key && given.function(key)),
  distinctUntilChanged: ({key, equal} = {}) =>
    rx.distinctUntilChanged(equal && given.reducer(equal), key && given.function(key)),
  ignoreElements: () => rx.ignoreElements(),
  defaultIfEmpty: (value) => rx.defaultIfEmpty(value),
  single: () => rx.single(),
  isEmpty: () => rx.isEmpty(),
  sequenceEqual: (name) => rx.sequenceEqual(given.source(name)),
  all: (entries) => rx.every(given.predicate(entries)),
  count: () => rx.count(),
  toList: () => rx.toArray(),
  merge: (argument) => rx.mergeWith(...given.sources(argument.with)),
  concat: (argument) => rx.concatWith(...given.sources(argument.with)),
  startWith: (value) => rx.startWith(value),
  amb: (argument) => rx.raceWith(...given.sources(argument.with)),
  zip: (argument) => rx.zipWith(...given.sources(argument.with)),
  combineLatest: (argument) => rx.combineLatestWith(...given.sources(argument.with)),
  withLatestFrom: (names) => rx.withLatestFrom(...given.sources(names)),
  flatMap: (rows) => rx.mergeMap(given.sourceFunction(rows)),
  concatMap: (rows) => rx.concatMap(given.sourceFunction(rows)),
  switchMap: (rows) => rx.switchMap(given.sourceFunction(rows)),
  switch: onStreams(rx.switchAll),
  mergeAll: ({with: rows, concurrent}) => onStreams(() => rx.mergeAll(concurrent))(rows),
  concatAll: onStreams(rx.concatAll),
  catch: (name) => rx.catchError(() => given.source(name)),
  catchError,
  onErrorResumeNext: (name) => require('rxjs/operators').onErrorResumeNext(given.source(name)),
  retry: (count) => rx.retry(count),
  repeat: (count) => rx.repeat(count),
  retryWhen: (name) => rx.retryWhen(() => given.source(name)),
  buffer: (count) => rx.bufferCount(count),
  bufferCount: ({count, skip}) => rx.bufferCount(count, skip),
  bufferTime: (seconds) => rx.bufferTime(seconds * 1000, time),
  bufferBoundary: (name) => rx.buffer(given.source(name)),
  pairwise: () => rx.pairwise(),
  materialize: () => rx.pipe(rx.materialize(), rx.map(written)),
  dematerialize: () => rx.pipe(rx.map(notification), rx.dematerialize()),
  timestamp: () => measured(rx.timestamp(time), 'timestamp'),
  timeInterval: () => measured(rx.timeInterval(time), 'interval'),
  delay: (seconds) => rx.delay(seconds * 1000, time),
  delayWhen: (rows) => rx.delayWhen(given.sourceFunction(rows)),
  debounce: (seconds) => rx.debounceTime(seconds * 1000, time),
  debounceWhen: (rows) => rx.debounce(given.sourceFunction(rows)),
  throttleFirst: (seconds) => rx.throttleTime(seconds * 1000, time),
  throttleLatest: (seconds) => rx.throttleTime(seconds * 1000, time, {leading: true, trailing: true}),
  sample: (seconds) => rx.sampleTime(seconds * 1000, time),
  sampleWhen: (name) => rx.sample(given.source(name)),
  timeout: (seconds) => rx.timeout(seconds * 1000, time),
  timeoutWith: ({after, with: name}) =>
    rx.timeout({each: after * 1000, with: () => given.source(name), scheduler: time}),
  share: () => rx.share(),
  shareReplay: ({count}) => rx.shareReplay({bufferSize: count, refCount: true}),
  publish: () => rx.publish(),
  replay: ({count, seconds}) => rx.publishReplay(count, seconds && seconds * 1000, time),
  refCount: () => (stream) =>
    stream.connect ? stream.pipe(rx.refCount()) : given.refuse('`refCount` of what cannot be connected'),
  PublishSubject: () => into(new rx.Subject()),
  BehaviorSubject: (value) => into(new rx.BehaviorSubject(value)),
  ReplaySubject: (count) => into(new rx.ReplaySubject(count)),
  AsyncSubject: () => into(new rx.AsyncSubject()),
  finally: (name) => rx.finalize(given.callback(name)),
  do: tap,
  groupBy: (rows) => told(rx.groupBy(given.function(rows))),
  window: (count) => told(rx.windowCount(count)),
  windowCount: ({count, skip}) => told(rx.windowCount(count, skip)),
  windowTime: (seconds) => told(rx.windowTime(seconds * 1000, time)),
  windowBoundary: (name) => told(rx.window(given.source(name))),
};

serve({
  implementation: {name: 'RxJS', version: require('rxjs/package.json').version, language: 'JavaScript'},
  channels: ['next', 'error', 'completed'],
  specifications: ['ReactiveX'],
  names: {
    mapIndexed: 'map()', filterIndexed: 'filter()', takeWhileIndexed: 'takeWhile()', skipWhileIndexed: 'skipWhile()',
    just: 'of()', empty: 'EMPTY', never: 'NEVER', error: 'throwError()', switch: 'switchAll()',
    flatMap: 'mergeMap()', all: 'every()', catch: 'catchError()', buffer: 'bufferCount()', debounce: 'debounceTime()',
    throttleFirst: 'throttleTime()', sample: 'sampleTime()', merge: 'mergeWith()', concat: 'concatWith()', amb: 'raceWith()',
    zip: 'zipWith()', combineLatest: 'combineLatestWith()', replay: 'publishReplay()', finally: 'finalize()', do: 'tap()',
    window: 'windowCount()', shareReplay: 'shareReplay({refCount: true})', bufferBoundary: 'buffer()',
    windowBoundary: 'window()', debounceWhen: 'debounce()', throttleLatest: 'throttleTime({trailing: true})',
    sampleWhen: 'sample()', timeoutWith: 'timeout({with})',
  },
  features: ['streams-of-streams', 'throws', 'calls', 'connectable', 'inner-streams', 'while-connected', 'subjects'],
  source,
  operators: Object.fromEntries(Object.entries(operators).map(([name, make]) => [name, applied(name, make)])),
  properties: {},
});
