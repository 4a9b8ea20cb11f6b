// Values from a library: a kit names those that JSON lacks with their place, and changes nothing else.

import Foundation
import Testing

@Suite("A value from a library", .startsProcesses)
struct UnsayableTests {
  /// Values that a library may emit in a language.
  struct Values: Sendable, CustomTestStringConvertible {
    let kit: KitTests.Kit

    /// The table of the sample library with values that JSON lacks, and definitions to put before it.
    let table: String
    let definitions: String

    /// An entry of that table; `#` stands for its name, and `$` for the expression.
    let entry: String

    /// Expressions, each with its JSON after `⇒`, with the place and kind of what JSON lacks, or with the text of what it
    /// throws. The messages for kits have one of each kind.
    let told: String
    var testDescription: String { kit.folder }
  }

  private static let all = [
    Values(
      kit: .python, table: "UNSAYABLE = {\n",
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
      told: #"""
        {'x': [1, float('nan')]} ⇒ `.x[1]` a number that is not finite: nan (float)
        -2**53 - 1 ⇒ `.` a number that is no double: -9007199254740993 (int)
        10**5000 ⇒ `.` a number that is no double: <int object> (int)
        [fractions.Fraction(1)] ⇒ `[0]` a number that is no double: Fraction(1, 1) (Fraction)
        1j ⇒ `.` a number that is no double: 1j (complex)
        ['a', 'b\udfff'] ⇒ `[1]` a text with half a character: 'b\udfff' (str)
        {'items': [0, {'key': {None: 1}}]} ⇒ `.items[1].key` a key that is no text: None (NoneType)
        [{(1, 2): 3}] ⇒ `[0]` a key that is no text: (1, 2) (tuple)
        {'1': 1, True: 2} ⇒ `.` a key that is no text: True (bool)
        int ⇒ `.` a function: <class 'int'> (type)
        {'at': datetime.time(1)} ⇒ `.at` a date: datetime.time(1, 0) (time)
        closed() ⇒ `.` a promise: <coroutine object coroutine> (coroutine)
        {}.keys() ⇒ `.` a set: dict_keys([]) (dict_keys)
        memoryview(b'x') ⇒ `.` bytes: <memory> (memoryview)
        range(2) ⇒ `.` an object of a class: range(0, 2) (range)
        Unprintable() ⇒ `.` an object of a class: <__main__.Unprintable object> (Unprintable)
        loop ⇒ `.a[1].b` a value that contains itself
        [1, Items([1])] ⇒ `[1]` a part that throws when it is read: ValueError('no items') (ValueError)
        (1, (2,)) ⇒ [1,[2]]
        Pair(1, 2) ⇒ [1,2]
        2**60 ⇒ 1152921504606846976
        [True, None, 1.0] ⇒ [true,null,1]
        Colour.RED ⇒ 1
        collections.OrderedDict(b='é🙂') ⇒ {"b":"é🙂"}
        [[1]] * 2 ⇒ [[1],[1]]
        (_ for _ in ()).throw(LookupError('a\ud83d')) ⇒ throws LookupError('a\ud83d')
        (_ for _ in ()).throw(type('Broken', (Exception,), vars(Unprintable).copy())()) ⇒ throws <__main__.Broken object at 
        """#),
    Values(
      kit: .javascript, table: "const unsayable = {\n",
      definitions: """
        class Point {}
        class Secret {
          toJSON() {
            return ['said'];
          }
        }
        const loop = {a: [1]};
        loop.a.push({b: loop});
        const closed = {ownKeys() { throw new TypeError('no keys'); }};

        """, entry: "  '#': () => ($),\n",
      told: #"""
        {x: [1, NaN]} ⇒ `.x[1]` a number that is not finite: NaN (number)
        ['a', 'b\udfff'] ⇒ `[1]` a text with half a character: 'b\udfff' (string)
        {items: [0, {key: new Map([['a', 1], [null, 2]])}]} ⇒ `.items[1].key` a key that is no text: null (object)
        [{a: 1, [Symbol.iterator]: 2}] ⇒ `[0]` a key that is no text: Symbol(Symbol.iterator) (symbol)
        new Map([['a', 1]]) ⇒ `.` an object of a class: Map(1) { 'a' => 1 } (Map)
        {a: [, 1]} ⇒ `.a[0]` no value: undefined (undefined)
        /a(b)/.exec('ab') ⇒ `.` a list with a key: 'index' (string)
        Point ⇒ `.` a function: [class Point] (function)
        {then() {}} ⇒ `.then` a function: [Function: then] (function)
        (async () => 1)() ⇒ `.` a promise: Promise { 1 } (Promise)
        [Promise.reject(new Error('late'))] ⇒ `[0]` a promise: Promise { <rejected> Error: late } (Promise)
        [new Uint8Array(1)] ⇒ `[0]` bytes: Uint8Array(1) [ 0 ] (Uint8Array)
        new ArrayBuffer(0) ⇒ `.` bytes: ArrayBuffer { [Uint8Contents]: <>, byteLength: 0 } (ArrayBuffer)
        Object.create({x: 1}) ⇒ `.` an object of a class: {} (Object)
        loop ⇒ `.a[1].b` a value that contains itself
        {toJSON() { return this; }} ⇒ `.toJSON` a value that contains itself
        [{get a() { throw null; }}] ⇒ `[0].a` a part that throws when it is read: null (object)
        [new Proxy({}, closed)] ⇒ `[0]` a part that throws when it is read: TypeError: no keys (TypeError)
        {a: new Secret(), b: undefined} ⇒ {"a":["said"]}
        -0 ⇒ 0
        Object.assign(Object.create(null), {a: 'é🙂'}) ⇒ {"a":"é🙂"}
        Array(2).fill([null]) ⇒ [[null],[null]]
        (() => { throw new Error('a\ud83d'); })() ⇒ throws a�
        (() => { throw null; })() ⇒ throws null
        """#),
    Values(
      kit: .java, table: "Map.ofEntries(\n", definitions: "",
      entry: "      Map.entry(\"#\", () -> $),\n",
      told: #"""
        Map.of("x", new float[] {1, Float.NaN}) ⇒ `.x[1]` a number that is not finite: NaN (Float)
        -(1L << 53) - 1 ⇒ `.` a number that is no double: -9007199254740993 (Long)
        List.of(java.math.BigInteger.ONE.shiftLeft(1024)) ⇒ `[0]` a number that is no double: 1797
        new BigDecimal("1e400") ⇒ `.` a number that is no double: 1E+400 (BigDecimal)
        List.of('a', '\udfff') ⇒ `[1]` a text with half a character: ? (String)
        Map.of("key", java.util.Collections.singletonMap(null, 1)) ⇒ `.key` a key that is no text: null (null)
        (Supplier<Object>) Hub::new ⇒ `.` a function: lambda (lambda)
        java.time.Year.of(2020) ⇒ `.` a date: 2020 (Year)
        new java.util.concurrent.FutureTask<>(() -> 1) ⇒ `.` a promise: FutureTask (FutureTask)
        new java.util.TreeSet<>(List.of(1)) ⇒ `.` a set: [1] (TreeSet)
        List.of(java.util.Optional.of(1)) ⇒ `[0]` an object of a class: Optional[1] (Optional)
        new Object[] {1f, 2L, (short) 3, 'c'} ⇒ [1,2,3,"c"]
        new byte[] {-1} ⇒ [-1]
        new BigDecimal("0.1") ⇒ 0.1
        new java.util.ArrayDeque<>(List.of("é🙂")) ⇒ ["é🙂"]
        new java.util.concurrent.atomic.AtomicInteger(1) ⇒ 1
        """#),
  ]

  @Test(
    "is sent as JSON, or named with its place if JSON lacks it",
    arguments: all.filter { $0.kit.isThere || isGate })
  func values(_ values: Values) throws {
    let told = values.told.split(separator: "\n").map { $0.split(separator: " ⇒ ") }
    let entries = told.enumerated().map { index, one in
      values.entry.replacing("#", with: "\(index)").replacing("$", with: one[0])
    }
    let changes = [
      (values.kit.sample, values.table, values.table + entries.joined()),
      (values.kit.sample, "class Broadcast", values.definitions + "class Broadcast"),
    ]
    let requests = told.indices.map {
      #"{"jsonrpc":"2.0","id":\#($0),"method":"run","params":{"subject":{"sources":{"upstream":{}},"#
        + #""operators":[["unsayable-\#($0)"]]},"steps":[{"action":"subscribe","name":"a","#
        + #""channels":["next","error"]},{"action":"emit","source":"upstream","value":1}]}}"# + "\n"
    }
    let folder = try values.kit.copy(values.definitions.isEmpty ? [changes[0]] : changes)
    try folder.write(requests.joined(), to: "requests")
    let run = try execute(
      URL(filePath: "/bin/sh"), ["-c", "\(values.kit.command) < requests"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let answers = try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(answers.count == told.count)
    for (answer, one) in zip(answers, told) {
      let error = answer["error"] as? [String: Any]
      let message = "\(error?["message"] ?? answer)"
      if one[1].hasPrefix("throws ") {
        #expect(message.hasPrefix(one[1].dropFirst("throws ".count)), "\(one[0]): \(message)")
      } else if one[1].hasPrefix("`") {
        #expect(
          message.hasPrefix("the value of `a`'s next has at \(one[1])"), "\(one[0]): \(message)")
        #expect(error?["data"] as? String == "step 2")
      } else {
        let trace = (answer["result"] as? [String: Any])?["trace"] as? [[[Any]]]
        let value = try #require(trace?.last?.last?.last, "\(one[0]): \(answer)")
        let json = try JSONSerialization.data(
          withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
        #expect(String(decoding: json, as: UTF8.self) == one[1], "\(one[0])")
      }
    }
  }
}
