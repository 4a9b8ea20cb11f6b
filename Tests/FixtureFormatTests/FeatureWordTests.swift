import FixtureFormat
import Testing

/// What the words for features make a mistake, and what not: a subject, perhaps reactions, and steps, with what is
/// said of them.
@Suite("The words for features")
struct FeatureWordTests {
  private static let specification = """
    name: S
    channels: [next, error, completed]
    operators:
      share: ~
      merge: {with: source}
      finally: callback
      tap: observer
      publish: ~
      refCount: ~
      window: count
    unordered: [connect, disconnect, release]
    connectable: [publish]
    tells-streams: [window]
    readings: {order: [first, last]}
    clauses: [{id: c}]
    """

  static let rows = Row.table(
    #"""
    {streams: {x: {from: y, operators: []}, y: {from: z, operators: []}, z: {operators: [merge: {with: x}]}}}
    - subscribe: a
      to: x
    ⇒ 3:21: `x` is made of `y`, which is made of `z`, which is made of `x` → a stream is made of sources, and of streams that are not made of it
    {streams: {x: {from: x, operators: []}, y: {operators: []}}}
    - subscribe: a
      to: x
    ⇒ 3:21: `x` is made of `x` → a stream is made of sources, and of streams that are not made of it
    {streams: {x: {from: yy, operators: []}, y: {operators: []}}}
    - subscribe: a
      to: x
    ⇒ 3:31: the subject has no source `yy` → did you mean `y`?
    {operators: [finally: upstream]}
    - subscribe: a
    ⇒ 3:32: `upstream` is already the name of something else in this subject → give the callback a name of its own
    {operators: [finally: f, tap: f]}
    - subscribe: a
    ⇒ 3:40: `f` is already the name of something else in this subject → give the observer a name of its own
    {operators: [finally: 1]}
    - subscribe: a
    ⇒ 3:32: a name is expected, and `1` is a number → a name is a letter, then letters, digits, `_` and `-`
    {operators: [finally: throws]}
    - subscribe: a
    ⇒ 3:32: `throws` stands for what leaves a call, and can name nothing else
    {operators: [finally: f]}
    - subscribe: f
    ⇒ 8:20: `f` is already the name of a callback → give the observer another name
    {operators: [finally: f]}
    - subscribe: a
      expect: [f: 1]
    ⇒ 9:21: what a callback can show is expected, and `1` is a number → write `called`
    {operators: [finally: f]}
    - subscribe: a
      expect: [f.error]
    ⇒ 9:18: `f` is a callback; only an observer has channels
    {operators: [finally: f]}
    - subscribe: a
    - unsubscribe: f
    ⇒ 9:22: `f` never subscribes → did you mean `a`?
    {operators: [tap: t]}
    - subscribe: a
      expect: [t: 1, t.completed, t.state: active]
    ⇒ 9:37: an observer has no channel `state` → write `t: …`, `t.error: …` or `t.completed`
    {operators: [share]}
    - connect: stream
    ⇒ 8:18: the stream is not connectable → a connectable stream ends with an operator of `connectable` in spec.yaml
    {operators: [publish, refCount]}
    - connect: stream
    ⇒ 8:18: the stream is not connectable → a connectable stream ends with an operator of `connectable` in spec.yaml
    {operators: [publish]}
    - connect: upstream
    ⇒ 8:18: there is one stream, which has no name → write `stream`
    {streams: {x: {operators: [publish]}, y: {operators: []}}}
    - connect: stream
    ⇒ 8:18: there is no stream `stream` → the subject has `x` and `y`
    {streams: {x: {operators: [publish]}, y: {operators: []}}}
    - connect: y
    ⇒ 8:18: the stream `y` is not connectable → a connectable stream ends with an operator of `connectable` in spec.yaml
    {operators: [window: 1, window: 2]}
    - subscribe: a
    ⇒ 3:34: `window` would tell of streams of the streams that `window` tells of → an observer is told of streams of values
    {operators: [share]}
    - subscribe: a
      inner: unobserved
    ⇒ 9:16: `inner` is for a stream that tells its observers of streams → `tells-streams` in spec.yaml lists the operators that do
    {operators: [window: 1]}
    - subscribe: a
      inner: observed
    ⇒ 9:16: what becomes of the streams is `unobserved`, not `observed` → did you mean `unobserved`?
    {operators: [window: 1]}
    - subscribe: a
      expect: [a.stream, a/0: 1, b/1: 1, a/1.state: active]
    ⇒ 9:18: `a.stream` needs the key of the group, or null for a stream without one → write `a.stream: ~`
    ⇒ 9:28: no observer, source or store of this case is called `a/0` → there are `a` and `upstream`
    ⇒ 9:36: no observer, source or store of this case is called `b/1` → there are `a` and `upstream`
    ⇒ 9:44: an observer has no channel `state` → write `a/1: …`, `a/1.error: …` or `a/1.completed`
    {operators: [window: 1]}
    - subscribe: a/1
    ⇒ 8:20: `a/1` is not a name → a name is a letter, then letters, digits, `_` and `-`
    {operators: [window: 1]}
    - subscribe: a
    - subscribe: b
      to: c/1
    ⇒ 10:9: `to` says which of several is meant, and the subject is one → leave it out, or write `streams` into the subject
    {operators: [share]}
    - subscribe: a
      expect: [a.stream: 1, a/1: 2]
    ⇒ 9:18: an observer has no channel `stream` → write `a: …`, `a.error: …` or `a.completed`
    ⇒ 9:31: no observer, source or store of this case is called `a/1` → there are `a` and `upstream`
    {operators: [share]}
    - throw: boom
    ⇒ 8:9: `throw` is for a reaction, and not for a step
    {operators: [share]}
    - subscribe: a
      expect: [throws: boom]
    ⇒ 9:18: only a `throw` makes a call throw, and this case has none
    {operators: [share]}
    - subscribe: throws
    ⇒ 8:20: `throws` stands for what leaves a call, and can name nothing else
    {streams: {x: {from: y, operators: [window: 1]}, y: {operators: [window: 2]}}}
    - subscribe: a
      to: x
    ⇒ 3:21: `x` would tell of streams of streams, as it is made of a stream that tells of streams → an observer is told of streams of values
    {operators: [share]}
    reactions: [{when: {a: 1}, do: [{throw: boom}, {unsubscribe: a}]}]
    - subscribe: a
    ⇒ 7:66: `throw` is the last action of a reaction: nothing is done behind it
    {operators: [share]}
    reactions: [{when: {upstream: connect}, do: [{throw: boom}]}]
    - subscribe: a
    ⇒ 7:58: `throw` is for a reaction to what an observer or a callback is called with
    {operators: [share]}
    reactions: [{when: {a: 1}, do: [{throw: boom}]}, {when: {a: 1}, do: [{emit: 2}]}]
    - subscribe: a
    ⇒ 7:45: another reaction waits for `a: 1`, too, and this one throws → write one reaction, with `throw` as its last action
    {operators: [share]}
    reactions: [{when: {a: 1}, do: [{throw: ~}]}]
    - subscribe: a
    ⇒ 7:45: the value of an error is not null
    {operators: [share]}
    reactions: [{when: {a: 1}, do: [{throw: boom}]}]
    - subscribe: a
    - emit: 1
      expect: [a: 1, throws: boom, a: 2]
    ⇒ 11:38: a call that has thrown does nothing more
    {operators: [share]}
    reactions: [{when: {a: 1}, do: [{throw: boom}]}]
    - subscribe: a
    - emit: 1
      expect: [a: 1, throws]
    ⇒ valid
    {operators: [share]}
    reactions: [{when: {a: 1}, do: [{throw: boom}]}]
    - subscribe: a
    - emit: 1
      expect: [a: 1, throws: ~]
    ⇒ 11:32: the value of an error is not null → write `throws`, without a colon, for another error
    """#)

  @Test("say what stands where it cannot", arguments: rows)
  func check(_ row: Row) throws {
    var lines = row.text.split(separator: "\n")
    let subject = lines.removeFirst()
    let reactions = lines[0].hasPrefix("reactions") ? ["    \(lines.removeFirst())"] : []
    let text =
      ["format: 1", "spec: S", "subject: \(subject)", "cases:", "  - name: n", "    clauses: [c]"]
      + reactions + ["    timeline:"] + lines.map { "      \($0)" }
    let source = SourceText(path: "spec.yaml", bytes: Array(Self.specification.utf8))
    let index = try ClauseIndex.read(source).get()
    #expect(said(of: read(text.joined(separator: "\n"), index: index)) == row.says)
  }
}
