// Built-in knowledge of a specification, for use without a `spec.yaml`.

/// A specification that implementations in this process follow.
package struct KnownSpecification: Sendable {
  /// The specification's name, as fixtures give it.
  package let name: Name

  /// The operators that it adds to those of the specifications before it.
  package let operators: [Name]

  /// The subjects to explore, the default first.
  package let subjects: [NamedSubject]

  /// A subject, and the clause that a case about it cites.
  package struct NamedSubject: Sendable {
    /// The subject as `--subject` takes it: operators as in a fixture, or a kind of property.
    package let text: String

    /// The clause that is cited.
    package let clause: Name

    package init(_ text: String, citing clause: Name) {
      (self.text, self.clause) = (text, clause)
    }
  }

  package init(_ name: Name, operators: [Name] = [], subjects: [NamedSubject]) {
    (self.name, self.operators, self.subjects) = (name, operators, subjects)
  }
}
