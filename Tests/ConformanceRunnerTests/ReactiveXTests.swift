import Foundation
import Testing

@Suite("The reference of ReactiveX", .startsProcesses)
struct ReactiveXTests {
  private static let fixtures = "'\(packageRoot.path)/Fixtures/ReactiveX'"

  @Test("is `literal`, in this process and served")
  func literal() throws {
    try expect(
      """
      \(Self.fixtures) -i literal --clause start-with --clause merge ⇒ 0 passed, 0 failed, 0 skipped
      \(Self.fixtures) -i "l='\(executable.path)' adapter -i literal" --clause start-with ⇒ 0 passed, 0 failed, 0 skipped
      \(Self.fixtures) -i literal --filter 'what an observer throws' ⇒ 66 literal does not have observers that throw
      """, in: Folder(), beginning: ["run"])
  }

  @Test(
    "names what is wrong with a library by its name and clause",
    arguments: [
      "zip-shares-its-state", "concat-connects-both", "replay-refCount-counts-one-more",
      "takeUntil-and-skipUntil-leave-the-other-connected", "all-tells-more-from-within",
    ])
  func diagnosis(_ deviation: String) throws {
    let run = try conformanceRunner(
      "run", "\(packageRoot.path)/Fixtures/ReactiveX", "-i",
      "library='\(executable.path)' adapter -i \(deviation)", in: Folder())
    #expect(run.status == 1)
    let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("One mistake explains"), "\(text.prefix(400))")
    #expect(text.contains("like \(deviation), which breaks"), "\(text.prefix(400))")
  }

  @Test("is what `explore` compares one implementation with, and reads open points as that does")
  func exploration() throws {
    let folder = try Folder.withFixtures()
    let few = "--length 3 --reaction-length 1 --random 0"
    try expect(
      """
      -i merge-swallows-errors \(few) ⇒ 1 `literal` reads open points as it does there: as usual … merge: {with: other}: merge-swallows-errors against literal … ✗ found.yaml … spec: ReactiveX
      -i "l='\(executable.path)' adapter -i last-of-nothing-completes" --subject last \(few) ⇒ 1 l passes … cases about `last` … last: l against literal … a.error … expected, never came
      -i replay-refCount-replays-nothing \(few) ⇒ 1 replay: {count: 2}, refCount: replay-refCount-replays-nothing against literal
      -i startWith-tells-it-late \(few) ⇒ 1 startWith: 1: startWith-tells-it-late against literal
      -i never-replays --length 1 ⇒ 1 _remember: never-replays against literal
      """, in: folder, beginning: ["explore"])
  }
}
