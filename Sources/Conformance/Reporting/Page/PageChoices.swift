// The choices of libraries where the rules leave one.

extension PageSection {
  /// Whether a library chooses differently from the first.
  func isUnlike(_ point: ReadingTable.Point, _ column: Int) -> Bool {
    let (first, own) = (answers(to: point, by: 0), answers(to: point, by: column))
    return !first.isEmpty && !own.isEmpty && first != own
  }

  private func answers(to point: ReadingTable.Point, by column: Int) -> Set<Name> {
    Set(point.answers[columns[column]].map(\.reading))
  }

  /// The choices, a row each: those in which the libraries differ, then folded those on which they agree.
  var choiceTable: String {
    let areApart = points.map { entries.count > 1 && $0.tellsApart }
    let differing = zip(points, areApart).filter(\.1).map(\.0)
    let others = zip(points, areApart).filter { !$1 }.map(\.0)
    var text = "<section class=\"choices\" id=\"choices-\(number)\">"
    if !differing.isEmpty {
      let heads = ["choice"] + entries.map { escapedMarkup($0.fullName) } + ["cases"]
      text +=
        "<h2>The libraries differ on \(differing.count) of \(points.count) allowed choices</h2>\n"
      text += Self.table("answers", heads, differing.map { row($0, ofEach: true) })
    }
    if !others.isEmpty {
      let title =
        entries.count == 1
        ? "\(counted(others.count, "choice")) of \(escapedMarkup(entries[0].fullName))"
        : "\(counted(others.count, "choice")) on which the libraries agree"
      text += "<details><summary>\(title)</summary>\n"
      text += Self.table(
        "answers", ["choice", "answer", "cases"], others.map { row($0, ofEach: false) })
      text += "</details>"
    }
    return text + "</section>\n"
  }

  /// A choice, the answer of each library or of all, and its cases.
  private func row(_ point: ReadingTable.Point, ofEach isOfEach: Bool) -> [String] {
    let choice = choices[point.name]
    let ids = choice?.ids ?? []
    let common = commonWords(of: point)
    let texts = entries.indices.map { column in
      let words = point.answers[columns[column]].map { Self.words($0.reading, without: common) }
      let text = words.map { escapedMarkup($0) }.joined(separator: "<br>")
      return isOfEach && isUnlike(point, column) ? "<em>\(text)</em>" : text
    }
    let answers = isOfEach ? texts : [texts.first { !$0.isEmpty } ?? ""]
    let about = choice.map { " <small>\(escapedMarkup($0.name))</small>" } ?? ""
    let link = """
      <a data-finding="choice:\(escapedMarkup(point.name))" data-cases="\(ids.joined(separator: " "))">\
      \(counted(ids.count, "case"))</a>
      """
    return ["\(escapedMarkup(Self.words(point.name)))\(about)"] + answers + [link]
  }

  /// The words that all answers to a choice begin with.
  private func commonWords(of point: ReadingTable.Point) -> Int {
    let listed = index?.readings.first { $0.name == point.name }?.readings
    let all = (listed ?? point.answers.joined().map(\.reading)).map(Self.parts)
    guard let first = all.first, all.count > 1 else { return 0 }
    let common = first.indices.first { at in
      !all.allSatisfy { $0.count > at + 1 && $0[at] == first[at] }
    }
    return common ?? 0
  }

  private static func parts(_ name: Name) -> [Substring] { name.text.split(separator: "-") }

  /// A name as words: "leaves" of `source-thrown-leaves`.
  private static func words(_ name: Name, without common: Int = 0) -> String {
    parts(name).dropFirst(common).joined(separator: " ")
  }
}
