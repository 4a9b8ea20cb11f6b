// The streams of the article "Judge streams in Swift", whose code stands here too.

import AdapterProtocol
import Conformance
import Foundation
import Testing

/// What receives from a stream of the small library that the article speaks of.
struct Receiver {
  let next: (Value) -> Void
  let error: (any Error) -> Void
  let completed: () -> Void
}

/// A stream of that library.
struct Rill {
  let subscribe: (Receiver) -> () -> Void

  init(_ subscribe: @escaping (Receiver) -> () -> Void) {
    self.subscribe = subscribe
  }

  func map(_ transform: @escaping (Value) throws -> Value) -> Rill {
    Rill { [subscribe] receiver in
      subscribe(
        Receiver(
          next: { value in
            do { receiver.next(try transform(value)) } catch { receiver.error(error) }
          }, error: receiver.error, completed: receiver.completed))
    }
  }

  func take(_ count: Int) -> Rill {
    Rill { [subscribe] receiver in
      var rest = count
      return subscribe(
        Receiver(
          next: { value in
            if rest <= 0 { return }
            rest -= 1
            receiver.next(value)
            if rest == 0 { receiver.completed() }
          }, error: receiver.error, completed: receiver.completed))
    }
  }

  func delay(_ milliseconds: Int, on clock: VirtualClock) -> Rill {
    Rill { [subscribe] receiver in
      subscribe(
        Receiver(
          next: { value in clock.schedule(after: milliseconds) { receiver.next(value) } },
          error: receiver.error, completed: receiver.completed))
    }
  }

  func withoutErrors() -> Rill {
    Rill { [subscribe] receiver in
      subscribe(Receiver(next: receiver.next, error: { _ in }, completed: receiver.completed))
    }
  }
}

struct RillStreams: Implementation {
  let name = "rill"
  let channels: Channels = [.next, .error, .completed]
  var forgetsErrors = false

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    var rill = Rill(of: subject.upstream)
    for one in subject.operators {
      switch one.name {
      case "map": rill = rill.map(try one.function())
      case "take": rill = rill.take(try one.count() ?? 1)
      case "delay": rill = rill.delay(try one.milliseconds() ?? 0, on: subject.clock)
      default: throw Unsupported("the operator `\(one.name)`")
      }
    }
    if forgetsErrors { rill = rill.withoutErrors() }
    return { [rill] in rill.subscribe($0) }
  }
}

struct SourceError: Error {
  let value: Value
}

extension Rill {
  init(of source: Source) {
    self.init { receiver in
      source.connect(
        next: receiver.next, error: { receiver.error(SourceError(value: $0)) },
        completed: receiver.completed)
    }
  }

  func subscribe(_ observer: Observer) -> () -> Void {
    subscribe(
      Receiver(
        next: observer.next,
        error: { error in
          switch error {
          case let error as SourceError: observer.error(error.value)
          case let error as Thrown: observer.error(error.value)
          default: observer.error(nil, message: "\(error)")
          }
        }, completed: observer.completed))
  }
}

@Suite("The article on streams in Swift")
struct JudgeSwiftStreamsTests {
  private static let server = AdapterServer(
    RillStreams(), version: "1.0", operators: ["map", "take", "delay"],
    deviations: [
      Deviation(
        name: "forgets-errors", specification: "Rill", clause: "errors",
        summary: "An error is not passed on.", implementation: RillStreams(forgetsErrors: true))
    ])

  @Test("has the code that is compiled here")
  func code() throws {
    func lines(_ text: some StringProtocol) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let here = URL(filePath: #filePath)
    let article = try String(
      contentsOf: here.appending(
        path: "../../../../../Sources/AdapterProtocol/AdapterProtocol.docc/JudgeSwiftStreams.md"
      ).standardized, encoding: .utf8)
    let own = lines(try String(contentsOf: here, encoding: .utf8)).joined(separator: "\n")
      .replacing("private static let server", with: "let server")
    let blocks = article.matches(of: #/```swift\n(.*?)```/#.dotMatchesNewlines()).map(\.1)
    #expect(blocks.count == 3)
    for block in blocks {
      // How an executable begins, and where it reads and writes, stands in no test.
      let meant = lines(block).filter { !$0.hasPrefix("import ") }.prefix {
        !$0.hasPrefix("try server.serve")
      }
      #expect(own.contains(meant.joined(separator: "\n")))
    }
  }

  static let plays = [
    (
      "map: [[1, 10], [2, throws, boom]]",
      "[{subscribe: a, expect: [upstream: connect]}, "
        + "{emit: 1, expect: [a: 10]}, {emit: 2, expect: [a.error: boom]}, {error: no, expect: [a.error: no]}]"
    ),
    (
      "take: 1",
      "[{subscribe: a, expect: [upstream: connect]}, {emit: 1, expect: [a: 1, a.completed]}]"
    ),
    (
      "delay: 1.005",
      "[{subscribe: a, expect: [upstream: connect]}, {emit: 1}, {advance: 1.004}, "
        + "{advance: 0.001, expect: [a: 1]}]"
    ),
  ]

  @Test("has an implementation that plays", arguments: plays)
  func play(_ one: String, _ timeline: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "spec.yaml":
        "{channels: [next, error, completed], operators: {map: function, take: count, delay: seconds}, clauses: [{id: c}]}",
      "rill.yaml": "{format: 1, spec: Rill, subject: {operators: [\(one)]}, "
        + "cases: [{name: n, clauses: [c], timeline: \(timeline)}]}",
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let cases = try FixtureCase.all(in: folder.path)
    #expect(cases.count == 1)
    for one in cases { try one.check(RillStreams()) }
  }
}
