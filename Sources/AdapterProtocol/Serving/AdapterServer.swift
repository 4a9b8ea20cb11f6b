// The other side of the protocol: an implementation in this process, served to a runner.

public import Conformance
import ConformancePlatform

/// Answers the requests of a runner on behalf of an implementation.
public struct AdapterServer: Sendable {
  private let implementation: any Implementation
  private let version: String
  private let operators: [Name]?
  private let deviations: [Deviation]

  /// The number of plans that may hang, each of which blocks a thread for good, before no more are
  /// played.
  package var mostEndlessPlans = 256

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - implementation: The implementation to judge.
  ///   - version: Its version.
  ///   - operators: The operators that it has; `nil` if it reports unsupported operators case by
  ///     case.
  ///   - deviations: Its deviations, played in this process.
  public init(
    _ implementation: any Implementation, version: String, operators: [Name]? = nil,
    deviations: [Deviation] = []
  ) {
    self.implementation = implementation
    self.version = version
    self.operators = operators
    self.deviations = deviations
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
    try Service(self, read: read, write: write).serve()
  }

  /// Serves on standard input and output until `shutdown`, or the end of the input. Nothing else may print there.
  ///
  /// - Throws: `ThreadError` where the system has no thread left.
  public func serve() throws(ThreadError) {
    try serve {
      let input = try? [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = try FileDescriptor.standardInput.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      return input ?? []
    } write: { bytes in
      // If that fails, the runner is gone, and nobody is left to tell.
      do { try ConformancePlatform.write(bytes, to: .standardOutput) } catch { exit(70) }
    }
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - line: The request.
  ///   - isExhausted: Whether too many plans did not end for another to be played.
  ///   - abandon: Receives the answer in the middle of a plan that does not end.
  /// - Returns: The answer, empty for none; `nil` for what ends the service.
  fileprivate func answer(
    _ line: ArraySlice<UInt8>, isExhausted: Bool, abandon: @escaping ([UInt8]) -> Never
  ) -> [UInt8]? {
    let request: ServedRequest
    do {
      request = try ValueDecoder.decode(ServedRequest.self, from: line)
    } catch {
      return Self.error(-32700, "this is no request of JSON-RPC", to: .null)
    }
    if case .shutdown = request.content { return nil }
    // A notification has no answer.
    if request.isNotification { return [] }
    switch request.content {
    case .shutdown: return nil
    case .initialize: return introduction(to: request.id)
    case .refused(let code, let problem): return Self.error(code, problem, to: request.id)
    case .run(let plan, let deviation):
      guard let implementation = implementation(deviatingAs: deviation) else {
        let problem = "there is no deviation `\(shortened(deviation ?? "", to: 100))`"
        return Self.error(-32602, problem, to: request.id)
      }
      if isExhausted {
        let error = ExecutionError.unplayed(because: "too many cases before it never ended")
        return Self.answer(.erred(error), to: request.id)
      }
      let performance = plan.play(by: implementation, limits: ExecutionLimits()) { error in
        abandon(Self.answer(.erred(error), to: request.id))
      }
      return Self.answer(performance, to: request.id)
    }
  }

  private func implementation(deviatingAs name: Name?) -> (any Implementation)? {
    guard let name else { return implementation }
    return deviations.first { $0.name == name }?.candidate.local
  }

  private func introduction(to id: Value) -> [UInt8] {
    Self.line(to: id) { text in
      text.raw("\"result\":{\"protocol\":")
      text.integer(protocolVersion)
      text.raw(",\"implementation\":{\"name\":")
      text.string(implementation.name)
      text.raw(",\"version\":")
      text.string(version)
      text.raw(",\"language\":\"Swift\"},\"supports\":{")
      if let operators {
        text.raw("\"operators\":")
        text.list(operators) { $0.string($1) }
        text.raw(",")
      }
      text.raw("\"properties\":")
      text.list(PropertyKind.allCases) { $0.string($1.rawValue) }
      text.raw(",\"channels\":")
      text.list(implementation.channels.all) { $0.string($1.rawValue) }
      if !implementation.hasReleases { text.raw(",\"releases\":false") }
      text.raw(",\"several\":true")
      if !implementation.features.isEmpty {
        text.raw(",\"features\":")
        text.list(Feature.allCases.filter(implementation.features.contains)) {
          $0.string($1.rawValue)
        }
      }
      if !deviations.isEmpty {
        text.raw(",\"deviations\":")
        text.list(deviations) { $0.deviation($1) }
      }
      text.raw("}}")
    }
  }

  private static func answer(_ performance: Performance, to id: Value) -> [UInt8] {
    switch performance {
    case .unsupported(let reason): return error(unsupportedCode, reason, to: id)
    case .erred(let error):
      if let lack = error.lack, lack.value.unsayable == nil {
        return Self.error(
          lackedCode, "a table has no row for `\(lack.value)`", data: lack.data, to: id)
      }
      let step = error.step.map { "step \($0 + 1)\n" } ?? ""
      let data = step + error.events.map { "\($0)\n" }.joined()
      return Self.error(-32603, error.message, data: .string(data), to: id)
    case .played(let trace, let misuse, _):
      for (step, events) in trace.enumerated() {
        if let problem = events.lazy.compactMap(\.unsayable).first {
          return error(-32603, problem, data: .string("step \(step + 1)"), to: id)
        }
      }
      return line(to: id) { text in
        text.raw("\"result\":{\"trace\":")
        text.trace(trace)
        if let misuse {
          text.raw(",")
          text.string(misuse.kind.rawValue)
          text.raw(":")
          text.string(misuse.observer)
        }
        text.raw("}")
      }
    }
  }

  private static func error(
    _ code: Int, _ message: String, data: Value? = nil, to id: Value
  ) -> [UInt8] {
    line(to: id) { text in
      text.raw("\"error\":{\"code\":")
      text.integer(code)
      text.raw(",\"message\":")
      text.string(message)
      if let data {
        text.raw(",\"data\":")
        text.value(data)
      }
      text.raw("}")
    }
  }

  private static func line(to id: Value, _ write: (inout JSONText) -> Void) -> [UInt8] {
    var text = JSONText()
    text.raw("{\"jsonrpc\":\"2.0\",\"id\":")
    text.value(id)
    text.raw(",")
    write(&text)
    text.raw("}\n")
    return text.bytes
  }
}

extension JSONText {
  /// Writes what is said of a deviation.
  fileprivate mutating func deviation(_ deviation: Deviation) {
    raw("{\"name\":")
    string(deviation.name)
    raw(",\"clause\":")
    string(deviation.clause)
    raw(",\"sentence\":")
    string(deviation.summary)
    if !deviation.specification.isEmpty {
      raw(",\"specification\":")
      string(deviation.specification)
    }
    if !deviation.family.isEmpty {
      raw(",\"family\":")
      string(deviation.family)
    }
    raw("}")
  }
}

/// A request, as far as it is understood.
private struct ServedRequest: Decodable {
  let id: Value
  let isNotification: Bool
  let content: Content

  enum Content {
    case initialize, shutdown
    case run(Plan, deviation: Name?)
    case refused(code: Int, String)
  }

  private enum Keys: CodingKey {
    case id, method, params
  }

  /// What the parameters of `initialize` say of the protocol.
  private struct Initializing: Decodable {
    var `protocol`: Int?
  }

  /// What the parameters of `run` have beside the plan.
  private struct Deviating: Decodable {
    var deviation: Name?
  }

  init(from decoder: any Decoder) throws {
    let request = try decoder.container(keyedBy: Keys.self)
    id = try request.decodeIfPresent(Value.self, forKey: .id) ?? .null
    isNotification = !request.contains(.id)
    guard request.contains(.method) else {
      content = .refused(code: -32600, "this is no request: it has no `method`")
      return
    }
    do {
      switch try request.decode(String.self, forKey: .method) {
      case "initialize":
        let asked = try request.decodeIfPresent(Initializing.self, forKey: .params)?.protocol
        content =
          asked ?? protocolVersion == protocolVersion
          ? .initialize
          : .refused(
            code: -32602, "this is version \(protocolVersion) of the protocol, and no other")
      case "shutdown": content = .shutdown
      case "run":
        content = .run(
          try request.decode(Plan.self, forKey: .params),
          deviation: try request.decode(Deviating.self, forKey: .params).deviation)
      case let method:
        content = .refused(code: -32601, "there is no method `\(shortened(method, to: 40))`")
      }
    } catch {
      content = .refused(code: -32602, problem(in: error))
    }
  }
}

/// A runner that is being served by one thread at a time. If the implementation hangs, another
/// thread takes over.
///
/// It may be sent because one thread at a time has it: one that hands it on never touches it again.
private final class Service: @unchecked Sendable {
  private let server: AdapterServer
  private let read: @Sendable () -> [UInt8]
  private let write: @Sendable ([UInt8]) -> Void
  private let end = Monitor<Result<Void, ThreadError>?>(nil)
  private let crew = Crew()
  private var lines = LineSplitter(limit: .max)
  private var requests: [ArraySlice<UInt8>] = []
  private var nextRequest = 0
  private var hasEnded = false

  /// How many threads are given up for good, each with a plan that does not end.
  private var lostThreads = 0

  init(
    _ server: AdapterServer, read: @escaping @Sendable () -> [UInt8],
    write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.server = server
    self.read = read
    self.write = write
  }

  func serve() throws(ThreadError) {
    guard crew.start(1, work) else { throw ThreadError() }
    try end.wait { $0 }.get()
  }

  private func work() {
    while let request = nextLine() {
      let isExhausted = lostThreads >= server.mostEndlessPlans
      let answer = server.answer(request, isExhausted: isExhausted) { [self] answer in
        write(answer)
        lostThreads += 1
        crew.giveUp(to: work) { end.update { $0 = .failure(ThreadError()) } }
      }
      guard let answer else { break }
      if !answer.isEmpty { write(answer) }
    }
    end.update { $0 = .success(()) }
  }

  private func nextLine() -> ArraySlice<UInt8>? {
    while nextRequest == requests.count {
      requests.removeAll(keepingCapacity: true)
      nextRequest = 0
      // The last line may have no end.
      var part = read()
      let isAtEnd = part.isEmpty
      if hasEnded { return nil }
      hasEnded = isAtEnd
      if isAtEnd { part = [UInt8(ascii: "\n")] }
      part.withUnsafeBytes { part in
        try? lines.add(part) { line in
          if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
            requests.append(line)
          }
        }
      }
    }
    nextRequest += 1
    return requests[nextRequest - 1]
  }
}
