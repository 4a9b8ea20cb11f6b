// The parts of node that the kit uses, for a page.

let listener;

/** Standard input and output, which the bridge connects. */
export const process = {
  stdin: {
    setEncoding: () => process.stdin,
    on: (_, listen) => { listener = listen; },
    destroy: () => {},
  },
  stdout: {write: (text) => globalThis.answer(text)},
};

// Requests arrive in a task of their own, so that reported errors and promises work as in any page.
const {port1, port2} = new MessageChannel();
port1.onmessage = ({data}) => {
  try {
    listener(data);
  } catch (error) {
    globalThis.fail(`The kit failed: ${error?.stack ?? error}`);
  }
};
globalThis.receive = (text) => port2.postMessage(text);

/** The bytes of a text. */
export class Buffer extends Uint8Array {
  static from = (text) => new Buffer(new TextEncoder().encode(text));

  toString() {
    return new TextDecoder().decode(this);
  }
}

/** A value as a text for people. */
export function inspect(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? `${value}n` : String(value);
  return JSON.stringify(value) ?? String(value);
}

const is = (name) => (value) => Object.prototype.toString.call(value) === `[object ${name}]`;
const isShared = is('SharedArrayBuffer');

export const types = {
  isDate: is('Date'), isMap: is('Map'), isSet: is('Set'), isPromise: is('Promise'),
  isAnyArrayBuffer: (value) => is('ArrayBuffer')(value) || isShared(value),
};
