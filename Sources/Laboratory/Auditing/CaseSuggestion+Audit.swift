// A case for each deviation that an audit found no case to catch.

import Conformance

extension CaseSuggestion {
  /// Looks for a case for each deviation that none catches, and tells of it.
  ///
  /// - Parameters:
  ///   - audit: The audit, which takes the cases.
  ///   - folder: Where each is written to a new file; `nil` where they are only told.
  ///   - write: Writes a fixture to a file.
  ///   - watch: What shows how far a search has come, behind what it is of.
  ///   - tell: Tells a person.
  /// - Returns: What it has not come to, where it was interrupted.
  /// - Throws: ``Exploration/Failure``, which it has told, where a search could not go on.
  package mutating func suggest(
    for audit: inout Audit, in folder: String?, write: (_ path: String, String) throws -> Void,
    watch: (_ prefix: String) -> (@Sendable (WorkProgress) -> Void)?, tell: (Remark) -> Void
  ) throws(Exploration.Failure) -> String? {
    let uncaught = audit.findings.indices.filter {
      audit.findings[$0].catching.isEmpty && audit.findings[$0].error == nil
    }
    let names = uncaught.map { visible(audit.findings[$0].deviation.name) }
    var untold: [String] = []
    for (number, index) in uncaught.enumerated() {
      let deviation = audit.findings[index].deviation
      let path = folder.map { "\($0)/\(fileName(for: deviation)).yaml" }
      if let path, let file = FileStatus(at: path) {
        let isAudited = suite.contains {
          FileStatus(at: $0.source.path)?.identity == file.identity
        }
        let rest =
          isAudited
          ? "`\(names[number])` is not caught by it"
          : "it is not among the fixtures that are audited"
        tell(.unwritten("`\(visible(path))` exists, and is not overwritten; \(rest)"))
        continue
      }
      let found = Result { () throws(Failure) in
        try fixture(
          for: deviation, watch: watch("\(number + 1) of \(uncaught.count), \(names[number]): "))
      }
      // The rest of the search, where it ends early.
      let rest = "no case has been found for \(names[number...].joined(separator: ", "))"
      if interrupt.isCancelled { return rest }
      switch found {
      case .success(let text):
        audit.findings[index].suggestion = text
        guard let path else {
          tell(.result("\n# \(visible(deviation.name)) is caught by\n\(text)"))
          continue
        }
        do {
          try write(path, text)
          tell(.result("written to \(visible(path))\n"))
        } catch {
          tell(.unwritten(nil))
        }
      case .failure(.notFound): untold.append(names[number])
      case .failure(.unknownClause(let specification)):
        tell(.failure(deviation.citesUnknownClause(of: specification)))
      case .failure(.search(let failure)):
        [rest, failure.description].forEach { tell(.error($0)) }
        throw failure
      }
    }
    if audit.findings.contains(where: { $0.suggestion != nil }) {
      remarks.forEach { tell(.note($0)) }
    }
    if !untold.isEmpty {
      tell(.note("\(boundsWithoutCase): \(untold.joined(separator: ", "))"))
    }
    return nil
  }
}
