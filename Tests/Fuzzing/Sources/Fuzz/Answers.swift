// What an adapter writes, to a trace; and what a runner writes, to an answer.

@testable import AdapterProtocol
import Conformance
import ReactiveMotionConformance
import Synchronization

func fuzzAnswers(_ bytes: [UInt8]) {
  let plan = Plan(
    subject: .property(
      Subject.Property(isScoped: true, stores: [Subject.Store(name: "store", value: .null)])),
    timeline: [.read(store: "store"), .read(store: "store")])
  let conversation = Conversation(limits: AdapterLimits(), endsAtMisshapenAnswer: false)
  var lines = LineSplitter(limit: 10_000)
  do {
    try bytes.withUnsafeBytes { bytes in
      for line in lines.lines(bytes) {
        guard try conversation.take(line, after: .zero) != nil else { continue }
        let assignments = (0..<3).map { _ in
          Assignment(plan, likely: [[.returns(.null)], []]) { performance, _ in
            if case .played(let trace, _, _) = performance { precondition(trace.count == 2) }
          }
        }
        var requests = JSONText()
        conversation.request(assignments, in: &requests)
      }
    }
  } catch let fault as AdapterFault {
    precondition(!fault.error.message.isEmpty)
  } catch {}

  let input = Mutex(bytes)
  let output = Mutex(0)
  let server = AdapterServer(SwiftStreams(), version: "1", operators: [])
  try? server.serve {
    input.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
  } write: { answer in
    precondition(answer.last == 0x0A && !answer.dropLast().contains { $0 < 0x20 })
    output.withLock { $0 += answer.count }
  }
}
