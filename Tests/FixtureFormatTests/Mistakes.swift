// Every mistake that an author can make in a fixture, with what is said of it.

extension Mistake {
  /// Mistakes of a file as a whole.
  static let fileMistakes: [Mistake] = [
    Mistake(
      "an empty file",
      in: """

        """,
      says: """
        x.yaml:1:1: error: the file is empty

        ^
          hint: a fixture begins with `format: 1`
        """),
    Mistake(
      "a file of comments alone",
      in: """
        # nothing
        """,
      says: """
        x.yaml:1:1: error: the file is empty
        # nothing
        ^
          hint: a fixture begins with `format: 1`
        """),
    Mistake(
      "a list in place of the file's map",
      in: """
        - a
        """,
      says: """
        x.yaml:1:1: error: a fixture is expected, and this is a list
        - a
        ^~~
        """),
    Mistake(
      "a list of known failures among the fixtures",
      in: """
        - {case: f › n, implementation: swift, reason: r}
        """,
      says: """
        x.yaml:1:1: error: a fixture is expected, and this is a list
        - {case: f › n, implementation: swift, reason: r}
        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          hint: a list of known failures stands outside the folders of fixtures
        """),
    Mistake(
      "a key that occurs twice",
      in: """
        format: 1
        format: 1
        spec: a
        cases: []
        """,
      says: """
        x.yaml:2:1: error: the key `format` occurs twice in this map
        format: 1
        ^~~~~~
        x.yaml:4:8: error: a fixture without a case checks nothing
        cases: []
               ^~
        """),
    Mistake(
      "required keys that are missing",
      in: """
        format: 1
        title: x
        """,
      says: """
        x.yaml:1:1: error: a fixture needs the key `spec`
        format: 1
        ^~~~~~
        x.yaml:1:1: error: a fixture needs the key `cases`
        format: 1
        ^~~~~~
        """),
    Mistake(
      "a version that is not understood",
      in: """
        format: 2
        spec: x
        cases: []
        """,
      says: """
        x.yaml:1:9: error: format 2 is not understood; this runner understands format 1
        format: 2
                ^
          hint: write `format: 1`
        """),
    Mistake(
      "a file of another version, with other keys",
      in: """
        format: 2
        specification: x
        """,
      says: """
        x.yaml:1:9: error: format 2 is not understood; this runner understands format 1
        format: 2
                ^
          hint: write `format: 1`
        """),
    Mistake(
      "a version in quotes",
      in: """
        format: '1'
        spec: x
        cases: []
        """,
      says: """
        x.yaml:1:9: error: format "1" is not understood; this runner understands format 1
        format: '1'
                ^~~
          hint: write `format: 1`
        """),
    Mistake(
      "a name of several lines",
      in: #"""
        format: 1
        spec: "a\nb"
        cases: []
        """#,
      says: #"""
        x.yaml:2:7: error: the name of a specification is one line, and this text has several
        spec: "a\nb"
              ^~~~~~
          hint: put the rest into a `note`
        x.yaml:3:8: error: a fixture without a case checks nothing
        cases: []
               ^~
        """#),
    Mistake(
      "a file without cases",
      in: """
        format: 1
        spec: x
        cases: []
        """,
      says: """
        x.yaml:3:8: error: a fixture without a case checks nothing
        cases: []
               ^~
        """),
    Mistake(
      "a number in place of a text",
      in: """
        format: 1
        spec: 5
        subject: {operators: [_remember]}
        cases:
          - {name: a, clauses: [c], timeline: [{subscribe: a}]}
        """,
      says: """
        x.yaml:2:7: error: the name of a specification is expected, and `5` is a number
        spec: 5
              ^
          hint: put it in quotes: "5"
        """),
    Mistake(
      "a second document",
      in: """
        format: 1
        spec: x
        ---
        format: 1
        """,
      says: """
        x.yaml:3:1: error: a second document begins here; a fixture file is one document
        ---
        ^~~
          hint: put the cases into one list, or into a file of their own
        """),
    Mistake(
      "a name that occurs twice, and a case with nothing in it",
      in: """
        format: 1
        spec: x
        subject: {operators: []}
        cases:
          - {name: a, clauses: [c], timeline: [{subscribe: a}]}
          - {name: a, clauses: [], timeline: []}
        """,
      says: """
        x.yaml:6:12: error: this name is also that of the case on line 5
          - {name: a, clauses: [], timeline: []}
                   ^
        x.yaml:6:24: error: a case demonstrates at least one clause
          - {name: a, clauses: [], timeline: []}
                               ^~
        x.yaml:6:38: error: a timeline without a step checks nothing
          - {name: a, clauses: [], timeline: []}
                                             ^~
        """),
  ]

  /// Mistakes of steps.
  static let stepMistakes: [Mistake] = [
    Mistake(
      "a misspelt action",
      in: timeline(
        """
        - subscrib: a
        """),
      says: """
        x.yaml:8:9: error: a step has no key `subscrib`
              - subscrib: a
                ^~~~~~~~
          hint: did you mean `subscribe`?
        """),
    Mistake(
      "a misspelt `expect`",
      in: timeline(
        """
        - subscribe: a
          expct: []
        """),
      says: """
        x.yaml:9:9: error: a step has no key `expct`
                expct: []
                ^~~~~
          hint: did you mean `expect`?
        """),
    Mistake(
      "a key that is not known",
      in: timeline(
        """
        - subscribe: a
          colour: red
        """),
      says: """
        x.yaml:9:9: error: a step has no key `colour`
                colour: red
                ^~~~~~
          hint: its keys are `subscribe`, `unsubscribe`, `emit`, `state`, `write`, `read`, `set`, `advance`, `channels`, `from`, `to`, `in`, `expect` and `note`
        """),
    Mistake(
      "a key of a step that occurs twice",
      in: timeline(
        """
        - subscribe: a
          expect: []
          expect: []
        """),
      says: """
        x.yaml:10:9: error: the key `expect` occurs twice in this map
                expect: []
                ^~~~~~
        """),
    Mistake(
      "a missing space behind the colon of an action",
      in: timeline(
        """
        - subscribe:a
        """),
      says: """
        x.yaml:8:9: error: a step is expected, and this is a text
              - subscribe:a
                ^~~~~~~~~~~
          hint: write `subscribe: a`, with a colon and a space
        """),
    Mistake(
      "a word that is none, in place of which an alias stands",
      in: timeline(
        """
        - subscribe: a
          note: &word zz
        - state: *word
        """),
      says: """
        x.yaml:10:16: error: a state is `atRest` or `active`, not `zz`
              - state: *word
                       ^~~~~
        """),
    Mistake(
      "a misspelt state",
      in: timeline(
        """
        - subscribe: a
        - state: at-rest
        """),
      says: """
        x.yaml:9:16: error: a state is `atRest` or `active`, not `at-rest`
              - state: at-rest
                       ^~~~~~~
          hint: did you mean `atRest`?
        """),
    Mistake(
      "a state that does not exist",
      in: timeline(
        """
        - subscribe: a
        - state: on
        """),
      says: """
        x.yaml:9:16: error: a state is `atRest` or `active`, not `on`
              - state: on
                       ^~
        """),
    Mistake(
      "two actions in one step",
      in: timeline(
        """
        - subscribe: a
          emit: 1
        """),
      says: """
        x.yaml:9:9: error: a step has one action, and this one has 2
                emit: 1
                ^~~~
          hint: begin another step with `- `
        """),
    Mistake(
      "a step without an action",
      in: timeline(
        """
        - expect: []
        """),
      says: """
        x.yaml:8:9: error: a step needs an action
              - expect: []
                ^~~~~~
          hint: the actions are `subscribe`, `unsubscribe`, `emit`, `state`, `write`, `read`, `set` and `advance`
        """),
    Mistake(
      "a modifier of another action",
      in: timeline(
        """
        - subscribe: a
          from: upstream
        """),
      says: """
        x.yaml:9:9: error: `from` does not go with `subscribe`
                from: upstream
                ^~~~
          hint: it goes with `emit` and `state`
        """),
    Mistake(
      "a misspelt source",
      in: timeline(
        """
        - emit: 1
          from: upsteam
        """),
      says: """
        x.yaml:9:15: error: there is no source `upsteam`
                from: upsteam
                      ^~~~~~~
          hint: did you mean `upstream`?
        """),
    Mistake(
      "a write to a stream",
      in: timeline(
        """
        - write: 1
        """),
      says: """
        x.yaml:8:9: error: `write` is for a property, and the subject is a stream
              - write: 1
                ^~~~~
          hint: use `emit`
        """),
    Mistake(
      "an emission of a property",
      in: """
        format: 1
        spec: P
        subject: {property: scoped, store: 5}
        cases:
          - name: n
            clauses: [c]
            timeline:
              - emit: 1
        """,
      says: """
        x.yaml:8:9: error: `emit` is for a stream, and the subject is a property
              - emit: 1
                ^~~~
          hint: use `write`, or `set` to change the store behind the property's back
        """),
    Mistake(
      "a misspelt store",
      in: """
        format: 1
        spec: P
        subject: {property: scoped, store: 5}
        cases:
          - name: n
            clauses: [c]
            timeline:
              - read: stor
        """,
      says: """
        x.yaml:8:15: error: there is no store `stor`
              - read: stor
                      ^~~~
          hint: did you mean `store`?
        """),
    Mistake(
      "the state channel alone",
      in: timeline(
        """
        - subscribe: a
          channels: [state]
        """),
      says: """
        x.yaml:9:19: error: there is no form of subscribe without `next`
                channels: [state]
                          ^~~~~~~
          hint: write `channels: [next]`, or leave `channels` out for both
        """),
    Mistake(
      "a channel that is not in a list",
      in: timeline(
        """
        - subscribe: a
          channels: next
        """),
      says: """
        x.yaml:9:19: error: a list of channels is expected, and this is a text
                channels: next
                          ^~~~
          hint: write `channels: [next]`
        """),
    Mistake(
      "time that is no number of seconds",
      in: timeline(
        """
        - advance: -1
        - advance: soon
        """),
      says: """
        x.yaml:8:18: error: time moves on by a number of seconds, not by `-1`
              - advance: -1
                         ^~
        x.yaml:9:18: error: time moves on by a number of seconds, not by `soon`
              - advance: soon
                         ^~~~
        """),
    Mistake(
      "a merge key",
      in: timeline(
        """
        - {<<: {a: 1}, subscribe: a}
        """),
      says: """
        x.yaml:8:10: error: a step has no key `<<`
              - {<<: {a: 1}, subscribe: a}
                 ^~
          hint: merge keys are not of YAML 1.2; use an alias for the whole value
        """),
    Mistake(
      "a key that is a list",
      in: timeline(
        """
        - {[a]: 1, subscribe: a}
        """),
      says: """
        x.yaml:8:10: error: a key of a step is a word
              - {[a]: 1, subscribe: a}
                 ^~~
        """),
  ]

  /// Mistakes of YAML.
  static let syntaxMistakes: [Mistake] = [
    Mistake(
      "a tab in the indentation",
      in:
        #"format: 1\#nspec: _remember\#nsubject: {operators: [_remember]}\#ncases:\#n  - name: n\#n    clauses: [c]\#n    timeline:\#n      - subscribe: a\#n      \#texpect: []"#,
      says: """
        x.yaml:9:7: error: a tab in the indentation
               expect: []
              ^
          hint: YAML indents with spaces; replace the tab with spaces
        """),
    Mistake(
      "a text with a colon, without quotes",
      in: """
        format: 1
        spec: _remember
        subject: {operators: [_remember]}
        cases:
          - name: a: b
            clauses: [c]
            timeline: []
        """,
      says: """
        x.yaml:5:12: error: a second `: ` on one line
          - name: a: b
                   ^
          hint: a text that contains `: ` needs quotes, and events are a list: `expect: [a: 1]`
        """),
    Mistake(
      "a list that is not closed",
      in: timeline(
        """
        - subscribe: a
          expect: [upstream: connect
        """),
      says: """
        x.yaml:9:17: error: the list that begins here does not end
                expect: [upstream: connect
                        ^
          hint: separate its items with `, `, and close it with `]`
        """),
    Mistake(
      "a map that is not closed",
      in: timeline(
        """
        - subscribe: a
          expect: [{a: 1]
        """),
      says: """
        x.yaml:9:18: error: the map that begins here does not end
                expect: [{a: 1]
                         ^
          hint: separate its pairs with `, `, and close it with `}`
        """),
    Mistake(
      "a quoted text that is not closed",
      in: """
        format: 1
        spec: _remember
        subject: {operators: [_remember]}
        cases:
          - name: "n
            clauses: [c]
            timeline: []
        """,
      says: """
        x.yaml:5:11: error: the quoted text that begins here does not end
          - name: "n
                  ^
          hint: close its quotes
        """),
    Mistake(
      "a key that is indented too far",
      in: timeline(
        """
        - subscribe: a
           expect: []
        """),
      says: """
        x.yaml:9:10: error: this key is indented differently from those it belongs to
                 expect: []
                 ^
          hint: give all keys of one map the same indentation, and check the line above
        """),
    Mistake(
      "a first-level key that is indented",
      in: """
        format: 1
         spec: x
        """,
      says: """
        x.yaml:2:2: error: this key is indented differently from those it belongs to
         spec: x
         ^
          hint: give all keys of one map the same indentation, and check the line above
        """),
    Mistake(
      "a step without its dash",
      in: timeline(
        """
        - subscribe: a
        subscribe: b
        """),
      says: """
        x.yaml:9:7: error: a list item was expected here
              subscribe: b
              ^
          hint: the items of one list begin with `- ` and have the same indentation
        """),
    Mistake(
      "an empty item of a list",
      in: timeline(
        """
        - emit: [a, , b]
        """),
      says: """
        x.yaml:8:19: error: a value was expected here
              - emit: [a, , b]
                          ^
          hint: write the value, or take away a comma or bracket too many
        """),
    Mistake(
      "an unknown escape",
      in: timeline(
        #"""
        - emit: "\q"
        """#),
      says: #"""
        x.yaml:8:16: error: an escape that YAML does not have
              - emit: "\q"
                       ^
          hint: write a backslash as \\, or put the text in single quotes
        """#),
    Mistake(
      "a text behind a folding mark",
      in: timeline(
        """
        - emit: 1
          note: >one
        """),
      says: """
        x.yaml:9:16: error: a text behind `|` or `>` begins on the next line
                note: >one
                       ^
          hint: to begin a text with these, use quotes
        """),
    Mistake(
      "a text with a number sign, without quotes",
      in: timeline(
        """
        - subscribe: a
        - emit: "#1"
          expect: [a: #1]
        """),
      says: """
        x.yaml:10:23: error: the file ends within a list or map
                expect: [a: #1]
                              ^
          hint: ` #` begins a comment; a text with it needs quotes
        """),
    Mistake(
      "a list that is still open at the end",
      in: timeline(
        """
        - subscribe: a
          expect: [
        """),
      says: """
        x.yaml:9:17: error: the file ends within a list or map
                expect: [
                        ^
          hint: close it with `]` or `}`
        """),
    Mistake(
      "an event behind `expect`, without a list",
      in: timeline(
        """
        - subscribe: a
          expect: upstream: connect
        """),
      says: """
        x.yaml:9:25: error: a second `: ` on one line
                expect: upstream: connect
                                ^
          hint: a text that contains `: ` needs quotes, and events are a list: `expect: [a: 1]`
        """),
    Mistake(
      "a missing space behind a colon, seen one line later",
      in: timeline(
        """
        - emit:1
          expect: [a: 1]
        """),
      says: """
        x.yaml:8:9: error: a colon without a space behind it
              - emit:1
                ^
          hint: write `emit: 1`
        """),
    Mistake(
      "a missing space behind the colon of a first-level key",
      in: """
        format: 1
        spec:_remember
        title: T
        cases: []
        """,
      says: """
        x.yaml:2:1: error: a colon without a space behind it
        spec:_remember
        ^
          hint: write `spec: _remember`
        """),
    Mistake(
      "a custom tag",
      in: timeline(
        """
        - emit: !date 2001-01-01
        """),
      says: """
        x.yaml:8:15: error: the tag `!date` is not of the core schema
              - emit: !date 2001-01-01
                      ^~~~~~~~~~~~~~~~
          hint: leave it out; values are null, booleans, numbers, text, lists and maps
        """),
    Mistake(
      "a tag of YAML that is not of the core schema",
      in: timeline(
        """
        - emit: !!binary aGk=
        """),
      says: """
        x.yaml:8:15: error: the tag `tag:yaml.org,2002:binary` is not of the core schema
              - emit: !!binary aGk=
                      ^~~~~~~~~~~~~
          hint: leave it out; values are null, booleans, numbers, text, lists and maps
        """),
    Mistake(
      "an alias without an anchor",
      in: timeline(
        """
        - emit: *x
        """),
      says: """
        x.yaml:8:15: error: the alias `*x` has no anchor before it
              - emit: *x
                      ^~
          hint: a text that begins with `*` needs quotes
        """),
    Mistake(
      "an alias within its own anchor",
      in: timeline(
        """
        - emit: &x [*x]
        """),
      says: """
        x.yaml:8:19: error: the alias `*x` stands within its own anchor
              - emit: &x [*x]
                          ^~
        """),
    Mistake(
      "a text that begins with an asterisk",
      in: timeline(
        """
        - emit: a
          note: *bold* text
        """),
      says: """
        x.yaml:9:20: error: a text that begins with * or & needs quotes
                note: *bold* text
                           ^
          hint: without quotes, these begin an alias or an anchor
        """),
    Mistake(
      "a text that begins with an at sign",
      in: timeline(
        """
        - emit: @x
        """),
      says: """
        x.yaml:8:15: error: a text that begins with @ needs quotes
              - emit: @x
                      ^
          hint: write "@…"
        """),
    Mistake(
      "a list item behind its key",
      in: timeline(
        """
        - emit: 1
          expect: - a: 1
        """),
      says: """
        x.yaml:9:17: error: a list item cannot begin here
                expect: - a: 1
                        ^
          hint: begin it on a line of its own, or write the list in brackets: `[…]`
        """),
  ]

  /// Mistakes of events.
  static let eventMistakes: [Mistake] = [
    Mistake(
      "a missing space behind the colon of an event",
      in: timeline(
        """
        - subscribe: a
          expect: [upstream:connect]
        """),
      says: """
        x.yaml:9:18: error: an event, `name: what happened`, is expected, and this is a text
                expect: [upstream:connect]
                         ^~~~~~~~~~~~~~~~
          hint: write `upstream: connect`, with a space
        """),
    Mistake(
      "a map of events",
      in: timeline(
        """
        - subscribe: a
          expect: {upstream: connect}
        """),
      says: """
        x.yaml:9:17: error: `expect` is a list of events, because their order matters
                expect: {upstream: connect}
                        ^~~~~~~~~~~~~~~~~~~
          hint: write `expect: [a: 1, b: 2]`, or begin each event with `- `
        """),
    Mistake(
      "two events in one item",
      in: timeline(
        """
        - subscribe: a
          expect: [{upstream: connect, a: 1}]
        """),
      says: """
        x.yaml:9:19: error: one event has one name, and this has 2
                expect: [{upstream: connect, a: 1}]
                          ^~~~~~~~
          hint: write a list of events: `[a: 1, b: 2]`
        """),
    Mistake(
      "an empty `expect`",
      in: timeline(
        """
        - subscribe: a
          expect:
        """),
      says: """
        x.yaml:9:9: error: `expect` has nothing in it
                expect:
                ^~~~~~
          hint: leave it out, or write `expect: []`, to assert silence
        """),
    Mistake(
      "a word in place of events",
      in: timeline(
        """
        - subscribe: a
          expect: silence
        """),
      says: """
        x.yaml:9:17: error: a list of events is expected, and this is a text
                expect: silence
                        ^~~~~~~
          hint: write `expect: [a: 1]`
        """),
    Mistake(
      "a misspelt name",
      in: timeline(
        """
        - subscribe: first
          expect: [upstrem: connect]
        """),
      says: """
        x.yaml:9:18: error: no observer, source or store of this case is called `upstrem`
                expect: [upstrem: connect]
                         ^~~~~~~
          hint: did you mean `upstream`?
        """),
    Mistake(
      "an unknown name",
      in: timeline(
        """
        - subscribe: first
          expect: [zzz: 1]
        """),
      says: """
        x.yaml:9:18: error: no observer, source or store of this case is called `zzz`
                expect: [zzz: 1]
                         ^~~
          hint: there are `first` and `upstream`
        """),
    Mistake(
      "a misspelt event of a source",
      in: timeline(
        """
        - subscribe: a
          expect: [upstream: conect]
        """),
      says: """
        x.yaml:9:28: error: what a source can show is `connect` or `disconnect`, not `conect`
                expect: [upstream: conect]
                                   ^~~~~~
          hint: did you mean `connect`?
        """),
    Mistake(
      "a value of a source",
      in: timeline(
        """
        - subscribe: a
          expect: [upstream: 1]
        """),
      says: """
        x.yaml:9:28: error: what a source can show is expected, and `1` is a number
                expect: [upstream: 1]
                                   ^
          hint: write `connect` or `disconnect`
        """),
    Mistake(
      "a state of a next-only observer",
      in: timeline(
        """
        - subscribe: a
          channels: [next]
        - state: active
          expect: [a.state: active]
        """),
      says: """
        x.yaml:11:18: error: `a` subscribes with `channels: [next]` and so receives no state
                expect: [a.state: active]
                         ^~~~~~~
        """),
    Mistake(
      "a channel that is written out",
      in: timeline(
        """
        - subscribe: a
        - emit: 1
          expect: [a.next: 1]
        """),
      says: """
        x.yaml:10:18: error: an observer has no channel `next`
                expect: [a.next: 1]
                         ^~~~~~
          hint: write `a: …` for a value
        """),
    Mistake(
      "a state of a source",
      in: timeline(
        """
        - subscribe: a
        - state: active
          expect: [upstream.state: active]
        """),
      says: """
        x.yaml:10:18: error: `upstream` is a source; only an observer has a state
                expect: [upstream.state: active]
                         ^~~~~~~~~~~~~~
        """),
    Mistake(
      "a result without a read",
      in: timeline(
        """
        - subscribe: a
          expect: [returns: 1]
        """),
      says: """
        x.yaml:9:18: error: only a `read` returns something, and this case has none
                expect: [returns: 1]
                         ^~~~~~~
        """),
    Mistake(
      "an expectation within a reaction",
      in: """
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
        """,
      says: """
        x.yaml:8:39: error: an action of a reaction has no `expect`
              - {when: {a: 1}, do: [{emit: 2, expect: []}]}
                                              ^~~~~~
          hint: what it causes stands in the `expect` of the step in which the reaction fires
        """),
    Mistake(
      "a single action of a reaction",
      in: """
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
        """,
      says: """
        x.yaml:8:28: error: a list of actions is expected, and this is a map
              - {when: {a: 1}, do: {emit: 2}}
                                   ^~~~~~~~~
          hint: write `do: [{emit: 2}]`, also for one action
        """),
  ]

  /// Mistakes of names, and of who is subscribed when.
  static let nameMistakes: [Mistake] = [
    Mistake(
      "a live observer that subscribes",
      in: timeline(
        """
        - subscribe: a
        - subscribe: a
        """),
      says: """
        x.yaml:9:20: error: `a` is already subscribed here
              - subscribe: a
                           ^
          hint: unsubscribe it first, or give the observer another name
        """),
    Mistake(
      "an observer that unsubscribes before it has subscribed",
      in: timeline(
        """
        - unsubscribe: a
        - subscribe: a
        """),
      says: """
        x.yaml:8:22: error: `a` has not subscribed before this
              - unsubscribe: a
                             ^
        """),
    Mistake(
      "an observer that never subscribes",
      in: timeline(
        """
        - subscribe: first
        - unsubscribe: frist
        """),
      says: """
        x.yaml:9:22: error: `frist` never subscribes
              - unsubscribe: frist
                             ^~~~~
          hint: did you mean `first`?
        """),
    Mistake(
      "a reaction that unsubscribes its observer too early",
      in: """
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
        """,
      says: """
        x.yaml:8:43: error: this unsubscribes `a` before its own `subscribe` has returned
              - {when: {a: 1}, do: [{unsubscribe: a}]}
                                                  ^
          hint: let the reaction wait for a later event
        """),
    Mistake(
      "a name behind a number sign",
      in: timeline(
        """
        - subscribe: #a
        """),
      says: """
        x.yaml:8:19: error: a name is expected, and there is nothing
              - subscribe: #a
                          ^
          hint: ` #` begins a comment; a text with it needs quotes
        """),
    Mistake(
      "a name that is not quoted where it needs to be",
      in: timeline(
        """
        - subscribe: "null"
          expect: [upstream: connect]
        - emit: 1
          expect: ["null": 1]
        - emit: 2
          expect: [null: 2]
        """),
      says: """
        x.yaml:13:18: error: the name of an observer, source or store is expected, and there is nothing
                expect: [null: 2]
                         ^~~~
        """),
    Mistake(
      "a name that begins with a digit",
      in: timeline(
        """
        - subscribe: 1a
        """),
      says: """
        x.yaml:8:20: error: `1a` is not a name
              - subscribe: 1a
                           ^~
          hint: a name is a letter, then letters, digits, `_` and `-`
        """),
    Mistake(
      "a name that is a number",
      in: timeline(
        """
        - subscribe: 5
        """),
      says: """
        x.yaml:8:20: error: a name is expected, and `5` is a number
              - subscribe: 5
                           ^
          hint: a name is a letter, then letters, digits, `_` and `-`
        """),
    Mistake(
      "a name that is a boolean",
      in: timeline(
        """
        - subscribe: true
        """),
      says: """
        x.yaml:8:20: error: a name is expected, and `true` is a boolean
              - subscribe: true
                           ^~~~
          hint: put it in quotes: "true"
        """),
    Mistake(
      "an observer with the name of a source",
      in: timeline(
        """
        - subscribe: upstream
        """),
      says: """
        x.yaml:8:20: error: `upstream` is already the name of a source
              - subscribe: upstream
                           ^~~~~~~~
          hint: give the observer another name
        """),
    Mistake(
      "the reserved name",
      in: timeline(
        """
        - subscribe: returns
        """),
      says: """
        x.yaml:8:20: error: `returns` stands for what a read returns, and can name nothing else
              - subscribe: returns
                           ^~~~~~~
        """),
  ]

  /// Mistakes of values.
  static let valueMistakes: [Mistake] = [
    Mistake(
      "an integer that is not portable",
      in: timeline(
        """
        - emit: 9007199254740992
        """),
      says: """
        x.yaml:8:15: error: an integer beyond ±9007199254740991 is not portable
              - emit: 9007199254740992
                      ^~~~~~~~~~~~~~~~
          hint: as a text it needs quotes
        """),
    Mistake(
      "not a number",
      in: timeline(
        """
        - emit: .nan
        """),
      says: """
        x.yaml:8:15: error: `.nan` is not a portable value: JSON has none
              - emit: .nan
                      ^~~~
          hint: as a text it needs quotes
        """),
    Mistake(
      "an infinity",
      in: timeline(
        """
        - emit: -.inf
        """),
      says: """
        x.yaml:8:15: error: an infinity is not a portable value: JSON has none
              - emit: -.inf
                      ^~~~~
          hint: as a text it needs quotes
        """),
    Mistake(
      "a number beyond 64 bits",
      in: timeline(
        """
        - emit: 1e999
        """),
      says: """
        x.yaml:8:15: error: the number is too large for a 64-bit floating-point number
              - emit: 1e999
                      ^~~~~
          hint: as a text it needs quotes
        """),
    Mistake(
      "a value that is not of its tag",
      in: timeline(
        """
        - emit: !!int abc
        """),
      says: """
        x.yaml:8:15: error: `abc` is no value of its tag `!!int`
              - emit: !!int abc
                      ^~~~~~~~~
        """),
    Mistake(
      "a name that is not of its tag",
      in: timeline(
        """
        - subscribe: !!null a
        - emit: 1
        """),
      says: """
        x.yaml:8:20: error: `a` is no value of its tag `!!null`
              - subscribe: !!null a
                           ^~~~~~~~
        """),
    Mistake(
      "a key that is a number",
      in: timeline(
        """
        - emit: {1: a}
        """),
      says: """
        x.yaml:8:16: error: a text as the key is expected, and `1` is a number
              - emit: {1: a}
                       ^
          hint: put it in quotes: "1"
        """),
    Mistake(
      "a key of a value that occurs twice",
      in: timeline(
        """
        - emit: {a: 1, a: 2}
        """),
      says: """
        x.yaml:8:22: error: the key `a` occurs twice in this map
              - emit: {a: 1, a: 2}
                             ^
        """),
  ]

  /// Mistakes of subjects.
  static let subjectMistakes: [Mistake] = [
    Mistake(
      "no subject",
      in: """
        format: 1
        spec: x
        cases:
          - {name: a, clauses: [c], timeline: [{subscribe: a}]}
        """,
      says: """
        x.yaml:4:6: error: this case has no subject, and neither has the file
          - {name: a, clauses: [c], timeline: [{subscribe: a}]}
             ^~~~
          hint: add `subject: {operators: […]}` to the file or to the case
        """),
    Mistake(
      "a subject of neither kind",
      in: """
        format: 1
        spec: x
        subject: {sources: {}}
        cases:
          - {name: a, clauses: [c], timeline: [{subscribe: a}]}
        """,
      says: """
        x.yaml:3:11: error: a subject needs `operators`, for a stream, or `property`
        subject: {sources: {}}
                  ^~~~~~~
          hint: write `operators: […]` or `property: scoped`
        """),
    Mistake(
      "an operator that is not in a list",
      in: """
        format: 1
        spec: x
        subject: {operators: _remember}
        cases:
          - {name: a, clauses: [c], timeline: [{subscribe: a}]}
        """,
      says: """
        x.yaml:3:22: error: a list of operators is expected, and this is a text
        subject: {operators: _remember}
                             ^~~~~~~~~
          hint: write `operators: […]`
        """),
    Mistake(
      "a misspelt property",
      in: """
        format: 1
        spec: x
        subject: {property: scopd, store: 1}
        cases:
          - {name: a, clauses: [c], timeline: [{subscribe: a}]}
        """,
      says: """
        x.yaml:3:21: error: a property is `scoped` or `unscoped`, not `scopd`
        subject: {property: scopd, store: 1}
                            ^~~~~
          hint: did you mean `scoped`?
        """),
    Mistake(
      "the store of another property",
      in: """
        format: 1
        spec: x
        subject: {property: unscoped, store: 1}
        cases:
          - {name: a, clauses: [c], timeline: [{subscribe: a}]}
        """,
      says: """
        x.yaml:3:31: error: `store` does not go with `property: unscoped`; use `stores`
        subject: {property: unscoped, store: 1}
                                      ^~~~~
        """),
    Mistake(
      "a subject of both kinds",
      in: """
        format: 1
        spec: x
        subject: {property: scoped, store: 1, operators: []}
        cases:
          - {name: a, clauses: [c], timeline: [{subscribe: a}]}
        """,
      says: """
        x.yaml:3:21: error: a subject is a stream, with `operators`, or a property: not both
        subject: {property: scoped, store: 1, operators: []}
                            ^~~~~~
        """),
    Mistake(
      "observers and stores of an unscoped property",
      in: """
        format: 1
        spec: x
        subject: {property: unscoped, stores: {left: 1}}
        cases:
          - {name: a, clauses: [c], timeline: [{subscribe: a}, {write: 1}, {write: 1, to: lft}]}
        """,
      says: """
        x.yaml:5:41: error: `subscribe` needs observers, and an unscoped property has none
          - {name: a, clauses: [c], timeline: [{subscribe: a}, {write: 1}, {write: 1, to: lft}]}
                                                ^~~~~~~~~
          hint: use `property: scoped`: only a property of one object can be observed
        x.yaml:5:57: error: an unscoped property needs `to`, with the name of a store
          - {name: a, clauses: [c], timeline: [{subscribe: a}, {write: 1}, {write: 1, to: lft}]}
                                                                ^~~~~
          hint: write `to: left`
        x.yaml:5:83: error: there is no store `lft`
        …bscribe: a}, {write: 1}, {write: 1, to: lft}]}
                                                 ^~~
          hint: did you mean `left`?
        """),
    Mistake(
      "`no` where the format has words of its own",
      in: """
        format: 1
        spec: x
        subject: {property: scoped, store: 1, writes: no}
        cases: [{name: a, clauses: [c], timeline: [{read: store}]}]
        """,
      says: """
        x.yaml:3:47: error: what becomes of writes is `kept` or `ignored`, not `no`
        subject: {property: scoped, store: 1, writes: no}
                                                      ^~
        """),
  ]
}
