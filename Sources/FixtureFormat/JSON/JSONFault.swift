// Why a line is not JSON: the place of the error, and a hint.

/// The first place at which a text is not a single JSON object. Each message has to be one.
package struct JSONFault: Error {
  /// The byte, from 0; the length of the line if something is missing at its end.
  package let offset: Int

  /// The text there, or the missing text, for a sentence after "at byte 52: ".
  package let problem: String

  /// A hint for its author.
  package var hint: String?

  /// The first byte that is not UTF-8.
  static func ofEncoding(in line: ArraySlice<UInt8>) -> JSONFault? {
    if line.starts(with: [0xEF, 0xBB, 0xBF]) {
      return JSONFault(
        offset: 0, problem: "there is a byte order mark", hint: "write UTF-8 without it")
    }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: line.span)
      return nil
    } catch {
      let offset = error.byteOffsets.lowerBound
      let byte = line[line.startIndex + offset]
      let number = "0x" + String(byte, radix: 16, uppercase: true)
      let letter = byte >= 0xA0 ? ", which is `\(Unicode.Scalar(byte))` in ISO-8859-1" : ""
      return JSONFault(
        offset: offset, problem: "there is the byte \(number)\(letter)",
        hint: "have standard output written as UTF-8, whatever the language of the machine is")
    }
  }

  /// The line around the fault, short enough for a message.
  ///
  /// - Parameter line: The line in which it was found.
  /// - Returns: The whole line if it is short; otherwise its beginning, and the text around the fault.
  package func surroundings(in line: ArraySlice<UInt8>) -> String {
    func text(_ range: Range<Int>) -> String {
      let bytes = line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound]
      return visible(String(decoding: bytes, as: UTF8.self))
    }
    if line.count <= 100 { return text(0..<line.count) }
    let start = max(0, offset - 40)
    let end = min(line.count, offset + 30)
    let head = start > 12 ? text(0..<10) + "…" : text(0..<start)
    return head + text(start..<end) + (end < line.count ? "…" : "")
  }
}
