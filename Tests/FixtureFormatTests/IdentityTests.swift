import FixtureFormat
import Testing

/// Two different names that are canonically equivalent in Unicode.
private let (composed, decomposed): (Name, Name) = ("caf\u{E9}", "cafe\u{301}")
private let one = Value.number(1)

@Suite("Names and values")
struct IdentityTests {
  @Test("are compared scalar by scalar, also in synthesized equality")
  func comparison() {
    #expect(!(composed == decomposed))
    #expect(composed != decomposed)
    #expect([composed].firstIndex(of: decomposed) == nil)
    #expect(decomposed < composed && !(composed < decomposed))
    #expect(
      Value.map([(composed, one), (decomposed, one)]) != .map([(composed, one), (composed, one)]))
    #expect(Set([composed, decomposed]).count == 2)
    // An adapter may answer with the sign for kelvin, which is equivalent to a letter.
    #expect(Event.next(observer: "K", one) != .next(observer: "\u{212A}", one))
  }

  @Test("are different names in an object of JSON")
  func objects() throws {
    let text = #"{"\#(composed)":1,"\#(decomposed)":[2],"cafe\u0301x":null}"#
    let value = try JSONReader.read(Array(text.utf8)[...])
    #expect(
      value
        == .map([(composed, one), (decomposed, .list([.number(2)])), ("cafe\u{301}x", .null)]))
    let many = (0..<40).map { #""n\#($0)":0"# }.joined(separator: ",")
    let object = try JSONReader.read(
      Array(#"{\#(many),"\#(composed)":1,"\#(decomposed)":2}"#.utf8)[...])
    let members = try JSONMap<Value>(json: object)
    #expect(members.pairs.count == 42)
    #expect(members.pairs.first { $0.key == decomposed }?.value == .number(2))
  }

  @Test(
    "are read from JSON as they are written",
    arguments: [
      (#"{"a":"\u00e9\ud83d\ude00\n\/"}"#, Value.map([("a", "\u{E9}\u{1F600}\n/")])),
      (
        #" { "a" : [ 1 , -2.5e1 , true , false , null , { } , [ ] ] } "#,
        .map([
          ("a", .list([one, .number(-25), .bool(true), .bool(false), .null, .map([]), .list([])]))
        ])
      ),
      // As Python writes 2⁶⁰, and as JavaScript does.
      (#"{"a":1152921504606846976}"#, .map([("a", .number(0x1p60))])),
      (#"{"a":-1152921504606847000}"#, .map([("a", .number(-0x1p60))])),
      (#"{"a":100000000000000000000}"#, .map([("a", .number(1e20))])),
      (
        #"{"a":9007199254740993}"#,
        .map([("a", .string("9007199254740993, an integer that a double cannot hold"))])
      ),
    ] as [(String, Value)])
  func json(_ text: String, _ value: Value) throws {
    #expect(try JSONReader.read(Array(text.utf8)[...]) == value)
  }

  @Test("are not read if an object of JSON has one twice, even among many")
  func ambiguousJSON() {
    let text = "{\((0..<40).map { "\"n\($0)\":0" }.joined(separator: ",")),\"n39\":0}"
    let fault = #expect(throws: JSONFault.self) { try JSONReader.read(Array(text.utf8)[...]) }
    #expect(fault?.offset == 311)
    #expect(fault?.problem == "the name `n39` occurs twice")
  }

  @Test(
    "are numbers by the grammar of JSON, and by no other",
    arguments: [
      ("0", 0), ("-0", 0), ("10", 10), ("1.5", 1.5), ("-2.5e1", -25), ("1E+3", 1000),
      ("1e-3", 0.001), ("0.0", 0), ("0e0", 0), ("-0.5E-1", -0.05),
      ("01", nil), ("-01", nil), ("-", nil), ("--1", nil), ("+1", nil), ("1.", nil), (".5", nil),
      ("-.5", nil), ("1.e1", nil), ("1e", nil), ("1e+", nil), ("1e5.0", nil), ("1.5.5", nil),
      ("0x1", nil), ("1_0", nil), ("1e999", nil), ("00.5", nil),
    ] as [(String, Double?)])
  func numbers(_ text: String, _ number: Double?) {
    let read = try? JSONReader.read(Array(#"{"a":\#(text)}"#.utf8)[...])
    #expect(read == number.map { .map([("a", .number($0))]) })
  }
}
