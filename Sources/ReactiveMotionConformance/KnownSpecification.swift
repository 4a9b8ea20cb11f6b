// The built-in specifications, for `explore` and for served adapters.

package import Conformance

extension KnownSpecification {
  /// The specifications of the built-in streams, in the order in which they build on each other.
  package static let builtIn = [
    KnownSpecification(
      "_remember", operators: ["_remember"],
      subjects: [NamedSubject("_remember", citing: "synchronous-broadcast")]),
    KnownSpecification(
      "startWith", operators: ["startWith"],
      subjects: [NamedSubject("startWith: 0", citing: "passes-values")]),
    KnownSpecification(
      "ReactiveProperty",
      subjects: [
        NamedSubject("scoped", citing: "write"),
        NamedSubject("unscoped", citing: "unscoped-property"),
      ]),
    materialMotion,
  ]

  /// All pages except those with a specification of their own.
  private static let materialMotion: KnownSpecification = {
    let source = SourceText(
      path: "MaterialMotion.yaml", bytes: PackageResources.MaterialMotion_yaml)
    guard case .success(let index) = ClauseIndex.read(source), let words = index.operators else {
      preconditionFailure("the index is valid, as a test of the fixtures beside it says")
    }
    return KnownSpecification(
      "MaterialMotion",
      operators: words.map(\.name).filter { !["_remember", "startWith"].contains($0) },
      subjects: MotionOperator.all.map(\.subject), index: index)
  }()
}
