// What two implementations have in common of all that specifications have.

import Conformance

extension [ExploredSubject] {
  /// Leaves out what one of two implementations does not have.
  ///
  /// - Parameters:
  ///   - candidates: The two.
  ///   - limits: What they may do in this process.
  /// - Returns: What each of them alone has.
  package mutating func keepCommon(
    to candidates: [Candidate], limits: ExecutionLimits
  ) -> [[Name]] {
    var own = candidates.map { _ in [Name]() }
    self = compactMap { subject in
      var common = subject
      let has = common.keepWhatIsSupported(by: candidates, limits: limits)
      for index in own.indices where has[index] && !has[1 - index] {
        own[index].append(subject.word)
      }
      return common.variants.isEmpty ? nil : common
    }
    return own
  }
}
