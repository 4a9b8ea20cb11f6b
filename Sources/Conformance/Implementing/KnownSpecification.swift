// Built-in knowledge of a specification, for use without a `spec.yaml`.

/// A specification that implementations in this process follow.
package struct KnownSpecification: Sendable {
  /// The specification's name, as fixtures give it.
  package let name: Name

  /// The operators that it adds to those of the specifications before it.
  package let operators: [Name]

  /// The subjects to explore, the default first.
  package let subjects: [NamedSubject]

  /// The arguments of its operators, if they are more than a value.
  package let index: ClauseIndex?

  /// A subject, and the clause that a case about it cites.
  package struct NamedSubject: Sendable {
    /// The subject as `--subject` takes it: operators as in a fixture, or a kind of property.
    package let text: String

    /// The clause that is cited.
    package let clause: Name

    /// The values that timelines use; none for the usual ones.
    package let values: [Value]

    /// Whether sources that emit while they connect are left out, because the specification leaves a choice there.
    package let isSilent: Bool

    /// Whether the stream is read, too.
    package let isRead: Bool

    package init(
      _ text: String, citing clause: Name, values: [Value] = [], isSilent: Bool = false,
      isRead: Bool = false
    ) {
      (self.text, self.clause) = (text, clause)
      (self.values, self.isSilent, self.isRead) = (values, isSilent, isRead)
    }

    /// The operator that it is about.
    package var word: Name { Name(String(text.prefix { $0 != ":" })) }
  }

  package init(
    _ name: Name, operators: [Name] = [], subjects: [NamedSubject], index: ClauseIndex? = nil
  ) {
    (self.name, self.operators, self.subjects, self.index) = (name, operators, subjects, index)
  }
}
