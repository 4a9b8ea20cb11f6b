// What the page does: the filters and the address that says how they are set, and what a case opens to.
'use strict';
const $ = (id) => document.getElementById(id);
const all = (selector, parent = document) => [...parent.querySelectorAll(selector)];
const form = document.querySelector('form');
const controls = all('input, select', form);
const heads = [...$('heads').children];
const names = heads.map((one) => one.textContent);
const several = names.length > 1;
const meanings = [...$('key').children].map((one) => one.textContent);
const specifications = all('section.specification');
const files = all('section.file');
const clauseRows = all('tr[data-clause]');
const rowsOf = new Map(specifications.map((one) => [one, all('tr[data-clause]', one)]));

// How many failed cases are unfolded at once.
const unfolded = 50;

const cases = all('.case').map((element) => {
  const file = element.closest('.file');
  const outcomes = all('b', element.firstElementChild).map((one) => one.className).join('');
  return {
    element, file, outcomes,
    specification: file.closest('.specification'),
    clauses: element.dataset.c.split(' '),
    // Equal for implementations that did the same.
    twins: element.dataset.twins?.split(' ') ?? [...outcomes],
  };
});
const caseOf = new Map(cases.map((one) => [one.element, one]));
const kinds = {failed: /[fem]/, passed: /p/, skipped: /s/, known: /k/};
const anyFailed = cases.some((one) => kinds.failed.test(one.outcomes));

// MARK: What the filters are set to, and the address that says so

// A case, and how the filters are set: `#ID?show=failed&text=two`.
const keys = ['show', 'in', 'clause', 'between', 'and', 'finding', 'text'];
const usual = anyFailed ? 'failed' : 'all';
let state = {};

function address(set) {
  const plain = (value) => encodeURIComponent(value).replace(/%2F/g, '/').replace(/%3A/g, ':');
  const query = keys.filter((key) => set[key]).map((key) => `${key}=${plain(set[key])}`).join('&');
  return `#${set.id ?? ''}${query && '?' + query}`;
}

function readAddress() {
  const [id, query] = location.hash.slice(1).split('?');
  const set = new URLSearchParams(query);
  state = {id};
  for (const key of keys) state[key] = set.get(key) ?? '';
  // Whoever comes for one case or for a place wants all that is there.
  state.show ||= id || keys.some((key) => key !== 'text' && state[key]) ? 'all' : usual;
}

function write() {
  const isUsual = state.show === usual && !state.id;
  history.replaceState(null, '', address({...state, show: isUsual ? '' : state.show}));
}

// MARK: Which cases are shown

function shows(one, wanted) {
  if (wanted === 'all') return true;
  if (wanted === 'apart') return new Set(one.twins.filter((_, index) => one.outcomes[index] !== 's')).size > 1;
  if (kinds[wanted]) return kinds[wanted].test(one.outcomes);
  const colon = wanted.lastIndexOf(':');
  const [name, kind] = [names.indexOf(wanted.slice(0, colon)), wanted.slice(colon + 1)];
  if (kind === 'alone') {
    return [...one.outcomes].every((letter, index) => kinds.failed.test(letter) === (index === name));
  }
  return name >= 0 && kinds[kind]?.test(one.outcomes[name]);
}

// Whether two implementations that were judged did different things.
function differs(one, left, right) {
  return one.twins[left] !== one.twins[right] && ![one.outcomes[left], one.outcomes[right]].includes('s');
}

// What a case is found by: its file, its name, and all that it opens to besides the picture.
const words = (one) => one.words ??= [one.file.dataset.path, one.file.querySelector('small').textContent]
  .concat(all('summary, h4, p, pre:not(.rows)', one.element).map((part) => part.textContent))
  .join(' ').toLowerCase();

function filter() {
  const wanted = state.text.toLowerCase().split(/\s+/).filter((word) => word);
  const finding = state.finding && all('[data-finding]').find((one) => one.dataset.finding === state.finding);
  const explained = finding && new Set(finding.dataset.cases.split(' ').map(Number));
  const pair = state.between && state.and && [state.between, state.and].map((name) => names.indexOf(name));
  const visible = new Set();
  const cited = new Set();
  let shown = 0;
  cases.forEach((one, number) => {
    const own = rowsOf.get(one.specification);
    const fits = shows(one, state.show)
      && (!state.in || state.in === one.file.dataset.path || state.in === one.specification.dataset.name)
      && (!state.clause || one.clauses.some((index) => own[index].dataset.clause === state.clause))
      && (!pair || differs(one, ...pair))
      && (!explained || explained.has(number))
      && wanted.every((word) => words(one).includes(word));
    hide(one.element, !fits);
    if (!fits) return;
    shown += 1;
    visible.add(one.file).add(one.specification);
    for (const index of one.clauses) cited.add(own[index]);
  });
  const isAll = shown === cases.length;
  for (const one of [...files, ...specifications]) {
    hide(one, !isAll && !visible.has(one) && !one.querySelector('section.invalid'));
  }
  for (const row of clauseRows) hide(row, !isAll && !cited.has(row));
  $('count').value = `${shown} of ${cases.length} ${cases.length === 1 ? 'case' : 'cases'}`;
  $('nothing').hidden = shown > 0 || !cases.length;
  label();
}

// What is filtered out is still found by the browser's own search, which shows it again.
function hide(element, isHidden) {
  if (isHidden === element.hasAttribute('hidden')) return;
  if (isHidden) element.setAttribute('hidden', element.tagName === 'TR' ? '' : 'until-found');
  else element.removeAttribute('hidden');
}

const shownCases = () => cases.filter((one) => !one.element.hasAttribute('hidden'));

function apply(isFirst) {
  readAddress();
  for (const one of controls) one.value = state[one.id];
  filter();
  const one = caseOf.get($(state.id));
  if (one) {
    for (const part of [one.element, one.file, one.specification]) hide(part, false);
    one.element.open = true;
    one.element.scrollIntoView();
    return;
  }
  const shown = shownCases();
  if (/failed$|alone$|apart$/.test(state.show) || state.finding || state.and) {
    const failed = shown.filter((one) => kinds.failed.test(one.outcomes));
    for (const one of failed.slice(0, unfolded)) one.element.open = true;
    label();
  }
  if (!isFirst && shown.length) (state.clause || state.finding ? shown[0].element : $('bar')).scrollIntoView();
}

function label() {
  $('unfold').textContent = shownCases().some((one) => one.element.open) ? 'Fold all' : 'Unfold all';
  $('chosen').hidden = !state.finding;
  $('chosen').textContent = `× ${state.finding}`;
}

// MARK: What a case opens to

function element(name, content, attributes = {}) {
  const made = document.createElement(name);
  made.append(...[content].flat());
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function fill(one) {
  if (one.isFilled) return;
  one.isFilled = true;
  const {at, subject} = one.element.dataset;
  const path = one.file.dataset.path;
  const isFailure = kinds.failed.test(one.outcomes);
  const commands = heads.map((head, index) =>
    (!isFailure || kinds.failed.test(one.outcomes[index]) ? head.dataset.i : ''));
  one.element.firstElementChild.after(element('ul', [
    element('li', ['subject ', element('code', subject ?? one.file.dataset.subject)]),
    ...one.clauses.map((index) => {
      const row = rowsOf.get(one.specification)[index];
      const [id, sentence] = [row.querySelector('code').textContent, row.querySelector('th span').textContent];
      const href = address({show: 'all', clause: row.dataset.clause});
      return element('li', ['clause ', element('a', id, {href}), sentence && `: “${sentence}”`]);
    }),
    element('li', ['run it alone ', element('code', `ConformanceRunner ${shell(`${path}:${at}`)}${commands.join('')}`,
      {class: 'command', title: 'a click selects it'}),
    ' · ', element('a', 'link to this case', {href: `#${one.element.id}`})]),
  ], {class: 'reasons'}));
  quote(one.element, Number.parseInt(at));
  for (const rows of all('.rows', one.element)) draw(rows, one.element.firstElementChild.textContent);
}

// Puts the lines that a difference names below their heading: they stand once, as the case is written.
function quote(element, first) {
  const written = element.querySelector(':scope > details pre')?.textContent.split('\n');
  if (!written) return;
  for (const part of all(':scope > pre:not(.rows)', element).flatMap((one) => [...one.childNodes])) {
    if (part.nodeType !== Node.TEXT_NODE) continue;
    part.data = part.data.replace(/^(  (?:step|reactions?) .*?), lines? ([\d–, ]+)(.*)$/gm, (_, head, places, rest) => {
      const ranges = places.split(', ').map((one) => one.split('–').map(Number));
      return [head + rest, ...ranges.flatMap(([from, to = from]) => {
        const lines = written.slice(from - first, to - first + 1);
        const margin = Math.min(...lines.map((line) => line.search(/\S|$/)));
        return lines.map((line, index) => `  ${`${from + index}`.padStart(`${to}`.length)} │ ${line.slice(margin)}`);
      })].join('\n');
    });
  }
}

const shell = (word) => (/^[\w@%+=:,.\/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

document.addEventListener('toggle', (event) => {
  const one = caseOf.get(event.target);
  if (one?.element.open) fill(one);
}, true);

// MARK: Pictures

// Marks that are drawn by strokes. All others are marbles with a text.
const strokes = {
  '┝': 'm5-9h-5v18h5', '┥': 'm-5-9h5v18h-5', '┬': 'm-6-8h12m-6 0v16', '┴': 'm-6 8h12m-6 0v-16',
  '╧': 'm-6 8h12m-6 0v-16m-6 12h12', '|': 'm0-9v18', '×': 'm-6-6l12 12m0-12l-12 12',
};
const canvas = document.createElement('canvas').getContext('2d');
canvas.font = '13px ui-monospace, monospace';
const measure = (text) => Math.ceil(canvas.measureText(text).width);
const svg = (name, attributes, content = []) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
};

// Draws a picture from its rows: a cell for each step, in which a space stands between moments.
function draw(text, name) {
  const [table, notes] = text.textContent.split('\n\n');
  const [headings, ...rows] = table.split('\n').map((line) => line.split('\t'));
  if (headings.length === 1) return;
  const differing = rows.at(-1)[0] ? [] : rows.pop();
  const height = 36 * rows.length + 40;
  const label = (text, x, y, kind) => svg('text', {x, y: y + 5, class: kind}, [text]);
  const parts = [];
  let x = 24 + Math.max(...rows.map((row) => measure(row[0])));
  const steps = headings.slice(1).map((heading, index) => {
    const cells = rows.map((row) => moments(row[index + 1]).map(read));
    const places = [x];
    while (cells.some((cell) => cell.length >= places.length)) {
      places.push(places.at(-1) + Math.max(...cells.map((cell) => cell[places.length - 1]?.width ?? 0)));
    }
    moments(differing[index + 1]).forEach((mark, place) => {
      if (!mark) return;
      const left = places[place] ?? places.at(-1);
      const width = (places[place + 1] ?? left + 24) - left;
      parts.push(svg('rect', {class: 'differs', x: left, y: 4, width, height: height - 12, rx: 2}));
    });
    parts.push(label(heading, x + Math.max(8, measure(heading) / 2), 16, 'value faint'));
    x = Math.max(x + 48, places.at(-1) + 16, x + measure(heading) + 16);
    return {cells, places};
  });
  rows.forEach(([own], row) => {
    const y = 36 * row + 52;
    let [lines, start] = ['', null];
    const marks = [];
    const end = (at) => {
      if (start !== null) lines += `M${start} ${y}H${at}`;
      start = null;
    };
    for (const {cells, places} of steps) {
      let last = places[0];
      cells[row].forEach(({mark, kind, width, sign}, place) => {
        if (mark === '-') start ??= last;
        if (!width) return;
        const middle = last = places[place] + (strokes[mark] ? 8 : width / 2);
        const straight = width - 24;
        const path = strokes[mark] ? `M${middle} ${y}${strokes[mark]}`
          : `M${middle - straight / 2} ${y - 10}h${straight}a10 10 0 0 1 0 20h-${straight}a10 10 0 0 1 0-20z`;
        marks.push(svg('path', {d: path, class: `${kind} ${strokes[mark] ? '' : 'marble'}`}));
        if (!strokes[mark]) marks.push(label(mark + sign, middle, y, `value ${kind}`));
        else if (sign) marks.push(label(sign, middle + 12, y, `value ${kind}`));
        if (kind === 'ghost') return;
        if (mark === '┝') start = middle;
        else if (/^[┥|×]/.test(mark)) end(middle);
      });
      if (cells[row].at(-1).mark === '…') end(last);
    }
    end(x);
    parts.push(label(own, 8, y, ''), svg('path', {d: lines}), ...marks);
  });
  const picture = svg('svg', {
    class: 'marbles', role: 'img', 'aria-label': `picture of ${name}`, width: x + 16, height,
    viewBox: `0 0 ${x + 16} ${height}`,
  }, parts);
  const key = text.dataset.marks.split(',').map((mark) => meanings[mark]).filter((one) => one).join('   ');
  const figure = element('figure', [picture, element('figcaption', [key, notes].filter((one) => one).join('\n'))]);
  text.replaceWith(figure);
  sizes.observe(figure);
}

// What a cell has at each moment: `⋯12` stands for so many without a mark.
const moments = (cell = '') => cell.split(' ')
  .flatMap((part) => (/^⋯\d+$/.test(part) ? Array(Number(part.slice(1))).fill('') : part));

// A mark of a row, which may begin with a sign: it never came, or it was not expected.
function read(text) {
  const [, standing, mark] = /^([◌≠!]?)(.*)$/.exec(text);
  const sign = standing === '!' ? '!' : '';
  const kind = standing === '◌' ? 'ghost' : standing ? 'extra' : '';
  const width = !mark || mark === '-' ? 0
    : strokes[mark] ? (sign ? 32 : 24) : Math.max(24, measure(mark + sign) + 14);
  return {mark, kind, sign, width};
}

// A picture that is wider than the window can be scrolled with the keyboard.
const sizes = new ResizeObserver((changes) => {
  for (const {target} of changes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});

// MARK: What the reader does

document.addEventListener('click', (event) => {
  const one = caseOf.get(event.target.closest('summary')?.parentElement);
  if (!one) return;
  state.id = one.element.open ? '' : one.element.id;
  write();
});

// A link to where the page is already changes no address.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) apply(false);
});

form.addEventListener('input', () => {
  state.id = '';
  for (const one of controls) state[one.id] = one.value;
  filter();
  write();
});
form.addEventListener('submit', (event) => event.preventDefault());

$('chosen').addEventListener('click', () => {
  Object.assign(state, {id: '', finding: ''});
  filter();
  write();
});

$('unfold').addEventListener('click', () => {
  const shown = shownCases();
  const opens = !shown.some((one) => one.element.open);
  for (const one of opens ? shown.slice(0, 4 * unfolded) : shown) one.element.open = opens;
  label();
});

// `/` is for the text; `n` and `p` go to the next case and the one before.
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches('input, select')) {
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  if (event.key === '/') {
    event.preventDefault();
    $('text').focus();
  } else if (event.key === 'n' || event.key === 'p') {
    const shown = shownCases();
    const now = shown.findIndex((one) => one.element.contains(document.activeElement));
    const next = shown[now < 0 ? 0 : now + (event.key === 'n' ? 1 : -1)];
    if (!next) return;
    next.element.firstElementChild.focus({preventScroll: true});
    next.element.scrollIntoView();
  }
});

// MARK: The filters, and what leads to how they are set

function choices(select, ...groups) {
  for (const [label, options] of groups) {
    const made = options.map(([value, words]) => element('option', words, {value}));
    select.append(...label ? [element('optgroup', made, {label})] : made);
  }
}

const shown = ['failed', 'passed', 'skipped', 'known'].map((kind) => [kind, kind === 'known' ? 'known to fail' : kind]);
choices($('show'),
  ['', [['all', 'all cases'], ...several ? [['apart', 'where implementations disagree']] : [], ...shown]],
  ...(several ? names : []).map((name) => [name,
    [['alone', 'failed alone'], ...shown].map(([kind, words]) => [`${name}:${kind}`, `${name} ${words}`])]));
choices($('in'), ['', [['', 'all files']]],
  ...specifications.map((one) => [one.dataset.name, [[one.dataset.name, `all of ${one.dataset.name}`]]
    .concat(all('.file', one).map((file) => [file.dataset.path, file.dataset.path.split('/').pop()]))]));
choices($('clause'), ['', [['', 'all clauses']]],
  ...specifications.map((one) => [one.dataset.name,
    rowsOf.get(one).map((row) => [row.dataset.clause, row.querySelector('code').textContent])]));
for (const id of ['between', 'and']) choices($(id), ['', [['', '…'], ...names.map((name) => [name, name])]]);
$('pair').hidden = names.length < 3;

function lead(marks, set) {
  marks.forEach((mark, index) => {
    if (mark.tagName !== 'A') return;
    const kind = {f: 'failed', k: 'known'}[mark.className];
    mark.href = address({...set, show: kind ? (several ? `${names[index]}:${kind}` : kind) : 'all'});
    mark.setAttribute('aria-label', mark.title);
  });
}
for (const one of specifications) lead(all('h2 .marks > *', one), {in: one.dataset.name});
for (const one of files) lead(all('.marks > *', one), {in: one.dataset.path});
for (const row of clauseRows) {
  const clause = row.dataset.clause;
  lead(all('td:not(:last-child) > *', row), {clause});
  for (const one of all('td:last-child a', row)) one.href = address({show: 'all', clause});
}
for (const one of all('[data-show]')) one.href = address({show: one.dataset.show});
for (const one of all('[data-finding]')) one.href = address({finding: one.dataset.finding});

// A screen reader says the implementation's name behind each mark.
if (several) {
  const sheet = new CSSStyleSheet();
  names.forEach((name, index) => sheet.insertRule(
    `.case > summary b:nth-of-type(${index + 1})::after { content: "" / ${JSON.stringify(` with ${name}.`)} }`));
  document.adoptedStyleSheets = [sheet];
}

form.hidden = false;
new ResizeObserver(() => {
  const height = $('bar').offsetHeight || $('columns').offsetHeight;
  document.documentElement.style.setProperty('--bar', `${height}px`);
}).observe($('columns'));
addEventListener('hashchange', () => apply(false));
apply(true);
