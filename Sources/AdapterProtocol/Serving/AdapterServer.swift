// The other side of the protocol: an implementation in this process, served to a runner.

public import Conformance
import ConformancePlatform

/// Answers the requests of a runner on behalf of an implementation.
public struct AdapterServer: Sendable {
  private let implementation: any Implementation
  private let version: String
  private let operators: [Name]?
  private let deviations: [Deviation]

  /// The number of plans that may hang before no more are played. Each of them blocks a thread for
  /// good.
  package var mostEndlessPlans = 256

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - implementation: The implementation to test.
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
  ///   - read: Returns the next bytes of input; empty at the end.
  ///   - write: Writes bytes of output.
  /// - Throws: `ThreadError` if the system has no thread left.
  public func serve(
    read: @escaping @Sendable () -> [UInt8], write: @escaping @Sendable ([UInt8]) -> Void
  ) throws(ThreadError) {
    let crew = Crew()
    let hasNoThread = Monitor(false)
    crew.play {
      Service(self, crew, read: read, write: write)
    } orElse: {
      hasNoThread.update { $0 = true }
    }
    crew.wait()
    if hasNoThread.read(\.self) { throw ThreadError() }
  }

  /// Serves on standard input and output until `shutdown` or the end of the input.
  /// Nothing else may print there.
  ///
  /// - Throws: `ThreadError` if the system has no thread left.
  public func serve() throws(ThreadError) {
    try serve {
      let input = try? [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = try FileDescriptor.standardInput.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      return input ?? []
    } write: { bytes in
      // If that fails, the runner is gone, and nobody can receive an error.
      do { try ConformancePlatform.write(bytes, to: .standardOutput) } catch { exit(70) }
    }
  }

  fileprivate func implementation(deviatingAs name: Name?) -> (any Implementation)? {
    guard let name else { return implementation }
    return deviations.first { $0.name == name }?.candidate.local
  }

  fileprivate var introduction: Introduction {
    var supports = Introduction.Supports()
    supports.operators = operators
    supports.properties = PropertyKind.allCases.map(\.rawValue)
    supports.channels = implementation.channels.all.map(\.rawValue)
    if !implementation.hasReleases { supports.releases = false }
    supports.several = true
    supports.features = Feature.allCases.filter(
      implementation.features.union(Feature.ofEngine).contains
    ).map(\.rawValue)
    supports.deviations = deviations.map { one in
      Introduction.ServedDeviation(
        name: one.name, clause: one.clause, sentence: one.summary,
        specification: one.specification.isEmpty ? nil : one.specification,
        family: one.family.isEmpty ? nil : one.family)
    }
    return Introduction(
      implementation: Introduction.Implementation(
        name: Name(implementation.name), version: version, language: "Swift"),
      supports: supports)
  }
}

extension RunResult {
  /// The result for a performance.
  ///
  /// - Throws: The error to answer instead.
  fileprivate init(of performance: Performance) throws(AdapterError) {
    switch performance {
    case .unsupported(let reason):
      throw AdapterError(code: AdapterError.unsupported, message: reason)
    case .erred(let error):
      if let lack = error.lack, lack.value.unsayable == nil {
        throw AdapterError(
          code: AdapterError.lacked, message: "a table has no row for `\(lack.value)`",
          data: .object([
            "operator": .number(Double(lack.operator)), "value": lack.value,
            "step": lack.step.map { .number(Double($0)) },
          ]))
      }
      let step = error.step.map { "step \($0 + 1)\n" } ?? ""
      let data = step + error.events.map { "\($0)\n" }.joined()
      throw AdapterError(code: -32603, message: error.message, data: .string(data))
    case .played(let trace, let misuse, _):
      for (step, events) in trace.enumerated() {
        guard let problem = events.lazy.compactMap(\.unsayable).first else { continue }
        throw AdapterError(code: -32603, message: problem, data: "step \(step + 1)")
      }
      self.init(trace: trace, misuse: misuse)
    }
  }
}

/// A runner that is being served.
private final class Service: Playing {
  private let server: AdapterServer
  private let crew: Crew
  private let read: @Sendable () -> [UInt8]
  private let write: @Sendable ([UInt8]) -> Void
  private var lines = LineSplitter(limit: .max)
  private var requests: [ArraySlice<UInt8>] = []
  private var hasEnded = false

  /// The id of the request whose plan is being played.
  private var id = Value.null

  init(
    _ server: AdapterServer, _ crew: Crew, read: @escaping @Sendable () -> [UInt8],
    write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.server, self.crew, self.read, self.write) = (server, crew, read, write)
  }

  func next() -> Play? {
    while let line = nextLine() {
      guard let request = try? JSONReader.read(line) else {
        id = .null
        answer("error", AdapterError(code: -32700, message: "this is no request of JSON-RPC"))
        continue
      }
      if request["method"] == "shutdown" { return nil }
      // A notification has no answer.
      guard let id = request["id"] else { continue }
      self.id = id
      do throws(AdapterError) {
        if let play = try play(asked: request) { return play }
      } catch {
        answer("error", error)
      }
    }
    return nil
  }

  /// Handles a request; returns what it asks to play.
  private func play(asked request: Value) throws(AdapterError) -> Play? {
    switch request["method"] {
    case "initialize":
      let version = request["params"]?["protocol"]
      if let version, version != .null, version.integer != protocolVersion {
        throw AdapterError(
          code: -32602,
          message: "this is version \(protocolVersion) of the protocol, and no other")
      }
      answer("result", server.introduction)
      return nil
    case "run":
      var plan = Plan()
      do throws(Misshapen) {
        var members = try JSONMembers(request)
        try members("params", &plan)
      } catch {
        throw AdapterError(code: -32602, message: "\(error)")
      }
      guard let implementation = server.implementation(deviatingAs: plan.deviation) else {
        let name = shortened(plan.deviation ?? "", to: 100)
        throw AdapterError(code: -32602, message: "there is no deviation `\(name)`")
      }
      if crew.lostThreads < server.mostEndlessPlans { return Play(plan, by: implementation) }
      take(.erred(.unplayed(because: "too many cases before it never ended")))
      return nil
    case nil: throw AdapterError(code: -32600, message: "this is no request: it has no `method`")
    case .string(let name)?:
      throw AdapterError(
        code: -32601, message: "there is no method `\(shortened(name, to: 40))`")
    default: throw AdapterError(code: -32602, message: "`method` has the wrong type")
    }
  }

  func take(_ performance: Performance) {
    do throws(AdapterError) {
      answer("result", try RunResult(of: performance))
    } catch {
      answer("error", error)
    }
  }

  private func answer(_ name: StaticString, _ content: some JSONWritable) {
    var text = JSONText()
    text.answer(to: id, name, content)
    text.raw("\n")
    write(text.bytes)
  }

  private func nextLine() -> ArraySlice<UInt8>? {
    while requests.isEmpty {
      if hasEnded { return nil }
      // The last line may lack its line break.
      var part = read()
      hasEnded = part.isEmpty
      if hasEnded { part = [UInt8(ascii: "\n")] }
      requests = part.withUnsafeBytes { lines.lines($0) }
    }
    return requests.removeFirst()
  }
}
