// The option `--limit`: limits that keep other people's files and programs from exhausting the runner.

import AdapterProtocol
import ArgumentParser
import Conformance

/// A limit and its value: `NAME=N`.
struct LimitChoice: Sendable {
  fileprivate let name: String
  fileprivate let value: Int

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let value = parts.count > 1 ? Int(parts[1]) : nil
    guard let most = Self.all.first(where: { $0.name == name })?.most else {
      throw unknown("limit", name, among: Self.all.map(\.name))
    }
    guard let value, (0...most).contains(value) else {
      throw ValidationError("write `\(name)=N` with a number from 0 to \(most)")
    }
    self.name = name
    self.value = value
  }

  static let help = ArgumentHelp("Set a limit: \(list). May be repeated.", valueName: "name=n")

  /// All limits, each with the highest value that it may have.
  private static let all: [(name: String, most: Int)] =
    ReadingLimits.named.map { ($0.name, $0.most) }
    + ExecutionLimits.named.map { ($0.name, $0.most) }
    + AdapterLimits.named.map { ($0.name, $0.most) }

  private static let list = all.map(\.name).joined(separator: ", ")
}

extension [LimitChoice] {
  var reading: ReadingLimits { setting(ReadingLimits(), ReadingLimits.named) }

  var execution: ExecutionLimits { setting(ExecutionLimits(), ExecutionLimits.named) }

  var adapters: AdapterLimits { setting(AdapterLimits(), AdapterLimits.named) }

  private func setting<Limits>(_ limits: Limits, _ named: [NamedLimit<Limits>]) -> Limits {
    var limits = limits
    for choice in self {
      if let one = named.first(where: { $0.name == choice.name }) {
        limits[keyPath: one.path] = choice.value
      }
    }
    return limits
  }
}
