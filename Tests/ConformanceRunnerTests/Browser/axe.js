'use strict';
// What axe finds on the pages of results, wide and narrow, light and dark: the checks of PageTests.swift.

const {readFileSync} = require('node:fs');

module.exports = async (page) => {
  const axe = readFileSync(process.env.AXE, 'utf8');
  const found = {};
  for (const [name, width, colours] of [
    ['three', 1400, 'light'], ['three', 1400, 'dark'], ['three', 390, 'light'], ['many', 1400, 'light'],
  ]) {
    await page.resize(width, 900);
    await page.prefer(colours);
    await page.open(`file://${process.cwd()}/${name}.html#?show=all`);
    await page.run(axe);
    // All is opened, so that all is looked at.
    await page.click('#unfold');
    found[`${name}, ${width}, ${colours}`] = await page.evaluate(`axe.run().then(({violations}) =>
      violations.map((one) => [one.id, one.nodes[0].html, one.nodes[0].failureSummary]))`);
  }
  return found;
};
