// The faults of RxJS by RxJS alone: `serve --faults` prints each, with the actual and the expected events.
'use strict';
const rx = require('rxjs');

/** The events of an observer of a stream; `within` is called once, during the first value. */
function observe(stream, within) {
  const told = [];
  stream.subscribe({
    next: (value) => {
      if (told.push(value) === 1) within();
    },
    error: (error) => told.push(error),
    complete: () => told.push('completed'),
  });
  return told;
}

function show(rule, told, asked) {
  const said = told.join(', ');
  console.log(`${said === asked ? '✓' : '✗'} ${rule}\n  ${said}; asked: ${asked}`);
}

console.log(`RxJS ${require('rxjs/package.json').version}`);

for (const [name, operator] of [['every()', rx.every((value) => value === 1)], ['isEmpty()', rx.isEmpty()]]) {
  const source = new rx.Subject();
  const result = observe(source.pipe(operator), () => source.next(0));
  source.next(0);
  show(`${name} emits its result once, even if the observer emits during it`, result, 'false, completed');
}

const [left, right] = [new rx.Subject(), new rx.Subject()];
const told = observe(left.pipe(rx.sequenceEqual(right)), () => {});
left.next(1);
right.complete();
left.complete();
show('sequenceEqual() is false if a value is left when both have completed', told, 'false, completed');

// Each stream ends at once, and the next is connected during that end, until the stack is full.
rx.config.onUnhandledError = () => {};
const slow = new rx.Subject();
const many = Array.from({length: 2500}, () => rx.EMPTY);
const end = observe(rx.from([slow, ...many]).pipe(rx.concatAll()), () => {});
slow.complete();
show('concatAll() completes after 2500 streams that end at once', end, 'completed');
