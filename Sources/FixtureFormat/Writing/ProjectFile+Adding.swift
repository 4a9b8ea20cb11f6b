// The text of a project file: a new one, and one with another implementation.

extension ProjectFile {
  /// The text of a new file.
  ///
  /// - Parameters:
  ///   - fixtures: The fixtures.
  ///   - implementation: The implementation to run; `nil` for the built-in streams.
  /// - Returns: The text, which is valid if the fixtures are.
  package static func text(fixtures: [String], implementation: Implementation? = nil) -> String {
    let implementations =
      implementation.map { "implementations:\n  \($0.line)" }
      ?? "# implementations:\n#   mine: python3 mine/adapter.py"
    return """
      # What `ConformanceRunner` judges in this folder and those below. Paths lead from here.
      fixtures: \(Value.list(fixtures.map(Value.string)))

      # The implementations, each by its label for -i. Without -i, all of them are run.
      \(implementations)

      """
  }

  /// The text with another implementation. Every line that was there stays.
  ///
  /// - Parameter implementation: The implementation.
  /// - Returns: The text; `nil` if only its author can add to the form of the file.
  /// - Complexity: O(*n*) in the size of the file.
  package func text(adding implementation: Implementation) -> [UInt8]? {
    var lines = source.allLines
    var (added, position) = (["implementations:", "  " + implementation.line], source.lineCount)
    if let tree = try? Tree.read(source), let map = tree.value(ofKey: "implementations", in: 0) {
      guard tree.nodes[map].kind == .mapping, let last = tree.indexes(in: map).last else {
        return nil
      }
      let indent = String(repeating: " ", count: tree.place(of: map + 1).column - 1)
      (added, position) = ([indent + implementation.line], tree.lines(of: last).upperBound)
    }
    lines.insert(contentsOf: added, at: position)
    let text = source.with(lines)
    return reads(text, as: implementations + [implementation]) ? text.bytes : nil
  }

  /// Whether a text has the same content as this file, except for the implementations.
  private func reads(_ text: SourceText, as implementations: [Implementation]) -> Bool {
    let labels = implementations.map(\.label)
    let builtIn = (defaults ?? []).filter { !labels.contains($0) }
    guard let read = try? ProjectFile.read(text, Checks(builtIn: builtIn)).get() else {
      return false
    }
    return read.implementations == implementations && read.fixtures == fixtures
      && read.defaults == defaults && read.knownFailures == knownFailures && read.watch == watch
  }
}

extension ProjectFile.Implementation {
  /// A line of the map of implementations.
  package var line: String { "\(Value.string(label)): \(Value.string(command))" }
}
