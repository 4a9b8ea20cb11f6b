// The kits for adapters in other languages, embedded in the executable so that it works wherever it stands.

/// The files of a new adapter in a language: the protocol, a short file to fill in, and a first
/// fixture.
package enum AdapterKit: String, CaseIterable {
  case python, javascript, java

  /// A file of the kit.
  package struct File {
    /// Its path below the folder of the adapter.
    package let path: String
    package let bytes: [UInt8]
  }

  /// The files, the one to fill in first.
  package var files: [File] {
    let own: [(String, [UInt8])] =
      switch self {
      case .python:
        [
          (fileToFillIn, PackageResources.beginning_py),
          ("adapter.py", PackageResources.adapter_py), ("given.py", PackageResources.given_py),
        ]
      case .javascript:
        [
          (fileToFillIn, PackageResources.beginning_js),
          ("adapter.js", PackageResources.adapter_js), ("given.js", PackageResources.given_js),
        ]
      case .java:
        [
          (fileToFillIn, PackageResources.Beginning_java),
          ("Kit.java", PackageResources.Kit_java), ("start", PackageResources.start),
        ]
      }
    let fixtures = [
      ("fixtures/spec.yaml", PackageResources.spec_yaml),
      ("fixtures/first.yaml", PackageResources.first_yaml),
    ]
    return (own + fixtures).map { File(path: $0.0, bytes: $0.1) }
  }

  /// The file that its author fills in.
  package var fileToFillIn: String {
    switch self {
    case .python: "streams.py"
    case .javascript: "streams.js"
    case .java: "Adapter.java"
    }
  }

  /// The command that starts the adapter in a folder, as `-i` takes it.
  ///
  /// - Parameter folder: The folder that the files stand in.
  /// - Returns: The words of the command.
  package func command(in folder: String) -> [String] {
    switch self {
    case .python: ["python3", "\(folder)/adapter.py"]
    case .javascript: ["node", "\(folder)/adapter.js"]
    case .java: ["sh", "\(folder)/start"]
    }
  }
}

/// The messages that test the kit of any language, one a line, each with the answers that are right.
package var kitMessages: [UInt8] { PackageResources.messages_jsonl }
