// The probable meaning of an adapter command that does not start.

import Conformance

extension AdapterCommand {
  /// Hints for a program that does not exist or cannot be executed, a line each.
  var adviceWhereNotFound: [String] {
    let program = words[0]
    if let variable = variable {
      return [
        "hint: `\(variable)=` was taken for a label or a program; to set a variable, write "
          + "`env \(variable)=… command`"
      ]
    }
    let isPath = program.contains("/")
    var advice: [String] = []
    // A single word was probably meant as a name.
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

  /// Words with a meaning to a shell.
  private static let shellWords: Set = [
    "|", "||", "&", "&&", ";", "<", ">", ">>", "2>", "2>&1", "2>/dev/null",
  ]

  /// The environment variable that was probably meant to be set.
  private var variable: String? {
    if let match = words[0].prefixMatch(of: #/([A-Za-z_][A-Za-z0-9_]*)=/#) {
      return String(match.1)
    }
    // Labels are rarely all capitals.
    return words.count > 1
      ? label?.text.wholeMatch(of: #/[A-Z_][A-Z0-9_]*/#).map { String($0.0) } : nil
  }
}
