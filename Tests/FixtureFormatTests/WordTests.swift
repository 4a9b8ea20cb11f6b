import FixtureFormat
import Testing

/// Mistakes in the use of a specification's words: each snippet with its diagnostics, the place
/// first and the hint after an arrow.
@Suite("The words of a specification")
struct WordTests {
  private static let specification = """
    name: S
    channels: [next, error, completed]
    operators:
      share: ~
      take: count
      map: function
      rescue: function
      filter: predicate
      merge: {with: source}
      zip: sources
      mapIndexed: indexed-function
      scan: {seed?: value, with: reducer}
      delay: seconds
      distance: number-or-point
      log: {prefix?: text}
      flatMap: source-function
      say: operation
      rewrite: rows
      locked: {to: point, on: flag}
      finally: callback
      tap: observer
      publish: ~
      refCount: ~
      window: count
      hot: ~
    connectable: [publish]
    subjects: [hot]
    tells-streams: [window]
    readings:
      replay: [keeps, forgets]
      order: [first, last]
    clauses:
      - {id: c, sentence: a sentence}
    """

  static let operators = Row.table(
    #"""
    _rember
    ⇒ 3:45: the specification `S` has no operator `_rember` → `operators` in spec.yaml lists them
    shar ⇒ 3:45: the specification `S` has no operator `shar` → did you mean `share`?
    {share: 1} ⇒ 3:53: `share` takes no argument → write `- share`
    take ⇒ 3:45: `take` needs an argument → write `- take: 1`
    {take: ~} ⇒ 3:52: `take` needs an argument → write `- take: 1`
    {take: -1} ⇒ 3:52: a count is not negative, and this is `-1`
    {take: 1.5} ⇒ 3:52: a count is an integer, and this is `1.5`
    {take: [1, 2]} ⇒ 3:52: a count, an integer from 0, is expected, and this is a list → write `1`
    {map: 1}
    ⇒ 3:51: a function, a list of rows, is expected, and this is a number → write `[[1, 10], [2, 20]]`
    {map: [1, 2]}
    ⇒ 3:52: a row, `[value, result]` or `[value, throws, error]`, is expected, and this is a number
    ⇒ 3:55: a row, `[value, result]` or `[value, throws, error]`, is expected, and this is a number
    {map: [[1]]}
    ⇒ 3:52: a row is `[value, result]` or `[value, throws, error]`, and this one has 1 entry
    {map: [[1, 2, 3]]}
    ⇒ 3:56: a row of 3 has `throws` before its last entry → a row is `[value, result]` or `[value, throws, error]`
    {map: [[1, 2], [1, 3]]} ⇒ 3:60: two rows are for `1`: the other is on line 3
    {map: [[1, throws, ~]]} ⇒ 3:64: the value of an error is not null
    {filter: 2}
    ⇒ 3:54: a predicate, a list of the values that it holds for, is expected, and this is a number → write `[1, 2]`
    {filter: [1, [2, true]]}
    ⇒ 3:58: a predicate is a list of values, or a list of rows, and not both: `[2, true]` is a row → write each value that it holds for as a row, `[1, true]`
    {filter: [[2, false], 1]}
    ⇒ 3:67: a predicate is a list of values, or a list of rows, and not both: `1` is not a row → write each value that it holds for as a row, `[1, true]`
    {filter: [[1, 2], [2, true], [3, false]]}
    ⇒ 3:55: a predicate is a list of values, or a list of rows, and not both: `[1, 2]` is not a row → write each value that it holds for as a row, `[[1, 2], true]`
    {filter: [1, 1]} ⇒ 3:58: `1` is listed twice
    {merge: other}
    ⇒ 3:53: a map with the arguments of `merge` is expected, and this is a text → write `- merge: {with: other}`
    {merge: {with: othr}} ⇒ 3:60: the subject has no source `othr` → did you mean `other`?
    {merge: {wth: other}} ⇒ 3:54: `merge` has no argument `wth` → did you mean `with`?
    {merge: {}} ⇒ 3:53: `merge` needs the argument `with` → write `with: other`
    {merge: ~} ⇒ 3:53: `merge` needs an argument → write `- merge: {with: other}`
    {merge: {with: other, and: 1}} ⇒ 3:67: `merge` has no argument `and` → it takes `with`
    {zip: othr} ⇒ 3:51: the subject has no source `othr` → did you mean `other`?
    {zip: [other, upstrem, othr]}
    ⇒ 3:59: the subject has no source `upstrem` → did you mean `upstream`?
    ⇒ 3:68: the subject has no source `othr` → did you mean `other`?
    {zip: []} ⇒ 3:51: this operator needs at least one more source
    {zip: {with: other}} ⇒ 3:51: a source, or a list of sources, is expected, and this is a map → write `other`
    {mapIndexed: [[1, 10]]}
    ⇒ 3:59: a row is `[value, index, result]` or `[value, index, throws, error]`, and this one has 2 entries
    {mapIndexed: sum}
    ⇒ 3:58: an indexed function, a list of rows, is expected, and this is a text → write `[[1, 0, 10], [2, 1, 20]]`
    {zip: other} ⇒ valid
    {zip: [other, upstream, other]} ⇒ valid
    {mapIndexed: [[1, 0, 10], [1, 1, throws, boom]]} ⇒ valid
    {scan: {with: add}}
    ⇒ 3:59: a reducer, `sum`, `append`, `latest` or a list of rows, is expected, and this is `add`
    {scan: {with: [[1, 2]]}}
    ⇒ 3:60: a row is `[so-far, value, result]` or `[so-far, value, throws, error]`, and this one has 2 entries
    {delay: 0} ⇒ 3:53: a time is more than 0 seconds
    {delay: 0.0005} ⇒ 3:53: a time is whole milliseconds, and `0.0005` has more than three decimals
    {delay: x} ⇒ 3:53: a time is a number of seconds, not `x`
    {distance: {x: 1}}
    ⇒ 3:56: a number or a point is expected, and this is a map → write `{x: 1, y: 2}`
    {distance: a} ⇒ 3:56: a number or a point is expected, and this is a text → write `{x: 1, y: 2}`
    {log: {prefix: 1}} ⇒ 3:60: a text is expected, and this is a number → write `a text`
    {flatMap: [[1, nosuch]]}
    ⇒ 3:60: the subject has no source `nosuch` → it has `upstream` and `other`; write `sources: {nosuch: {}}` for another
    {say: [[1, 2]]}
    ⇒ 3:56: a list of the emitted values is expected, and this is a number → write `[…]`, or `[]`
    {say: [[1, throws, x]]} ⇒ 3:52: a row is `[value, [emitted values]]`, and this one has 3 entries
    {rewrite: [[1, 2, 3]]} ⇒ 3:56: a row is `[key, value]`, and this one has 3 entries
    {locked: {to: {x: 1, y: 2}, on: 1}}
    ⇒ 3:77: a truth value is expected, and this is a number → write `true`
    log ⇒ valid
    {log: ~} ⇒ valid
    {scan: {with: sum}} ⇒ valid
    {filter: []} ⇒ valid
    {filter: [[1], [2]]} ⇒ valid
    {filter: [[1, 2], [3, 4]]} ⇒ valid
    {filter: [1, [], [2, yes], [3, throw, boom]]} ⇒ valid
    {filter: [[[1, 2], true], [[], throws, boom]]} ⇒ valid
    {take: 1.0} ⇒ valid
    {map: []} ⇒ valid
    """#
  ) { timeline("subject: {sources: {other: {}}, operators: [\($0)]}", of: "S", "") }

  @Test(
    "report misplaced text",
    arguments: operators + sources + streams + steps)
  func check(_ row: Row) throws {
    row.check(read(row.text, index: try index(Self.specification).get()))
  }

  /// Numbers of allowed behaviours of each choice of a case, in a number of steps, and the diagnostic.
  @Test(
    "the choices of a case, and its steps, allow no more combinations than the limit",
    arguments: [
      ([100, 100], 1, ""), ([9_999], 1, ""), ([10_000], 1, ""), ([100, 50, 2], 1, ""),
      ([3, 3_334], 1, "allow at most 10000 combinations, and this has 10002"),
      ([2, 5_001], 1, "allow at most 10000 combinations, and this has 10002"),
      ([100, 100, 2], 1, "allow at most 10000 combinations, and this has 20000"),
      // More than memory holds are refused as fast as few.
      (Array(repeating: 200, count: 8), 1, "at most 10000 combinations"), ([100, 100], 10, ""),
      ([100, 100], 11, "allow at most 100000 combinations, and this has 110000"),
    ])
  func boundChoices(_ readings: [Int], steps: Int, says: String) {
    let points = readings.enumerated().map { point, count in
      "either: {\((0..<count).map { "p\(point)r\($0): []" }.joined(separator: ", "))}"
    }
    let step = "\n- {advance: 1, expect: [\(points.joined(separator: ", "))]}"
    let said = said(of: read(timeline("- subscribe: a" + String(repeating: step, count: steps))))
    #expect(
      said.count == (says.isEmpty ? 0 : 1) && said.allSatisfy { $0.contains(says) }, "\(said)")
  }

  static let sources = Row.table(
    #"""
    {upstream: {on-connect: [1], connections: [{}]}}
    ⇒ 3:32: `on-connect` does not go with `connections` → write it into each connection
    {upstream: {connections: 1}}
    ⇒ 3:45: a list of connections is expected, and this is a number → write `connections: [{on-connect: [1]}, {}]`
    {upstream: {then: error}}
    ⇒ 3:38: a source ends with `completed` or `{error: V}` → an error that a source sends has a value: write `then: {error: boom}`
    {upstream: {then: {error: ~}}} ⇒ 3:46: the value of an error is not null
    {upstream: {then: complete}}
    ⇒ 3:38: a source ends with `completed` or `{error: V}` → did you mean `completed`?
    {upstream: {then: {eror: 1}}}
    ⇒ 3:39: how a source ends has no key `eror` → did you mean `error`? It is missing here.
    {upstream: {then: {completed: 1}}}
    ⇒ 3:39: a source ends with `completed` or `{error: V}` → a completion carries nothing: write `then: completed`
    {upstream: {connections: [{then: completed, connections: []}]}}
    ⇒ 3:64: a connection has no key `connections` → its keys are `on-connect`, `while-connected` and `then`
    {upstream: {while-connected: true}}
    ⇒ 3:32: `while-connected` is about the values of `on-connect` → write `on-connect: [1, 2]` beside it
    {upstream: {on-connect: [1], while-connected: 1}}
    ⇒ 3:66: `true` or `false` is expected, and this is a number
    {upstream: {connections: [{}], while-connected: true}}
    ⇒ 3:51: `while-connected` does not go with `connections` → write it into each connection
    {upstream: {on-connect: [1], while-connected: true}, other: {connections: [{on-connect: [], while-connected: false}]}}
    ⇒ valid
    {upstream: {conections: []}}
    ⇒ 3:32: a source has no key `conections` → did you mean `connections`?
    {upstream: {on-connect: [1], then: completed}, other: {connections: [{then: {error: boom}}, {}]}}
    ⇒ valid
    {x: {on-connect: 1}, y: {then: nope}, z: {connections: []}}
    ⇒ 3:37: a list of values is expected, and this is a number → write `on-connect: [1]`, also for one value
    ⇒ 3:51: a source ends with `completed` or `{error: V}`
    ⇒ 3:75: a source without a connection cannot be connected
    """#
  ) { timeline("subject: {sources: \($0), operators: []}", of: "S", "") }

  @Test("errors and completion are reported if the specification has none")
  func endsWithoutChannels() throws {
    let problems = said(
      of: read(
        timeline(
          """
          subject: {operators: []}
          - subscribe: a
            expect: [a.completed, upstream: release]
          - subscribe: b
            channels: [next, completed]
          """)))
    let remedy = "`channels` in spec.yaml says whether there are `error` and `completed`"
    #expect(
      problems == [
        "9:18: an observer has no channel `completed` → write `a: …` or `a.state: …`; \(remedy)",
        "9:41: an event of a source is `connect` or `disconnect`, not `release` → \(remedy)",
        "11:26: a channel is `next` or `state`, not `completed` → \(remedy)",
      ])
  }

  static let specifications = Row.table(
    #"""
    channels: [next, eror]
    ⇒ 2:18: a channel is `next`, `state`, `error` or `completed`, not `eror` → did you mean `error`?
    channels: [error] ⇒ 2:11: every specification has the channel `next`
    channels: next
    ⇒ 2:11: a list of channels is expected, and this is a text → write `channels: [next, error, completed]`
    operators: [share] ⇒ 2:12: a map of operators is expected, and this is a list
    operators: {take: [count]} ⇒ 2:19: a kind of argument is expected, and this is a list
    operators: {map: {a: value, "a?": value}} ⇒ 2:35: the argument `a` is named twice
    operators: {merge: {}} ⇒ 2:20: an operator without arguments is written with `~`
    operators: {take: cuont, take: 5, 5: count, skip: cout, map: {a: 5, a: 6, b: vale}}
    ⇒ 2:19: there is no kind of argument `cuont` → did you mean `count`?
    ⇒ 2:26: the key `take` occurs twice in this map
    ⇒ 2:35: the name of an operator is expected, and `5` is a number → put it in quotes: "5"
    ⇒ 2:51: there is no kind of argument `cout` → did you mean `count`?
    ⇒ 2:66: a kind of argument is expected, and `5` is a number → a kind is `value`, `number`, `count`, `seconds`, `text`, `flag`, `function`, `indexed-function`, `predicate`, `reducer`, `source`, `sources`, `source-function`, `operation`, `rows`, `point`, `number-or-point`, `callback` or `observer`
    ⇒ 2:69: the key `a` occurs twice in this map
    ⇒ 2:78: there is no kind of argument `vale` → did you mean `value`?
    readings: {a: [x, 5], a: [], b: x, c: [], d: [x, x]}
    ⇒ 2:19: the name of an allowed behaviour is expected, and `5` is a number → put it in quotes: "5"
    ⇒ 2:23: the key `a` occurs twice in this map
    ⇒ 2:33: a list of allowed behaviours is expected, and this is a text → write `b: [one, other]`
    ⇒ 2:39: a choice needs at least one allowed behaviour
    ⇒ 2:47: the behaviour `x` also belongs to `a` → each allowed behaviour has a name of its own
    ⇒ 2:50: the behaviour `x` is named twice → each allowed behaviour has a name of its own
    unordered: [conect]
    ⇒ 2:13: an event of a source is `connect`, `disconnect` or `release`, not `conect` → did you mean `connect`?
    unordered: [connect, connect] ⇒ 2:22: `connect` is named twice
    unordered: connect
    ⇒ 2:12: a list of events of a source is expected, and this is a text → write `unordered: [connect, disconnect, release]`, or some of these
    unordered: [] ⇒ valid
    chanels: [next] ⇒ 2:1: a clause index has no key `chanels` → did you mean `channels`?
    --- ⇒ 2:1: a second document begins here; a file has only one → put all of it into the first, or into a file of its own
    operators: {take: count?, log: {prefix?: text}, share: ~} ⇒ valid
    license: free
    clauses: [{id: a, since: 2016}]
    ⇒ valid
    clauses: [{id: a, checked_by: api}] ⇒ 2:19: a clause has no key `checked_by` → did you mean `checked-by`?
    clauses: [{id: a}, {id: a}] ⇒ 2:25: the clause `a` is listed twice
    channels: [next, eror]
    operators: {map: fnction} # no clauses
    ⇒ 1:1: a clause index needs the key `clauses`
    ⇒ 2:18: a channel is `next`, `state`, `error` or `completed`, not `eror` → did you mean `error`?
    ⇒ 3:18: there is no kind of argument `fnction` → did you mean `function`?
    """#)

  @Test("a specification lists its own words without a slip", arguments: specifications)
  func checkSpecifications(_ row: Row) {
    let clauses = row.text.contains("clauses") ? "" : "clauses: [{id: c}]\n"
    row.check(index("name: S\n\(row.text)\n\(clauses)"))
  }
}
