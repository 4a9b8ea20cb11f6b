// Shrinking: the order in which smaller plans are tried.

import Conformance

extension Plan {
  /// Reduces the plan until no one or two parts can be left out.
  ///
  /// - Parameters:
  ///   - proof: The proof that the plan shows the difference.
  ///   - vocabulary: The plainer values and channels.
  ///   - prove: The proof for a smaller plan, given that for the last one; `nil` if it does not
  ///     show it.
  /// - Returns: The proof of the smallest plan.
  func shrunk<Proof>(
    _ proof: Proof, by vocabulary: Exploration.Vocabulary,
    _ prove: (_ plan: Plan, _ last: Proof) -> Proof?
  ) -> Proof {
    var (smallest, proof) = (self, proof)
    func takes(_ plan: Plan) -> Bool {
      guard let own = prove(plan, proof) else { return false }
      (smallest, proof) = (plan, own)
      return true
    }
    /// Leaves out parts, long ones first: hundreds of steps or reactions have too many pairs.
    func leaveOutParts<Part>(of parts: WritableKeyPath<Plan, [Part]>) {
      var length = smallest[keyPath: parts].count / 2
      while length > 2 {
        var start = 0
        while start + length <= smallest[keyPath: parts].count {
          var plan = smallest
          plan[keyPath: parts].removeSubrange(start..<start + length)
          if plan.timeline.isEmpty || !takes(plan) { start += length }
        }
        length /= 2
      }
    }
    leaveOutParts(of: \.timeline)
    leaveOutParts(of: \.reactions)
    // Pairs are tried last: there are many.
    while smallest.withoutOne.contains(where: takes)
      || smallest.simpler(vocabulary).contains(where: takes)
      || smallest.withoutTwo.contains(where: takes)
    {}
    return proof
  }
}
