// The script of the page: the filters, the address that holds their settings, and the content of opened cases.
'use strict';
const $ = (id) => document.getElementById(id);
const all = (selector, parent = document) => [...parent.querySelectorAll(selector)];
const form = document.querySelector('form');
const controls = all('input, select', form);
const meanings = all('.key li').map((one) => one.textContent);

// How many failed cases are unfolded at once.
const unfolded = 50;

const kinds = {failed: /[fem]/, passed: /p/, skipped: /s/, known: /k/, all: /[^n]/};

const specifications = all('section.specification').map((element) => {
  const heads = all('.heads > *', element);
  const rules = all('tr[data-clause]', element);
  const operators = [];
  for (const one of all('tr[data-operator]', element)) operators[one.dataset.n] = one.dataset.operator;
  const specification = {element, heads, rules, operators, name: element.dataset.name, names: heads.map((one) => one.textContent)};
  specification.cases = all('.case', specification.element).map((element) => {
    const outcomes = all('b', element.firstElementChild).map((one) => one.className).join('');
    const numbers = (text) => (text ? text.split(' ') : []);
    return {
      element, specification, outcomes, file: element.closest('.file'),
      rules: numbers(element.dataset.c).map((index) => specification.rules[index]),
      operators: numbers(element.dataset.o).map((index) => specification.operators[index]),
      // Equal for libraries that did the same.
      twins: element.dataset.twins?.split(' ') ?? [...outcomes],
    };
  });
  specification.usual = specification.cases.some((one) => kinds.failed.test(one.outcomes)) ? 'failed' : 'all';
  return specification;
});
const cases = specifications.flatMap((one) => one.cases);
const caseOf = new Map(cases.map((one) => [one.element, one]));
const names = [...new Set(specifications.flatMap((one) => one.names))];
const holder = (element) => specifications.find((one) => one.element.contains(element));

// The specification that is shown first: one with new failures, or the one with the most libraries.
const rank = (one) => (one.usual === 'failed' ? 1000 : 0) + one.names.length;
const home = specifications.toSorted((one, other) => rank(other) - rank(one))[0];
let current;

// MARK: The settings of the filters, and the address that holds them

// A case, and the settings of the filters: `#ID?show=failed&text=two`.
const keys = ['show', 'in', 'clause', 'operator', 'between', 'and', 'finding', 'text'];
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
  // A link to one case or one place shows all cases there.
  if (!state.show && isPlace(state)) state.show = 'all';
}

const isPlace = (set) => caseOf.has($(set.id)) || isFiltered(set);
const isFiltered = (set) => ['clause', 'operator', 'between', 'finding'].some((key) => set[key]) || /\//.test(set.in);
const shown = () => state.show || current.usual;

function write() {
  const isUsual = shown() === current.usual && !isPlace(state);
  history.replaceState(null, '', address({...state, show: isUsual ? '' : state.show}));
}

// MARK: The cases that are shown
function shows(one, wanted) {
  if (wanted === 'all') return true;
  if (wanted === 'apart') return new Set(one.twins.filter((_, index) => !'sn'.includes(one.outcomes[index]))).size > 1;
  if (kinds[wanted]) return kinds[wanted].test(one.outcomes);
  const colon = wanted.lastIndexOf(':');
  const [name, kind] = [one.specification.names.indexOf(wanted.slice(0, colon)), wanted.slice(colon + 1)];
  if (kind === 'alone') {
    return [...one.outcomes].every((letter, index) => kinds.failed.test(letter) === (index === name));
  }
  return name >= 0 && kinds[kind]?.test(one.outcomes[name]);
}

// Whether two libraries that ran a case did different things.
function differs(one, ...pair) {
  const [left, right] = pair.map((name) => one.specification.names.indexOf(name));
  return one.twins[left] !== one.twins[right] && !/[sn]/.test(one.outcomes[left] + one.outcomes[right]);
}

// A case is found by its file, its name, the ids of its rules and its subject; if no case is, by everything that it opens
// to besides the picture.
const words = (one) => one.words ??= [
  one.file.dataset.path, one.file.querySelector('small').textContent, one.element.dataset.subject ?? one.file.dataset.subject,
  one.element.firstElementChild.textContent, ...one.rules.map((row) => row.dataset.clause),
].join(' ').toLowerCase();
const allWords = (one) => one.allWords ??= [
  words(one), ...one.rules.map((row) => row.firstElementChild.textContent),
  ...all('h4, p, pre:not(.picture)', one.element).map((part) => part.textContent),
].join(' ').toLowerCase();

const findingOf = (set) => all('[data-finding]').find((one) => one.dataset.finding === set.finding);

// Whether a case fits the settings of the filters.
function fitting(set) {
  const wanted = set.text.toLowerCase().split(/\s+/).filter((word) => word);
  const text = cases.some((one) => wanted.every((word) => words(one).includes(word))) ? words : allWords;
  const explained = set.finding && new Set(findingOf(set)?.dataset.cases.split(' '));
  return (one) => shows(one, set.show || one.specification.usual)
    && (!set.in || set.in === one.file.dataset.path || set.in === one.specification.name)
    && (!set.clause || one.rules.some((row) => row.dataset.clause === set.clause))
    && (!set.operator || one.operators.includes(set.operator))
    && (!set.between || !set.and || differs(one, set.between, set.and))
    && (!explained || explained.has(one.element.id))
    && wanted.every((word) => text(one).includes(word));
}

// The specification that the address names, or else one with a case that fits.
function chosen() {
  const named = holder($(state.id)) ?? specifications.find((one) => one.name === state.in)
    ?? caseOf.get(all('.case').find((one) => one.closest('.file').dataset.path === state.in))?.specification
    ?? holder(findingOf(state));
  if (named || specifications.length === 1) return named ?? home;
  const fits = fitting(state);
  return home.cases.some(fits) ? home : cases.find(fits)?.specification ?? home;
}

// Shows one specification, with the filters above its cases.
function choose() {
  const next = chosen();
  if (next === current) return;
  current = next;
  for (const one of specifications) one.element.hidden = one !== current;
  for (const one of all('nav a')) one.ariaCurrent = one.dataset.in === current.name ? 'page' : null;
  const focused = document.activeElement;
  current.element.querySelector('.title').after($('bar'));
  $('bar').hidden = false;
  if (form.contains(focused)) focused.focus();
  $('pair').hidden = current.names.length < 2;
  const own = new Set([current.name, ...current.names, '']);
  for (const one of all('optgroup, #pair option', form)) one.hidden = !own.has(one.label === '…' ? '' : one.label);
}

function filter() {
  choose();
  const fits = fitting(state);
  const visible = new Set();
  for (const one of current.cases) {
    hide(one.element, !fits(one));
    if (!one.element.hasAttribute('hidden')) visible.add(one.file);
  }
  const count = shownCases().length;
  for (const one of all('.file', current.element)) hide(one, !visible.has(one));
  $('count').value = `${count} of ${current.cases.length} ${current.cases.length === 1 ? 'case' : 'cases'}`;
  explainNothing(count);
  label();
  for (const one of controls) one.value = one.id === 'show' ? shown() : state[one.id];
  if (!$('in').value && specifications.length > 1) $('in').value = current.name;
}

// Says that no case is shown, and how many others would be; with a text in the search, also how many others match.
function explainNothing(count) {
  const nothing = current.element.querySelector('.nothing');
  const others = count && !state.text ? []
    : current.cases.filter(fitting({...state, show: 'all'})).filter(({element}) => element.hasAttribute('hidden'));
  nothing.hidden = count > 0 && others.length === 0;
  if (nothing.hidden) return;
  const isOne = others.length === 1;
  const what = {failed: 'failed ', passed: 'passing ', skipped: 'skipped ', known: 'known '}[shown().split(':').pop()] ?? '';
  const [matches, match] = state.text ? [`matches “${state.text}”`, isOne ? 'does' : 'do'] : ['is here', isOne ? 'is' : 'are'];
  const cases = isOne ? 'case' : 'cases';
  const passing = others.every((one) => /^[pn]+$/.test(one.outcomes)) ? `${cases} that ${isOne ? 'passes' : 'pass'}` : `other ${cases}`;
  const showAll = button(isOne ? 'Show it' : 'Show them', () => set({show: 'all'}));
  nothing.replaceChildren(count ? '' : `No ${what}case ${matches}. `, ...others.length
    ? [`${others.length} ${passing} ${count ? `${isOne ? 'matches' : 'match'}, too` : match}. `, showAll] : []);
}

// The browser's own search still finds hidden cases, and shows them again.
function hide(element, isHidden) {
  if (isHidden === element.hasAttribute('hidden')) return;
  if (isHidden) element.setAttribute('hidden', 'until-found');
  else element.removeAttribute('hidden');
}

const shownCases = () => current.cases.filter((one) => !one.element.hasAttribute('hidden'));

function set(changes) {
  Object.assign(state, changes);
  filter();
  write();
}

const isSticky = () => getComputedStyle($('bar')).position === 'sticky';

// Keeps the height of what stays in sight, below which everything is scrolled to.
function measure() {
  document.documentElement.style.setProperty('--bar', `${isSticky() ? $('bar').offsetHeight : 0}px`);
}

function apply(isFirst) {
  readAddress();
  filter();
  measure();
  const target = $(state.id);
  const own = caseOf.get(target);
  if (own) for (const part of [own.element, own.file]) hide(part, false);
  if (target?.tagName === 'DETAILS') target.open = true;
  if (target) return target.scrollIntoView();
  const cases = shownCases();
  const failed = cases.filter((one) => kinds.failed.test(one.outcomes));
  const unfolds = /failed$|alone$|apart$/.test(shown()) || state.finding || state.and;
  if (unfolds) for (const one of failed.slice(0, unfolded)) one.element.open = true;
  label();
  for (const one of cases) if (one.element.open) arrange(one);
  if (isFiltered(state) || state.text || !isFirst && state.show) (cases[0]?.file ?? $('bar')).scrollIntoView();
}

function label() {
  $('unfold').textContent = shownCases().some((one) => one.element.open) ? 'Fold all' : 'Unfold all';
  $('chosen').hidden = !state.finding;
  const words = findingOf(state)?.closest('li, tr').querySelector('span, th').childNodes ?? [];
  $('chosen').textContent = ['× ', ...[...words].filter((one) => !/SMALL|DETAILS/.test(one.tagName)).map((one) => one.textContent)].join('');
}

// MARK: The content of a case

function element(name, content, attributes = {}) {
  const made = document.createElement(name);
  made.append(...[content].flat());
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function button(words, act) {
  const made = element('button', words, {type: 'button'});
  made.addEventListener('click', act);
  return made;
}

function copying(words, text) {
  return button(words, async ({target}) => {
    await navigator.clipboard.writeText(text());
    target.textContent = 'Copied';
    setTimeout(() => { target.textContent = words; }, 2000);
  });
}

function fill(one) {
  if (one.isFilled) return;
  one.isFilled = true;
  const {at, subject} = one.element.dataset;
  const isFailure = kinds.failed.test(one.outcomes);
  const options = one.specification.heads.map((head, index) =>
    (!isFailure || kinds.failed.test(one.outcomes[index]) ? head.dataset.i : ''));
  const command = `ConformanceRunner ${shell(`${one.file.dataset.path}:${at}`)}${options.join('')}`;
  const written = one.element.querySelector('.written pre');
  const yaml = () => written.textContent.replace(/^ *\d* │ ?/gm, '').trimEnd() + '\n';
  one.reasons = element('ul', [
    element('li', ['subject ', element('code', subject ?? one.file.dataset.subject)]),
    ...one.rules.map((row) => {
      const [id, sentence] = [row.querySelector('code').textContent, row.querySelector('th span').textContent];
      const href = address({show: 'all', clause: row.dataset.clause});
      return element('li', ['rule ', element('a', id, {href}), sentence && `: ${sentence}`]);
    }),
    element('li', ['run it alone ', element('code', command, {class: 'command', title: 'a click selects it'})]),
    element('li', [copying('Copy command', () => command),
      copying('Copy link', () => `${location.href.split('#')[0]}#${one.element.id}`),
      ...written ? [copying('Copy YAML', yaml)] : [],
      element('a', 'link to this case', {href: `#${one.element.id}`})], {class: 'copy'}),
  ], {class: 'reasons'});
  one.element.firstElementChild.after(one.reasons);
  for (const picture of all('.picture', one.element)) show(picture, one.element.firstElementChild.textContent);
}

// If the filters name a library, its own results come first.
function arrange(one) {
  const head = one.specification.heads.find((head) => shown().replace(/:[^:]*$/, '') === head.textContent);
  const own = head && all('[data-n]', one.element).find((part) => part.dataset.n.split(' ').includes(head.dataset.n));
  if (own) (one.reasons ?? one.element.firstElementChild).after(own);
}

const shell = (word) => (/^[\w@%+=:,.\/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

document.addEventListener('toggle', (event) => {
  const one = caseOf.get(event.target);
  if (!one?.element.open) return;
  fill(one);
  arrange(one);
}, true);

// MARK: Pictures

// Shows a picture as it was drawn, with the meanings of its marks. Live parts stand between soft hyphens; each mark is
// as wide as its column in any font, and covers the line.
function show(picture, name) {
  const key = meanings.filter((one) => one.match(/[^ -~]|[=|!]/g).some((mark) => picture.textContent.includes(mark)));
  picture.after(element('div', key.join('   '), {class: 'notes'}));
  const ruled = picture.innerHTML.replace(/^[^\n]*/, (line) => line.replace(/\t(?=[^\t])/g, '\t<u></u>'));
  picture.innerHTML = ruled.replace(/\xad([^\xad]*)\xad/g, '<s>$1</s>')
    .replace(/<[^>]*>|([\u2190-\u21ff\u2500-\u25ff])|[^ \t\n<\u2190-\u21ff\u2500-\u25ff]+/g, (part, mark) => {
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

// MARK: Clicks and keys

document.addEventListener('click', (event) => {
  const one = caseOf.get(event.target.closest('summary')?.parentElement);
  if (one) {
    state.id = one.element.open ? '' : one.element.id;
    write();
  }
  // A link to where the page is already changes no address.
  const link = event.target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) apply(false);
});

// Brings the cases into sight, below the filters.
const reveal = () => current.element.querySelector('.columns').scrollIntoView();

form.addEventListener('input', ({target}) => {
  const changed = {...state, id: '', [target.id]: target.value};
  // Whoever looks at a rule, an operator or a file wants all that is there, as with such an address.
  if (target.id !== 'show' && !state.show && isPlace(changed)) changed.show = 'all';
  set(changed);
  if (isSticky()) reveal();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  reveal();
});

$('chosen').addEventListener('click', () => set({id: '', finding: ''}));

$('unfold').addEventListener('click', () => {
  const shown = shownCases();
  const opens = !shown.some((one) => one.element.open);
  for (const one of opens ? shown.slice(0, 4 * unfolded) : shown) one.element.open = opens;
  label();
});

// `/` is for the text; `n` and `p` go to the next case and the one before.
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches('input, select, textarea')) {
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

// MARK: The filters, and the links to their settings

function choices(select, ...groups) {
  for (const [label, options] of groups) {
    const made = options.map(([value, words]) => element('option', words, {value}));
    select.append(...label ? [element('optgroup', made, {label})] : made);
  }
}

const outcomes = [['failed', 'failed'], ['passed', 'passed'], ['skipped', 'not offered'], ['known', 'known to fail']];
const several = names.length > 1;
const own = [['all', 'all that ran'], ['alone', 'failed alone'], ...outcomes];
choices($('show'), ['', [['all', 'all cases'], ...several ? [['apart', 'where libraries differ']] : [], ...outcomes]],
  ...(several ? names : []).map((name) => [name, own.map(([kind, words]) => [`${name}:${kind}`, `${name} ${words}`])]));
choices($('in'), ...specifications.length > 1 ? [] : [['', [['', 'all files']]]],
  ...specifications.map((one) => [one.name, [[one.name, `all of ${one.name}`]]
    .concat(all('.file', one.element).map((file) => [file.dataset.path, file.dataset.path.split('/').pop()]))]));
choices($('clause'), ['', [['', 'all rules']]], ...specifications.map((one) => [one.name,
  one.rules.map((row) => [row.dataset.clause, row.querySelector('code').textContent])]));
choices($('operator'), ['', [['', 'all operators']]], ...specifications.map((one) => [one.name,
  [...one.operators].sort().map((name) => [name, name])]));
for (const id of ['between', 'and']) choices($(id), ['', [['', '…'], ...names.map((name) => [name, name])]]);

// Marks lead to the cases that they count: the failed ones, or all of the library.
function lead(marks, {names}, set) {
  marks.forEach((mark, index) => {
    if (mark.tagName !== 'A') return;
    const kind = {f: 'failed', k: 'known'}[mark.className] ?? 'all';
    const isOwn = names.length > 1 && (kind !== 'all' || set.operator);
    mark.href = address({...set, show: isOwn ? `${names[index]}:${kind}` : kind});
    mark.setAttribute('aria-label', mark.title);
  });
}
for (const one of specifications) {
  const whole = specifications.length > 1 ? one.name : '';
  for (const file of all('.file', one.element)) lead(all('.marks > *', file), one, {in: file.dataset.path});
  for (const row of all('tr[data-clause], tr[data-operator]', one.element)) {
    const {clause, operator} = row.dataset;
    lead(all('td > :is(a, span)', row), one, {in: whole, clause, operator});
    for (const link of all('a:not([href])', row)) link.href = address({show: 'all', in: whole, clause});
  }
  for (const link of all('[data-show], [data-finding]', one.element)) {
    const {show, finding} = link.dataset;
    link.href = address({show: one.names.length > 1 ? show : show?.split(':').pop(), in: whole, finding});
  }
}
for (const link of all('nav a')) link.href = address({in: link.dataset.in});

// A screen reader reads the library's name after each mark.
const sheet = new CSSStyleSheet();
for (const {element, names} of specifications.filter((one) => one.names.length > 1)) {
  names.forEach((name, index) => sheet.insertRule(
    `#${element.id} .case > summary b:nth-of-type(${index + 1})::after { content: "" / ${JSON.stringify(` with ${name}.`)} }`));
}
document.adoptedStyleSheets = [sheet];

if (matchMedia('(max-width: 700px)').matches) for (const one of all('.matrix')) one.open = false;
new ResizeObserver(measure).observe($('bar'));
if (home) {
  addEventListener('hashchange', () => apply(false));
  apply(true);
}
