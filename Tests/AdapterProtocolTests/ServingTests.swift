import AdapterProtocol
import Conformance
import Testing

/// A stream that emits one value, or never ends, for each observer.
private struct OneValue: Implementation {
  let name = "one"
  let channels: Channels = [.next, .error]
  let notification: Conformance.Notification
  var isEndless = false

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    { [notification, isEndless] observer in
      repeat { observer.receive(notification) } while isEndless
      return {}
    }
  }
}

@Suite("An implementation in Swift that is served over the protocol")
struct ServingTests {
  private static let mostEndlessPlans = 3

  private static let request = #"""
    {"jsonrpc":"2.0","id":ID,"method":"run","params":{"subject":{"sources":{"upstream":{}},"operators":[]},\
    "steps":[{"action":"subscribe","name":"a","channels":["next","error"]}]}}

    """#.replacing("\\\n", with: "")

  /// What is answered to so many runs, a line each.
  private func answers(of implementation: OneValue, to count: Int = 1) throws -> [Substring] {
    let requests = (1...count).map { Self.request.replacing("ID", with: "\($0)") }.joined()
    let input = Monitor(Array(requests.utf8))
    let output = Monitor<[UInt8]>([])
    var server = AdapterServer(implementation, version: "1", operators: [])
    server.mostEndlessPlans = Self.mostEndlessPlans
    try server.serve {
      input.update { input in
        defer { input = [] }
        return input
      }
    } write: { bytes in
      output.update { $0 += bytes }
    }
    return String(decoding: output.read(\.self), as: UTF8.self).split(separator: "\n")
  }

  @Test(
    "says what no fixture can expect, for the case that has it",
    arguments: [
      Conformance.Notification.next(.number(.nan)), .next(.list([.number(.infinity)])),
      .next(.map([("k", .null), ("k", .null)])), .error(.null),
    ])
  func unsayable(_ notification: Conformance.Notification) throws {
    let answers = try answers(of: OneValue(notification: notification), to: 2)
    #expect(answers.count == 2)
    for answer in answers {
      #expect(answer.contains("\"code\":-32603"))
      #expect(answer.contains("the implementation made what no fixture can expect: `a"))
    }
  }

  @Test("plays no more cases once too many have not ended")
  func endless() throws {
    let endless = OneValue(notification: .next(.null), isEndless: true)
    let answers = try answers(of: endless, to: Self.mostEndlessPlans + 2)
    let unplayed = answers.filter { $0.contains("too many cases before it never ended") }
    #expect(answers.count == Self.mostEndlessPlans + 2)
    #expect(unplayed.count == 2)
  }
}
