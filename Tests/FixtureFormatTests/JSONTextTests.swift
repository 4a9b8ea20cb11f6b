import FixtureFormat
import Foundation
import Testing

@Suite("JSON that is written")
struct JSONTextTests {
  /// A value as JSON, on one line.
  private func json(_ value: Value) -> String {
    var text = JSONText()
    text.value(value)
    return text.take()
  }

  /// The value that Foundation reads.
  private func read<Content: Decodable>(_ text: String, as type: Content.Type) throws -> Content {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test("has every scalar of ASCII, and others, as Foundation reads them")
  func scalars() throws {
    let scalars =
      (0..<0x80).map { "\(Unicode.Scalar(UInt8($0)))" }
      + ["\u{E9}", "e\u{301}", "\u{2028}", "\u{FFFD}", "\u{1F600}"]
    let text = json(.list(scalars.map(Value.string)))
    let wasRead = try read(text, as: [String].self)
    #expect(wasRead.map { Array($0.utf8) } == scalars.map { Array($0.utf8) })
    #expect(text.hasPrefix(#"["\u0000","\u0001","#))
    #expect(text.contains(#""\n","\u000b","\u000c","\u000d","#))
    #expect(text.contains(##""\u001f"," ","!","\"","#","##))
  }

  @Test(
    "escapes what a terminal or a log would obey, also in keys",
    arguments: [
      ("\u{7F}\u{9B}2J", #"\u007f\u009b2J"#), ("\u{202E}a\u{2028}", #"\u202ea\u2028"#),
      ("é\u{E0041}", #"é\udb40\udc41"#), ("# ##[a] ###VSO[", ##"# #\u0023[a] ##\u0023VSO["##),
      ("日本 ## [", "日本 ## ["),
    ])
  func obeyed(_ text: String, _ json: String) throws {
    #expect(self.json([Name(text): .string(text)]) == "{\"\(json)\":\"\(json)\"}")
    #expect(try read("[\"\(json)\"]", as: [String].self)[0].utf8.elementsEqual(text.utf8))
  }

  @Test(
    "is whole, however long its parts are",
    arguments: [0, 1, 14, 15, 16, 61, 62, 63, 64, 65, 127, 128, 1_000, 100_000])
  func lengths(_ length: Int) throws {
    let plain = String(repeating: "x", count: length)
    let escaped = String(repeating: "\"", count: length)
    #expect(
      json(.list([.string(plain), .number(1), .string(escaped)]))
        == "[\"\(plain)\",1,\"\(escaped.replacing("\"", with: "\\\""))\"]")
  }

  @Test(
    "has integers without a fraction, and all others as they are read again",
    arguments: [
      (0, "0"), (-0.0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (12_345, "12345"),
      (0x1p53, "9007199254740992"), (-0x1p62, "-4611686018427387904"),
      (0x1p63, "9.223372036854776e+18"), (1e300, "1e+300"), (0.1, "0.1"), (-2.5, "-2.5"),
      (0x1p-1074, "5e-324"),
    ] as [(Double, String)])
  func numbers(_ number: Double, _ text: String) throws {
    #expect(json(.number(number)) == text)
    #expect(try read("[\(text)]", as: [Double].self) == [number])
  }

  @Test("takes several lines, with its keys in order, as Foundation writes it")
  func indented() throws {
    let value: Value = ["b": [], "a/": [1, "x\n", ["y": true]], "\u{E9}": "\u{E9}"]
    var text = JSONText()
    text.value(value, margin: "")
    let members = try JSONSerialization.jsonObject(with: Data(text.bytes))
    let data = try JSONSerialization.data(
      withJSONObject: members, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    #expect(text.bytes == Array(data))
  }

  @Test("is empty once it has been taken")
  func taking() {
    var text = JSONText(size: 3)
    text.value(.list([.string("a long text"), .null, .bool(true)]))
    #expect(text.bytes == Array(#"["a long text",null,true]"#.utf8))
    #expect(text.take() == #"["a long text",null,true]"#)
    #expect(text.take() == "")
    text.raw("{")
    text.raw("}")
    #expect(text.takeBytes() == Array("{}".utf8))
    #expect(text.withBytes { $0.count } == 0)
  }
}
