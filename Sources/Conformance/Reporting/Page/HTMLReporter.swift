// Results as one HTML page.

/// Writes results as one HTML page that refers to nothing outside itself.
///
/// The diagnoses come first. Then follow the specifications, each with its clauses and their
/// results, and its cases with their outcomes. A case opens to its picture, expected over actual,
/// and a failure to its lines in the file as well. If there are failures, the page first shows
/// these. The address contains the settings of the filters, and each case has a permanent address.
/// Without scripts, nothing is filtered. All text of fixtures and
/// adapters is escaped, and the page's policy allows no script but its own.
package struct HTMLReporter: Reporter {
  private var sections: [PageSection] = []

  /// The ids that have been given, and those of the cases that failed.
  private var given: Set<UInt64> = []
  private var failed: [CaseName: String] = [:]

  /// The longest name of an implementation that stands level above its column, in columns of text.
  private static let levelName = 10

  /// The longest that does so in a narrow window.
  private static let shortName = 6

  /// The SHA-256 of `page.js`, which the page's policy names. A test holds it to the script.
  private static let scriptHash = "sha256-aKGcsCV1An9A52IGHkEElf4n2iB7sNX/E5IEwR3pNu4="

  /// Makes a reporter.
  package init() {}

  /// Adds a file.
  ///
  /// - Returns: Nothing: the page is written at the end.
  package mutating func report(_ result: FileResult, of summary: RunSummary) -> String {
    let names = summary.names
    switch result.content {
    case .invalid(let invalid):
      sections[section(of: "Files that are not valid", names)].add(invalid, result.path)
    case .ran(_, let results) where results.isEmpty: break
    case .ran(let fixture, let results):
      let ids = results.map { one in
        let id = id(of: one.testCase, in: result.path)
        if one.outcomes.contains(where: \.isFailure) {
          failed[CaseName(one.testCase, of: fixture)] = id
        }
        return id
      }
      sections[section(of: fixture.specification, names)].add(fixture, result, results, ids)
    }
    return ""
  }

  /// The id of a case, its address within the page: a hash of the file and the name, so that it stays the same when
  /// cases are added.
  private mutating func id(of testCase: Case, in path: Name) -> String {
    var hash = StableHash(testCase.title(in: path).text).value & 0xFF_FFFF_FFFF
    while !given.insert(hash).inserted { hash += 1 }
    return String(hash, radix: 36)
  }

  private mutating func section(of specification: Name, _ names: [Name]) -> Int {
    if let known = sections.firstIndex(where: { $0.specification == specification }) {
      return known
    }
    sections.append(PageSection(of: specification, names: names))
    return sections.count - 1
  }

  /// Ends the report.
  ///
  /// - Parameter summary: What the run comes to.
  /// - Returns: The page.
  package func end(_ summary: RunSummary) -> String {
    let names = summary.names
    let head = PageHead(summary: summary, names: names, failed: failed)
    // One column is wide enough for a count; several have names above them.
    let widths = names.map { columns(of: $0.text) }
    let isLevel = (widths.max() ?? 0) <= Self.levelName && names.count <= 6
    let isShort = (widths.max() ?? 0) <= Self.shortName
    let column = names.count == 1 ? 4 : isLevel ? max(5, (widths.max() ?? 0) + 1) : 5
    let width = Value.number(Double(column) * 0.5625)
    let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    let script = String(decoding: PackageResources.page_js, as: UTF8.self)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src '\(Self.scriptHash)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(summary.isGood ? "✓" : "✗") \(escapedMarkup(head.verdict)) · Conformance</title>
      <style>
      :root { --marks: \(names.count); --column: \(width)rem }
      \(style)
      </style>
      </head>
      <body class="\(names.count == 1 ? "alone" : !isLevel ? "upright" : isShort ? "" : "long")">
      \(head.text)\(head.bar)<main>
      \(sections.map(\.text).joined())<p id="nothing" hidden>No case is shown.</p>
      </main>
      <script>\(script)</script>
      </body>
      </html>

      """
  }
}
