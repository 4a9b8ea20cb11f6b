// What every page of results has: its looks, and what it does.

enum HTMLPage {
  /// The SHA-256 of the script, which the page's policy names. A test holds it to the script.
  static let scriptHash = "sha256-dhKeHO0XwYCBxqBgYjDQv0/u9VsT8H+WC1XF/BL05xc="

  static let script = """
    'use strict';
    const cases = [...document.querySelectorAll('details.case')];
    const files = [...document.querySelectorAll('section.file')];
    const [form, text, outcome, clause, count] = ['filter', 'text', 'outcome', 'clause', 'count']
      .map((id) => document.getElementById(id));

    // What a case opens to is text until then: a page of very many pictures would be slow.
    function fill(details) {
      const content = details.querySelector('noscript');
      if (!content) return;
      const template = document.createElement('template');
      template.innerHTML = content.textContent;
      content.replaceWith(template.content);
    }

    const words = cases.map((one) =>
      `${one.parentElement.dataset.path} › ${one.querySelector('.name').textContent}`.toLowerCase());

    function filter() {
      const wanted = text.value.toLowerCase();
      const outcomes = outcome.value.split(' ');
      let shown = 0;
      cases.forEach((one, index) => {
        const fits = words[index].includes(wanted)
          && (!outcome.value || one.dataset.outcomes.split(' ').some((o) => outcomes.includes(o)))
          && (!clause.value || one.dataset.clauses.split('\\n').includes(clause.value));
        one.hidden = !fits;
        if (fits) shown += 1;
      });
      for (const file of files) {
        file.hidden = shown < cases.length && !file.querySelector('details.case:not([hidden])');
      }
      count.value = `${shown} of ${cases.length} ${cases.length === 1 ? 'case' : 'cases'}`;
    }

    document.addEventListener('toggle', (event) => {
      if (event.target.open && event.target.matches('details.case')) fill(event.target);
    }, true);
    document.addEventListener('click', (event) => {
      const button = event.target.closest('button[data-clause]');
      if (!button) return;
      clause.value = button.dataset.clause;
      filter();
      clause.focus();
    });
    form.addEventListener('input', filter);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.hidden = false;
    filter();
    const named = document.getElementById(location.hash.slice(1));
    if (named && named.matches('details.case')) named.open = true;
    """

  static let styleSheet = """
    :root { --ink: #1d2330; --paper: #ffffff; --faint: #5b6472; --line: #d5d9e0; --back: #f4f6f9;
      --good: #1a7f37; --bad: #c11f2a; --care: #8a5a00 }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e6e9f0; --paper: #14171f; --faint: #a0a9b8; --line: #343b49; --back: #1c212c;
        --good: #56d364; --bad: #ff8a82; --care: #e3b341 }
    }
    * { box-sizing: border-box }
    body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; color: var(--ink);
      background: var(--paper); font: 15px/1.5 system-ui, sans-serif }
    h1 { margin: 0; font-size: 1.5rem } h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem }
    h3 { margin: 1.5rem 0 .25rem; font: 600 .9rem ui-monospace, monospace }
    h3 small { color: var(--faint); font-weight: normal } h4 { margin: 1rem 0 .25rem }
    table { border-collapse: collapse; margin: .5rem 0 } th { text-align: left }
    th, td { padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
    td:not(:first-child) { font-variant-numeric: tabular-nums }
    form { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem;
      padding: .75rem 0; background: var(--paper) }
    form[hidden] { display: none }
    input, select, button { font: inherit; color: inherit; background: var(--back);
      border: 1px solid var(--line); border-radius: 4px; padding: .1rem .4rem }
    output { color: var(--faint); align-self: center }
    :focus-visible { outline: 2px solid #4493f8; outline-offset: 1px }
    details.case { border-bottom: 1px solid var(--line); content-visibility: auto;
      contain-intrinsic-size: auto 2rem }
    details.case[open] { content-visibility: visible }
    summary { padding: .2rem 0; cursor: pointer } summary:hover { background: var(--back) }
    details.clauses summary { color: var(--faint) }
    .mark { display: inline-block; min-width: 1.6rem; text-align: center; font-weight: 700 }
    .name { margin-left: .5rem; overflow-wrap: anywhere }
    .passed { color: var(--good) } .failed, .erred, .mended { color: var(--bad) }
    .skipped, .known { color: var(--care) }
    .content { padding: 0 0 1rem 2.1rem } .place, .reasons { color: var(--faint); margin: 0 }
    .reasons { padding-left: 1.1rem }
    pre { margin: .5rem 0; padding: .6rem .8rem; overflow-x: auto; background: var(--back);
      border-radius: 4px; font: 13px/1.45 ui-monospace, monospace }
    pre.problem { color: var(--bad) }
    .picture { overflow-x: auto }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap }
    """
}
