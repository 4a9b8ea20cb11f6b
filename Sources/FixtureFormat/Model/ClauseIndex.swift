// A specification's clauses, which its fixtures cite.

/// The clause index beside a specification's fixtures, `spec.yaml`.
public struct ClauseIndex: Sendable {
  /// The specification's name; `nil` if the index does not say.
  public var name: Name?

  /// Where the specification is published.
  public var published: String?

  /// The clauses, in the order of the specification.
  package var clauses: [Clause] {
    didSet { clausesByID = Self.table(clauses) { [$0.id] } }
  }

  /// The file that it was read from, if any.
  package internal(set) var source: SourceText?

  /// Whether it is in a folder above that of the fixtures, not beside them.
  package var isAbove = false

  /// Its place relative to the fixtures, in a word.
  var place: String { isAbove ? "above" : "beside" }

  /// The channels of observers; `nil` if the specification lists none.
  public var channels: Channels?

  /// The operators; `nil` if the specification lists none.
  package var operators: [OperatorWord]? {
    didSet { operatorsByName = Self.table(operators ?? []) { [$0.name] } }
  }

  /// The tiers in which cases are counted apart, each with its description.
  package var tiers: [(name: Name, title: String)] = []

  /// The choices that the specification leaves, each with its allowed behaviours.
  package var readings: [ReadingPoint] = [] {
    didSet { pointsByReading = Self.table(readings, by: \.readings) }
  }

  /// The kinds of event of a source whose order does not matter.
  package var unordered: Set<SourceEvent> = []

  /// The operators that make a stream connectable, those that end it in a subject, and those that
  /// emit streams.
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

  /// The clause that a fixture cites until its author has named one.
  package static let someClause: Name = "some-clause"

  /// An operator of the specification.
  ///
  /// - Parameter name: Its name.
  /// - Returns: The operator; `nil` if there is none.
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

  /// The choice that an allowed behaviour belongs to.
  ///
  /// - Parameter name: The name of the behaviour.
  /// - Returns: The choice; `nil` if none allows it.
  /// - Complexity: O(1).
  func point(ofReading name: Name) -> ReadingPoint? {
    pointsByReading[name]
  }

  /// The clause of an id.
  ///
  /// - Parameter id: The id that a case cites.
  /// - Returns: The clause; `nil` if there is none.
  /// - Complexity: O(1).
  package func clause(_ id: Name) -> Clause? {
    clausesByID[id]
  }

  /// Whether a clause is published: at its own address, or under a heading of the specification.
  package func isPublished(_ clause: Clause) -> Bool {
    clause.url != nil || clause.heading != nil && published != nil
  }
}

/// One clause of a specification.
package struct Clause: Sendable {
  /// The id that cases cite.
  package var id: Name

  /// The heading that the clause comes from.
  package var heading: String?

  /// The normative sentence.
  package var sentence: String?

  /// The address of its text; `nil` for the page of the specification, or if it is not published.
  package var url: String?

  /// How the clause can be checked.
  package var checkedBy: Check

  /// Makes a clause.
  ///
  /// - Parameters:
  ///   - id: The id that cases cite.
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
