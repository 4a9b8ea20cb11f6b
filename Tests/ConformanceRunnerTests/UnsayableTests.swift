// What a library hands to a kit: what JSON does not have is named with its place, and nothing else is changed.

import Foundation
import Testing

@Suite("What a library hands to a kit", .startsProcesses)
struct UnsayableTests {
  /// What a library may tell in a language, each with its JSON, or with the place and kind of what JSON lacks.
  struct Values: Sendable, CustomTestStringConvertible {
    let kit: KitTests.Kit
    let sample: String

    /// Where the sample library has what JSON does not have, and what is to stand before it.
    let table: String
    let definitions: String

    /// An entry of that table; `#` stands for its name, and `$` for the expression.
    let entry: String
    let told: [(expression: String, answer: String)]
    var testDescription: String { kit.folder }
  }

  private static let nested = "`" + String(repeating: "[0]", count: 33) + "[…`"

  private static let all = [
    Values(
      kit: .python, sample: "sample.py", table: "UNSAYABLE = {\n",
      definitions: """
        import collections, datetime, enum, fractions
        async def coroutine():
            pass
        def closed():
            one = coroutine()
            one.close()
            return one
        class Items(tuple):
            def __iter__(self):
                raise ValueError("no items")
        class Unprintable:
            def __repr__(self):
                raise ValueError
        Pair = collections.namedtuple("Pair", "x y")
        Colour = enum.IntEnum("Colour", "RED")
        loop = {"a": [1]}
        loop["a"].append({"b": loop})

        """, entry: "    '#': lambda: $,\n",
      told: [
        ("float('nan')", "`.` a number that is not finite: nan (float)"),
        ("{'x': [1, float('inf')]}", "`.x[1]` a number that is not finite: inf (float)"),
        ("-2**53 - 1", "`.` a number that is no double: -9007199254740993 (int)"),
        ("2**1024", "`.` a number that is no double: 1797693134862315907729305190789"),
        ("10**5000", "`.` a number that is no double: <int object> (int)"),
        ("Decimal(1)", "`.` a number that is no double: Decimal('1') (Decimal)"),
        ("[fractions.Fraction(1)]", "`[0]` a number that is no double: Fraction(1, 1) (Fraction)"),
        ("1j", "`.` a number that is no double: 1j (complex)"),
        (#"['a', 'b\udfff']"#, #"`[1]` a text with half a character: 'b\udfff' (str)"#),
        (#"{'a': {'\ud83d': 1}}"#, #"`.a` a text with half a character: '\ud83d' (str)"#),
        ("{1: 2}", "`.` a key that is no text: 1 (int)"),
        (
          "{'items': [0, 1, {'key': {None: 1}}]}",
          "`.items[2].key` a key that is no text: None (NoneType)"
        ),
        ("[{(1, 2): 3}]", "`[0]` a key that is no text: (1, 2) (tuple)"),
        ("{'1': 1, True: 2}", "`.` a key that is no text: True (bool)"),
        ("lambda: 1", "`.` a function: <function "),
        ("int", "`.` a function: <class 'int'> (type)"),
        ("[len]", "`[0]` a function: <built-in function len> (builtin_function_or_method)"),
        (
          "datetime.datetime(2020, 1, 2)",
          "`.` a date: datetime.datetime(2020, 1, 2, 0, 0) (datetime)"
        ),
        ("{'at': datetime.time(1)}", "`.at` a date: datetime.time(1, 0) (time)"),
        ("[KeyError('k')]", "`[0]` an error: KeyError('k') (KeyError)"),
        ("closed()", "`.` a promise: <coroutine object coroutine> (coroutine)"),
        ("[frozenset([1])]", "`[0]` a set: frozenset({1}) (frozenset)"),
        ("{}.keys()", "`.` a set: dict_keys([]) (dict_keys)"),
        ("bytearray(b'x')", "`.` bytes: bytearray(b'x') (bytearray)"),
        ("memoryview(b'x')", "`.` bytes: <memory> (memoryview)"),
        ("[object()]", "`[0]` an object of a class: <object object> (object)"),
        ("range(2)", "`.` an object of a class: range(0, 2) (range)"),
        ("Unprintable()", "`.` an object of a class: <__main__.Unprintable object> (Unprintable)"),
        ("loop", "`.a[1].b` a value that contains itself"),
        ("nested(507)", "\(nested) a value that is nested more than 507 deep"),
        (
          "[1, Items([1])]",
          "`[1]` a part that throws when it is read: ValueError('no items') (ValueError)"
        ),
        ("(1, (2,))", "[1,[2]]"), ("Pair(1, 2)", "[1,2]"), ("1.0", "1"),
        ("2**60", "1152921504606846976"),
        ("[True, None]", "[true,null]"), ("Colour.RED", "1"),
        ("collections.OrderedDict(b=1)", #"{"b":1}"#), ("'é🙂'", #""é🙂""#),
        ("[[1]] * 2", "[[1],[1]]"),
      ]),
    Values(
      kit: .javascript, sample: "sample.js", table: "const unsayable = {\n",
      definitions: """
        class Point {
          constructor(x) {
            this.x = x;
          }
        }
        class Secret {
          toJSON() {
            return ['said'];
          }
        }
        const loop = {a: [1]};
        loop.a.push({b: loop});
        const closed = {ownKeys() { throw new TypeError('no keys'); }};

        """, entry: "  '#': () => ($),\n",
      told: [
        ("NaN", "`.` a number that is not finite: NaN (number)"),
        ("{x: [1, Infinity]}", "`.x[1]` a number that is not finite: Infinity (number)"),
        ("[1n]", "`[0]` a number that is no double: 1n (bigint)"),
        (#"['a', 'b\udfff']"#, #"`[1]` a text with half a character: 'b\udfff' (string)"#),
        (#"{a: {'\ud83d': 1}}"#, #"`.a` a text with half a character: '\ud83d' (string)"#),
        ("new Map([[{}, 1]])", "`.` a key that is no text: {} (Object)"),
        (
          "{items: [0, 1, {key: new Map([['a', 1], [null, 2]])}]}",
          "`.items[2].key` a key that is no text: null (object)"
        ),
        (
          "[{a: 1, [Symbol.iterator]: 2}]",
          "`[0]` a key that is no text: Symbol(Symbol.iterator) (symbol)"
        ),
        ("new Map([['a', 1]])", "`.` an object of a class: Map(1) { 'a' => 1 } (Map)"),
        ("undefined", "`.` no value: undefined (undefined)"),
        ("[1, undefined]", "`[1]` no value: undefined (undefined)"),
        ("{a: [, 1]}", "`.a[0]` no value: undefined (undefined)"),
        ("/a(b)/.exec('ab')", "`.` a list with a key: 'index' (string)"),
        ("[Symbol.for('s')]", "`[0]` a symbol: Symbol(s) (symbol)"),
        ("Point", "`.` a function: [class Point] (function)"),
        ("{then() {}}", "`.then` a function: [Function: then] (function)"),
        ("[new Date(NaN)]", "`[0]` a date: Invalid Date (Date)"),
        ("{e: new RangeError('r')}", "`.e` an error: RangeError: r (RangeError)"),
        ("(async () => 1)()", "`.` a promise: Promise { 1 } (Promise)"),
        (
          "[Promise.reject(new Error('late'))]",
          "`[0]` a promise: Promise { <rejected> Error: late } (Promise)"
        ),
        ("new Set()", "`.` a set: Set(0) {} (Set)"),
        ("[new Uint8Array(1)]", "`[0]` bytes: Uint8Array(1) [ 0 ] (Uint8Array)"),
        (
          "new ArrayBuffer(0)",
          "`.` bytes: ArrayBuffer { [Uint8Contents]: <>, byteLength: 0 } (ArrayBuffer)"
        ),
        ("[new Point(1)]", "`[0]` an object of a class: Point { x: 1 } (Point)"),
        ("new Number(1)", "`.` an object of a class: [Number: 1] (Number)"),
        ("Object.create({x: 1})", "`.` an object of a class: {} (Object)"),
        ("new WeakMap()", "`.` an object of a class: WeakMap { <items unknown> } (WeakMap)"),
        ("loop", "`.a[1].b` a value that contains itself"),
        ("{toJSON() { return this; }}", "`.toJSON` a value that contains itself"),
        ("nested(507)", "\(nested) a value that is nested more than 507 deep"),
        (
          "[{get a() { throw null; }}]", "`[0].a` a part that throws when it is read: null (object)"
        ),
        (
          "[new Proxy({}, closed)]",
          "`[0]` a part that throws when it is read: TypeError: no keys (TypeError)"
        ),
        ("{a: new Secret(), b: undefined}", #"{"a":["said"]}"#), ("-0", "0"),
        ("Object.assign(Object.create(null), {a: 1})", #"{"a":1}"#), ("'é🙂'", #""é🙂""#),
        ("Array.from([1, null])", "[1,null]"), ("Array(2).fill([1])", "[[1],[1]]"),
      ]),
    Values(
      kit: .java, sample: "Sample.java", table: "Map.ofEntries(\n", definitions: "",
      entry: "      Map.entry(\"#\", () -> $),\n",
      told: [
        ("Double.NaN", "`.` a number that is not finite: NaN (Double)"),
        (
          #"Map.of("x", new float[] {1, Float.POSITIVE_INFINITY})"#,
          "`.x[1]` a number that is not finite: Infinity (Float)"
        ),
        ("-(1L << 53) - 1", "`.` a number that is no double: -9007199254740993 (Long)"),
        (
          "List.of(java.math.BigInteger.TWO.pow(53).add(java.math.BigInteger.ONE))",
          "`[0]` a number that is no double: 9007199254740993 (BigInteger)"
        ),
        (#"new BigDecimal("1e400")"#, "`.` a number that is no double: 1E+400 (BigDecimal)"),
        ("List.of('a', '\\udfff')", "`[1]` a text with half a character: ? (String)"),
        ("Map.of(1, 2)", "`.` a key that is no text: 1 (Integer)"),
        (
          #"Map.of("items", List.of(0, 1, Map.of("key", java.util.Collections.singletonMap(null, 1))))"#,
          "`.items[2].key` a key that is no text: null (null)"
        ),
        ("(Supplier<Object>) Hub::new", "`.` a function: lambda (lambda)"),
        ("List.of(new java.util.Date(0))", "`[0]` a date: "),
        ("java.time.Year.of(2020)", "`.` a date: 2020 (Year)"),
        ("List.of(new Error(\"e\"))", "`[0]` an error: java.lang.Error: e (Error)"),
        (
          "new java.util.concurrent.FutureTask<>(() -> 1)", "`.` a promise: FutureTask (FutureTask)"
        ),
        ("new java.util.TreeSet<>(List.of(1))", "`.` a set: [1] (TreeSet)"),
        (
          "java.nio.ByteBuffer.allocate(1)",
          "`.` bytes: java.nio.HeapByteBuffer[pos=0 lim=1 cap=1] (HeapByteBuffer)"
        ),
        ("List.of(java.util.Optional.of(1))", "`[0]` an object of a class: Optional[1] (Optional)"),
        ("Thread.State.NEW", "`.` an object of a class: NEW (State)"),
        ("new Object()", "`.` an object of a class: Object (Object)"),
        ("nested(507)", "\(nested) a value that is nested more than 507 deep"),
        (
          "List.of(1, new Lazy())",
          "`[1]` a part that throws when it is read: java.lang.IllegalStateException: it throws (IllegalStateException)"
        ),
        ("new Object[] {1f, 2L, (short) 3, 'c'}", #"[1,2,3,"c"]"#), ("new byte[] {-1}", "[-1]"),
        ("-1L << 53", "-9007199254740992"), (#"new BigDecimal("0.1")"#, "0.1"),
        ("new java.util.ArrayDeque<>(List.of(1))", "[1]"), (#""é🙂""#, #""é🙂""#),
        ("new java.util.concurrent.atomic.AtomicInteger(1)", "1"),
      ]),
  ]

  @Test(
    "is told as JSON, or named with its place where JSON does not have it",
    arguments: all.filter { $0.kit.isThere || isGate })
  func values(_ values: Values) throws {
    let entries = values.told.enumerated().map { index, one in
      values.entry.replacing("#", with: "\(index)").replacing("$", with: one.expression)
    }
    let changes = [
      (values.sample, values.table, values.table + entries.joined()),
      (values.sample, "class Broadcast", values.definitions + "class Broadcast"),
    ]
    let folder = try values.kit.copy(values.definitions.isEmpty ? [changes[0]] : changes)
    let requests = values.told.indices.map { index in
      #"{"jsonrpc":"2.0","id":\#(index),"method":"run","params":{"subject":{"sources":{"upstream":{}},"#
        + #""operators":[["unsayable-\#(index)"]]},"steps":[{"action":"subscribe","name":"a","#
        + #""channels":["next","error","completed"]},{"action":"emit","source":"upstream","value":1}]}}"#
    }
    try folder.write(requests.map { $0 + "\n" }.joined(), to: "requests")
    let run = try execute(
      URL(filePath: "/bin/sh"), ["-c", "\(values.kit.command) < requests"], in: folder)
    let answers = run.output.split(separator: "\n")
    #expect(run.status == 0 && answers.count == requests.count, "\(run.errors)")
    for (answer, one) in zip(answers, values.told) {
      let read = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
      if one.answer.hasPrefix("`") {
        let error = read?["error"] as? [String: Any]
        let message = "\(error?["message"] ?? answer)"
        #expect(
          message.hasPrefix("the value of `a`'s next has at \(one.answer)"),
          "\(one.expression): \(message)")
        #expect(error?["data"] as? String == "step 2")
      } else {
        let trace = (read?["result"] as? [String: Any])?["trace"] as? [[[Any]]]
        let value = try #require(trace?.last?.last?.last, "\(one.expression): \(answer)")
        let told = try JSONSerialization.data(
          withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
        #expect(String(decoding: told, as: UTF8.self) == one.answer, "\(one.expression)")
      }
    }
  }
}
