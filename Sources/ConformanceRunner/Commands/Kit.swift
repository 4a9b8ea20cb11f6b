// The command `kit`: test the kit of a language with messages whose answers are known.

import AdapterProtocol
import Adapters
import ArgumentParser
import Conformance

struct Kit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kit",
    abstract: "Test an adapter kit, without a library.",
    discussion: """
      A kit is the code that all adapters of a language share. This sends it messages whose answers are \
      known, and prints each wrong answer. The command starts a small library of streams that comes with \
      the kit for this test, such as `node sample.js`; "Test a kit", an article of the adapter protocol, \
      describes it. Messages that need what `supports` does not list are skipped.

      Exit status: 1 a message is answered wrongly; 69 the adapter could not be started; else 0.
      """)

  @Argument(
    help: .value("command", "The command that starts the sample library, as one argument."),
    transform: { try AdapterCommand($0) })
  var command: AdapterCommand

  @OptionGroup var times: TimeOptions

  func run() throws {
    let one = Contestant(command)
    try refuse(
      if: one.builtIn != nil, "`\(one.word)` is built in; write the command of an adapter")
    try Contestants.start(
      [one], processes: 1, limits: times.replacing(in: AdapterLimits()), test)
  }

  private func test(_ contestants: inout Contestants, _ interrupt: Cancellation) throws {
    try contestants.waitUntilAllReady(interrupt)
    let messages = try KitMessage.read(kitMessages)
    let results = Monitor<[Int: Performance]>([:])
    for (number, message) in messages.enumerated() {
      contestants.all[0].adapter!.send(message) { result, _ in
        results.update { $0[number] = result }
      }
    }
    contestants.finishSayingFaults()
    if interrupt.isCancelled { throw Status.interrupted() }
    var (right, wrong) = (0, 0)
    var skipped: [String] = []
    for (number, message) in messages.enumerated() {
      switch results.read({ $0[number] }) {
      case .played: right += 1
      case .unsupported(let reason): skipped.append(reason)
      case .erred(let error):
        wrong += 1
        let lines = ["\(visible(error.message))"] + error.details.map(visibleLine)
        printResult(
          "✗ \(visible(message.title))\n\(lines.map { "    \($0)\n" }.joined())\n")
      case nil: break
      }
    }
    let counts = Dictionary(grouping: skipped) { $0 }.mapValues(\.count)
    for (reason, count) in counts.sorted(by: { $0.key < $1.key }) {
      printResult("\(count) skipped: \(visible(reason))\n")
    }
    printResult("\(right) right, \(wrong) wrong, \(skipped.count) skipped\n")
    if wrong > 0 { Status.failure.note() }
  }
}
