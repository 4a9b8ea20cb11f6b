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
    "document.querySelector('.case[open] .picture').textContent");
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
    "[0].querySelector(':scope > pre').textContent.split('\\n').filter((line) => /step|that fired|│/.test(line))");
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

  await page.click('h2 .marks .f');
  seen['a count filters'] = [await count(), await address()];
  await page.evaluate("new Promise((done) => { addEventListener('hashchange', () => setTimeout(done), {once: true}); history.back(); })");
  seen['which can be undone'] = await address();
  await page.resize(1400, 300);
  await go('#?show=all');
  await page.click('.clauses td .f');
  seen['a clause shows its cases'] = [await count(), await address()];
  seen['scrolled to'] = await shown(`[0].getBoundingClientRect().top
    - document.getElementById('bar').getBoundingClientRect().bottom < 30`);
  seen['below the bar, which stays'] = await page.evaluate(`document.getElementById('bar').getBoundingClientRect().top`);

  await page.resize(1400, 900);
  await go('#?show=all');
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
        "document.getElementById('heads').getBoundingClientRect().top >= 0"));
      (seen[`${name} is as wide as the window`] ??= []).push(await page.evaluate(
        'document.documentElement.scrollWidth <= document.documentElement.clientWidth'));
    }
  }
  await page.resize(1400, 900);
  seen['a case is heard'] = (await page.heard('DisclosureTriangle')).filter((one) => one.includes('swift'));
  seen['a count is heard'] = (await page.heard('link')).filter((one) => one.startsWith('wrong'));

  await open('hostile');
  seen['hostile'] = await page.evaluate(`[document.title, document.scripts.length,
    document.images.length, document.querySelectorAll('.picture b').length > 0]`);

  // Nothing is drawn before it is opened, and Tab needs no layout of what is closed: with
  // `content-visibility: auto`, its first press would take longer than the browser may.
  await open('three', '#?show=all');
  seen['a case has at most 20 elements'] = await shown(".every((one) => one.querySelectorAll('*').length <= 20)");
  await open('large', '#?show=all');
  seen['10,000 cases'] = await count();
  seen['of 4 elements each'] = await page.evaluate("document.querySelectorAll('main *').length < 40_100");
  await page.press('Tab');
  seen['Tab'] = await page.evaluate('document.activeElement.textContent');

  await page.runScripts(false);
  await open('three');
  seen['without scripts, a picture is text'] = await page.evaluate("document.querySelector('.picture').textContent.replaceAll('\\xad', '')");
  seen['and a difference says its step'] = await page.evaluate(
    "document.querySelector('.case > h4 + pre').textContent.split('\\n')[0]");
  seen['and the heads are in sight'] = await page.evaluate(
    "[document.getElementById('heads').innerText, document.querySelector('form').checkVisibility()]");
  return seen;
};
