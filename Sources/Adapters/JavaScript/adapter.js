// An adapter: plays the cases of conformance fixtures on the streams of `streams.js`.
//
// It reads requests on standard input and answers on standard output: JSON-RPC 2.0, one message a line.
// `ConformanceRunner run -i 'node adapter.js'` starts it. To test others, change `streams.js`, or `serve` them.
'use strict';
const {
  MOST_TIMERS, CaseError, Connectable, Source, Told, contentOf, given, same, textOf, wellFormed,
} = require('./given.js');

/** The streams under test. */
let judged, implementation, channels, source, operators, properties, features;

/** A feature that the implementation lacks; the case is skipped. */
class Unsupported extends Error {}

/** Plays one case, and returns the list of events of each step. It waits at each yield. */
function* play({subject, reactions = [], steps, clock}) {
  // Events while the subject is made belong to the first step. Reactions to them wait.
  const trace = [[]];
  const postponed = [];
  const subscriptions = new Map();
  const sources = new Map();
  // The received streams, by `a/1`; the number of streams of each observer; and the connections of streams.
  const [inner, counts, connections] = [new Map(), new Map(), new Map()];
  const stores = new Map(Object.entries(subject.stores ?? {}));
  let waiting = reactions;
  let tested = null;
  let hasThrown = null; // until the first step

  /** Records an event, and fires the reactions to it. A reaction fires once. */
  function record(...event) {
    const written = write(event);
    if (written) react(written);
  }

  /** Records a copy of an event, and returns it; null if JSON lacks a part of it. */
  function write(event) {
    const written = given.recorded(event);
    if (written) trace[trace.length - 1].push(written);
    return written;
  }

  function react(event) {
    if (waiting.length === 0) return;
    const bare = event.length > 3 ? event.slice(0, 2) : event; // no reaction looks at the text of an error
    const firing = waiting.filter((reaction) => same(reaction.when, bare));
    waiting = waiting.filter((reaction) => !firing.includes(reaction));
    const actions = firing.flatMap((reaction) => reaction.do);
    if (tested) actions.forEach(perform);
    else postponed.push(...actions);
  }

  function operator(name) {
    if (!Object.hasOwn(operators, name)) throw new Unsupported(`the operator \`${name}\``);
    return operators[name];
  }

  function makeStreams() {
    for (const [name, plan] of Object.entries(subject.sources)) {
      const one = new Source(name, plan, record);
      sources.set(name, one);
      given.streams.set(name, source((observer) => one.connect(observer)));
    }
    return given.make(subject, operator);
  }

  function keep(store, value) {
    if (subject.writes !== 'ignored') stores.set(store, value);
    record(store, 'write', value);
  }

  function makeProperties(kind) {
    if (!Object.hasOwn(properties, kind)) throw new Unsupported(`${kind} properties`);
    const [make, read] = [properties[kind], (store) => stores.get(store)];
    if (kind === 'unscoped') return new Map([[kind, make(read, keep)]]);
    return new Map([...stores.keys()].map(
      (store) => [store, make(() => read(store), (value) => keep(store, value))]));
  }

  /** The stream or property of a name; the only one has no name. */
  const one = (name) => inner.get(name) ?? tested.get(name) ?? tested.values().next().value;

  /** An observer receives a stream, and subscribes to it before anything reacts. */
  function tell({name, channels, inner: isObserved}, {key, stream}) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const own = `${name}/${counts.get(name)}`;
    inner.set(own, stream);
    if (!write([name, 'stream', key])) return;
    if (isObserved !== 'unobserved') subscribe({name: own, channels});
    react([name, 'stream', key]);
  }

  const subscribe = (step) => subscriptions.set(step.name, one(step.to ?? step.name).subscribe(...functions(step)));

  /** An observer's functions, in the order of `channels`. There is always one for errors. */
  function functions(step) {
    const {name, channels: asked} = step;
    const receive = {
      next: (value) => value instanceof Told ? tell(step, value) : record(name, 'next', value),
      error: (error) => record(name, 'error', ...contentOf(error)),
      completed: () => record(name, 'completed'),
    };
    return channels.map((channel) => {
      if (!asked.includes(channel)) return channel === 'error' ? () => {} : undefined;
      return receive[channel] ?? ((value) => record(name, channel, value));
    });
  }

  /** Calls the subject at the end of a stream. */
  function call(stream, {action, value}) {
    const channel = {emit: 'next', error: 'error', complete: 'completed'}[action];
    if (typeof stream[channel] !== 'function') given.refuse('a subject that is called');
    stream[channel](...(action === 'complete' ? [] : [action === 'error' ? new CaseError(value) : value]));
  }

  function perform(step) {
    if (step.into) return call(one(step.into), step);
    const from = sources.get(step.source);
    // A scoped property has one object, which its functions do not name.
    const objects = subject.property === 'scoped' ? [] : [step.store];
    switch (step.action) {
      case 'subscribe': return subscribe(step);
      case 'unsubscribe': return subscriptions.get(step.name)?.unsubscribe();
      case 'emit': return from.send('next', step.value);
      case 'state': return from ? from.send('state', step.value) : one(step.source).state(step.value);
      case 'error': return from.send('error', step.value);
      case 'complete': return from.send('completed');
      case 'write': return one(step.store).write(...objects, step.value);
      case 'read': return record('returns',
        subject.property ? one(step.store).read(...objects) : operator('_read')(one()));
      case 'set': return stores.set(step.store, step.value);
      case 'advance': return given.clock.advance(step.seconds * 1000, step.with && (() => perform(step.with)));
      case 'connect':
      case 'disconnect': {
        if (!connections.has(step.to)) connections.set(step.to, new Connectable(one(step.to)));
        return connections.get(step.to)[step.action]();
      }
      case 'throw': {
        if (hasThrown === null) given.refuse('an observer that throws before the first step');
        hasThrown = true;
        throw new CaseError(step.value);
      }
      default: throw new Unsupported(`the action \`${step.action}\``);
    }
  }

  /** Moves time on to one timer after the other, with the hook after each, and returns the rest of the step. */
  function* advanceToTimers(step) {
    const end = given.clock.now + Math.round(step.seconds * 1000);
    for (let calls = 0; given.clock.due < end && calls < MOST_TIMERS; calls++) {
      given.clock.advance(given.clock.due - given.clock.now);
      yield judged.afterStep();
    }
    return {...step, seconds: (end - given.clock.now) / 1000};
  }

  given.record = record;
  tested = subject.property ? makeProperties(subject.property) : makeStreams();
  postponed.forEach(perform);
  for (const [index, step] of steps.entries()) {
    [given.step, trace[index], hasThrown] = [index, trace[index] ?? [], false];
    try {
      perform(judged.afterStep && step.action === 'advance' ? yield* advanceToTimers(step) : step);
    } catch (error) {
      if (!hasThrown) throw error;
      write(['throws', ...contentOf(error)]);
    }
    // Work that the library defers belongs to the step.
    if (judged.afterStep) yield judged.afterStep();
  }
  if (clock) trace.at(-1).push(['clock', given.clock.isIdle ? 'idle' : 'pending']);
  return {trace};
}

/** What an implementation may declare besides its features. */
const said = ['releases', 'names', 'specifications', 'stops', 'shares'];

const supports = () => ({
  operators: Object.keys(operators), properties: Object.keys(properties), channels, several: true,
  features: [...features ?? [], 'advance-with', 'clock'],
  ...Object.fromEntries(said.map((name) => [name, judged[name]])),
});
const methods = {
  * initialize() {
    return {protocol: 1, implementation, supports: supports()};
  },
  run: play,
};

/** The frames of a stack: function, file and line, the innermost first, without those of node. */
const framesOf = (stack) => [...`${stack}`.matchAll(/^ +at (?:(.*) \()?(?:file:\/\/)?(.+?):(\d+):\d+\)?$/gm)]
  .map(([, name = 'top level', file, line]) => ({name, file, line})).filter(({file}) => !file.startsWith('node:'));

/** An error that the library raised, with its frames, the innermost first; undefined if the adapter raised it. */
function raised(error) {
  const {name, message, stack} = error;
  const [here] = framesOf(new Error().stack);
  const module = Object.values(require.cache ?? {}).find(({exports}) => exports === judged);
  const own = [here.file, here.file.replace(/adapter\.js$/, 'given.js'), module?.filename, require.main?.filename];
  // An error of the case, which the library lets out, begins in the kit.
  const frames = framesOf(stack);
  while (error instanceof CaseError && own.includes(frames[0]?.file)) frames.shift();
  const first = frames.findIndex(({file}) => own.includes(file));
  const shown = (file) => file.split('/node_modules/').pop().replace(`${globalThis.process?.cwd()}/`, '');
  const texts = frames.map(({name, file, line}) => wellFormed(`${shown(file)}:${line} in ${name}`));
  const count = first < 0 ? texts.length : first;
  if (count === 0) return;
  const data = {step: given.step, frames: texts.slice(0, count), adapterFrames: texts.slice(count)};
  return {code: -32003, message: wellFormed(`${name}: ${message}`), data};
}

/** Answers a request. It waits at each yield. */
function* answer({id, method, params}) {
  given.begin();
  const reply = (outcome) => JSON.stringify({jsonrpc: '2.0', id, ...outcome}) + '\n';
  try {
    if (!Object.hasOwn(methods, method)) throw new Unsupported(`the method \`${method}\``);
    if ((params?.protocol ?? 1) !== 1) throw new Error('this is version 1 of the protocol, and no other');
    const result = yield* methods[method](params);
    if (!given.fault) return reply({result});
  } catch (error) {
    const code = error instanceof Unsupported ? -32001 : -32603;
    const one = error instanceof Error ? error : new Error(textOf(error));
    const isLibrary = code !== -32001 && method === 'run' && raised(one);
    given.fault ??= isLibrary || {code, message: one.message, data: wellFormed(`${one.stack}`)};
  }
  const {code, message, data} = given.fault;
  const who = code === -32001 ? `${implementation.name} does not have ` : '';
  return reply({error: {code, message: wellFormed(who + message), data}});
}

/** The return value of a generator that waits for nothing. */
function atOnce(steps) {
  let one = steps.next();
  while (!one.done) one = steps.next();
  return one.value;
}

/** The return value of a generator that waits for promises. */
async function later(steps) {
  let one = steps.next();
  while (!one.done) {
    one = await Promise.resolve(one.value).then((value) => steps.next(value), (error) => steps.throw(error));
  }
  return one.value;
}

/** Plays cases on streams: an object with the exports of `streams.js`. */
function serve(streams) {
  for (const name of ['implementation', 'channels', 'source', 'operators', 'properties']) {
    if (!streams[name]) throw new Error(`the streams have no \`${name}\`: the adapter is to export it`);
  }
  judged = streams;
  given.releases = streams.releases ?? true;
  ({implementation, channels, source, operators, properties, features} = streams);
  const write = (text) => process.stdout.write(text);
  // If answers wait, each begins after the one before it.
  let [rest, former] = ['', Promise.resolve()];
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    // Answers are written together, because each write costs more than most cases; none waits long.
    let [answers, start] = ['', Date.now()];
    lines.forEach((line, index) => {
      const request = JSON.parse(line);
      if (request.method === 'shutdown') process.stdin.destroy();
      else if (judged.afterStep) former = former.then(() => later(answer(request))).then(write);
      else answers += atOnce(answer(request));
      if (index < lines.length - 1 && Date.now() < start + 20) return;
      write(answers);
      [answers, start] = ['', Date.now()];
    });
  });
}

module.exports = {serve};
if (require.main === module) serve(require('./streams.js'));
