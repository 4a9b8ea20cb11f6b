// What the page does: the filters and the address that says how they are set, and what a case opens to.
'use strict';
const $ = (id) => document.getElementById(id);
const all = (selector, parent = document) => [...parent.querySelectorAll(selector)];
const [form, text, show, place, clause, chosen, unfold, count] =
  ['filter', 'text', 'show', 'in', 'clause', 'chosen', 'unfold', 'count'].map($);
const meanings = document.body.dataset.meanings.split('\n');
const heads = [...$('heads').children];
const names = heads.map((one) => one.textContent);
const specifications = all('section.specification');
const files = all('section.file');
const clauseRows = all('tr[data-clause]');

// How many failed cases are unfolded at once.
const unfolded = 50;

const cases = all('.case').map((element) => {
  const file = element.closest('.file');
  const specification = file.closest('.specification');
  return {
    element, file, specification,
    outcomes: element.dataset.o,
    clauses: element.dataset.c.split(' '),
    details: element.querySelector('details'),
  };
});
const numbers = new Map(cases.map((one, number) => [one.element.id, number]));
const rowsOf = new Map(specifications.map((one) => [one, all('tr[data-clause]', one)]));
const anyFailed = cases.some((one) => /[fem]/.test(one.outcomes));

// MARK: What the filters are set to, and the address that says so

// A case, and how the filters are set: `#ID?show=failed&text=two`.
let state = {id: '', show: '', in: '', clause: '', finding: '', text: ''};
const usual = () => (anyFailed ? 'failed' : 'all');

function read() {
  const [id, query] = location.hash.slice(1).split('?');
  const set = new URLSearchParams(query || '');
  state = {id, show: '', in: '', clause: '', finding: '', text: ''};
  for (const key of Object.keys(state)) if (set.has(key)) state[key] = set.get(key);
  // Whoever comes for one case or for a place wants all that is there.
  if (!state.show) state.show = id || state.in || state.clause || state.finding ? 'all' : usual();
}

function write() {
  const plain = (value) => encodeURIComponent(value).replace(/%2F/g, '/').replace(/%3A/g, ':');
  const query = ['show', 'in', 'clause', 'finding', 'text']
    .filter((key) => state[key] && !(key === 'show' && state.show === usual() && !state.id))
    .map((key) => `${key}=${plain(state[key])}`).join('&');
  history.replaceState(null, '', `#${state.id}${query ? '?' + query : ''}`);
}

// MARK: Which cases are shown

const kinds = {failed: /[fem]/, passed: /p/, skipped: /s/, known: /k/};

function shows(one, wanted) {
  if (wanted === 'all') return true;
  if (wanted === 'apart') return 'apart' in one.element.dataset;
  if (kinds[wanted]) return kinds[wanted].test(one.outcomes);
  const colon = wanted.lastIndexOf(':');
  const [name, kind] = [names.indexOf(wanted.slice(0, colon)), wanted.slice(colon + 1)];
  if (kind === 'alone') {
    return [...one.outcomes].every((letter, index) => kinds.failed.test(letter) === (index === name));
  }
  return name >= 0 && kinds[kind] && kinds[kind].test(one.outcomes[name]);
}

// What a case is found by: its file, its name, and all that it opens to besides the picture.
const words = (one) => one.words ??= [one.file.dataset.path, one.file.querySelector('small').textContent]
  .concat(all('summary, h4, pre, p', one.element).map((part) => part.textContent))
  .join(' ').toLowerCase();

function filter() {
  const wanted = state.text.toLowerCase().split(/\s+/).filter((word) => word);
  const finding = state.finding && all('[data-finding]').find((one) => one.dataset.finding === state.finding);
  const explained = finding && new Set(finding.dataset.cases.split(' ').map(Number));
  const visible = new Set();
  const cited = new Set();
  let shown = 0;
  cases.forEach((one, number) => {
    const own = rowsOf.get(one.specification);
    const fits = shows(one, state.show)
      && (!state.in || state.in === one.file.dataset.path || state.in === one.specification.dataset.name)
      && (!state.clause || one.clauses.some((index) => own[index].dataset.clause === state.clause))
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
  count.value = `${shown} of ${cases.length} ${cases.length === 1 ? 'case' : 'cases'}`;
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
  read();
  text.value = state.text;
  show.value = state.show;
  place.value = state.in;
  clause.value = state.clause;
  filter();
  const one = cases[numbers.get(state.id)];
  if (one) {
    for (const part of [one.element, one.file, one.specification]) hide(part, false);
    one.details.open = true;
    one.element.scrollIntoView();
    return;
  }
  const shown = shownCases();
  if (/failed$|alone$|apart$/.test(state.show) || state.finding) {
    const failed = shown.filter((one) => kinds.failed.test(one.outcomes));
    for (const one of failed.slice(0, unfolded)) one.details.open = true;
    label();
  }
  if (!isFirst && shown.length) {
    (state.clause || state.finding ? shown[0].element : form).scrollIntoView();
  }
}

function label() {
  unfold.textContent = shownCases().some((one) => one.details.open) ? 'Fold all' : 'Unfold all';
  chosen.hidden = !state.finding;
  chosen.textContent = `× ${state.finding}`;
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
  const content = one.details.querySelector('.content');
  const {at, subject} = one.element.dataset;
  const path = one.file.dataset.path;
  const commands = names.flatMap((name, index) =>
    kinds.failed.test(one.outcomes[index]) || !kinds.failed.test(one.outcomes) ? heads[index].dataset.i : []);
  const list = element('ul', [
    element('li', ['subject ', element('code', subject ?? one.file.dataset.subject)]),
    ...one.clauses.map((index) => {
      const row = rowsOf.get(one.specification)[index];
      const [id, sentence] = [row.querySelector('code').textContent, row.querySelector('th span').textContent];
      const link = row.querySelector('td:last-child a').getAttribute('href');
      return element('li', ['clause ', element('a', id, {href: link}), sentence && `: “${sentence}”`]);
    }),
    element('li', ['run it alone ', element('code', `ConformanceRunner ${shell(`${path}:${at}`)}${commands.join('')}`,
      {class: 'command', title: 'a click selects it'}),
    ' · ', element('a', 'link to this case', {href: `#${one.element.id}`})]),
  ], {class: 'reasons'});
  content.prepend(list);
  for (const waiting of all('noscript', content)) {
    const template = document.createElement('template');
    template.innerHTML = waiting.textContent;
    const key = waiting.dataset.marks.split(' ').map((mark) => meanings[mark]).filter((one) => one);
    template.content.firstElementChild.append(...key.length ? [element('p', key.join('   '), {class: 'key'})] : []);
    waiting.replaceWith(template.content);
  }
}

const shell = (word) => (/^[\w@%+=:,.\/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

document.addEventListener('toggle', (event) => {
  const row = event.target.parentElement.parentElement;
  if (event.target.open && row?.matches('.case')) fill(cases[numbers.get(row.id)]);
}, true);

// MARK: What the reader does

document.addEventListener('click', (event) => {
  const row = event.target.closest('.case');
  if (!row || !event.target.closest('summary') || event.target.closest('.content')) return;
  state.id = cases[numbers.get(row.id)].details.open ? '' : row.id;
  write();
});

// A link to where the page is already changes no address.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) apply(false);
});

form.addEventListener('input', () => {
  Object.assign(state, {id: '', show: show.value, in: place.value, clause: clause.value, text: text.value});
  filter();
  write();
});
form.addEventListener('submit', (event) => event.preventDefault());

chosen.addEventListener('click', () => {
  Object.assign(state, {id: '', finding: ''});
  filter();
  write();
});

unfold.addEventListener('click', () => {
  const shown = shownCases();
  const opens = !shown.some((one) => one.details.open);
  for (const one of opens ? shown.slice(0, 4 * unfolded) : shown) one.details.open = opens;
  label();
});

// `/` is for the text; `n` and `p` go to the next case and the one before.
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches('input, select')) {
    if (event.key === 'Escape' && event.target === text) text.blur();
    return;
  }
  if (event.key === '/') {
    event.preventDefault();
    text.focus();
  } else if (event.key === 'n' || event.key === 'p') {
    const shown = shownCases();
    const now = shown.findIndex((one) => one.element.contains(document.activeElement));
    const next = shown[now < 0 ? 0 : now + (event.key === 'n' ? 1 : -1)];
    if (!next) return;
    next.details.querySelector('summary').focus({preventScroll: true});
    next.element.scrollIntoView();
  }
});

// MARK: The filters themselves

function choices(select, groups) {
  for (const [label, options] of groups) {
    const made = options.map(([value, words]) => element('option', words, {value}));
    select.append(...label ? [element('optgroup', made, {label})] : made);
  }
}

const several = names.length > 1;
choices(show, [
  ['', [['all', 'all cases'], ['failed', 'failed']]
    .concat(several ? [['apart', 'where implementations disagree']] : [])
    .concat([['passed', 'passed'], ['skipped', 'skipped'], ['known', 'known to fail']])],
  ...(several ? names : []).map((name) => [name, [
    [`${name}:failed`, `${name} failed`], [`${name}:alone`, `${name} failed alone`],
    [`${name}:passed`, `${name} passed`], [`${name}:skipped`, `${name} skipped`],
    [`${name}:known`, `${name} known to fail`],
  ]]),
]);
choices(place, [['', [['', 'all files']]],
  ...specifications.map((one) => [one.dataset.name, [[one.dataset.name, `all of ${one.dataset.name}`]]
    .concat(all('.file', one).map((file) => [file.dataset.path, file.dataset.path.split('/').pop()]))])]);
choices(clause, [['', [['', 'all clauses']]],
  ...specifications.map((one) => [one.dataset.name,
    rowsOf.get(one).map((row) => [row.dataset.clause, row.querySelector('code').textContent])])]);

form.hidden = false;
new ResizeObserver(() => {
  document.documentElement.style.setProperty('--bar', `${form.offsetHeight}px`);
}).observe(form);
document.documentElement.style.setProperty('--bar', `${form.offsetHeight}px`);
addEventListener('hashchange', () => apply(false));
apply(true);
