// The other side of the protocol: an implementation in this process, served to a runner.

public import Conformance

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Answers the requests of a runner on behalf of an implementation.
public struct AdapterServer: Sendable {
  private let implementation: any Implementation
  private let introduction: Introduction

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - implementation: What is judged.
  ///   - version: Its version.
  ///   - operators: The operators that it has.
  public init(_ implementation: any Implementation, version: String, operators: [String]) {
    self.implementation = implementation
    introduction = Introduction(
      protocol: protocolVersion,
      implementation: Introduction.Implementation(
        name: implementation.name, version: version, language: "Swift"),
      supports: Introduction.Supports(
        operators: operators, properties: ["scoped", "unscoped"], channels: ["next", "state"]))
  }

  /// Serves until `shutdown`, or the end of the input.
  ///
  /// - Parameters:
  ///   - read: Returns what comes in next; empty at the end.
  ///   - write: Writes what goes out.
  /// - Throws: `ThreadError` where the system has no thread left.
  public func serve(
    read: @escaping @Sendable () -> [UInt8], write: @escaping @Sendable ([UInt8]) -> Void
  ) throws(ThreadError) {
    let service = Service(self, read: read, write: write)
    guard startThread({ service.work() }) else { throw ThreadError() }
    try service.waitForEnd()
  }

  fileprivate func answer(_ line: ArraySlice<UInt8>, abandon: @escaping ([UInt8]) -> Never) -> Reply
  {
    let request: ServedRequest
    do {
      request = try JSONDecoder().decode(ServedRequest.self, from: Data(line))
    } catch {
      return .answer(
        Self.line(id: .null, AdapterError(code: -32700, message: "this is no request of JSON-RPC")))
    }
    switch request.content {
    case .shutdown: return .end
    case .initialize: return .answer(Self.line(id: request.id, introduction))
    case .run(let plan):
      let performance = plan.play(by: implementation, limits: ExecutionLimits()) { error in
        abandon(Self.line(id: request.id, AdapterError(error)))
      }
      switch performance {
      case .played(let trace, let premature):
        return .answer(
          Self.line(id: request.id, RunResult(trace: trace, prematureUnsubscription: premature)))
      case .unsupported(let reason):
        let error = AdapterError(code: AdapterError.unsupported, message: reason)
        return .answer(Self.line(id: request.id, error))
      case .erred(let error): return .answer(Self.line(id: request.id, AdapterError(error)))
      }
    case .refused(let error): return .answer(Self.line(id: request.id, error))
    }
  }

  private static func line(id: Value, _ result: some Encodable) -> [UInt8] {
    written(Response(id: id, result: result, error: nil))
  }

  private static func line(id: Value, _ error: AdapterError) -> [UInt8] {
    written(Response(id: id, result: Int?.none, error: error))
  }

  private static func written(_ response: some Encodable) -> [UInt8] {
    // Nothing that is answered with is beyond JSON: its numbers are finite, and its keys are texts.
    (try? AdapterProtocol.line(response)) ?? []
  }
}

/// What a request is answered with.
private enum Reply {
  case answer([UInt8])
  case end
}

/// A request, as far as it is understood.
private struct ServedRequest: Decodable {
  let id: Value
  let content: Content

  enum Content {
    case initialize, shutdown
    case run(Plan)
    case refused(AdapterError)
  }

  private enum Keys: CodingKey {
    case id, method, params
  }

  init(from decoder: any Decoder) throws {
    let request = try decoder.container(keyedBy: Keys.self)
    id = try request.decodeIfPresent(Value.self, forKey: .id) ?? .null
    do {
      switch try request.decode(String.self, forKey: .method) {
      case "initialize": content = .initialize
      case "shutdown": content = .shutdown
      case "run": content = .run(try request.decode(Plan.self, forKey: .params))
      case let method:
        let message = "there is no method `\(shortened(method, to: 40))`"
        content = .refused(AdapterError(code: -32601, message: message))
      }
    } catch {
      content = .refused(AdapterError(code: -32602, message: problem(in: error)))
    }
  }
}

/// An answer, as it is written.
private struct Response<Content: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var id: Value
  var result: Content?
  var error: AdapterError?
}

extension AdapterError {
  /// An error of a case, as the answer to its request.
  fileprivate init(_ error: ExecutionError) {
    self.init(
      code: -32603, message: error.message,
      data: .map([
        (key: "step", value: error.step.map { .number(Double($0 + 1)) } ?? .null),
        (key: "events", value: .list(error.events.map { .string($0.description) })),
      ]))
  }
}

/// A runner being served, by one thread after the other: the next takes over where an implementation
/// never ends.
///
/// It may be sent because one thread at a time has it: one that hands it on never touches it again.
private final class Service: @unchecked Sendable {
  private let server: AdapterServer
  private let read: @Sendable () -> [UInt8]
  private let write: @Sendable ([UInt8]) -> Void
  private let end = Monitor<Result<Void, ThreadError>?>(nil)
  private var lines = LineSplitter(limit: .max)
  private var requests: [ArraySlice<UInt8>] = []
  private var nextRequest = 0

  init(
    _ server: AdapterServer, read: @escaping @Sendable () -> [UInt8],
    write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.server = server
    self.read = read
    self.write = write
  }

  func waitForEnd() throws(ThreadError) {
    try end.wait { $0 }.get()
  }

  func work() {
    while let request = nextLine() {
      let reply = server.answer(request) { [self] answer in
        write(answer)
        if !startThread({ self.work() }) { end.update { $0 = .failure(ThreadError()) } }
        parkThread()
      }
      guard case .answer(let answer) = reply else { break }
      write(answer)
    }
    end.update { $0 = .success(()) }
  }

  private func nextLine() -> ArraySlice<UInt8>? {
    while nextRequest == requests.count {
      requests.removeAll(keepingCapacity: true)
      nextRequest = 0
      let part = read()
      if part.isEmpty { return nil }
      part.withUnsafeBytes { part in
        try? lines.add(part) { requests.append($0) }
      }
    }
    nextRequest += 1
    return requests[nextRequest - 1]
  }
}
