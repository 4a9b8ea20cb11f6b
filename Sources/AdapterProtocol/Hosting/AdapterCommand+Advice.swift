// What was probably meant by the command of an adapter that does not start.

import Conformance

extension AdapterCommand {
  /// Hints for a program that does not exist or cannot be executed, a line each.
  var adviceWhereNotFound: [String] {
    let program = words[0]
    if let variable = variable {
      return [
        "hint: `\(variable)=` was read as a label or a program; to set a variable, write "
          + "`env \(variable)=… command`"
      ]
    }
    let isPath = program.contains("/")
    var advice: [String] = []
    // A word alone was probably meant as the name of something.
    if !isPath && words.count == 1 {
      advice.append(
        "write `swift`, `literal`, a deviation that `audit` lists, or the command of an adapter, such as "
          + "`node adapter.js`")
    }
    if FileStatus(at: path(program))?.isFolder == false {
      advice.append(
        "hint: write before `\(shortened(program, to: 200))` what runs it, such as `python3` or `node`"
      )
    }
    return advice + adviceWhereEnded
  }

  /// Hints for a program that exits before it has answered, a line each.
  var adviceWhereEnded: [String] {
    guard let word = words.first(where: Self.shellWords.contains) else { return [] }
    return ["hint: no shell reads the command, and `\(word)` is an argument; write `sh -c '…'`"]
  }

  /// What means something to a shell, and stands by itself.
  private static let shellWords: Set = [
    "|", "||", "&", "&&", ";", "<", ">", ">>", "2>", "2>&1", "2>/dev/null",
  ]

  /// The name of a variable of the environment that was probably to be set.
  private var variable: String? {
    if let match = words[0].prefixMatch(of: #/([A-Za-z_][A-Za-z0-9_]*)=/#) {
      return String(match.1)
    }
    // Labels are seldom all in capitals.
    return words.count > 1
      ? label?.text.wholeMatch(of: #/[A-Z_][A-Z0-9_]*/#).map { String($0.0) } : nil
  }
}
