// Runs in the page: serves its Observable with the kit. `implementation` is set by the bridge.
'use strict';
const {serve} = require('../../../Sources/Adapters/JavaScript/adapter.js');
const {streamsOf} = require('../Observable/streams.js');

const {port1, port2} = new MessageChannel();
let proceed;
port1.onmessage = () => proceed();

/** Ends in a task of its own: after all callbacks of promises. */
const afterStep = () => new Promise((resolve) => {
  proceed = resolve;
  port2.postMessage(null);
});

/** Calls a function with each error that is reported in the page, in place of the console. */
const onReported = (listen) => addEventListener('error', (event) => {
  event.preventDefault();
  listen(event.error);
});

serve({...streamsOf(Observable, {onReported}), afterStep, implementation});
