// Which cases the parts of a run were made of: they are a whole only if these were the same.

/// How many cases of each file were selected for the parts of a run, and which.
struct PartSelections {
  private var selections: [Part: Selected] = [:]

  /// A file, and an implementation that was run with a part of its cases.
  private struct Part: Hashable {
    let implementation: ExactText
    let path: ExactText
  }

  private struct Selected {
    var count = 0
    var marks: Set<ExactText> = []
  }

  /// Takes note of results that have not been merged, where they are of a part.
  mutating func add(_ results: ResultFile) {
    for (name, shards) in results.shards where shards.keys.contains(where: { $0.count > 1 }) {
      for file in results.files {
        guard case .ran = file.content else { continue }
        let part = Part(implementation: name, path: ExactText(file.path))
        selections[part, default: Selected()].count = max(
          selections[part]?.count ?? 0, file.selectedCases)
        if let mark = file.selectionMark { selections[part]?.marks.insert(mark) }
      }
    }
  }

  /// What is missing in the results of all parts, in sentences.
  ///
  /// - Complexity: O(*n*) in the number of outcomes.
  func missing(in results: ResultFile) -> [String] {
    var missing: [String] = []
    for file in results.files {
      guard case .ran(_, let cases) = file.content else { continue }
      func note(_ count: Int, of selected: Selected, _ whose: String) {
        let path = visible(file.path)
        if count < selected.count {
          let (cases, are) = (selected.count - count, selected.count - count == 1 ? "is" : "are")
          missing.append(
            "\(counted(cases, "case")) of `\(path)` \(are) missing: the parts were made of "
              + "different paths or selections\(whose)")
        } else if selected.marks.count > 1 {
          missing.append("the parts were made of different selections of `\(path)`\(whose)")
        }
      }
      note(cases.count, of: Selected(count: file.selectedCases), "")
      for (index, name) in results.names.enumerated() {
        let part = Part(implementation: ExactText(name), path: ExactText(file.path))
        guard let selected = selections[part], cases.count == file.selectedCases else { continue }
        let whose = results.names.count == 1 ? "" : " (\(visible(name)))"
        note(cases.count { !$0.outcomes[index].isNotRun }, of: selected, whose)
      }
    }
    return missing
  }
}
