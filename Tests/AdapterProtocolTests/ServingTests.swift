import AdapterProtocol
import Conformance
import Samples
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

/// This many nested lists.
private func nested(_ depth: Int) -> Value {
  (1..<depth).reduce(Value.list([])) { inner, _ in .list([inner]) }
}

@Suite("An implementation in Swift that is served over the protocol")
struct ServingTests {
  private static let mostEndlessPlans = 3

  private static let request = #"""
    {"jsonrpc":"2.0","id":ID,"method":"run","params":{"subject":{"sources":{"upstream":{}},"operators":[]},\
    "steps":[{"action":"subscribe","name":"a","channels":["next","error"]}]}}

    """#.replacing("\\\n", with: "")

  @Test("emits a value that is nested as deep as an answer allows")
  func deep() throws {
    let answers = try answers(of: OneValue(notification: .next(nested(507))))
    #expect(answers.count == 1 && answers[0].contains(#""result""#))
    let isRead = (try? JSONReader.read(Array(answers[0].utf8)[...])) != nil
    #expect(isRead)
  }

  /// The answers to this many runs, a line each.
  private func answers(of implementation: OneValue, to count: Int = 1) throws -> [Substring] {
    let requests = (1...count).map { Self.request.replacing("ID", with: "\($0)") }.joined()
    var server = AdapterServer(implementation, version: "1", operators: [])
    server.mostEndlessPlans = Self.mostEndlessPlans
    return String(decoding: try server.answers(to: Array(requests.utf8)), as: UTF8.self)
      .split(separator: "\n")
  }

  @Test(
    "sends the text of an error of its own, and no text of an error of the case",
    arguments: [
      (Value?.none, "boom", #"["a","error",null,{"message":"boom"}]"#),
      (nil, String(repeating: "x", count: 600), String(repeating: "x", count: 500) + #"…"}]"#),
      (nil, nil, #"["a","error"]"#), ("boom", "text", #"["a","error","boom"]"#),
    ])
  func message(_ value: Value?, _ message: String?, _ event: String) throws {
    let answers = try answers(of: OneValue(notification: .error(value, message: message)))
    #expect(answers.count == 1 && answers[0].hasSuffix("\(event)]]}}"), "\(answers)")
  }

  @Test("reports in each case an error without a value, which no fixture can expect")
  func unsayable() throws {
    let says =
      #""code":-32603,"message":"the value of `a`'s error has at `.` no value: null (Value)","data":"step 1""#
    let answers = try answers(of: OneValue(notification: .error(.null)), to: 2)
    #expect(answers.count == 2 && answers.allSatisfy { $0.contains(says) }, "\(answers)")
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
