// The operators that compute values from values. A point is an object with x and y.
'use strict';
const {equal} = require('./combining.js');

/** A number without an exponent: `Number.prototype.toString` has one from 1e21 on, and below 1e-6. */
function decimal(number) {
  const [mantissa, exponent = 0] = String(number).split('e');
  if (exponent === 0) return mantissa;
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(mantissa);
  const digits = whole + fraction;
  return sign + (exponent < 0
    ? `0.${'0'.repeat(-exponent - 1)}${digits}` : digits.padEnd(Number(exponent) + 1, '0'));
}

const side = (value, min, max) => value < min ? 'below' : value > max ? 'above' : 'within';

module.exports = {
  /** A value is replaced by the result in its row, a pair of both. A value without a row emits nothing. */
  rewrite(rows) {
    return this._nextOperator((value, next) => {
      const row = rows.find(([key]) => equal(key, value));
      if (row) next(row[1]);
    });
  },

  rewriteTo(constant) {
    return this._map(() => constant);
  },

  /** Interpolates linearly, and beyond the ends of the range. */
  rewriteRange(start, end, destinationStart, destinationEnd) {
    return this._map((value) => start === end ? destinationStart
      : destinationStart + (destinationEnd - destinationStart) * ((value - start) / (end - start)));
  },

  threshold(position) {
    return this._map((value) => side(value, position, position));
  },

  thresholdRange(min, max) {
    return this._map((value) => side(value, min, max));
  },

  /** Emits onExit when values leave -size…size, and onReturn when they come back. */
  slop(size) {
    return this.thresholdRange(-size, size)
      .rewrite([['below', 'onExit'], ['within', 'onReturn'], ['above', 'onExit']])
      .dedupe()
      .ignoreUntil('onExit');
  },

  offset(by) {
    return this._map((value) => value + by);
  },

  scaled(by) {
    return this._map((value) => value * by);
  },

  /** Divides numbers by a number, or each coordinate of points by its own. */
  normalized(by) {
    return this._map((value) => typeof by === 'number' ? value / by : {x: value.x / by.x, y: value.y / by.y});
  },

  lowerBound(min) {
    return this._map((value) => Math.max(value, min));
  },

  upperBound(max) {
    return this._map((value) => Math.min(value, max));
  },

  /** The absolute distance of numbers, or the Euclidean distance of points. */
  distance(from) {
    return this._map((value) => {
      if (typeof from === 'number') return Math.abs(value - from);
      const [dx, dy] = [value.x - from.x, value.y - from.y];
      return Math.sqrt(dx * dx + dy * dy);
    });
  },

  inverted() {
    return this._map((value) => !value);
  },

  /** The member of nested maps at a path such as `translate.x`; nothing if there is no such member. */
  pluck(path) {
    const keys = path.split('.');
    return this._nextOperator((value, next) => {
      let member = value;
      for (const key of keys) {
        const isMap = typeof member === 'object' && member !== null && !Array.isArray(member);
        if (!isMap || !Object.hasOwn(member, key)) return;
        member = member[key];
      }
      next(member);
    });
  },

  x() {
    return this._map(({x}) => x);
  },

  y() {
    return this._map(({y}) => y);
  },

  xLocked(x) {
    return this._map(({y}) => ({x, y}));
  },

  yLocked(y) {
    return this._map(({x}) => ({x, y}));
  },

  /** Values may leave a range against a resistance, which grows with the distance. */
  rubberBanded(below, above, length) {
    return this._map((value) => {
      if (value >= below && value <= above) return value;
      if (length <= 0) return below;
      const resisted = (excess) => length * (1 - 1 / (excess * 0.55 / length + 1));
      return value > above ? above + resisted(value - above) : below - resisted(below - value);
    });
  },

  toString() {
    return this._map(decimal);
  },

  /** Writes each value, after the prefix and a space if there is one, and emits it unchanged. */
  log(prefix = '', write = console.log) {
    return this._nextOperator((value, next) => {
      write(prefix === '' ? value : `${prefix} ${value}`);
      next(value);
    });
  },
};
