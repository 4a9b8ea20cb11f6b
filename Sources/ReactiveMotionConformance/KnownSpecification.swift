// The specifications that are built in, for those who explore and serve them.

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
  ]
}
