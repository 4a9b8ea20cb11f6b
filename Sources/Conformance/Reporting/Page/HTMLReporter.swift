// Results as one HTML page.

/// Writes results as one HTML page that refers to nothing outside itself.
///
/// It shows one specification at a time: the counts of each library, its faults, its choices, the rules, and the cases.
/// A case opens to its picture, expected over actual, and a failure to its lines in the file as well. If there are
/// new failures, the page first lists these. The address contains the settings of the filters, and each case has a
/// permanent address. Without scripts, nothing is filtered. All text of fixtures and adapters is escaped, and the
/// page's policy allows no script but its own.
package struct HTMLReporter: Reporter {
  private var sections: [PageSection] = []
  private var invalid = ""

  /// The ids that have been given.
  private var given: Set<UInt64> = []

  /// The SHA-256 of `page.js`, which the page's policy names. A test compares it with the script.
  private static let scriptHash = "sha256-9Wq66RwK7GxMYJAtkSdwM9ncX85cOF/vvW1MOp4lFQY="

  /// Makes a reporter.
  package init() {}

  /// Adds a file.
  ///
  /// - Returns: Nothing: the page is written at the end.
  package mutating func report(_ result: FileResult, of summary: RunSummary) -> String {
    switch result.content {
    case .invalid(let problem):
      invalid += """
        <section class="invalid"><h2>\(escapedMarkup(result.path)) is not valid</h2>
        <pre class="problem">\(escapedMarkup(lines: "\(problem)"))</pre>
        </section>

        """
    case .ran(let fixture, let all):
      let results = all.filter { $0.outcomes.contains(where: \.isRun) }
      if results.isEmpty { break }
      let ids = results.map { id(of: $0.testCase, in: result.path) }
      let specification = fixture.specification
      let known = sections.firstIndex { $0.specification == specification }
      if known == nil {
        let number = sections.count
        sections.append(PageSection(of: specification, number: number, names: summary.names))
      }
      sections[known ?? sections.count - 1].add(fixture, result.path, results, ids)
    }
    return ""
  }

  /// The id of a case, its address within the page: a hash of the file and the name, which stays the same when cases
  /// are added.
  private mutating func id(of testCase: Case, in path: Name) -> String {
    var hash = StableHash(testCase.title(in: path).text).value & 0xFF_FFFF_FFFF
    while !given.insert(hash).inserted { hash += 1 }
    return String(hash, radix: 36)
  }

  /// Ends the report.
  ///
  /// - Parameter summary: The summary of the run.
  /// - Returns: The page.
  package func end(_ summary: RunSummary) -> String {
    let sections = sections.map { $0.completed(by: summary) }
    let frame = PageFrame(summary: summary, sections: sections, invalid: invalid)
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
      <title>\(summary.isGood ? "✓" : "✗") \(frame.title)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      \(frame.head)<main>
      \(sections.map(\.text).joined())</main>
      \(frame.foot)<script>\(script)</script>
      </body>
      </html>

      """
  }
}
