// What a plan needs, held against what an adapter says that it has.

import Conformance

extension Introduction.Supports {
  /// The first thing that a plan needs and that there is not; `nil` where there is all.
  ///
  /// A case needs the channel `state` where a state is sent, or waited for.
  func missing(for plan: Plan) -> Unsupported? {
    switch plan.subject {
    case .stream(let stream):
      if let operators,
        let missing = stream.operators.first(where: { !operators.contains($0.name) })
      {
        return Unsupported("the operator `\(missing.name)`")
      }
    case .property(let property):
      let kind = property.isScoped ? "scoped" : "unscoped"
      if let properties, !properties.contains(kind) { return Unsupported("\(kind) properties") }
    }
    if let channels, !channels.contains(Channel.state.rawValue), plan.usesStates {
      return Unsupported("the channel `state`")
    }
    return nil
  }
}

extension Plan {
  fileprivate var usesStates: Bool {
    (timeline + reactions.flatMap(\.actions)).contains {
      if case .state = $0 { true } else { false }
    }
  }
}
