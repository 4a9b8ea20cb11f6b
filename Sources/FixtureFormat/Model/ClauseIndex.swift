// A specification's clauses: what its fixtures can cite.

/// The clause index that stands beside a specification's fixtures, `spec.yaml`.
public struct ClauseIndex: Sendable {
  /// The specification's name; `nil` where the index does not say.
  public var name: Name?

  /// Where the specification is published.
  public var published: String?

  /// The clauses, in the order of the specification.
  package var clauses: [Clause] {
    didSet { clausesByID = Self.table(clauses) { [$0.id] } }
  }

  /// The file that it was read from; `nil` for one that no file has.
  package internal(set) var source: SourceText?

  /// Whether it stands in a folder above that of the fixtures, and not beside them.
  package var isAbove = false

  /// Where it stands from the fixtures, in a word.
  var place: String { isAbove ? "above" : "beside" }

  /// The channels of observers; `nil` if the specification lists none.
  public var channels: Channels?

  /// The operators; `nil` if the specification lists none.
  package var operators: [OperatorWord]? {
    didSet { operatorsByName = Self.table(operators ?? []) { [$0.name] } }
  }

  /// What cases may be counted apart as, each with what it is about.
  package var tiers: [(name: Name, title: String)] = []

  /// The points that are left open, each with its readings.
  package var readings: [ReadingPoint] = [] {
    didSet { pointsByReading = Self.table(readings, by: \.readings) }
  }

  /// The kinds of event of a source whose order does not matter.
  package var unordered: Set<SourceEvent> = []

  /// The operators that make a stream connectable, those that end it in a subject, and those that tell an observer
  /// of streams.
  package var connectable: Set<Name> = []
  package var subjects: Set<Name> = []
  package var tellsStreams: Set<Name> = []

  /// Whether its cases can expect that an error is reported.
  package var reports = false

  private var clausesByID: [Name: Clause] = [:]
  private var pointsByReading: [Name: ReadingPoint] = [:]
  private var operatorsByName: [Name: OperatorWord] = [:]

  /// Makes an index.
  ///
  /// - Parameters:
  ///   - name: The specification's name.
  ///   - published: Where the specification is published.
  ///   - clauses: The clauses, in the order of the specification.
  package init(name: Name?, published: String? = nil, clauses: [Clause]) {
    self.name = name
    self.published = published
    self.clauses = clauses
    clausesByID = Self.table(clauses) { [$0.id] }
  }

  /// The name of the file.
  public static let fileName = "spec.yaml"

  /// What a fixture cites until its author has named a clause.
  package static let someClause: Name = "some-clause"

  /// An operator of the specification.
  ///
  /// - Parameter name: Its name.
  /// - Returns: The operator; `nil` where there is none.
  /// - Complexity: O(1).
  package func word(forOperator name: Name) -> OperatorWord? {
    operatorsByName[name]
  }

  /// The items by their names; of several with one name, the first.
  private static func table<Item>(
    _ items: [Item], by names: (Item) -> [Name]
  ) -> [Name: Item] {
    Dictionary(items.flatMap { item in names(item).map { ($0, item) } }) { first, _ in first }
  }

  /// The point that a reading belongs to.
  ///
  /// - Parameter name: The name of a reading.
  /// - Returns: The point; `nil` where none has such a reading.
  /// - Complexity: O(1).
  func point(ofReading name: Name) -> ReadingPoint? {
    pointsByReading[name]
  }

  /// The clause of an id.
  ///
  /// - Parameter id: The id that a case cites.
  /// - Returns: The clause; `nil` where there is none.
  /// - Complexity: O(1).
  package func clause(_ id: Name) -> Clause? {
    clausesByID[id]
  }

  /// Whether somebody has published what a clause says: at its own address, or under a heading of the specification.
  package func isPublished(_ clause: Clause) -> Bool {
    clause.url != nil || clause.heading != nil && published != nil
  }
}

/// One clause of a specification.
package struct Clause: Sendable {
  /// What cases cite.
  package var id: Name

  /// The heading that the clause comes from.
  package var heading: String?

  /// The normative sentence.
  package var sentence: String?

  /// Where a reader finds what it says; `nil` for the page of the specification, or what nobody has published.
  package var url: String?

  /// How the clause can be checked.
  package var checkedBy: Check

  /// Makes a clause.
  ///
  /// - Parameters:
  ///   - id: What cases cite.
  ///   - heading: The heading that the clause comes from.
  ///   - sentence: The normative sentence.
  ///   - checkedBy: How the clause can be checked.
  package init(
    id: Name, heading: String? = nil, sentence: String? = nil, checkedBy: Check = .fixtures
  ) {
    self.id = id
    self.heading = heading
    self.sentence = sentence
    self.checkedBy = checkedBy
  }

  /// How a clause can be checked.
  package enum Check: String, CaseIterable, Sendable {
    /// Fixtures can observe it.
    case fixtures

    /// Only the shape of the API shows it.
    case api
  }
}
