import Conformance
import Foundation
import Samples
import Testing

@Suite("Links among fixtures")
struct LinkTests {
  private static let fixture = cases(["[{subscribe: a, expect: [upstream: connect]}]"])
  private static let index = "name: s\nclauses: [{id: c}]\n"

  /// A folder `F` of fixtures, and other files beside it.
  private static func tree() throws -> Folder {
    try Folder([
      "F/x.yaml": fixture, "F/sub/y.yaml": fixture, "F2/z.yaml": fixture, "out/o.yaml": fixture,
      "out/spec.yaml": index, "out/secret": "clauses:\n  token: TOPSECRET\n",
    ])
  }

  @Test(
    "are not followed out of the named folder, whatever they lead to and however",
    arguments: [
      ("F/a.yaml", "../out/secret"), ("F/a.yaml", "HERE/out/o.yaml"), ("F/a.yaml", "/etc/passwd"),
      ("F/a.yaml", "../F/../out/o.yaml"), ("F/a.yaml", "sub/../../out/o.yaml"),
      ("F/a.yaml", "sub/chain.yaml"), ("F/a.yaml", "../F2/z.yaml"), ("F/a.yaml", "/dev/zero"),
      ("F/a.yaml", "../out/fifo"), ("F/a.yaml", "../out"), ("F/folder", "../out"),
      ("F/folder", "../out/"), ("F/folder", "/"), ("F/folder", ".."), ("F/folder", "back/F2"),
      ("F/spec.yaml", "../out/spec.yaml"), ("F/spec.yaml", "../out/secret"),
      ("F/spec.yaml", "../out"), ("F/spec.yml", "../out/secret"),
    ])
  func refused(_ link: String, _ target: String) throws {
    let tree = try Self.tree()
    mkfifo("\(tree.path)/out/fifo", 0o600)
    // The targets of these two are reached only through the link that is tried.
    try tree.link("out/chain.yaml", to: "o.yaml")
    if target.contains("chain") { try tree.link("F/sub/chain.yaml", to: "../../out/chain.yaml") }
    if target.contains("back") { try tree.link("F/back", to: "..") }
    try tree.link(link, to: target)
    let found = FixtureFiles(at: ["\(tree.path)/F"])
    let problems = found.problems.filter { $0.path.text == "\(tree.path)/\(link)" }
    #expect(
      problems.map(\.message) == [
        "not read, as a link leads outside the paths that are named and the project"
      ])
    #expect(problems.first?.hint == "to have it read all the same, name it itself")
    #expect(found.problems.allSatisfy { $0.excerpt == nil })
    #expect(found.indexes.isEmpty)
    #expect(tree.names(of: found.files) == ["F/sub/y.yaml", "F/x.yaml"])
    // Watched files are found in the same way.
    let paths = FixtureFiles(at: ["\(tree.path)/F"], limits: nil).paths
    #expect(paths == found.files.map(\.path))
  }

  private static let outside = ["F/a.yaml": "../out/o.yaml", "linked": "out"]
  private static let named = ["F/a.yaml", "F/sub/y.yaml", "F/x.yaml"]

  @Test(
    "are followed within the named folder, and if they or their targets are named",
    arguments: [
      (["F/folder": "sub"], ["F"], ["F/folder/y.yaml", "F/x.yaml"]),
      (["F/folder": "HERE/F/sub/"], ["F"], ["F/folder/y.yaml", "F/x.yaml"]),
      (["F/folder": "../out/../F/sub"], ["F"], ["F/folder/y.yaml", "F/x.yaml"]),
      (["F/folder": "."], ["F"], ["F/sub/y.yaml", "F/x.yaml"]),
      (["F/a.yaml": "sub/y.yaml"], ["F"], ["F/a.yaml", "F/x.yaml"]),
      (["F/a.yaml": "x.yaml"], ["F"], ["F/sub/y.yaml", "F/x.yaml"]),
      (["F/spec.yaml": "sub/own.yml"], ["F"], ["F/sub/own.yml", "F/sub/y.yaml", "F/x.yaml"]),
      (outside, ["F", "F/a.yaml"], named), (outside, ["F/./", "F//a.yaml/."], named),
      (outside, ["F/a.yaml"], ["F/a.yaml"]), (outside, ["F", "out"], named),
      (outside, ["F", "out/o.yaml"], named),
      (outside, ["F", "F/../linked/../out/o.yaml"], named),
      (outside, ["linked"], ["linked/o.yaml"]), (outside, ["linked/"], ["linked/o.yaml"]),
    ] as [([String: String], [String], [String])])
  func followed(_ links: [String: String], _ paths: [String], _ names: [String]) throws {
    let tree = try Self.tree()
    let isOfIndex = links["F/spec.yaml"] != nil
    if isOfIndex { try tree.write(Self.index, to: "F/sub/own.yml") }
    try FileManager.default.removeItem(atPath: "\(tree.path)/out/spec.yaml")
    for (link, target) in links { try tree.link(link, to: target) }
    let found = FixtureFiles(at: paths.map { "\(tree.path)/\($0)" })
    #expect(found.problems.isEmpty, "\(found.problems)")
    #expect(tree.names(of: found.files) == names)
    #expect(found.indexes.count == (isOfIndex ? 1 : 0))
  }

  @Test("are followed to a clause index above a file only if that is named, too")
  func indexAbove() throws {
    let tree = try Self.tree()
    let file = "\(tree.path)/F/sub/y.yaml"
    try tree.link("F/spec.yaml", to: "../out/spec.yaml")
    let refused = FixtureFiles(at: [file])
    #expect(refused.problems.map(\.path) == ["\(tree.path)/F/spec.yaml"])
    #expect(refused.files.first.map { $0.index == nil } == true)
    for others in [["F/spec.yaml"], ["out/spec.yaml"], ["out"]] {
      let found = FixtureFiles(at: [file] + others.map { "\(tree.path)/\($0)" })
      #expect(found.problems.isEmpty, "\(others): \(found.problems)")
      #expect(found.files.first?.index?.name == "s", "\(others)")
    }
    // Above a file, a `spec.yaml` without clauses is something else.
    try FileManager.default.removeItem(atPath: "\(tree.path)/F/spec.yaml")
    try tree.link("F/spec.yaml", to: "../F2/z.yaml")
    #expect(FixtureFiles(at: [file]).problems.isEmpty)
  }
}

extension Folder {
  /// The paths of files as they are called here, by name.
  fileprivate func names(of files: [FixtureFiles.File]) -> [String] {
    files.map { String($0.path.text.dropFirst(path.count + 1)) }.sorted()
  }
}
