// Every mistake that an author can make in a fixture, with what is said of it.

extension Row {
  /// A fixture with a subject.
  private static func subject(_ subject: String) -> String {
    """
    format: 1
    spec: x
    subject: \(subject)
    cases:
      - {name: a, clauses: [c], timeline: [{subscribe: a}]}
    """
  }

  /// Mistakes of a file.
  static let fileMistakes = table(
    #"""
    ✗ an empty file
    ⇒ 1:1: ‹› the file is empty → a fixture begins with `format: 1`

    ✗ a file of comments alone
    # nothing
    ⇒ 1:1: ‹#› the file is empty → a fixture begins with `format: 1`

    ✗ a list in place of the file's map
    - a
    ⇒ 1:1: ‹- a› a fixture is expected, and this is a list

    ✗ a list of known failures among the fixtures
    - {case: f › n, implementation: swift, reason: r}
    ⇒ 1:1: ‹- {case: f › n, implementation: swift, reason: r}› a fixture is expected, and this is a list → a list of known failures stands outside the folders of fixtures

    ✗ a key that occurs twice
    format: 1
    format: 1
    spec: a
    cases: []
    ⇒ 2:1: ‹format› the key `format` occurs twice in this map
    ⇒ 4:8: ‹[]› a fixture without a case checks nothing

    ✗ required keys that are missing
    format: 1
    title: x
    ⇒ 1:1: ‹format› a fixture needs the key `spec`
    ⇒ 1:1: ‹format› a fixture needs the key `cases`

    ✗ a file of another version, with other keys
    format: 2
    specification: x
    ⇒ 1:9: ‹2› format 2 is not understood; this runner understands format 1 → write `format: 1`

    ✗ a version in quotes
    format: '1'
    spec: x
    cases: []
    ⇒ 1:9: ‹'1'› format "1" is not understood; this runner understands format 1 → write `format: 1`

    ✗ a name of several lines
    format: 1
    spec: "a\nb"
    cases: []
    ⇒ 2:7: ‹"a\nb"› the name of a specification is one line, and this text has several → put the rest into a `note`
    ⇒ 3:8: ‹[]› a fixture without a case checks nothing

    ✗ a number in place of a text
    format: 1
    spec: 5
    subject: {operators: [_remember]}
    cases:
      - {name: a, clauses: [c], timeline: [{subscribe: a}]}
    ⇒ 2:7: ‹5› the name of a specification is expected, and `5` is a number → put it in quotes: "5"

    ✗ a second document
    format: 1
    spec: x
    ---
    format: 1
    ⇒ 3:1: ‹---› a second document begins here; a fixture file is one document → put the cases into one list, or into a file of their own

    ✗ a name that occurs twice, and a case with nothing in it
    format: 1
    spec: x
    subject: {operators: []}
    cases:
      - {name: a, clauses: [c], timeline: [{subscribe: a}]}
      - {name: a, clauses: [], timeline: []}
    ⇒ 6:12: ‹a› this name is also that of the case on line 5
    ⇒ 6:24: ‹[]› a case demonstrates at least one clause
    ⇒ 6:38: ‹[]› a timeline without a step checks nothing

    ✗ an emission of a property
    format: 1
    spec: P
    subject: {property: scoped, store: 5}
    cases:
      - name: n
        clauses: [c]
        timeline:
          - emit: 1
    ⇒ 8:9: ‹emit› `emit` is for a stream, and the subject is a property → use `write`, or `set` to change the store behind the property's back

    ✗ a misspelt store
    format: 1
    spec: P
    subject: {property: scoped, store: 5}
    cases:
      - name: n
        clauses: [c]
        timeline:
          - read: stor
    ⇒ 8:15: ‹stor› there is no store `stor` → did you mean `store`?

    ✗ a text with a colon, without quotes
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - name: a: b
        clauses: [c]
        timeline: []
    ⇒ 5:12: ‹:› a second `: ` on one line → a text that contains `: ` needs quotes, and events are a list: `expect: [a: 1]`

    ✗ a quoted text that is not closed
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - name: "n
        clauses: [c]
        timeline: []
    ⇒ 5:11: ‹"› the quoted text that begins here does not end → close its quotes

    ✗ a first-level key that is indented
    format: 1
     spec: x
    ⇒ 2:2: ‹s› this key is indented differently from those it belongs to → give all keys of one map the same indentation, and check the line above

    ✗ a missing space behind the colon of a first-level key
    format: 1
    spec:_remember
    title: T
    cases: []
    ⇒ 2:1: ‹s› a colon without a space behind it → write `spec: _remember`

    ✗ an expectation within a reaction
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - name: n
        clauses: [c]
        reactions:
          - {when: {a: 1}, do: [{emit: 2, expect: []}]}
        timeline:
          - subscribe: a
    ⇒ 8:39: ‹expect› an action of a reaction has no `expect` → what it causes stands in the `expect` of the step in which the reaction fires

    ✗ a single action of a reaction
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - name: n
        clauses: [c]
        reactions:
          - {when: {a: 1}, do: {emit: 2}}
        timeline:
          - subscribe: a
    ⇒ 8:28: ‹{emit: 2}› a list of actions is expected, and this is a map → write `do: [{emit: 2}]`, also for one action

    ✗ a reaction that unsubscribes its observer too early
    format: 1
    spec: _remember
    subject: {operators: [_remember]}
    cases:
      - name: n
        clauses: [c]
        reactions:
          - {when: {a: 1}, do: [{unsubscribe: a}]}
        timeline:
          - subscribe: a
            expect: [upstream: connect, a: 1]
    ⇒ 8:43: ‹a› this unsubscribes `a` before its own `subscribe` has returned → let the reaction wait for a later event

    ✗ no subject
    format: 1
    spec: x
    cases:
      - {name: a, clauses: [c], timeline: [{subscribe: a}]}
    ⇒ 4:6: ‹name› this case has no subject, and neither has the file → add `subject: {operators: […]}` to the file or to the case

    ✗ observers and stores of an unscoped property
    format: 1
    spec: x
    subject: {property: unscoped, stores: {left: 1}}
    cases:
      - {name: a, clauses: [c], timeline: [{subscribe: a}, {write: 1}, {write: 1, to: lft}]}
    ⇒ 5:41: ‹subscribe› `subscribe` needs observers, and an unscoped property has none → use `property: scoped`: only a property of one object can be observed
    ⇒ 5:57: ‹write› an unscoped property needs `to`, with the name of a store → write `to: left`
    ⇒ 5:83: ‹lft› there is no store `lft` → did you mean `left`?

    ✗ `no` where the format has words of its own
    format: 1
    spec: x
    subject: {property: scoped, store: 1, writes: no}
    cases: [{name: a, clauses: [c], timeline: [{read: store}]}]
    ⇒ 3:47: ‹no› what becomes of writes is `kept` or `ignored`, not `no`
    """#)

  /// Mistakes of subjects.
  static let subjectMistakes = table(
    #"""
    ✗ a subject of neither kind
    {sources: {}}
    ⇒ 3:11: ‹sources› a subject needs `operators`, for a stream, or `property` → write `operators: […]` or `property: scoped`

    ✗ an operator that is not in a list
    {operators: _remember}
    ⇒ 3:22: ‹_remember› a list of operators is expected, and this is a text → write `operators: […]`

    ✗ a misspelt property
    {property: scopd, store: 1}
    ⇒ 3:21: ‹scopd› a property is `scoped` or `unscoped`, not `scopd` → did you mean `scoped`?

    ✗ the store of another property
    {property: unscoped, store: 1}
    ⇒ 3:31: ‹store› `store` does not go with `property: unscoped`; use `stores`

    ✗ a subject of both kinds
    {property: scoped, store: 1, operators: []}
    ⇒ 3:21: ‹scoped› a subject is a stream, with `operators`, or a property: not both
    """#, in: subject)

  /// Mistakes of steps.
  static let stepMistakes = table(
    #"""
    ✗ a misspelt action
    - subscrib: a
    ⇒ 8:9: ‹subscrib› a step has no key `subscrib` → did you mean `subscribe`?

    ✗ a misspelt `expect`
    - subscribe: a
      expct: []
    ⇒ 9:9: ‹expct› a step has no key `expct` → did you mean `expect`?

    ✗ a key that is not known
    - subscribe: a
      colour: red
    ⇒ 9:9: ‹colour› a step has no key `colour` → its keys are `subscribe`, `unsubscribe`, `emit`, `state`, `write`, `read`, `set`, `advance`, `channels`, `from`, `to`, `in`, `expect` and `note`

    ✗ a key of a step that occurs twice
    - subscribe: a
      expect: []
      expect: []
    ⇒ 10:9: ‹expect› the key `expect` occurs twice in this map

    ✗ a missing space behind the colon of an action
    - subscribe:a
    ⇒ 8:9: ‹subscribe:a› a step is expected, and this is a text → write `subscribe: a`, with a colon and a space

    ✗ a word that is none, in place of which an alias stands
    - subscribe: a
      note: &word zz
    - state: *word
    ⇒ 10:16: ‹*word› a state is `atRest` or `active`, not `zz`

    ✗ a misspelt state
    - subscribe: a
    - state: at-rest
    ⇒ 9:16: ‹at-rest› a state is `atRest` or `active`, not `at-rest` → did you mean `atRest`?

    ✗ a state that does not exist
    - subscribe: a
    - state: on
    ⇒ 9:16: ‹on› a state is `atRest` or `active`, not `on`

    ✗ two actions in one step
    - subscribe: a
      emit: 1
    ⇒ 9:9: ‹emit› a step has one action, and this one has 2 → begin another step with `- `

    ✗ a step without an action
    - expect: []
    ⇒ 8:9: ‹expect› a step needs an action → the actions are `subscribe`, `unsubscribe`, `emit`, `state`, `write`, `read`, `set` and `advance`

    ✗ a modifier of another action
    - subscribe: a
      from: upstream
    ⇒ 9:9: ‹from› `from` does not go with `subscribe` → it goes with `emit` and `state`

    ✗ a misspelt source
    - emit: 1
      from: upsteam
    ⇒ 9:15: ‹upsteam› there is no source `upsteam` → did you mean `upstream`?

    ✗ a write to a stream
    - write: 1
    ⇒ 8:9: ‹write› `write` is for a property, and the subject is a stream → use `emit`

    ✗ the state channel alone
    - subscribe: a
      channels: [state]
    ⇒ 9:19: ‹[state]› there is no form of subscribe without `next` → write `channels: [next]`, or leave `channels` out for both

    ✗ a channel that is not in a list
    - subscribe: a
      channels: next
    ⇒ 9:19: ‹next› a list of channels is expected, and this is a text → write `channels: [next]`

    ✗ time that is no number of seconds
    - advance: -1
    - advance: soon
    ⇒ 8:18: ‹-1› time moves on by a number of seconds, not by `-1`
    ⇒ 9:18: ‹soon› time moves on by a number of seconds, not by `soon`

    ✗ a merge key
    - {<<: {a: 1}, subscribe: a}
    ⇒ 8:10: ‹<<› a step has no key `<<` → merge keys are not of YAML 1.2; use an alias for the whole value

    ✗ a key that is a list
    - {[a]: 1, subscribe: a}
    ⇒ 8:10: ‹[a]› a key of a step is a word
    """#, in: timeline)

  /// Mistakes of YAML.
  static let syntaxMistakes = table(
    #"""
    ✗ a tab in the indentation
    - subscribe: a
    \#texpect: []
    ⇒ 9:7: ‹\#t› a tab in the indentation → YAML indents with spaces; replace the tab with spaces

    ✗ a list that is not closed
    - subscribe: a
      expect: [upstream: connect
    ⇒ 9:17: ‹[› the list that begins here does not end → separate its items with `, `, and close it with `]`

    ✗ a map that is not closed
    - subscribe: a
      expect: [{a: 1]
    ⇒ 9:18: ‹{› the map that begins here does not end → separate its pairs with `, `, and close it with `}`

    ✗ a key that is indented too far
    - subscribe: a
       expect: []
    ⇒ 9:10: ‹e› this key is indented differently from those it belongs to → give all keys of one map the same indentation, and check the line above

    ✗ a step without its dash
    - subscribe: a
    subscribe: b
    ⇒ 9:7: ‹s› a list item was expected here → the items of one list begin with `- ` and have the same indentation

    ✗ an empty item of a list
    - emit: [a, , b]
    ⇒ 8:19: ‹,› a value was expected here → write the value, or take away a comma or bracket too many

    ✗ an unknown escape
    - emit: "\q"
    ⇒ 8:16: ‹\› an escape that YAML does not have → write a backslash as \\, or put the text in single quotes

    ✗ a pair of surrogates, as JSON has it
    - emit: "\ud83d\uDE00"
    ⇒ 8:18: ‹d› found invalid Unicode character escape code → YAML writes this character as one escape: "\U0001F600"

    ✗ half of a pair of surrogates
    - emit: "\uDE00\ud83d"
    ⇒ 8:18: ‹D› found invalid Unicode character escape code → a character has one escape, up to "\U0010FFFF", and half of a pair of UTF-16 is none

    ✗ a text behind a folding mark
    - emit: 1
      note: >one
    ⇒ 9:16: ‹o› a text behind `|` or `>` begins on the next line → to begin a text with these, use quotes

    ✗ a text with a number sign, without quotes
    - subscribe: a
    - emit: "#1"
      expect: [a: #1]
    ⇒ 10:23: ‹]› the file ends within a list or map → ` #` begins a comment; a text with it needs quotes

    ✗ a list that is not closed, before a comment
    - subscribe: a
      expect: [upstream: connect # at once
    - emit: 1
    ⇒ 9:17: ‹[› a list or map that does not end, and a comment in it → ` #` begins a comment; a text with it needs quotes

    ✗ a list that is still open at the end
    - subscribe: a
      expect: [
    ⇒ 9:17: ‹[› the file ends within a list or map → close it with `]` or `}`

    ✗ an event behind `expect`, without a list
    - subscribe: a
      expect: upstream: connect
    ⇒ 9:25: ‹:› a second `: ` on one line → a text that contains `: ` needs quotes, and events are a list: `expect: [a: 1]`

    ✗ a missing space behind a colon, seen one line later
    - emit:1
      expect: [a: 1]
    ⇒ 8:9: ‹e› a colon without a space behind it → write `emit: 1`

    ✗ a custom tag
    - emit: !date 2001-01-01
    ⇒ 8:15: ‹!date 2001-01-01› the tag `!date` is not of the core schema → leave it out; values are null, booleans, numbers, text, lists and maps

    ✗ a tag of YAML that is not of the core schema
    - emit: !!binary aGk=
    ⇒ 8:15: ‹!!binary aGk=› the tag `tag:yaml.org,2002:binary` is not of the core schema → leave it out; values are null, booleans, numbers, text, lists and maps

    ✗ an alias without an anchor
    - emit: *x
    ⇒ 8:15: ‹*x› the alias `*x` has no anchor before it → a text that begins with `*` needs quotes

    ✗ an alias within its own anchor
    - emit: &x [*x]
    ⇒ 8:19: ‹*x› the alias `*x` stands within its own anchor

    ✗ a text that begins with an asterisk
    - emit: a
      note: *bold* text
    ⇒ 9:20: ‹*› a text that begins with * or & needs quotes → without quotes, these begin an alias or an anchor

    ✗ a text that begins with an at sign
    - emit: @x
    ⇒ 8:15: ‹@› a text that begins with @ needs quotes → write "@…"

    ✗ a list item behind its key
    - emit: 1
      expect: - a: 1
    ⇒ 9:17: ‹-› a list item cannot begin here → begin it on a line of its own, or write the list in brackets: `[…]`
    """#, in: timeline)

  /// Mistakes of events.
  static let eventMistakes = table(
    #"""
    ✗ a missing space behind the colon of an event
    - subscribe: a
      expect: [upstream:connect]
    ⇒ 9:18: ‹upstream:connect› an event, `name: what happened`, is expected, and this is a text → write `upstream: connect`, with a space

    ✗ a map of events
    - subscribe: a
      expect: {upstream: connect}
    ⇒ 9:17: ‹{upstream: connect}› `expect` is a list of events, because their order matters → write `expect: [a: 1, b: 2]`, or begin each event with `- `

    ✗ two events in one item
    - subscribe: a
      expect: [{upstream: connect, a: 1}]
    ⇒ 9:19: ‹upstream› one event has one name, and this has 2 → write a list of events: `[a: 1, b: 2]`

    ✗ an empty `expect`
    - subscribe: a
      expect:
    ⇒ 9:9: ‹expect› `expect` has nothing in it → leave it out, or write `expect: []`, to assert silence

    ✗ a word in place of events
    - subscribe: a
      expect: silence
    ⇒ 9:17: ‹silence› a list of events is expected, and this is a text → write `expect: [a: 1]`

    ✗ a misspelt name
    - subscribe: first
      expect: [upstrem: connect]
    ⇒ 9:18: ‹upstrem› no observer, source or store of this case is called `upstrem` → did you mean `upstream`?

    ✗ an unknown name
    - subscribe: first
      expect: [zzz: 1]
    ⇒ 9:18: ‹zzz› no observer, source or store of this case is called `zzz` → there are `first` and `upstream`

    ✗ a misspelt event of a source
    - subscribe: a
      expect: [upstream: conect]
    ⇒ 9:28: ‹conect› what a source can show is `connect` or `disconnect`, not `conect` → did you mean `connect`?

    ✗ a value of a source
    - subscribe: a
      expect: [upstream: 1]
    ⇒ 9:28: ‹1› what a source can show is expected, and `1` is a number → write `connect` or `disconnect`

    ✗ a state of a next-only observer
    - subscribe: a
      channels: [next]
    - state: active
      expect: [a.state: active]
    ⇒ 11:18: ‹a.state› `a` subscribes with `channels: [next]` and so receives no state

    ✗ a channel that is written out
    - subscribe: a
    - emit: 1
      expect: [a.next: 1]
    ⇒ 10:18: ‹a.next› an observer has no channel `next` → write `a: …` for a value

    ✗ a state of a source
    - subscribe: a
    - state: active
      expect: [upstream.state: active]
    ⇒ 10:18: ‹upstream.state› `upstream` is a source; only an observer has a state

    ✗ a result without a read
    - subscribe: a
      expect: [returns: 1]
    ⇒ 9:18: ‹returns› only a `read` returns something, and this case has none
    """#, in: timeline)

  /// Mistakes of names, and of who is subscribed when.
  static let nameMistakes = table(
    #"""
    ✗ a live observer that subscribes
    - subscribe: a
    - subscribe: a
    ⇒ 9:20: ‹a› `a` is already subscribed here → unsubscribe it first, or give the observer another name

    ✗ an observer that unsubscribes before it has subscribed
    - unsubscribe: a
    - subscribe: a
    ⇒ 8:22: ‹a› `a` has not subscribed before this

    ✗ an observer that never subscribes
    - subscribe: first
    - unsubscribe: frist
    ⇒ 9:22: ‹frist› `frist` never subscribes → did you mean `first`?

    ✗ a name behind a number sign
    - subscribe: #a
    ⇒ 8:19: ‹ › a name is expected, and there is nothing → ` #` begins a comment; a text with it needs quotes

    ✗ a name that is not quoted where it needs to be
    - subscribe: "null"
      expect: [upstream: connect]
    - emit: 1
      expect: ["null": 1]
    - emit: 2
      expect: [null: 2]
    ⇒ 13:18: ‹null› the name of an observer, source or store is expected, and there is nothing

    ✗ a name that begins with a digit
    - subscribe: 1a
    ⇒ 8:20: ‹1a› `1a` is not a name → a name is a letter, then letters, digits, `_` and `-`

    ✗ a name that is a number
    - subscribe: 5
    ⇒ 8:20: ‹5› a name is expected, and `5` is a number → a name is a letter, then letters, digits, `_` and `-`

    ✗ a name that is a boolean
    - subscribe: true
    ⇒ 8:20: ‹true› a name is expected, and `true` is a boolean → put it in quotes: "true"

    ✗ an observer with the name of a source
    - subscribe: upstream
    ⇒ 8:20: ‹upstream› `upstream` is already the name of a source → give the observer another name

    ✗ the reserved name
    - subscribe: returns
    ⇒ 8:20: ‹returns› `returns` stands for what a read returns, and can name nothing else
    """#, in: timeline)

  /// Mistakes of values.
  static let valueMistakes = table(
    #"""
    ✗ an integer that is not portable
    - emit: 9007199254740992
    ⇒ 8:15: ‹9007199254740992› an integer beyond ±9007199254740991 is not portable → as a text it needs quotes

    ✗ not a number
    - emit: .nan
    ⇒ 8:15: ‹.nan› `.nan` is not a portable value: JSON has none → as a text it needs quotes

    ✗ an infinity
    - emit: -.inf
    ⇒ 8:15: ‹-.inf› an infinity is not a portable value: JSON has none → as a text it needs quotes

    ✗ a number beyond 64 bits
    - emit: 1e999
    ⇒ 8:15: ‹1e999› the number is too large for a 64-bit floating-point number → as a text it needs quotes

    ✗ a value that is not of its tag
    - emit: !!int abc
    ⇒ 8:15: ‹!!int abc› `abc` is no value of its tag `!!int`

    ✗ a name that is not of its tag
    - subscribe: !!null a
    - emit: 1
    ⇒ 8:20: ‹!!null a› `a` is no value of its tag `!!null`

    ✗ a key that is a number
    - emit: {1: a}
    ⇒ 8:16: ‹1› a text as the key is expected, and `1` is a number → put it in quotes: "1"

    ✗ a key of a value that occurs twice
    - emit: {a: 1, a: 2}
    ⇒ 8:22: ‹a› the key `a` occurs twice in this map
    """#, in: timeline)
}
