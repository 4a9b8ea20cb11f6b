import FixtureFormat
import Foundation
import Testing

@Suite("Values")
struct ValueTests {
  @Test(
    "a plain scalar means what the core schema of YAML 1.2 says",
    arguments: [
      ("", .null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null),
      ("nULL", .string("nULL")), ("none", .string("none")),
      ("true", .bool(true)), ("True", .bool(true)), ("TRUE", .bool(true)),
      ("false", .bool(false)), ("False", .bool(false)), ("FALSE", .bool(false)),
      ("tRUE", .string("tRUE")),
      ("yes", .string("yes")), ("no", .string("no")), ("on", .string("on")), ("y", .string("y")),
      ("0", .number(0)), ("-0", .number(0)), ("12", .number(12)), ("+12", .number(12)),
      ("-12", .number(-12)), ("007", .number(7)), ("1_000", .string("1_000")),
      ("0o17", .number(15)), ("0o8", .string("0o8")), ("-0o7", .string("-0o7")),
      ("0x1F", .number(31)), ("0xg", .string("0xg")), ("0b1", .string("0b1")),
      ("0o", .string("0o")), ("0x", .string("0x")),
      ("1.5", .number(1.5)), (".5", .number(0.5)), ("5.", .number(5)), ("-.5", .number(-0.5)),
      ("1e3", .number(1000)), ("1E+3", .number(1000)), ("1e-3", .number(0.001)),
      (".", .string(".")), ("+", .string("+")), ("1e", .string("1e")),
      ("e3", .string("e3")), ("1.2.3", .string("1.2.3")), ("12:30", .string("12:30")),
      ("2001-01-01", .string("2001-01-01")), ("0x1.8p1", .string("0x1.8p1")),
      ("infinity", .string("infinity")), ("nan", .string("nan")),
      ("9007199254740991", .number(9_007_199_254_740_991)),
      ("-9007199254740991", .number(-9_007_199_254_740_991)),
      ("0x1FFFFFFFFFFFFF", .number(9_007_199_254_740_991)),
      ("1e300", .number(1e300)),
      ("\"1\"", .string("1")), ("'true'", .string("true")), ("\"\"", .string("")),
      ("!!str 1", .string("1")), ("! 1", .string("1")), ("!!int \"7\"", .number(7)),
      ("!!float 7", .number(7)), ("!!bool true", .bool(true)), ("!!null ''", .null),
    ] as [(String, Value)])
  func coreSchema(_ yaml: String, _ expected: Value) throws {
    #expect(try value(yaml).get() == expected)
  }

  @Test("a decimal fraction is the nearest number, however many digits it has")
  func fractions() throws {
    var state: UInt64 = 1
    let texts = (0..<2_000).map { position in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var digits = String((state >> 11) % 1_000_000_000_000_000_000).prefix(1 + position % 18)
      let point = digits.index(digits.startIndex, offsetBy: position % (digits.count + 1))
      digits.insert(".", at: point)
      return (position.isMultiple(of: 3) ? "-" : "") + digits
    }
    let read = try value("[\(texts.joined(separator: ", "))]").get()
    #expect(read == .list(texts.map { .number(Double($0)!) }))
  }

  @Test(
    "a number that not every platform can hold is refused",
    arguments: [
      "9007199254740992", "-9007199254740992", "0x20000000000000", "0o400000000000000000",
      "99999999999999999999999999999999", ".inf", "-.INF", "+.Inf", ".nan", ".NaN", "1e999",
      "!!float .inf", "!!int 9007199254740992",
    ])
  func notPortable(_ yaml: String) {
    #expect(throws: InvalidFile.self) { try value(yaml).get() }
  }

  @Test(
    "compare by mathematical value, without the order of keys, with that of lists",
    arguments: [
      ("1", "1.0", true), ("0", "-0.0", true), ("1000", "1e3", true), ("1", "\"1\"", false),
      ("0", "false", false), ("null", "\"\"", false),
      ("{a: 1, b: [1, 2]}", "{b: [1, 2], a: 1}", true), ("{a: 1}", "{a: 1, b: null}", false),
      ("[1, 2]", "[2, 1]", false),
    ])
  func comparison(_ one: String, _ other: String, _ isSame: Bool) throws {
    #expect(try (value(one).get() == value(other).get()) == isSame)
  }

  @Test("a decoder of another library refuses an integer that no double represents")
  func decoded() throws {
    struct Told: Encodable { let items: [UInt64] }
    func value(_ items: UInt64...) throws -> Value {
      try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(Told(items: items)))
    }
    #expect(
      try value(1, 1 << 53, .max - .max >> 53)
        == .map([("items", .list([.number(1), .number(0x1p53), .number(0x1.fffffffffffffp63)]))]))
    for integer in [1 << 53 + 1, 1 << 60 + 1, .max] as [UInt64] {
      let error = #expect(throws: DecodingError.self) { try value(1, integer) }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["items", "Index 1"])
      #expect(context.debugDescription == "a number that is no double: \(integer)")
    }
  }

  @Test(
    "a description reads back as the same value",
    arguments: [
      .null, .bool(true), .number(0.1), .number(-3), .number(1e300),
      .number(.leastNonzeroMagnitude),
      .string(""), .string("plain words"), .string("true"), .string("1"), .string("null"),
      .string("~"), .string(" led"), .string("trailed "), .string("a: b"), .string("a #b"),
      .string("- a"), .string("[a]"), .string("{a}"), .string("\"quoted\" and \\ back"),
      .string("line\nbreak\r\ttab"), .string("\u{0}\u{1B}\u{7F}\u{85}\u{2028}\u{FEFF}"),
      .string("日本語 🎈 \u{1F469}\u{200D}\u{1F680} é"), .string("\u{10FFFF}\u{E000}"),
      .string("##[a]"), .map([(Name(String(repeating: "é\"", count: 999)), .list([.map([])]))]),
      .string("#1"), .string("*a"), .string("&a"), .string("!a"), .string("%a"), .string("@a"),
      .string("0x1F"), .string("1e3"), .string("-"), .string("a, b"), .string("'quoted'"),
      .string("|"), .string(">"), .string("? a"), .string("---"), .string("..."), .string("`a"),
      .list([]), .list([.null, .list([.string("a, b")])]), .map([]),
      .map([("a", .number(1)), ("true", .null), ("", .string("x")), ("a: b", .map([]))]),
    ] as [Value])
  func description(_ original: Value) throws {
    #expect(try value(original.description).get() == original)
    #expect(try value("[a, \(original)]").get() == .list(["a", original]))
  }

  @Test(
    "a text is quoted that YAML 1.1 reads as a truth value, and no other word",
    arguments: ["y", "N", "yes", "NO", "on", "Off", "yEs"].map { ($0, "\"\($0)\"") }
      + ["yess", "none", "ok", "o", "active"].map { ($0, $0) })
  func formerTruth(_ text: String, _ written: String) {
    #expect(Value.list([.string(text)]).description == "[\(written)]")
  }
}
