'use strict';
// Drives a browser over the DevTools protocol, through a pipe: no port, and nothing to install.
//
//   node browser.js CHROMIUM PROFILE SCRIPT
//
// SCRIPT is a module that receives the browser's page, and returns what is printed, a line each.

const {spawn} = require('node:child_process');

/** Starts a browser, and gives its page, with what can be done to it. */
async function start(chromium, profile) {
  const browser = spawn(chromium, [
    '--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe',
    '--disable-breakpad', '--disable-dev-shm-usage', '--disable-crash-reporter', '--no-first-run', '--hide-scrollbars', `--user-data-dir=${profile}`,
  ], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
  const waiting = new Map();
  let [id, rest, whenLoaded] = [0, '', () => {}];
  browser.stdio[4].setEncoding('utf8').on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const message of messages.map((one) => JSON.parse(one))) {
      const settle = waiting.get(message.id);
      waiting.delete(message.id);
      if (settle) message.error ? settle[1](new Error(message.error.message)) : settle[0](message.result);
      else if (message.method === 'Page.loadEventFired') whenLoaded();
    }
  });
  let isEnding = false;
  const fail = (problem) => {
    console.error(problem);
    browser.kill('SIGKILL');
    process.exit(1);
  };
  browser.on('exit', (status, signal) => isEnding || fail(`the browser has ended: ${status ?? signal}`));
  setTimeout(() => fail('the browser has taken more than an hour'), 3_600_000).unref();
  const send = (method, params = {}, sessionId = undefined) => new Promise((...settle) => {
    waiting.set(++id, settle);
    browser.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
  });
  const {targetId} = await send('Target.createTarget', {url: 'about:blank'});
  const {sessionId} = await send('Target.attachToTarget', {targetId, flatten: true});
  const command = (method, params) => send(method, params, sessionId);
  await command('Page.enable');

  const evaluate = async (text) => {
    const {result, exceptionDetails} = await command('Runtime.evaluate', {
      expression: `(async () => (${text}))()`, awaitPromise: true, returnByValue: true, userGesture: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  let hasScripts = true;
  const settle = () => hasScripts && evaluate(
    'new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 500); })');
  return {
    evaluate,
    /** Opens an address, afresh, and waits until it is loaded and drawn. */
    async open(address) {
      for (const url of ['about:blank', address]) {
        const loaded = new Promise((done) => { whenLoaded = done; });
        await command('Page.navigate', {url});
        await loaded;
      }
      await settle();
    },
    /** Presses a key, as a person does. */
    async press(key) {
      const text = key.length === 1 ? key : key === 'Enter' ? '\r' : undefined;
      await command('Input.dispatchKeyEvent', {type: 'keyDown', key, text, windowsVirtualKeyCode: key === 'Enter' ? 13 : 0});
      await command('Input.dispatchKeyEvent', {type: 'keyUp', key});
      await settle();
    },
    /** Clicks where an element is. */
    async click(selector) {
      const [x, y] = await evaluate(`(() => {
        const one = document.querySelector(${JSON.stringify(selector)});
        const place = ({left, width, top, height} = one.getClientRects()[0]) => [left + Math.min(width / 2, 40), top + height / 2];
        // Something that stays in sight may cover it.
        if (!one.contains(document.elementFromPoint(...place()))) one.scrollIntoView({block: 'center'});
        return place();
      })()`);
      for (const type of ['mousePressed', 'mouseReleased']) {
        await command('Input.dispatchMouseEvent', {type, x, y, button: 'left', clickCount: 1});
      }
      await settle();
    },
    /** Runs a script as it stands in a file, whatever the page's policy is. */
    async run(script) {
      await command('Runtime.evaluate', {expression: script});
    },
    /** Whether pages that are opened from now on run their scripts. */
    async runScripts(isOn) {
      hasScripts = isOn;
      await command('Emulation.setScriptExecutionDisabled', {value: !isOn});
    },
    /** The colours that the reader prefers: `light` or `dark`. */
    async prefer(value) {
      await command('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value}]});
    },
    /** What someone hears who comes to an element by its role. */
    async heard(role) {
      const {nodes} = await command('Accessibility.getFullAXTree');
      return nodes.filter((one) => one.role?.value === role).map((one) => one.name.value);
    },
    async resize(width, height) {
      await command('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
      await settle();
    },
    async end() {
      isEnding = true;
      const ended = new Promise((done) => { browser.on('exit', done); });
      send('Browser.close');
      await ended;
    },
  };
}

(async () => {
  const [chromium, profile, script] = process.argv.slice(2);
  const page = await start(chromium, profile);
  try {
    for (const [what, value] of Object.entries(await require(script)(page))) {
      console.log(`${what}: ${JSON.stringify(value)}`);
    }
  } finally {
    await page.end();
  }
})();
