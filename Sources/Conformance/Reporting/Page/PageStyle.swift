// What the page looks like.

enum PageStyle {
  static let sheet = #"""
    :root { --ink: #1d2330; --paper: #ffffff; --faint: #596170; --line: #dde1e7; --edge: #7b8392;
      --back: #f4f6f9; --link: #0b57d0; --good: #1a7f37; --bad: #c11f2a; --care: #8a5a00;
      --marks-width: calc(var(--marks) * var(--column)) }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e6e9f0; --paper: #14171f; --faint: #a0a9b8; --line: #2c3340; --edge: #7d8799;
        --back: #1c212c; --link: #8ab4ff; --good: #56d364; --bad: #ff8a82; --care: #e3b341 }
    }
    * { box-sizing: border-box }
    html { scroll-padding-top: calc(var(--bar, 0px) + .5rem); color: var(--ink); background: var(--paper) }
    body { margin: 0 auto; padding: 1.5rem; max-width: 78rem; font: 15px/1.5 system-ui, sans-serif;
      overflow-wrap: anywhere }
    h1 { margin: 0; font-size: 1.6rem; line-height: 1.25 } header p { margin: .25rem 0 }
    h2 { margin: 2.25rem 0 .5rem; font-size: 1.3rem; line-height: 1.3 }
    h3 { margin: 1.25rem 0 .25rem; font-size: .95rem; line-height: 1.5 } h4 { margin: 1rem 0 .25rem }
    h3 .name { font-family: ui-monospace, monospace }
    small { color: var(--faint); font-size: .875em; font-weight: normal }
    a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em }
    code, pre { font: 13px/1.45 ui-monospace, monospace }
    .p { color: var(--good) } .f, .e, .m { color: var(--bad) } .s, .k { color: var(--care) }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap }
    [hidden="until-found"], .case[hidden] { margin: 0; border: 0; padding: 0; content-visibility: hidden;
      contain-intrinsic-size: 0 0 }
    :focus-visible { outline: 2px solid #4493f8; outline-offset: 1px; border-radius: 2px }

    table { border-collapse: collapse } th { text-align: left }
    .wide { overflow-x: auto; margin: .75rem 0 }
    .implementations th, .implementations td { padding: .25rem 1.25rem .25rem 0;
      border-bottom: 1px solid var(--line); white-space: nowrap; font-variant-numeric: tabular-nums }
    .implementations tbody th { font-weight: 600 }
    .origins { color: var(--faint); margin: .5rem 0 }

    .findings ul { margin: .25rem 0; padding: 0; list-style: none } .findings h2 { margin-top: 1.25rem }
    .findings li { display: flex; gap: .75rem; padding: .3rem 0; border-bottom: 1px solid var(--line) }
    .findings li a { flex: none; width: 6.5rem; font-weight: 600; font-variant-numeric: tabular-nums }
    .findings p { margin: .35rem 0; color: var(--faint) } em { font-style: normal; font-weight: 600 }

    form { position: sticky; top: 0; z-index: 2; margin: .75rem -.5rem 0; padding: .5rem .5rem 0;
      background: var(--paper); border-bottom: 1px solid var(--edge) }
    form[hidden] { display: none }
    #controls { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center }
    #controls label { display: flex; gap: .4rem; align-items: center; min-width: 0 }
    #controls .text { flex: 1 1 12rem } #text { flex: 1; min-width: 0; width: 100% }
    input, select, button { font: inherit; font-size: 14px; color: inherit; background: var(--paper);
      border: 1px solid var(--edge); border-radius: 5px; padding: .15rem .45rem; height: 1.9rem }
    select { max-width: 13rem } button { cursor: pointer } button:hover { background: var(--back) }
    #columns { display: flex; align-items: flex-end; padding: .4rem 0 .1rem } #heads { display: flex; align-items: flex-end }
    #count { color: var(--faint); margin-left: auto; padding-left: .5rem; text-align: right }
    #heads span { width: var(--column); flex: none; text-align: center; font-size: .8rem;
      font-weight: 600; line-height: 1.5; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
    .upright #heads span { writing-mode: sideways-lr; text-align: start; max-height: 9rem;
      line-height: var(--column); padding-inline: .2rem }
    .alone #heads { display: none }

    h2, h3 { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: .6rem }
    .marks { flex: none; display: flex } h2 .marks { font-size: 1rem }
    .marks > *, .case > b { width: var(--column); font-size: 15px; text-align: center; flex: none }
    .marks a, .clauses td a { text-decoration: none; font-weight: 700 }
    .marks a:hover, .clauses a:hover { text-decoration: underline }
    .clauses { width: 100%; margin: .25rem 0 .75rem; table-layout: auto }
    .clauses caption { text-align: left; color: var(--faint); padding: .1rem 0 }
    .clauses td { width: var(--column); min-width: var(--column); padding: .2rem 0; text-align: center;
      vertical-align: top; border-bottom: 1px solid var(--line); font-size: 15px }
    .clauses th { font-weight: normal; padding: .2rem 0 .2rem .6rem; border-bottom: 1px solid var(--line) }
    .clauses th span { color: var(--faint) } .clauses code { font-weight: 600 }
    .clauses td:last-child { width: 6.5rem; min-width: 4.5rem; text-align: right; font-size: 13px;
      color: var(--faint); padding-left: .5rem; line-height: 1.7 }
    .clauses td:last-child a { font-weight: normal; color: var(--link) }

    .case:not([hidden]) { content-visibility: auto; contain-intrinsic-size: auto 2rem }
    .case { position: relative; border-bottom: 1px solid var(--line); padding: .1rem 0 }
    .case:not([hidden]):has(> div > details[open]) { content-visibility: visible }
    .case > b { float: left; pointer-events: none; line-height: 1.5; padding: .15rem 0 }
    summary { cursor: pointer } .case summary:hover { background: var(--back) }
    .case > div > details > summary { list-style: none; padding: .15rem .25rem .15rem
      calc(var(--marks-width) + 1.6rem); text-indent: -1rem }
    .case > div > details > summary::-webkit-details-marker { display: none }
    .case > div > details > summary::before { content: "▸" / ""; display: inline-block; width: 1rem;
      text-indent: 0; color: var(--faint) }
    .case > div > details[open] > summary::before { content: "▾" / "" }
    .case > div > details[open] > summary { font-weight: 600 }
    .content { clear: left; padding: .1rem 0 1rem; margin-left: calc(var(--marks-width) + .6rem) }
    .reasons { margin: .25rem 0 .5rem; padding: 0; list-style: none; color: var(--faint) }
    .reasons code { color: var(--ink) } .command { user-select: all }
    pre { margin: .4rem 0; padding: .5rem .75rem; overflow-x: auto; background: var(--back);
      border-radius: 5px; overflow-wrap: normal }
    pre.problem { color: var(--bad) } .missing { color: var(--good) } .extra { color: var(--bad) }
    .picture { overflow-x: auto; margin: .25rem 0 } .picture svg { display: block }
    .key { margin: .1rem 0; color: var(--faint); font-size: 13px; white-space: pre-wrap }
    .written > summary { color: var(--faint) }
    main { min-height: 100vh } #nothing { color: var(--faint) }

    @media (max-width: 700px) {
      body { padding: .75rem } h1 { font-size: 1.3rem }
      :root { --column: min(3.1rem, calc(40vw / var(--marks))) }
      #heads span { font-size: .7rem }
      .long #heads span { writing-mode: sideways-lr; text-align: start; max-height: 7rem; padding-inline: .2rem;
        line-height: var(--column) }
      #controls { gap: .35rem } #controls .text { flex-basis: 100% }
      #controls label:not(.text) span { position: absolute; clip-path: inset(50%) }
      #controls label:not(.text) { flex: 1 1 5rem } #controls select { width: 100% }
      .content { margin-left: 0 }
      .clauses td:last-child { display: none }
      .implementations th, .implementations td { padding-right: .6rem; white-space: normal }
      .implementations th small { display: block }
      .implementations thead b + span { position: absolute; clip-path: inset(50%) }
    }
    @media print { form { position: static } }
    """#
}
