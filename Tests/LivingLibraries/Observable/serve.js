// Serves the Observable of `observable.js` to the runner.
'use strict';
const {serve} = require('../../../Sources/Adapters/JavaScript/adapter.js');
const {Observable, onReported} = require('./observable.js');
const {streamsOf} = require('./streams.js');

serve({
  ...streamsOf(Observable, {onReported}),
  implementation: {name: 'observable.js', version: '1', language: 'JavaScript'},
  // A timer comes after all callbacks of promises.
  afterStep: () => new Promise(setImmediate),
});
