// Serves all operators of Material Motion to the runner: an example of a port of the whole library.
//
// The operators are in a file for each family; `_remember` and `startWith` come from `../streams.js`. The table below
// maps the names in fixtures to calls.
'use strict';
const {serve} = require('../adapter.js');
const {given} = require('../given.js');
const literal = require('../streams.js');

for (const family of [
  require('./foundation.js'), require('./combining.js').operators, require('./time.js'), require('./values.js'),
]) {
  Object.assign(literal.MotionObservable.prototype, family);
}

serve({
  ...literal,
  implementation: {name: 'material-motion-js', version: '1.0.0', language: 'JavaScript'},
  operators: {
    ...literal.operators,
    _nextOperator: (stream, rows) => stream._nextOperator(given.operation(rows)),
    _map: (stream, rows) => stream._map(given.function(rows)),
    _filter: (stream, entries) => stream._filter(given.predicate(entries)),
    _read: (stream) => stream._read(),
    merge: (stream, {with: other}) => stream.merge(given.source(other)),
    valve: (stream, {openWhenTrue}) => stream.valve(given.source(openWhenTrue)),
    dedupe: (stream) => stream.dedupe(),
    ignoreUntil: (stream, expected) => stream.ignoreUntil(expected),
    delayBy: (stream, seconds) => stream.delay(seconds, given.clock),
    rewrite: (stream, rows) => stream.rewrite(rows),
    rewriteTo: (stream, value) => stream.rewriteTo(value),
    rewriteRange: (stream, {start, end, destinationStart, destinationEnd}) =>
      stream.rewriteRange(start, end, destinationStart, destinationEnd),
    threshold: (stream, position) => stream.threshold(position),
    thresholdRange: (stream, {min, max}) => stream.thresholdRange(min, max),
    slop: (stream, size) => stream.slop(size),
    offsetBy: (stream, number) => stream.offset(number),
    scaledBy: (stream, number) => stream.scaled(number),
    normalizedBy: (stream, divisor) => stream.normalized(divisor),
    lowerBound: (stream, min) => stream.lowerBound(min),
    upperBound: (stream, max) => stream.upperBound(max),
    distanceFrom: (stream, location) => stream.distance(location),
    inverted: (stream) => stream.inverted(),
    pluck: (stream, path) => stream.pluck(path),
    x: (stream) => stream.x(),
    y: (stream) => stream.y(),
    xLockedTo: (stream, x) => stream.xLocked(x),
    yLockedTo: (stream, y) => stream.yLocked(y),
    rubberBanded: (stream, {below, above, length}) => stream.rubberBanded(below, above, length),
    toString: (stream) => stream.toString(),
    // Fixtures cannot express the text that it writes, and standard output belongs to the runner.
    log: (stream, {prefix} = {}) => stream.log(prefix, () => {}),
  },
});
