import AdapterProtocol
import Conformance
import Testing

/// A stream that emits one value, or never ends, for each observer. Its operators are asked for 2.
private struct OneValue: Implementation {
  let name = "one"
  let channels: Channels = [.next, .error]
  let notification: Conformance.Notification
  var isEndless = false

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    let functions = try subject.operators.map { one throws(Unsupported) in try one.function() }
    return { [notification, isEndless] observer in
      for function in functions { _ = try? function(.number(2)) }
      repeat { observer.receive(notification) } while isEndless
      return {}
    }
  }
}

/// So many lists within each other.
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

  @Test("says a value that is nested as deep as an answer has room for")
  func deep() throws {
    let answers = try answers(of: OneValue(notification: .next(nested(507))))
    #expect(answers.count == 1 && answers[0].contains(#""result""#))
    let isRead = (try? JSONReader.read(Array(answers[0].utf8)[...])) != nil
    #expect(isRead)
  }

  /// What is answered to so many runs, a line each.
  private func answers(
    of implementation: OneValue, to count: Int = 1, operators: String = "[]"
  ) throws -> [Substring] {
    let request = Self.request.replacing("[]", with: operators)
    let requests = (1...count).map { request.replacing("ID", with: "\($0)") }.joined()
    var server = AdapterServer(implementation, version: "1", operators: [])
    server.mostEndlessPlans = Self.mostEndlessPlans
    return String(decoding: try server.answers(to: Array(requests.utf8)), as: UTF8.self)
      .split(separator: "\n")
  }

  @Test(
    "says what no fixture can expect, for the case that has it",
    arguments: [
      (.next(.number(.nan)), "next has at `.` a number that is not finite: nan (Double)"),
      (
        .next(.list([.number(1), .number(-.infinity)])),
        "next has at `[1]` a number that is not finite: -inf (Double)"
      ),
      (
        .next(.map([("k", .null), ("k", .null)])),
        "next has at `.` a key that is there twice: k (Name)"
      ),
      (
        .next(.map([("a", .list([.map([("b c", .number(.nan))])]))])),
        #"next has at `.a[0][\"b c\"]` a number that is not finite: nan (Double)"#
      ),
      (
        .next(nested(508)),
        "next has at `" + String(repeating: "[0]", count: 33)
          + "[…` a value that is nested more than 507 deep"
      ),
      (.error(.null), "error has at `.` no value: null (Value)"),
    ] as [(Conformance.Notification, String)])
  func unsayable(_ notification: Conformance.Notification, _ problem: String) throws {
    let answers = try answers(of: OneValue(notification: notification), to: 2)
    #expect(answers.count == 2)
    for answer in answers {
      #expect(answer.contains("\"code\":-32603"))
      #expect(
        answer.contains(#""message":"the value of `a`'s \#(problem)","data":"step 1""#), "\(answer)"
      )
    }
  }

  @Test(
    "tells the text of an error of its own, and none of an error of the case",
    arguments: [
      (Value?.none, "boom", #"["a","error",null,{"message":"boom"}]"#),
      (nil, String(repeating: "x", count: 600), String(repeating: "x", count: 500) + #"…"}]"#),
      (nil, nil, #"["a","error"]"#), ("boom", "text", #"["a","error","boom"]"#),
    ])
  func message(_ value: Value?, _ message: String?, _ event: String) throws {
    let answers = try answers(of: OneValue(notification: .error(value, message: message)))
    #expect(answers.count == 1 && answers[0].hasSuffix("\(event)]]}}"), "\(answers)")
  }

  @Test("tells which operator asked for what in which step, where a table lacks it")
  func lack() throws {
    let one = OneValue(notification: .next(.null))
    let answers = try answers(of: one, operators: #"[["map",[[2,20]]],["map",[[1,10]]]]"#)
    #expect(
      answers.count == 1
        && answers[0].contains(#""code":-32002,"message":"a table has no row for `2`","#)
        && answers[0].hasSuffix(#""data":{"operator":1,"value":2,"step":0}}}"#), "\(answers)")
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
