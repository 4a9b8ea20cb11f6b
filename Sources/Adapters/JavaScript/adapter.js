// An adapter: plays the cases of conformance fixtures on the streams of `streams.js`.
//
// It reads requests on standard input and answers on standard output, JSON-RPC 2.0, a message a line:
// `ConformanceRunner run -i 'node adapter.js'` starts it. Nothing here needs a change to judge other
// streams.
'use strict';
const {implementation, channels, source, operators, properties} = require('./streams.js');

const UNSUPPORTED = -32001;

/** What the implementation does not have; the case is then skipped. */
class Unsupported extends Error {
  constructor(feature) {
    super(`${implementation.name} does not have ${feature}`);
  }
}

/** Whether two values of JSON are the same: maps have no order, and 0 is -0. */
function same(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && keys.length === Object.keys(b).length
    && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/** Plays one case, and returns what became observable: a list of events for each step. */
function play({subject, reactions = [], steps}) {
  // What happens while the subject is made belongs to the first step.
  const trace = [[]];
  const subscriptions = new Map();
  const sources = new Map();
  const stores = new Map(Object.entries(subject.stores ?? {}));
  let waiting = reactions;

  /** Writes an event down, and does what waits for it. A reaction fires once. */
  function record(...event) {
    trace[trace.length - 1].push(event);
    if (waiting.length === 0) return;
    const firing = waiting.filter((reaction) => same(reaction.when, event));
    waiting = waiting.filter((reaction) => !firing.includes(reaction));
    for (const reaction of firing) reaction.do.forEach(perform);
  }

  /** A source that writes its connections down, and emits to those that are live. */
  function connectable(name, {onConnect = []}) {
    const connections = [];
    sources.set(name, connections);
    return source((observer) => {
      const connection = {observer, isLive: true};
      connections.push(connection);
      record(name, 'connect');
      for (const value of onConnect) if (connection.isLive) observer.next(value);
      return () => {
        connection.isLive = false;
        record(name, 'disconnect');
      };
    });
  }

  function send(name, channel, value) {
    for (const connection of [...sources.get(name)]) {
      if (connection.isLive) connection.observer[channel](value);
    }
  }

  function stream() {
    const made = new Map(
      Object.entries(subject.sources).map(([name, source]) => [name, connectable(name, source)]));
    return subject.operators.reduce((stream, [name, ...argument]) => {
      if (!Object.hasOwn(operators, name)) throw new Unsupported(`the operator \`${name}\``);
      return operators[name](stream, ...argument);
    }, made.get('upstream'));
  }

  function write(store, value) {
    if (subject.writes !== 'ignored') stores.set(store, value);
    record(store, 'write', value);
  }

  function property() {
    const kind = subject.property;
    if (!Object.hasOwn(properties, kind)) throw new Unsupported(`${kind} properties`);
    return kind === 'scoped'
      ? properties.scoped(() => stores.get('store'), (value) => write('store', value))
      : properties.unscoped((store) => stores.get(store), write);
  }

  const tested = subject.property ? property() : stream();
  const isScoped = subject.property === 'scoped';

  function perform(step) {
    switch (step.action) {
      case 'subscribe': {
        const functions = step.channels.map((channel) => (value) => record(step.name, channel, value));
        return subscriptions.set(step.name, tested.subscribe(...functions));
      }
      case 'unsubscribe': return subscriptions.get(step.name)?.unsubscribe();
      case 'emit': return send(step.source, 'next', step.value);
      case 'state': return step.source ? send(step.source, 'state', step.value) : tested.state(step.value);
      case 'write': return isScoped ? tested.write(step.value) : tested.write(step.store, step.value);
      case 'read': return record('returns', isScoped ? tested.read() : tested.read(step.store));
      case 'set': return stores.set(step.store, step.value);
      case 'advance': return; // None of these operators keeps time.
      default: throw new Unsupported(`the action \`${step.action}\``);
    }
  }

  steps.forEach((step, index) => {
    if (index > 0) trace.push([]);
    perform(step);
  });
  return {trace};
}

const introduction = {
  protocol: 1,
  implementation,
  supports: {operators: Object.keys(operators), properties: Object.keys(properties), channels},
};
const methods = {initialize: () => introduction, run: play};

function answer({id, method, params}) {
  try {
    if (!Object.hasOwn(methods, method)) throw new Unsupported(`the method \`${method}\``);
    return JSON.stringify({jsonrpc: '2.0', id, result: methods[method](params)}) + '\n';
  } catch (error) {
    const code = error instanceof Unsupported ? UNSUPPORTED : -32603;
    const {message, stack} = error;
    return JSON.stringify({jsonrpc: '2.0', id, error: {code, message, data: stack}}) + '\n';
  }
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  // Answers go out together, as to write each costs more than most cases; but none waits for long.
  let [answers, start] = ['', Date.now()];
  lines.forEach((line, index) => {
    const request = JSON.parse(line);
    if (request.method === 'shutdown') process.stdin.destroy();
    else answers += answer(request);
    if (index < lines.length - 1 && Date.now() < start + 20) return;
    process.stdout.write(answers);
    [answers, start] = ['', Date.now()];
  });
});
