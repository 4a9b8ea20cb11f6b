import Testing

/// The places that failures print, given back to the commands.
@Suite("A place on the command line", .startsProcesses)
struct PlaceTests {
  /// Two cases on one line; the second continues on the next line.
  private static let flow = """
    format: 1
    spec: s
    subject: {operators: []}
    cases: [{name: one, clauses: [c], timeline: [subscribe: a]}, {name: two, clauses: [c],
      timeline: [subscribe: a]}]

    """

  @Test("selects the case there, one of several on a line by its column, unless a file is named so")
  func selection() throws {
    let (first, second) = ("x.yaml › first sentence", "x.yaml › second sentence")
    try expect(
      """
      x.yaml:5 ⇒ 0 \(first) … ¬second
      x.yaml:8 ⇒ 0 \(first) … ¬second
      x.yaml:8:17 ⇒ 0 \(first) … ¬second
      x.yaml:9:5 ⇒ 0 \(second) … ¬first
      x.yaml:11:61: ⇒ 0 \(second) … ¬first
      ./x.yaml:10 ⇒ 0 \(second) … ¬first
      x.yaml:10 x.yaml:6 ⇒ 0 \(first) … \(second)
      x.yaml:10 x.yaml ⇒ 0 \(first) … \(second)
      x.yaml:10 . ⇒ 0 \(first) … \(second)
      y.yaml:4 ⇒ 0 › one … › two
      y.yaml:4:9 ⇒ 0 › one … ¬two
      y.yaml:4:62 ⇒ 0 › two … ¬one
      y.yaml:5:13 ⇒ 0 › two … ¬one
      z.yaml:5 ⇒ 0 z.yaml:5 › first sentence … z.yaml:5 › second sentence
      """, in: Folder(["x.yaml": Sample.good, "y.yaml": Self.flow, "z.yaml:5": Sample.good]),
      beginning: ["list"])
  }

  @Test("is printed by a failure, and can be pasted")
  func pasting() throws {
    let folder = try Folder(["x.yaml": Sample.bad])
    let run = try conformanceRunner("x.yaml", in: folder)
    let place = try #require(run.output.firstMatch(of: #/✗ (x\.yaml:\d+:\d+:)/#)).1
    try expect(
      """
      x.yaml \(place) ⇒ 1
      \(place) ⇒ 1 1 of 1 case fails
      show \(place) ⇒ 0
      record --all \(place) ⇒ 0
      """, in: folder)
    #expect(try folder.text("x.yaml") == Sample.good)
  }
}
