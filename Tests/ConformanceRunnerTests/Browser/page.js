'use strict';
// What a person does with the pages of results, and what they see then: the checks of PageTests.swift.

module.exports = async (page) => {
  const folder = process.cwd();
  const seen = {};
  const count = () => page.evaluate("document.getElementById('count').value");
  const address = () => page.evaluate('decodeURIComponent(location.hash)');
  const open = (name, hash = '') => page.open(`file://${folder}/${name}.html${hash}`);
  // Where the page is there already, nothing changes.
  const go = (hash) => page.evaluate(`new Promise((done) => {
    if (location.hash === ${JSON.stringify(hash)}) return done();
    addEventListener('hashchange', () => setTimeout(done), {once: true});
    location.hash = ${JSON.stringify(hash)};
  })`);
  const set = (id, value) => page.evaluate(`(() => {
    const one = document.getElementById('${id}');
    one.value = ${JSON.stringify(value)};
    one.dispatchEvent(new Event('input', {bubbles: true}));
  })()`);
  const shown = (rest) => page.evaluate(`[...document.querySelectorAll('.case:not([hidden])')]${rest}`);

  await page.resize(1400, 900);
  await open('three');
  seen['opens on the failures'] = await count();
  seen['which are unfolded'] = await shown(".every((one) => one.open)");
  seen['with a picture and its key'] = await page.evaluate(
    "[document.querySelectorAll('.case[open] .picture').length, document.querySelector('.picture + .notes').textContent]");
  seen['what is expected is drawn above what came'] = await page.evaluate(
    "document.querySelector('.case[open] .picture').textContent.replace(/\\xa0/g, ' ')");
  seen['a line goes from mark to mark'] = await page.evaluate(
    "[...document.querySelectorAll('.case[open] .picture s')].slice(0, 2).map((one) => one.textContent)");
  seen['marks stand below each other'] = await page.evaluate(`(() => {
    const left = (text) => [...document.querySelectorAll('.case[open] .picture [style]')]
      .find((one) => one.textContent === text).getBoundingClientRect().left;
    return Math.round(left('◌')) === Math.round(left('▲'));
  })()`);
  seen['what differs is tinted'] = await page.evaluate(
    "getComputedStyle(document.querySelector('.case[open] .picture b'), '::before').opacity > 0");
  seen['a picture is heard as one'] = (await page.heard('image')).slice(0, 1);
  seen['the failing implementation first'] = await shown("[0].querySelector('h4').textContent");
  seen['a difference has the lines that it names'] = await shown(
    "[0].querySelector('pre').textContent.split('\\n').filter((line) => /step|that fired|│/.test(line))");
  seen['the command that runs a case alone'] = await shown("[0].querySelector('.command').textContent");
  seen['shows all'] = (await go('#?show=all'), await count());
  for (const outcomes of ['apart', 'wrong:failed', 'wrong:alone', 'worse:alone', 'wrong:passed']) {
    await set('show', outcomes);
    seen[`shows ${outcomes}`] = [await count(), await address()];
  }
  await go('#?show=all');
  for (const pair of [['swift', 'wrong'], ['swift', 'worse'], ['wrong', 'worse'], ['swift', 'swift']]) {
    await set('between', pair[0]);
    await set('and', pair[1]);
    seen[`differs between ${pair.join(' and ')}`] = [await count(), await address()];
  }
  await go('#?show=all');
  await set('text', 'never CAME 0.5');
  seen['text finds differences'] = await count();
  await set('text', '');

  await page.click('.libraries .f');
  seen['a count filters'] = [await count(), await address()];
  await page.evaluate("new Promise((done) => { addEventListener('hashchange', () => setTimeout(done), {once: true}); history.back(); })");
  seen['which can be undone'] = await address();
  await page.resize(1400, 300);
  await go('#?show=all');
  await page.click('.rules > summary');
  await page.click('.rules td .f');
  seen['a rule shows its cases'] = [await count(), await address()];
  seen['scrolled to'] = await shown(`[0].closest('.file').getBoundingClientRect().top
    - document.querySelector('.columns').getBoundingClientRect().bottom < 30`);
  seen['below the bar, which stays'] = await page.evaluate(`document.getElementById('bar').getBoundingClientRect().top`);

  await page.resize(1400, 900);
  await page.click('.matrix tr[data-operator="_remember"] td:nth-of-type(2) a');
  seen['an operator shows its cases'] = [await count(), await address()];
  await page.click('.findings li a.f');
  seen['a fault shows its cases'] = [await count(), await address()];
  seen['and says which it is'] = await page.evaluate("document.getElementById('chosen').textContent");
  await go('#?show=worse:all&in=f/x.yaml');
  await page.evaluate("document.getElementById('unfold').click()");
  seen['the results of the library that is shown come first'] = await shown("[3].querySelector('h4').textContent");
  await go('#');
  await set('text', 'whoever looks');
  seen['nothing that fails matches'] = await page.evaluate("document.querySelector('.nothing').textContent");
  await set('text', 'late observer receives the last value');
  await set('show', 'known');
  await page.click('.nothing button');
  seen['what the rules say is found'] = [await count(), await address()];
  await set('text', '');
  await page.evaluate(`(() => {
    navigator.clipboard.writeText = async (text) => { document.body.dataset.copied = text; };
    document.querySelectorAll('.case')[1].open = true;
  })()`);
  await page.click('.case[open] .copy');
  for (const what of ['YAML', 'link']) {
    await page.evaluate(`[...document.querySelectorAll('.case[open] button')].find((one) => one.textContent.includes('${what}')).click()`);
    seen[`${what} is copied`] = await page.evaluate("document.body.dataset.copied.split('/').pop()");
  }
  await open('three', '#?show=all');
  await page.press('n');
  await page.press('n');
  await page.press('p');
  seen['n and p go through the cases'] = await page.evaluate('document.activeElement.textContent');
  await page.press('Enter');
  const link = await address();
  seen['Enter opens one, and the address has it'] = link;
  await page.press('/');
  await page.press('x');
  seen['/ is for the text'] = await page.evaluate("document.getElementById('text').value");
  await open('more', link);
  seen['a link stays where cases are added'] = await page.evaluate(
    "[...document.querySelectorAll('.case')].filter((one) => one.open).map((one) => one.querySelector('summary').textContent)");
  await open('three', '#?text=' + encodeURIComponent('cached value'));
  seen['the address has the text'] = await page.evaluate("document.getElementById('text').value");

  // The search of the browser opens what it finds, as a text in the address does.
  await open('three', '#:~:text=' + encodeURIComponent('whoever looks for it'));
  seen['what is filtered out is found'] = await shown(
    ".some((one) => one.open && one.textContent.includes('whoever looks for it'))");

  for (const name of ['many', 'three']) {
    await open(name);
    for (const width of [320, 400, 1400]) {
      await page.resize(width, 900);
      await page.evaluate('document.body.scrollIntoView(false)');
      (seen[`${name} has the heads in sight`] ??= []).push(await page.evaluate(
        "document.querySelector('.heads').getBoundingClientRect().top >= 0"));
      (seen[`${name} is as wide as the window`] ??= []).push(await page.evaluate(
        'document.documentElement.scrollWidth <= document.documentElement.clientWidth'));
    }
  }
  await page.resize(1400, 900);
  seen['a case is heard'] = (await page.heard('DisclosureTriangle')).filter((one) => one.includes('swift'));
  seen['a count is heard'] = (await page.heard('link')).filter((one) => one.startsWith('wrong'));

  await open('several');
  const chosen = () => page.evaluate("[...document.querySelectorAll('.specification')].filter((one) => one.checkVisibility()).map((one) => one.dataset.name)");
  seen['one specification is shown'] = await chosen();
  await page.click('nav li:nth-child(2) a');
  seen['or another'] = [await chosen(), await address(), await count()];
  seen['with its libraries'] = await page.evaluate("document.querySelector('.specification:not([hidden]) .heads').textContent");
  await go('#?text=swirl');
  seen['a text is found in any'] = [await chosen(), await count()];

  await open('hostile');
  seen['hostile'] = await page.evaluate(`[document.title, document.scripts.length,
    document.images.length, document.querySelectorAll('.picture b').length > 0]`);

  // Nothing is drawn before it is opened, and Tab needs no layout of what is closed: with
  // `content-visibility: auto`, its first press would take longer than the browser may.
  await open('three', '#?show=all');
  seen['a case has at most 24 elements'] = await shown(".every((one) => one.querySelectorAll('*').length <= 24)");
  await open('large', '#?show=all');
  seen['10,000 cases'] = await count();
  seen['of 4 elements each'] = await page.evaluate("document.querySelectorAll('main *').length < 40_200");
  await page.press('Tab');
  seen['Tab comes to the search'] = await page.evaluate('document.activeElement.id');

  await page.runScripts(false);
  await open('three');
  seen['without scripts, a picture is text'] = await page.evaluate("document.querySelector('.picture').textContent.replace(/\\xad/g, '').replace(/\\xa0/g, ' ')");
  seen['and a difference says its step'] = await page.evaluate(
    "document.querySelector('.case h4 + pre').textContent.split('\\n')[0]");
  seen['and the heads are in sight'] = await page.evaluate(
    "[document.querySelector('.heads').innerText, document.querySelector('form').checkVisibility()]");
  return seen;
};
