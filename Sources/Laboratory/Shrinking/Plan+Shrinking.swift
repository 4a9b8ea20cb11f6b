// Shrinking: the order in which smaller plans are tried.

import Conformance

extension Plan {
  /// Makes the plan smaller until nothing can be left out of it, and no two things.
  ///
  /// - Parameters:
  ///   - proof: That the plan shows what is looked for.
  ///   - vocabulary: The plainer values and channels.
  ///   - prove: The proof that a smaller plan shows it too, by way of that of the last one; `nil` if it does not.
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
    /// Leaves parts out, long ones first: of hundreds of steps or reactions, there are too many pairs.
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
    // Two things are tried last: there are many pairs.
    while smallest.withoutOne.contains(where: takes)
      || smallest.simpler(vocabulary).contains(where: takes)
      || smallest.withoutTwo.contains(where: takes)
    {}
    return proof
  }
}
