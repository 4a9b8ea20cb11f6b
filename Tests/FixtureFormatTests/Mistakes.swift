// Mistakes that an author can make in a fixture, with the diagnostic of each.

extension Row {
  /// Mistakes of a file.
  static let fileMistakes = table(
    #"""
    ⇒ 1:1: ‹› the file is empty → a fixture begins with `format: 1`

    # nothing
    ⇒ 1:1: ‹#› the file is empty → a fixture begins with `format: 1`

    - a
    ⇒ 1:1: ‹- a› a fixture is expected, and this is a list

    - {case: f › n, implementation: swift, reason: r}
    ⇒ 1:1: ‹- {case: f › n, implementation: swift, reason: r}› a fixture is expected, and this is a list → keep a list of known failures outside the folders of fixtures

    format: 1
    format: 1
    spec: a
    cases: []
    ⇒ 2:1: ‹format› the key `format` occurs twice in this map
    ⇒ 4:8: ‹[]› a fixture without a case checks nothing

    format: 1
    title: x
    ⇒ 1:1: ‹format› a fixture needs the key `spec`
    ⇒ 1:1: ‹format› a fixture needs the key `cases`

    format: 2
    specification: x
    ⇒ 1:9: ‹2› format 2 is not understood; this runner understands format 1 → write `format: 1`

    format: '1'
    spec: x
    cases: []
    ⇒ 1:9: ‹'1'› format "1" is not understood; this runner understands format 1 → write `format: 1`

    format: 1
    spec: "a\nb"
    cases: []
    ⇒ 2:7: ‹"a\nb"› the name of a specification is one line, and this text has several → put the rest into a `note`
    ⇒ 3:8: ‹[]› a fixture without a case checks nothing

    format: 1
    spec: 5
    subject: {operators: [_remember]}
    cases:
      - {name: a, clauses: [c], timeline: [{subscribe: a}]}
    ⇒ 2:7: ‹5› the name of a specification is expected, and `5` is a number → put it in quotes: "5"

    format: 1
    spec: x
    ---
    format: 1
    ⇒ 3:1: ‹---› a second document begins here; a file has only one → put all of it into the first, or into a file of its own

    format: 1
    spec: x
    subject: {operators: []}
    cases:
      - {name: a, clauses: [c], timeline: [{subscribe: a}]}
      - {name: a, clauses: [], timeline: []}
    ⇒ 6:12: ‹a› the case on line 5 has this name too
    ⇒ 6:24: ‹[]› a case demonstrates at least one clause
    ⇒ 6:38: ‹[]› a timeline without a step checks nothing

    format: 1
    title: "n
    spec: _remember
    ⇒ 2:8: ‹"› the quoted text that begins here does not end → close its quotes

    format: 1
    spec: x
    cases:
      - {name: a, clauses: [c], timeline: [{subscribe: a}]}
    ⇒ 4:6: ‹name› this case has no subject, and neither has the file → add `subject: {operators: […]}` to the file or to the case
    """#)

  /// Mistakes of a case: of its subject, its reactions and its steps, of YAML, events, names and values.
  static let caseMistakes = table(
    #"""
    subject: {sources: {}}
    ⇒ 3:11: ‹sources› a subject needs `operators`, for a stream, or `property` → write `operators: […]` or `property: scoped`

    subject: {operators: _remember}
    ⇒ 3:22: ‹_remember› a list of operators is expected, and this is a text → write `operators: […]`

    subject: {property: scopd, store: 1}
    ⇒ 3:21: ‹scopd› a property is `scoped` or `unscoped`, not `scopd` → did you mean `scoped`?

    subject: {property: unscoped, store: 1}
    ⇒ 3:31: ‹store› `store` does not go with `property: unscoped`; use `stores`

    subject: {property: scoped, store: 1, operators: []}
    ⇒ 3:21: ‹scoped› a subject is a stream, with `operators`, or a property: not both

    subject: {property: scoped, store: 1, writes: no}
    - read: store
    ⇒ 3:47: ‹no› a value of `writes` is `kept` or `ignored`, not `no`

    subject: {property: scoped, store: 5}
    - emit: 1
    ⇒ 8:9: ‹emit› `emit` is for a stream, and the subject is a property → use `write`, or `set` to change the store without the property

    subject: {property: scoped, store: 5}
    - read: stor
    ⇒ 8:15: ‹stor› there is no store `stor` → did you mean `store`?

    subject: {property: unscoped, stores: {left: 1}}
    - subscribe: a
    - write: 1
    - {write: 1, to: lft}
    ⇒ 8:9: ‹subscribe› `subscribe` needs observers, and an unscoped property has none → use `property: scoped`: only a property of one object can be observed
    ⇒ 9:9: ‹write› an unscoped property needs `to`, with the name of a store → write `to: left`
    ⇒ 10:24: ‹lft› there is no store `lft` → did you mean `left`?

    reactions: [{when: {a: 1}, do: [{subscribe: b}]}]
    - subscribe: a
    - {emit: 1, expect: [a: 9]}
    - unsubscribe: b
    ⇒ valid

    reactions: [{when: {a: 1}, do: [{emit: 2, expect: []}]}]
    ⇒ 7:47: ‹expect› an action of a reaction has no `expect` → write what it causes into the `expect` of the step in which the reaction fires

    reactions: [{when: {a: 1}, do: {emit: 2}}]
    ⇒ 7:36: ‹{emit: 2}› a list of actions is expected, and this is a map → write `do: [{emit: 2}]`, also for one action

    reactions: [{when: {a: 1}, do: [{unsubscribe: a}]}]
    expect: [upstream: connect, a: 1]
    ⇒ valid

    - subscrib: a
    ⇒ 8:9: ‹subscrib› a step has no key `subscrib` → did you mean `subscribe`?

    colour: red
    ⇒ 9:9: ‹colour› a step has no key `colour` → its keys are `subscribe`, `unsubscribe`, `emit`, `state`, `write`, `read`, `set`, `advance`, `channels`, `from`, `to`, `in`, `with`, `expect` and `note`

    - subscribe:a
    ⇒ 8:9: ‹subscribe:a› a step is expected, and this is a text → write `subscribe: a`, with a colon and a space

    note: &word zz
    - state: *word
    ⇒ 10:16: ‹*word› a state is `atRest` or `active`, not `zz`

    - subscribe: a
    - state: at-rest
    ⇒ 9:16: ‹at-rest› a state is `atRest` or `active`, not `at-rest` → did you mean `atRest`?

    emit: 1
    ⇒ 9:9: ‹emit› a step has one action, and this one has 2 → begin another step with `- `

    - expect: []
    ⇒ 8:9: ‹expect› a step needs an action → the actions are `subscribe`, `unsubscribe`, `emit`, `state`, `write`, `read`, `set` and `advance`

    from: upstream
    ⇒ 9:9: ‹from› `from` does not go with `subscribe` → it goes with `emit` and `state`

    - emit: 1
      from: upsteam
    ⇒ 9:15: ‹upsteam› there is no source `upsteam` → did you mean `upstream`?

    - write: 1
    ⇒ 8:9: ‹write› `write` is for a property, and the subject is a stream → use `emit`

    channels: [state]
    ⇒ 9:19: ‹[state]› every form of subscribe has `next` → write `channels: [next]`, or leave `channels` out for both

    channels: next
    ⇒ 9:19: ‹next› a list of channels is expected, and this is a text → write `channels: [next]`

    - advance: -1
    - advance: soon
    ⇒ 8:18: ‹-1› time advances by a number of seconds, not by `-1`
    ⇒ 9:18: ‹soon› time advances by a number of seconds, not by `soon`

    - {<<: {a: 1}, subscribe: a}
    ⇒ 8:10: ‹<<› a step has no key `<<` → YAML 1.2 has no merge keys; use an alias for the whole value

    - {[a]: 1, subscribe: a}
    ⇒ 8:10: ‹[a]› a key of a step is a word

    - subscribe: a
    \#texpect: []
    ⇒ 9:7: ‹\#t› a tab in the indentation → YAML indents with spaces; replace the tab with spaces

    expect: [upstream: connect
    ⇒ 9:17: ‹[› the list that begins here does not end → separate its items with `, `, and close it with `]`

    expect: [{a: 1]
    ⇒ 9:18: ‹{› the map that begins here does not end → separate its pairs with `, `, and close it with `}`

    - subscribe: a
       expect: []
    ⇒ 9:10: ‹e› this key is indented differently from those it belongs to → give all keys of one map the same indentation, and check the line above

    - subscribe: a
    subscribe: b
    ⇒ 9:7: ‹s› a list item was expected here → the items of one list begin with `- ` and have the same indentation

    - emit: [a, , b]
    ⇒ 8:19: ‹,› a value was expected here → write the value, or remove the extra comma or bracket

    - emit: "\q"
    ⇒ 8:16: ‹\› an escape that YAML does not have → write a backslash as \\, or put the text in single quotes

    - emit: "\ud83d\uDE00"
    ⇒ 8:18: ‹d› found invalid Unicode character escape code → YAML writes this character as one escape: "\U0001F600"

    - emit: "\uDE00\ud83d"
    ⇒ 8:18: ‹D› found invalid Unicode character escape code → a character has one escape, up to "\U0010FFFF"; half of a UTF-16 pair is not one

    - emit: 1
      note: >one
    ⇒ 9:16: ‹o› a text after `|` or `>` begins on the next line → to begin a text with these, use quotes

    - subscribe: a
    - emit: "#1"
      expect: [a: #1]
    ⇒ 10:23: ‹]› the file ends within a list or map → ` #` begins a comment; a text with it needs quotes

    expect: [upstream: connect # at once
    - emit: 1
    ⇒ 9:17: ‹[› a list or map that does not end, and a comment in it → ` #` begins a comment; a text with it needs quotes

    expect: [
    ⇒ 9:17: ‹[› the file ends within a list or map → close it with `]` or `}`

    expect: upstream: connect
    ⇒ 9:25: ‹:› a second `: ` on one line → a text that contains `: ` needs quotes, and events are a list: `expect: [a: 1]`

    - emit:1
      expect: [a: 1]
    ⇒ 8:9: ‹e› a colon without a space after it → write `emit: 1`

    - emit: !!binary aGk=
    ⇒ 8:15: ‹!!binary aGk=› the tag `tag:yaml.org,2002:binary` is not of the core schema → leave it out; values are null, booleans, numbers, text, lists and maps

    - emit: *x
    ⇒ 8:15: ‹*x› the alias `*x` has no anchor before it → a text that begins with `*` needs quotes

    - emit: &x [*x]
    ⇒ 8:19: ‹*x› the alias `*x` is inside its own anchor

    - emit: a
      note: *bold* text
    ⇒ 9:20: ‹*› a text that begins with * or & needs quotes → without quotes, these begin an alias or an anchor

    - emit: @x
    ⇒ 8:15: ‹@› a text that begins with @ needs quotes → write "@…"

    - emit: 1
      expect: - a: 1
    ⇒ 9:17: ‹-› a list item cannot begin here → begin it on a line of its own, or write the list in brackets: `[…]`

    expect: [upstream:connect]
    ⇒ 9:18: ‹upstream:connect› an event, `name: what happened`, is expected, and this is a text → write `upstream: connect`, with a space

    expect: {upstream: connect}
    ⇒ 9:17: ‹{upstream: connect}› `expect` is a list of events, because their order matters → write `expect: [a: 1, b: 2]`, or begin each event with `- `

    expect: [{upstream: connect, a: 1}]
    ⇒ 9:19: ‹upstream› one event has one name, and this has 2 → write a list of events: `[a: 1, b: 2]`

    expect:
    ⇒ 9:9: ‹expect› `expect` has nothing in it → leave it out, or write `expect: []`, to assert silence

    expect: silence
    ⇒ 9:17: ‹silence› a list of events is expected, and this is a text → write `expect: [a: 1]`

    - subscribe: first
      expect: [upstrem: connect]
    ⇒ 9:18: ‹upstrem› no observer, source or store of this case is called `upstrem` → did you mean `upstream`?

    - subscribe: first
      expect: [zzz: 1]
    ⇒ 9:18: ‹zzz› no observer, source or store of this case is called `zzz` → there are `first` and `upstream`

    expect: [upstream: 1]
    ⇒ 9:28: ‹1› an event of a source is expected, and `1` is a number → write `connect` or `disconnect`

    channels: [next]
    - state: active
      expect: [a.state: active]
    ⇒ 11:18: ‹a.state› `a` subscribes with `channels: [next]` and so receives no state

    - subscribe: a
    - emit: 1
      expect: [a.next: 1]
    ⇒ 10:18: ‹a.next› an observer has no channel `next` → write `a: …` for a value

    - subscribe: a
    - state: active
      expect: [upstream.state: active]
    ⇒ 10:18: ‹upstream.state› `upstream` is a source; only an observer has a state

    expect: [returns: 1]
    ⇒ 9:18: ‹returns› only a `read` returns something, and this case has none

    - subscribe: a
    - subscribe: a
    ⇒ 9:20: ‹a› `a` is already subscribed here → unsubscribe it first, or give the observer another name

    - unsubscribe: a
    - subscribe: a
    ⇒ 8:22: ‹a› `a` has not subscribed before this

    - subscribe: first
    - unsubscribe: frist
    ⇒ 9:22: ‹frist› `frist` never subscribes → did you mean `first`?

    - subscribe: #a
    ⇒ 8:19: ‹ › a name is expected, and there is nothing → ` #` begins a comment; a text with it needs quotes

    - subscribe: "null"
      expect: [upstream: connect]
    - emit: 1
      expect: ["null": 1]
    - emit: 2
      expect: [null: 2]
    ⇒ 13:18: ‹null› the name of an observer, source or store is expected, and there is nothing

    - subscribe: 1a
    ⇒ 8:20: ‹1a› `1a` is not a name → a name is a letter, then letters, digits, `_` and `-`

    - subscribe: 5
    ⇒ 8:20: ‹5› a name is expected, and `5` is a number → a name is a letter, then letters, digits, `_` and `-`

    - subscribe: true
    ⇒ 8:20: ‹true› a name is expected, and `true` is a boolean → put it in quotes: "true"

    - subscribe: upstream
    ⇒ 8:20: ‹upstream› `upstream` is already the name of a source → give the observer another name

    - subscribe: returns
    ⇒ 8:20: ‹returns› `returns` stands for what a read returns, and can name nothing else

    - emit: 9007199254740992
    ⇒ 8:15: ‹9007199254740992› an integer beyond ±9007199254740991 is not portable → as a text it needs quotes

    - emit: .nan
    ⇒ 8:15: ‹.nan› `.nan` is not a portable value: JSON has none → as a text it needs quotes

    - emit: -.inf
    ⇒ 8:15: ‹-.inf› an infinity is not a portable value: JSON has none → as a text it needs quotes

    - emit: 1e999
    ⇒ 8:15: ‹1e999› the number is too large for a 64-bit floating-point number → as a text it needs quotes

    - emit: !!int abc
    ⇒ 8:15: ‹!!int abc› `abc` is not of its tag `!!int`

    - emit: {1: a}
    ⇒ 8:16: ‹1› a text as the key is expected, and `1` is a number → put it in quotes: "1"

    - emit: {a: 1, a: 2}
    ⇒ 8:22: ‹a› the key `a` occurs twice in this map

    subject: {streams: {left: {operators: []}}}
    - {subscribe: a}
    ⇒ 3:20: `streams` needs at least two streams → write `operators: […]` for one stream
    subject: {streams: {left: {operators: []}, right: {}}}
    - {subscribe: a, to: left}
    ⇒ 3:51: a stream needs the key `operators`
    subject: {streams: {left: {operators: []}, upstream: {operators: []}}}
    - {subscribe: a}
    ⇒ 3:44: `upstream` is already the name of a source → give the stream another name
    subject: {streams: {left: {operators: []}, right: {from: upsteam, operators: []}}}
    - {subscribe: a, to: left}
    ⇒ 3:58: the subject has no source `upsteam` → did you mean `upstream`?
    subject: {operators: [], streams: {left: {operators: []}, right: {operators: []}}}
    - {subscribe: a, to: left}
    ⇒ 3:11: `operators` does not go with `streams`
    subject: {streams: {left: {operators: [x]}, right: {operators: [x]}}}
    - {subscribe: a}
    ⇒ 8:10: there are several streams or properties: `to` has to name one → write `to: left`; there are `left` and `right`
    subject: {streams: {left: {operators: [x]}, right: {operators: [x]}}}
    - {subscribe: a, to: rihgt}
    ⇒ 8:28: there is no stream `rihgt` → did you mean `right`?
    subject: {streams: {left: {operators: [x]}, right: {operators: [x]}}}
    - {subscribe: left, to: left}
    ⇒ 8:21: `left` is already the name of a stream → give the observer another name
    subject: {streams: {left: {operators: [x]}, right: {operators: [x]}}}
    - {subscribe: a, to: left, expect: [left: 1]}
    ⇒ 8:43: nothing happens to the stream `left` itself → name the observer that received something, or the source
    subject: {streams: {left: {operators: [x]}, right: {operators: [x]}}}
    - {read: stream}
    ⇒ 8:16: `read: stream` needs a subject with one stream
    subject: {operators: []}
    - {subscribe: a, to: left}
    ⇒ 8:24: `to` is for several streams or properties, and there is only one → leave it out, or write `streams` into the subject
    subject: {property: scoped, store: 1}
    - {subscribe: a, to: store}
    ⇒ 8:24: `to` is for several streams or properties, and there is only one → leave it out, or write `stores` into the subject
    subject: {property: scoped, stores: {left: 1}}
    - {read: left}
    ⇒ 3:37: several properties need at least two stores → write `store: 5` for one property
    subject: {property: scoped, store: 1, stores: {left: 1, right: 2}}
    - {read: store}
    ⇒ 3:39: `stores` does not go with `store`: it is for several properties
    subject: {property: scoped, stores: {left: 1, right: 2}}
    - {set: 1}
    ⇒ 8:10: there are several streams or properties: `in` has to name one → write `in: left`; there are `left` and `right`
    subject: {property: scoped, stores: {left: 1, right: 2}}
    - {state: active}
    ⇒ 8:10: there are several streams or properties: `from` has to name one → write `from: left`; there are `left` and `right`
    subject: {property: scoped, stores: {left: 1, right: 2}}
    - {state: active, from: middle}
    ⇒ 8:31: there is no store `middle` → the subject has `left` and `right`
    """#, in: timeline)
}
