// The kits for adapters in other languages, embedded in the executable so that it works anywhere.

/// The files of a new adapter in a language: the protocol, a short file to fill in, and a first
/// fixture.
package enum AdapterKit: String, CaseIterable {
  case python, javascript, java

  /// The files, each with its path below the adapter's folder; the first is to be filled in.
  package var files: [(path: String, bytes: [UInt8])] {
    let own: [(String, [UInt8])] =
      switch self {
      case .python:
        [
          ("streams.py", PackageResources.beginning_py),
          ("adapter.py", PackageResources.adapter_py), ("given.py", PackageResources.given_py),
        ]
      case .javascript:
        [
          ("streams.js", PackageResources.beginning_js),
          ("adapter.js", PackageResources.adapter_js), ("given.js", PackageResources.given_js),
        ]
      case .java:
        [
          ("Adapter.java", PackageResources.Beginning_java),
          ("Kit.java", PackageResources.Kit_java), ("start", PackageResources.start),
        ]
      }
    return own + [
      ("fixtures/spec.yaml", PackageResources.spec_yaml),
      ("fixtures/first.yaml", PackageResources.first_yaml),
    ]
  }

  /// The command that starts the adapter in a folder, as for `-i`.
  ///
  /// - Parameter folder: The folder of the files.
  /// - Returns: The words of the command.
  package func command(in folder: String) -> [String] {
    switch self {
    case .python: ["python3", "\(folder)/adapter.py"]
    case .javascript: ["node", "\(folder)/adapter.js"]
    case .java: ["sh", "\(folder)/start"]
    }
  }
}

/// The messages that test the kit of any language, one a line, each with its right answers.
package var kitMessages: [UInt8] { PackageResources.messages_jsonl }
