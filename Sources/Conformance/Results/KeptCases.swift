// Cases that a run keeps for its diagnosis.

/// Cases that a run has kept, by their file: some files whole, and of the others none.
package struct KeptCases {
  /// How large the files may be together, in bytes. Their cases take some times as much.
  private static let mostBytes = 8 << 20

  private var byPath: [Name: (specification: Name, cases: [Case])] = [:]
  private var bytes = 0

  /// Takes what a result has kept.
  mutating func add(_ result: FileResult, of fixture: Fixture) {
    guard let cases = result.keptCases, bytes + fixture.source.bytes.count <= Self.mostBytes else {
      return
    }
    bytes += fixture.source.bytes.count
    byPath[result.path] = (fixture.specification, cases)
  }

  /// The cases of a file, in its order; `nil` where they were not kept.
  package subscript(path: Name) -> (specification: Name, cases: [Case])? {
    byPath[path]
  }
}
