// The faults of RxJS by RxJS alone: `serve --faults` prints, of each, what is told beside what the rule asks.
'use strict';
const rx = require('rxjs');

/** What an observer of a stream is told; `within` is called once, from within the first value. */
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

const source = new rx.Subject();
const result = observe(source.pipe(rx.every((value) => value === 1)), () => source.next(0));
source.next(0);
show('every() emits its result once, even if the observer emits during it', result, 'false, completed');
