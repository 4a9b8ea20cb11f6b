import Testing

@Suite("The reference of ReactiveX", .startsProcesses)
struct ReactiveXTests {
  private static let fixtures = packageRoot.appending(path: "Fixtures/ReactiveX").path

  @Test("is `literal`, in this process and served")
  func literal() throws {
    try expect(
      """
      -i literal --clause start-with --clause merge ⇒ 0 No failures
      -i "l=\(Adapters.swift) -i literal" --clause start-with ⇒ 0 No failures
      -i literal --filter 'an exception of an observer' ⇒ 66 literal does not have observers that throw
      """, in: Folder(), beginning: ["run", Self.fixtures])
  }

  @Test("names the mistake of a library with its clause")
  func diagnosis() throws {
    let rows = [
      ("pairing", "zip-shares-its-state"), ("sharing", "replay-refCount-counts-one-more"),
    ]
    .map { file, deviation in
      "\(Self.fixtures)/\(file).yaml -i \"library=\(Adapters.swift) -i \(deviation)\" "
        + "⇒ 1 smallest: … In every case that ran it behaves exactly like \(deviation): "
    }
    try expect(rows.joined(separator: "\n"), in: Folder())
  }

  @Test("is compared with one implementation by `explore`, and makes the same choices")
  func exploration() throws {
    let few = "--length 3 --reaction-length 1 --random 0"
    try expect(
      """
      -i merge-swallows-errors \(few) ⇒ 1 `literal` makes the same choices: as usual … merge: {with: other}: merge-swallows-errors against literal … ✗ found.yaml … spec: ReactiveX
      -i "l=\(Adapters.swift) -i last-completes-at-an-error" --subject last \(few) ⇒ 1 l passes … cases about `last` … last: l against literal … a.error … expected, never came
      -i replay-refCount-counts-one-more \(few) ⇒ 1 replay: {count: 2}, refCount: replay-refCount-counts-one-more against literal
      -i startWith-tells-it-late \(few) ⇒ 1 startWith: 1: startWith-tells-it-late against literal
      -i "l=\(Adapters.swift) -i literal" -i literal --subject 'throttleFirst: 1' \(few) ⇒ 0 `literal` makes the same choices: as usual
      -i never-replays --length 1 ⇒ 1 _remember: never-replays against literal
      """, in: .withFixtures(), beginning: ["explore"])
  }
}
