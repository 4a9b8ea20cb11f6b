import Conformance
import Foundation
import Samples
import Testing

@testable import AdapterProtocol

@Suite("The messages that test a kit")
struct KitTests {
  @Test("are answered rightly by the kit of Swift")
  func swift() throws {
    let file = packageRoot.appending(path: "Sources/Adapters/messages.jsonl")
    let all = try KitMessage.read(Array(Data(contentsOf: file)))
    // In Swift, observers cannot throw, values are copied, and few parts are not JSON. Cancelled
    // timers, sources that ask, and events while a subject is made are tested with the engine.
    let messages = all.filter { message in
      message.needs?.contains { need in
        ["throws", "while-connected", "collect", "debounce", "hot"].contains(need)
          || need.text.hasPrefix("unsayable-") && !SampleStreams.operators.contains(need)
      } != true
    }
    #expect(messages.count > 90 && messages.count < all.count)
    var requests = JSONText()
    for (id, message) in messages.enumerated() { message.request(id: id, to: &requests) }
    let server = AdapterServer(SampleStreams(), version: "1", operators: SampleStreams.operators)
    let answers = try server.answers(to: requests.bytes).split(separator: UInt8(ascii: "\n"))
    #expect(answers.count == messages.count)
    for (message, answer) in zip(messages, answers) {
      if case .erred(let error) = try message.performance(Answer(answer)) {
        Issue.record("\(message.title): \(error.message)\n\(error.details.joined(separator: "\n"))")
      }
    }
  }
}
