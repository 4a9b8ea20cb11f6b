// The names of subjects: from built-in specifications, and from those that have a `spec.yaml`.

import Conformance

/// The names of subjects: from built-in specifications, and from those that have a `spec.yaml`.
package struct SubjectNames: Sendable {
  private let known: [KnownSpecification]

  /// The name of the folder of the others, as shown between quotes.
  let folder: String

  private let files: @Sendable () -> FixtureFiles

  /// Whether those who are explored run a specification: of several that have an operator, such a one is meant.
  package var isRun: @Sendable (Name) -> Bool = { _ in true }

  /// Prepares to find subjects by their names.
  ///
  /// - Parameters:
  ///   - known: The specifications that need no `spec.yaml`.
  ///   - folder: The name of the folder of the others.
  ///   - files: Finds the files. Called if a subject is not from a built-in specification.
  package init(
    known: [KnownSpecification], folder: String, files: @escaping @Sendable () -> FixtureFiles
  ) {
    (self.known, self.folder, self.files) = (known, folder, files)
  }

  /// Why a text is not the name of a subject.
  package struct Problem: Error {
    /// The problem, in a sentence.
    package let message: String
  }

  /// Subjects that need no `spec.yaml`, in quotes.
  package var examples: String {
    let examples = known.filter { $0.index == nil }.flatMap(\.subjects).map { "`\($0.text)`" }
    return examples.dropLast().joined(separator: ", ") + " or \(examples[examples.count - 1])"
  }

  /// A subject by its name on the command line.
  ///
  /// - Parameters:
  ///   - text: The subject.
  ///   - specification: The specification of a found case; `nil` for the subject's own.
  /// - Returns: The explored subject.
  /// - Throws: ``Problem`` if the text is not a subject; `InvalidFile` if a specification that may
  ///   define it cannot be read.
  package func subject(
    _ text: String, of specification: Name? = nil
  ) throws -> ExploredSubject {
    let property = PropertyKind(rawValue: text)
    let read = Subject.Operator.read(text, by: nil)
    guard let words = property != nil ? [Name(text)] : try? read.get().map(\.name), !words.isEmpty
    else {
      throw Problem(message: "`\(visible(text))` is not a subject; write \(examples)")
    }
    let (name, index) = try self.specification(of: words, specification)
    let own = known.first { $0.name == name }
    let rows = own.map { own in words.compactMap { word in own.subjects.first { $0.word == word } }
    }
    if let property {
      let stores = Subject.stores(property == .scoped ? [scopedStoreName] : ["left", "right"])
      let whole = Subject.Property(
        isScoped: property == .scoped, stores: stores, ignoresWrites: true)
      return ExploredSubject(text, of: name, nil, Subject.property(whole).parts(), known: rows)
    }
    switch Subject.Operator.read(text, by: index) {
    case .success(let operators):
      let isSilent = rows?.contains(where: \.isSilent) ?? false
      let subjects = Subject.all(of: operators, by: index, isSilent: isSilent)
      return ExploredSubject(text, of: name, index, subjects, known: rows)
    case .failure(let invalid):
      let examples = words.compactMap { index?.word(forOperator: $0)?.example.dropFirst(2) }
        .map { "`\(visible(String($0)))`" }
      throw Problem(
        message:
          "`\(visible(text))` is not a subject of `\(visible(name))`, whose operators are written as "
          + "\(examples.joined(separator: ", ")): \(visible(invalid.problems[0].message))")
    }
  }

  /// All subjects: each operator alone, and each kind of property, in the order of the specifications.
  ///
  /// - Parameter specification: The only specification; `nil` for all.
  /// - Returns: The explored subjects.
  /// - Throws: ``Problem`` if there is no such specification, or none of its operators is known; `InvalidFile`
  ///   if a specification cannot be read.
  package func all(of specification: Name? = nil) throws -> [ExploredSubject] {
    let own = known.filter { specification ?? $0.name == $0.name }
    var all = try own.flatMap { own in try own.subjects.map { try subject($0.text, of: own.name) } }
    if specification != nil, !own.isEmpty { return all }
    let found = files()
    if let specification { try require(specification, among: found) }
    if !found.problems.isEmpty { throw InvalidFile(problems: found.problems) }
    var texts: Set<String> = []
    for index in found.indexes {
      guard let name = index.name, specification.map({ $0 == name }) ?? isRun(name),
        !known.contains(where: { $0.name == name })
      else { continue }
      // With channels of its own, its word may mean something else.
      for word in index.operators ?? [] where !isKnown(word.name) || index.channels != nil {
        let text = "\(word.example.dropFirst(2))"
        let channels = index.channels ?? .standard
        guard texts.insert("\(channels.rawValue) \(text)").inserted else { continue }
        let subjects = word.examples(by: index).enumerated().flatMap {
          Subject.all(of: [$1], by: index, isSilent: $0 > 0)
        }
        all.append(ExploredSubject(text, of: name, index, subjects))
      }
    }
    if let specification, all.isEmpty {
      throw Problem(
        message: "the `spec.yaml` of `\(visible(specification))` lists no operator to explore")
    }
    return all
  }

  /// The first subject of a search for a deviation.
  ///
  /// - Parameters:
  ///   - deviation: A deviation from a specification that is known.
  ///   - specification: The specification of a found case; `nil` for the deviation's own.
  /// - Returns: The explored subject.
  /// - Throws: ``Problem``, never for a specification that is known.
  package func subject(
    showing deviation: Deviation, of specification: Name? = nil
  ) throws -> ExploredSubject {
    let own = (known.first { $0.name == deviation.specification } ?? known[0]).subjects
    // Of several kinds of properties, the last is unscoped; of operators, the one that begins the
    // deviation's name.
    let named =
      own.first { deviation.name.text.hasPrefix("\($0.word)-") } ?? own.first(where: \.isRead)
    let one = deviation.shownOn == .unscoped ? own[own.count - 1] : named ?? own[0]
    let explored = try subject(one.text, of: specification)
    return deviation.shownOn == .several ? ExploredSubject(twoOf: explored) : explored
  }

  /// The subjects of a known specification that has no operators.
  func properties(of specification: Name) -> [Subject] {
    known.filter { $0.name == specification && $0.operators.isEmpty }.flatMap(\.subjects)
      .compactMap { try? subject($0.text) }.flatMap(\.variants).map(\.subject)
  }

  /// A suggestion for an operator without a specification; `nil` if none is similar.
  func suggestion(for explored: ExploredSubject) -> String? {
    guard case .stream(let stream)? = explored.variants.last?.subject else { return nil }
    let words = files().indexes.flatMap { $0.operators ?? [] }.map(\.name)
    return stream.operators.lazy.map(\.name).filter { !isKnown($0) && !words.contains($0) }
      .compactMap { didYouMean($0, among: words) }.first
  }

  /// Whether a known specification without an index has an operator, or a kind of property.
  private func isKnown(_ word: Name) -> Bool {
    known.contains { $0.index == nil && $0.subjects.contains { $0.word == word } }
  }

  /// The specification of some operators, with its index: a built-in one that needs none, or one
  /// that is found or built in.
  private func specification(
    of words: [Name], _ name: Name?
  ) throws -> (name: Name, index: ClauseIndex?) {
    if let one = known.first(where: { $0.name == name }) { return (one.name, one.index) }
    func hasWords(_ index: ClauseIndex) -> Bool {
      words.allSatisfy { index.word(forOperator: $0) != nil }
    }
    if name != nil || !words.allSatisfy(isKnown) {
      let found = files()
      let indexes = found.indexes.filter {
        $0.name != nil && name ?? $0.name == $0.name && !$0.clauses.isEmpty && hasWords($0)
      }
      if let index = indexes.first(where: { isRun($0.name!) }) ?? indexes.first {
        return (index.name!, index)
      }
      if let name {
        try require(name, among: found)
      } else if let one = known.first(where: { $0.index.map(hasWords) ?? false }) {
        return (one.name, one.index)
      } else if !found.problems.isEmpty {
        // The intended one may be in a file that cannot be read.
        throw InvalidFile(problems: found.problems)
      }
    }
    let own = known.first { $0.subjects.contains { words.contains($0.word) } }
    return (name ?? own?.name ?? words[0], nil)
  }

  /// Refuses an unknown specification.
  private func require(_ name: Name, among found: FixtureFiles) throws {
    let others = found.indexes.compactMap(\.name)
    if others.contains(name) { return }
    // The intended one may be in a file that cannot be read.
    if !found.problems.isEmpty { throw InvalidFile(problems: found.problems) }
    let rest =
      didYouMean(name, among: others + known.map(\.name)).map { "; \($0)" }
      ?? " below `\(folder)`"
    throw Problem(message: "there is no specification `\(visible(name))`\(rest)")
  }
}
