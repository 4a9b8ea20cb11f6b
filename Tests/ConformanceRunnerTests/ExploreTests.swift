import Foundation
import Testing

@Suite("ConformanceRunner explore")
struct ExploreTests {
  @Test(
    "finds no difference between the built-in streams and the transcription",
    arguments: ["_remember", "startWith: 0", "_remember, _remember", "scoped", "unscoped"])
  func agreement(_ subject: String) throws {
    let run = try conformanceRunner(
      "explore", "--subject", subject, "--length", "3", "--reaction-length", "2", "--random", "300",
      in: try Folder())
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.output.hasPrefix("\(subject): swift against literal\n  every timeline of up to 3 steps"))
    #expect(run.output.hasSuffix("  random timelines (seed 1): 300\nno difference found\n"))
  }

  @Test("prints the smallest difference as a fixture that expects what the reference does")
  func difference() throws {
    let run = try conformanceRunner(
      "explore", "-i", "iterates-live", "-i", "literal", "--length", "3", "--reaction-length", "3",
      in: try Folder())
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(
      run.output == """
        _remember: iterates-live against literal
          every timeline of up to 3 steps with up to 3 observers: 743
          timelines of up to 3 steps with a reaction that fires: 3

        ✗ found.yaml:17:9: iterates-live does as literal does
          clause synchronous-broadcast

          step 3 of 3
          17 │ - emit: 1
          18 │   expect: [a: 1, b: 1]

              a: 1
            − b: 1   expected, never came

                             1    2    3
          upstream           ┬         1
          a                  ┝─────────1┥
          b        expected       ┝────1────
                   actual         ┝─────────
                                       ▲

        format: 1
        spec: _remember
        title: "Found by exploring _remember: iterates-live against literal"
        subject:
          operators: [_remember]

        cases:
          - name: iterates-live does as literal does
            clauses: [synchronous-broadcast]
            reactions:
              - when: {a: 1}
                do: [{unsubscribe: a}]
            timeline:
              - subscribe: a
                expect: [upstream: connect]
              - subscribe: b
              - emit: 1
                expect: [a: 1, b: 1]

        """)
  }

  @Test("writes a fixture that the built-in streams pass, and never over another file")
  func output() throws {
    let folder = try Folder()
    let arguments = [
      "explore", "-i", "informs-of-what-is-read", "-i", "literal", "--subject", "scoped",
      "--length", "3", "--reaction-length", "0", "--output", "found.yaml",
    ]
    let run = try conformanceRunner(arguments, in: folder)
    #expect(run.status == 1)
    #expect(
      run.output.contains("written to found.yaml; cite there the clause that it demonstrates"))
    #expect(try conformanceRunner("found.yaml", in: folder).status == 0)
    let again = try conformanceRunner(arguments, in: folder)
    #expect(again.status == 64)
    #expect(again.errors.contains("`found.yaml` exists; --output never overwrites a file"))
    let unwritable = try conformanceRunner(
      arguments.dropLast() + ["no/such/folder.yaml"], in: folder)
    #expect(unwritable.status == 73)
    #expect(
      unwritable.errors
        == "error: `no/such/folder.yaml` cannot be written: No such file or directory\n")
  }

  @Test("makes the same search for the same seed")
  func seed() throws {
    let folder = try Folder()
    let outputs = try (0..<2).map { _ in
      try conformanceRunner(
        "explore", "-i", "queues-nested-values", "-i", "literal", "--length", "1",
        "--reaction-length", "0", "--seed", "7", in: folder
      ).output
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].contains("random timelines (seed 7): "))
    #expect(outputs[0].contains("✗ found.yaml:"))
  }

  @Test(
    "refuses a wrong command line with 64",
    arguments: [
      (["-i", "swift"], "--implementation is given twice"),
      (["-i", "swift", "-i", "litteral"], "did you mean `literal`?"),
      (["--subject", "[}"], "`[}` is no subject"),
      (["--subject", ""], "`` is no subject"),
      (["--subject", "merge"], "swift does not have the operator `merge`"),
      (["--observers", "6"], "--observers is from 1 to 5, not 6"),
      (["--length", "21"], "lengths are from 0 to 20"),
      (["--random", "few"], "The value 'few' is invalid"),
    ])
  func wrongCommandLine(_ arguments: [String], _ message: String) throws {
    let run = try conformanceRunner(["explore"] + arguments, in: try Folder())
    #expect(run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("says at Ctrl-C how far it came, and exits 130")
  func interrupt() throws {
    let folder = try Folder()
    let running = try start(["explore", "--length", "12"], in: folder)
    // The heading is written when the signal is about to be caught; the search lasts for hours.
    while try text(of: running.output).isEmpty { usleep(1_000) }
    running.process.interrupt()
    running.process.waitUntilExit()
    let output = try text(of: running.output)
    #expect(running.process.terminationStatus == 130)
    #expect(output.hasPrefix("_remember: swift against literal\n  timelines of up to 12 steps"))
    #expect(output.hasSuffix("interrupted; no difference so far\n"))
  }
}
