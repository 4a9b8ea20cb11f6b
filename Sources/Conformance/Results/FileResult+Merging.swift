// The results of one file in several runs, merged into one.

/// Why two results cannot be merged.
enum Misfit: Error {
  /// A file is not the same in both.
  case differentFile

  /// Both have an outcome of a case with one implementation.
  case sameOutcome(of: Case)

  /// The misfit in words, with the results that it concerns: the last, and one before it.
  func problem(of parts: [(origin: String?, file: FileResult)]) -> RunResults.Problem {
    let path = parts[0].file.path
    let sentence =
      switch self {
      case .differentFile:
        "the results are of different fixtures: `\(visible(path))` is not the same in all"
      case .sameOutcome(let testCase):
        "two of the results have an outcome of `\(visible(testCase.title(in: path)))` with the same "
          + "implementation"
      }
    let holders = parts.dropLast().filter { part in
      guard case .sameOutcome(let testCase) = self, case .ran(_, let cases) = part.file.content
      else { return true }
      return cases.contains { $0.testCase.name == testCase.name }
    }
    let origins = [holders.last?.origin, parts.last?.origin].compactMap(\.self)
      .map { "`\(visible($0))`" }
    return RunResults.Problem(
      description: sentence + (origins.isEmpty ? "" : ": " + origins.joined(separator: " and ")))
  }
}

extension CaseResult.Outcome {
  private static let notRunReason = "not run with this implementation"
  static let notRun = Self(.skipped(reason: notRunReason))

  var isNotRun: Bool {
    if case .skipped(let reason) = ending {
      reason == Self.notRunReason
    } else {
      false
    }
  }
}

extension FileResult {
  /// The result with its implementations at other positions.
  func renumbered(_ positions: [Int]) -> FileResult {
    guard case .ran(let fixture, let results) = content else { return self }
    var copy = self
    copy.content = .ran(
      fixture,
      results.map { result in
        var copy = result
        copy.outcomes = Array(repeating: .notRun, count: (positions.max() ?? -1) + 1)
        for (outcome, position) in zip(result.outcomes, positions) {
          copy.outcomes[position] = outcome
        }
        return copy
      })
    return copy
  }

  mutating func merge(_ other: FileResult) throws(Misfit) {
    guard case .ran(let fixture, var results) = content,
      case .ran(let otherFixture, let more) = other.content,
      fixture.source.bytes == otherFixture.source.bytes
    else {
      if case .invalid(let one) = content, case .invalid(let another) = other.content,
        one.problems == another.problems
      {
        return
      }
      throw .differentFile
    }
    var known = Dictionary(
      results.enumerated().map { ($1.testCase.name, $0) },
      uniquingKeysWith: { first, _ in first })
    for result in more {
      guard let position = known[result.testCase.name] else {
        known[result.testCase.name] = results.count
        results.append(result)
        continue
      }
      for (index, outcome) in result.outcomes.enumerated() where !outcome.isNotRun {
        while results[position].outcomes.count <= index {
          results[position].outcomes.append(.notRun)
        }
        guard results[position].outcomes[index].isNotRun else {
          throw .sameOutcome(of: result.testCase)
        }
        results[position].outcomes[index] = outcome
      }
    }
    content = .ran(fixture, results)
    selectedCases = max(selectedCases, other.selectedCases)
  }

  /// Puts the cases into the order of the fixture, and gives each an outcome for each implementation.
  mutating func fillGaps(to count: Int) {
    guard case .ran(let fixture, let results) = content else { return }
    let order = Dictionary(
      fixture.cases.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let filled = results.sorted {
      order[$0.testCase.name, default: 0] < order[$1.testCase.name, default: 0]
    }.map { result in
      var result = result
      while result.outcomes.count < count { result.outcomes.append(.notRun) }
      return result
    }
    content = .ran(fixture, filled)
  }
}
