import Testing

@Suite("ConformanceRunner report --baseline", .startsProcesses)
struct BaselineTests {
  @Test("lists the changes, and can gate on regressions")
  func changes() throws {
    let (gate, second) = ("--require-not-worse", "x.yaml › second sentence  (swift)")
    let same = "0 new, 0 fixed, 0 still failing, 0 added, 0 removed"
    let third = "\n  - {name: third, clauses: [c], timeline: [{advance: 1}]}\n"
    let lacking = Sample.bad.replacing(
      "clauses: [two]", with: "clauses: [two]\n    subject: {operators: [zip]}")
    let nothing = "nothing in common: `other` against `swift`"
    let silent = Sample.good.replacing("expect: [upstream: connect]}]\n", with: "note: silent}]\n")
    let stopped = "a run was stopped at its first failure, so the cases after it are not known"
    // It is no gate if no case ran, or none is in common. The files may have other names.
    try expect(
      """
      x.yaml ← \(inRow(Sample.good))
      link → .
      x.yaml --reporter json=good ⇒ 0
      HERE/x.yaml --reporter json=whole ⇒ 0
      link/x.yaml --reporter json=linked ⇒ 0
      x.yaml -i other=swift --reporter json=other ⇒ 0
      x.yaml -i nope-nope --reporter json=none ⇒ 69 nope-nope
      x.yaml ← \(inRow(Sample.bad))
      x.yaml --reporter json=bad ⇒ 1
      x.yaml ← \(inRow(Sample.good.replacing("first sentence", with: "renamed")))
      x.yaml --reporter json=renamed ⇒ 0
      x.yaml ← \(inRow(Sample.bad + third))
      x.yaml --reporter json=judged ⇒ 1
      x.yaml ← \(inRow(lacking + third))
      x.yaml --reporter json=skipped ⇒ 0
      report bad --baseline good \(gate) ⇒ 1 ✗ new: \(second) … 1 new, 0 fixed, 0 still failing, 0 added, 0 removed
      report bad --baseline bad \(gate) ⇒ 0 ✗ still failing: \(second)
      report bad --baseline bad ⇒ 1 still failing
      report good --baseline bad ⇒ 0 ✓ fixed: \(second) … 0 new, 1 fixed, 0 still
      report good --baseline whole \(gate) ⇒ 0 \(same)
      report good --baseline linked \(gate) ⇒ 0 \(same)
      report renamed --baseline good ⇒ 0 + added: x.yaml › renamed  (swift) … - removed: x.yaml › first sentence  (swift) … 0 new, 0 fixed, 0 still failing, 1 added, 1 removed
      report renamed --baseline good \(gate) ⇒ 1 - removed: x.yaml › first sentence  (swift)
      report renamed --baseline good \(gate) --allow-removed ⇒ 0
      report renamed --baseline good --allow-removed ⇒ 64 --allow-removed
      report skipped --baseline judged \(gate) ⇒ 1 ✗ no longer run: \(second)
      report skipped --baseline skipped \(gate) ⇒ 0
      report skipped --baseline skipped \(gate) --no-skips ⇒ 1 (--no-skips)
      report other --baseline good \(gate) ⇒ 1 \(nothing)
      report other --baseline good \(gate) --allow-removed ⇒ 1 \(nothing)
      report none --baseline good \(gate) ⇒ 69 nope-nope
      report good --baseline a --baseline b ⇒ 64 --baseline is given twice, and only one can count
      x.yaml ← \(inRow(silent))
      x.yaml --reporter json=main ⇒ 1 1 of
      x.yaml --reporter json=first --fail-fast ⇒ 1 1 of
      report first --baseline main --require-not-worse --allow-removed ⇒ 1 \(stopped) … - removed: x.yaml › second sentence  (swift)
      """, in: Folder())
  }

  @Test("a case that did not run before, or a fault of one implementation, is new")
  func stored() throws {
    let folder = try Folder(["x.yaml": Sample.good, "y.yaml": Sample.bad])
    try expect(
      """
      x.yaml -i a=swift -i b=swift --reporter json=r ⇒ 0
      y.yaml --reporter json=bad ⇒ 1
      """, in: folder)
    let unplayed = #"{"outcome":"error","error":{"message":"m","unplayed":true}}"#
    let bad = try folder.text("bad").replacing(#/\{"outcome":"failed"[^}]*\}/#, with: unplayed)
    try folder.write(bad, to: "unplayed")
    let parts = try folder.text("r").components(separatedBy: #""faults":[]"#)
    try #require(parts.count == 3)
    let (none, fault) = (#""faults":[]"#, #""faults":[{"message":"it was late","details":[]}]"#)
    try folder.write(parts[0] + fault + parts[1] + none + parts[2], to: "a")
    try folder.write(parts[0] + none + parts[1] + fault + parts[2], to: "b")
    try expect(
      """
      bad --baseline unplayed ⇒ 1 ✗ new: y.yaml
      b --baseline a ⇒ 1 b: it was late
      a --baseline a ⇒ 0
      """, in: folder, beginning: ["report", "--require-not-worse"])
  }
}
