// The marked tree to a list of known failures.

extension KnownFailures {
  /// Reads a file of known failures: a list of entries, each with `case`, `implementation`, `reason`. One
  /// that is empty, or has comments alone, is a list of nothing.
  ///
  /// - Parameters:
  ///   - source: The file's path and bytes.
  ///   - limits: How much is read.
  /// - Returns: The list, or everything that is wrong with it, in the order of the file.
  /// - Complexity: O(*n*) in the size of the file.
  package static func read(
    _ source: SourceText, limits: ReadingLimits = ReadingLimits()
  ) -> Result<KnownFailures, InvalidFile> {
    if source.isBlank { return .success(KnownFailures(source: source)) }
    return readFile(source, limits: limits) { decoder in
      decoder.knownFailures().map { KnownFailures($0, source: source) }
    }
  }
}

extension SourceText {
  /// Whether there is nothing but comments and blank lines.
  var isBlank: Bool {
    bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      let first = line.first { ![0x20, 0x09, 0x0D].contains($0) }
      return first == nil || first == UInt8(ascii: "#")
    }
  }
}

extension FixtureDecoder {
  fileprivate mutating func knownFailures() -> [KnownFailures.Entry]? {
    guard let items = list(0, expected: "a list of known failures") else { return nil }
    var lines: [[Name]: Int] = [:]
    return each(of: items) { decoder, item in
      let entry = decoder.knownFailure(item)
      if let entry,
        let other = lines.updateValue(
          entry.place.line, forKey: [entry.title, entry.implementation])
      {
        decoder.problem(
          "this case is listed for this implementation on line \(other) too", at: item)
      }
      return entry
    }
  }

  private mutating func knownFailure(_ index: Int) -> KnownFailures.Entry? {
    guard let fields = map(index, keys: KnownFailureKey.self) else { return nil }
    let title = fields[.title].flatMap { name($0, expected: "the title of a case") }
    let implementation = fields[.implementation].flatMap {
      name($0, expected: "the name of an implementation")
    }
    let reason = fields[.reason].flatMap { text($0, expected: "a reason") }
    guard let title, let implementation, let reason else { return nil }
    if reason.allSatisfy(\.isWhitespace) { problem("a reason is empty", at: fields[.reason]!) }
    return KnownFailures.Entry(
      title: title, implementation: implementation, reason: reason,
      place: tree.place(of: fields.map))
  }

  /// A text that is not empty. Paths, and what a command line calls an implementation, may have line breaks.
  mutating func name(_ index: Int, expected: String) -> Name? {
    let text = text(index, expected: expected)
    if text == "" { problem("\(expected) is empty", at: index) }
    return text == "" ? nil : text.map { Name($0) }
  }
}
