// What the page does: the filters and the address that says how they are set, and what a case opens to.
'use strict';
const $ = (id) => document.getElementById(id);
const all = (selector, parent = document) => [...parent.querySelectorAll(selector)];
const form = document.querySelector('form');
const controls = all('input, select', form);
const heads = [...$('heads').children];
const names = heads.map((one) => one.textContent);
const several = names.length > 1;
const meanings = all('.key li').map((one) => one.textContent);
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
  .concat(all('summary, h4, p, pre:not(.picture)', one.element).map((part) => part.textContent))
  .join(' ').toLowerCase();

function filter() {
  const wanted = state.text.toLowerCase().split(/\s+/).filter((word) => word);
  const finding = state.finding && all('[data-finding]').find((one) => one.dataset.finding === state.finding);
  const explained = finding && new Set(finding.dataset.cases.split(' '));
  const pair = state.between && state.and && [state.between, state.and].map((name) => names.indexOf(name));
  const visible = new Set();
  const cited = new Set();
  let shown = 0;
  cases.forEach((one) => {
    const own = rowsOf.get(one.specification);
    const fits = shows(one, state.show)
      && (!state.in || state.in === one.file.dataset.path || state.in === one.specification.dataset.name)
      && (!state.clause || one.clauses.some((index) => own[index].dataset.clause === state.clause))
      && (!pair || differs(one, ...pair))
      && (!explained || explained.has(one.element.id))
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
      return element('li', ['clause ', element('a', id, {href}), sentence && `: ${sentence}`]);
    }),
    element('li', ['run it alone ', element('code', `ConformanceRunner ${shell(`${path}:${at}`)}${commands.join('')}`,
      {class: 'command', title: 'a click selects it'}),
    ' · ', element('a', 'link to this case', {href: `#${one.element.id}`})]),
  ], {class: 'reasons'}));
  for (const picture of all('.picture', one.element)) show(picture, one.element.firstElementChild.textContent);
}

const shell = (word) => (/^[\w@%+=:,.\/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

document.addEventListener('toggle', (event) => {
  const one = caseOf.get(event.target);
  if (one?.element.open) fill(one);
}, true);

// MARK: Pictures

// Shows a picture as it was drawn, with what its marks mean. What is live stands between soft hyphens; each mark is
// as wide as its column in whatever font it is found, and hides the line behind it.
function show(picture, name) {
  const key = meanings.filter((one) => one.match(/[^ -~]|[=|!]/g).some((mark) => picture.textContent.includes(mark)));
  picture.after(element('div', key.join('   '), {class: 'notes'}));
  picture.innerHTML = picture.innerHTML.replace(/\xad([^\xad]*)\xad/g, '<s>$1</s>')
    .replace(/<[^>]*>|([\u2190-\u21ff\u2500-\u25ff])|[^\s<\u2190-\u21ff\u2500-\u25ff]+/g, (part, mark) => {
      const tag = {'◌': 'del', '▲': 'b'}[mark] ?? 'i';
      return part[0] === '<' ? part : `<${tag}${mark ? ' style="width:1ch"' : ''}>${part}</${tag}>`;
    });
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', `picture of ${name}`);
  sizes.observe(picture);
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
