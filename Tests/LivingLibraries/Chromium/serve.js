// A bridge: runs the cases of the runner in one page of headless Chromium, where the kit and the mapping run.
//
// It passes the lines of standard input to the page, and the page's answers to standard output. Chromium is driven over
// `--remote-debugging-pipe`: messages of JSON, with a NUL after each.
'use strict';
const {execFileSync, spawn} = require('node:child_process');
const {readFileSync} = require('node:fs');
const path = require('node:path');

const SWITCHES = [
  '--headless', '--remote-debugging-pipe', '--no-first-run', '--no-default-browser-check', '--disable-gpu',
  '--disable-extensions', '--disable-sync', '--disable-background-networking', '--disable-component-update',
  '--disable-breakpad', '--disable-dev-shm-usage', '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding', '--password-store=basic', '--no-startup-window', '--log-level=3',
  // Chromium's sandbox refuses root.
  ...(process.getuid() === 0 ? ['--no-sandbox'] : []),
];

/** How long the page may take to answer after the end of standard input, in milliseconds. */
const PATIENCE = 3000;

/** Ends with a sentence for people. */
class Failure extends Error {}

/** Chromium, which ends when its standard input does: see `browser`. */
class Browser {
  #pending = new Map();
  #last = 0;
  #said = '';

  /** `listen` receives each event of a page: its method and its parameters. */
  constructor(listen) {
    this.process = spawn(path.join(__dirname, 'browser'), SWITCHES,
      {detached: true, stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe']});
    this.hasEnded = new Promise((resolve) => this.process.once('exit', resolve));
    const [, , said, requests, answers] = this.process.stdio;
    Object.assign(this, {requests, answers});
    // If Chromium ends by itself, its last output is the reason.
    said.setEncoding('utf8').on('data', (text) => { this.#said = (this.#said + text).slice(-2000); });
    requests.on('error', () => {});
    let rest = '';
    answers.setEncoding('utf8').on('data', (text) => {
      const messages = (rest + text).split('\0');
      rest = messages.pop();
      for (const message of messages) this.#receive(JSON.parse(message), listen);
    });
    answers.on('close', () => fail(new Failure(`Chromium ended by itself. It said:\n${this.#said.trim()}`)));
  }

  #receive({id, result, error, method, params}, listen) {
    if (method) return listen(method, params);
    const {resolve, reject} = this.#pending.get(id);
    this.#pending.delete(id);
    return error ? reject(new Error(error.message)) : resolve(result);
  }

  call(method, params, sessionId) {
    this.#last += 1;
    const id = this.#last;
    this.requests.write(`${JSON.stringify({id, method, params, sessionId})}\0`);
    return new Promise((resolve, reject) => this.#pending.set(id, {resolve, reject}));
  }

  /** Ends Chromium, and removes its profile. */
  close() {
    this.answers.removeAllListeners('close');
    this.requests.end();
    this.process.stdin.end();
    return this.hasEnded;
  }
}

/** A page, in which scripts are run. */
class Page {
  constructor(browser, sessionId) {
    this.call = (method, params) => browser.call(method, params, sessionId);
  }

  static async open(browser) {
    const {targetId} = await browser.call('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await browser.call('Target.attachToTarget', {targetId, flatten: true});
    const page = new Page(browser, sessionId);
    await page.call('Inspector.enable');
    return page;
  }

  /** Runs a script, and returns its value; `name` is the file that its errors name. */
  async run(script, name) {
    const {result, exceptionDetails: problem} = await this.call('Runtime.evaluate',
      {expression: `${script.trimEnd()}\n//# sourceURL=${encodeURI(name)}`, returnByValue: true});
    if (!problem) return result.value;
    const {text, lineNumber, exception} = problem;
    // The first line of a stack has no place, and the error of a parser has no other.
    throw new Failure(`${name}:${lineNumber + 1}: ${exception?.description ?? `${text} ${exception?.value}`}`);
  }
}

/** A file, with all that it requires or imports, as one script; its exports are `exported` there. */
function bundle(file, ...options) {
  try {
    return execFileSync('esbuild',
      [file, '--bundle', '--format=iife', '--charset=utf8', '--log-level=error', ...options],
      {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28});
  } catch (error) {
    throw new Failure(`${file} cannot be bundled.\n${error.stderr?.trim() || error.message}`);
  }
}

/** Loads JavaScript that has an `Observable`, as a global or as an export, in place of the browser's own. */
async function load(page, file) {
  let script;
  try {
    script = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${error.message}`);
  }
  // A polyfill looks for these before it installs itself.
  await page.run('delete globalThis.Observable, delete globalThis.Subscriber, delete EventTarget.prototype.when', file);
  if (!/^\s*(import|export)\b|\brequire\(|\bexports\s*[.[=]/m.test(script)) await page.run(script, file);
  else {
    await page.run(bundle(path.resolve(file), '--global-name=exported'), file);
    await page.run(
      'globalThis.Observable ??= exported.Observable ?? exported.default?.Observable ?? exported.default', file);
  }
  const found = await page.run('typeof Observable', file);
  if (found !== 'function') throw new Failure(`${file} neither defines nor exports an Observable: it is ${found}`);
}

/** The kit and the mapping, for a page. */
const kit = () => bundle(path.join(__dirname, 'page.js'), `--inject:${path.join(__dirname, 'node.js')}`,
  `--alias:node:util=${path.join(__dirname, 'node.js')}`, '--define:require.main=null');

let browser;

/** Ends with an error. */
function fail(error) {
  process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`);
  Promise.resolve(browser?.close()).then(() => process.exit(1));
}

async function main(script) {
  let [asked, answered, hasEnded] = [0, 0, false];
  const end = () => browser.close().then(() => process.exit());
  const heard = {
    'Runtime.bindingCalled': ({name, payload}) => {
      if (name === 'fail') return fail(new Failure(payload));
      process.stdout.write(payload);
      answered += payload.split('\n').length - 1;
      if (hasEnded && answered === asked) end();
    },
    'Inspector.targetCrashed': () => fail(new Failure('The page crashed.')),
  };
  process.stdout.on('error', end);
  browser = new Browser((method, params) => heard[method]?.(params));
  const served = kit(); // made while Chromium starts
  const [page, {product}] = await Promise.all([Page.open(browser), browser.call('Browser.getVersion')]);
  for (const name of ['answer', 'fail']) await page.call('Runtime.addBinding', {name});
  if (script) await load(page, script);
  const name = script ? `${path.basename(script)} in Chromium` : 'Chromium';
  const implementation = {name, version: product.split('/')[1], language: 'JavaScript'};
  await page.run(`globalThis.implementation = ${JSON.stringify(implementation)}`, 'serve.js');
  await page.run(served, 'page.js');
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) if (JSON.parse(line).method !== 'shutdown') asked += 1;
    if (lines.length > 0) page.run(`receive(${JSON.stringify(`${lines.join('\n')}\n`)})`, 'serve.js').catch(fail);
  }).on('end', () => {
    hasEnded = true;
    if (answered === asked) end();
    else setTimeout(end, PATIENCE);
  });
}

const [option, file, ...others] = process.argv.slice(2);
if ((option && option !== '--script') || (option && !file) || others.length > 0) {
  process.stderr.write('Usage: serve [--install | --script FILE.js]\n');
  process.exit(64);
}
process.on('uncaughtException', fail);
main(file).catch(fail);
