// What an implementation is asked to do: a case without what it expects.

/// A case as an implementation sees it: the subject, the reactions and the actions, and no
/// expectation.
struct Plan {
  var subject: Subject
  var reactions: [Reaction]
  var timeline: [Action]
}

extension Plan {
  init(_ testCase: Case) {
    self.init(
      subject: testCase.subject, reactions: testCase.reactions,
      timeline: testCase.steps.map(\.action))
  }
}
