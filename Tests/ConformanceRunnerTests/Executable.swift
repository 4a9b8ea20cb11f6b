// Command lines, run as a user runs them: within this process, or by the built executable.

import ConformancePlatform
@testable import ConformanceRunner
import Foundation
import Synchronization
import Testing

/// What a run of the executable did.
struct Finished {
  var status: Int32
  var output: String
  var errors: String
}

/// Runs a command line within this process; with variables or an input of its own, by the executable. How fast the
/// machine is decides nothing: where the arguments give a search or an adapter no limit of time, it has one that no
/// machine reaches.
///
/// - Parameters:
///   - arguments: The arguments, without the program's name.
///   - folder: The working directory.
///   - environment: Variables besides those of the tests.
/// - Returns: How it ended, and what it wrote.
/// - Throws: Where the executable could not be started.
func conformanceRunner(
  _ arguments: String..., in folder: Folder, environment: [String: String] = [:]
) throws -> Finished {
  try conformanceRunner(arguments, in: folder, environment: environment)
}

func conformanceRunner(
  _ arguments: [String], in folder: Folder, environment: [String: String] = [:],
  input: URL? = nil
) throws -> Finished {
  if !environment.isEmpty || input != nil || arguments.first == "adapter" {
    return try execute(executable, arguments, in: folder, environment: environment, input: input)
  }
  let streams = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  let (output, errors) = (streams.appendingPathExtension("o"), streams.appendingPathExtension("e"))
  let opened = try [output, errors].map {
    try FileDescriptor.open(
      $0.path, .writeOnly, options: .create, permissions: .ownerReadWrite)
  }
  defer {
    for (file, path) in zip(opened, [output, errors]) {
      try? file.close()
      try? FileManager.default.removeItem(at: path)
    }
  }
  let surroundings = Surroundings(
    folder: folder.url.appending(path: folder.working).path, output: opened[0], errors: opened[1])
  let status = Surroundings.$current.withValue(surroundings) {
    let invocation = Invocation([executable.path] + unhurried(arguments))
    return Invocation.$current.withValue(invocation) { invocation.run() }
  }
  return Finished(status: status, output: try text(of: output), errors: try text(of: errors))
}

/// Runs command lines in a folder, one after the other, and compares what each comes to.
///
/// A row is a command line, in which quotes keep words together, and behind `⇒` its status and parts of what
/// it writes, errors first, with ` … ` between the parts; a part behind `¬` is written nowhere. Where the status
/// is 0, all that is wrong is named, and where it is 64, all that is right. `HERE` stands for the folder. A row
/// with `←` writes what stands behind it to a file, one with `→` makes a link to it, and `cd` changes the working
/// directory, counted from the folder.
///
/// - Throws: Where the executable could not be started.
func expect(
  _ rows: String, in folder: Folder, beginning command: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for row in rows.split(separator: "\n") {
    if row.hasPrefix("cd ") {
      folder.working = String(row.dropFirst("cd ".count))
      continue
    }
    if !row.contains("⇒ "), let file = row.wholeMatch(of: #/(.+?) (←|→) ?(.*)/#) {
      let (path, content) = (String(file.1), String(file.3.replacing("\\n", with: "\n")))
      try file.2 == "←" ? folder.write(content, to: path) : folder.link(path, to: content)
      continue
    }
    let parts = row.split(separator: "⇒ ", maxSplits: 1, omittingEmptySubsequences: false)
    let line = parts[0].replacing("HERE", with: folder.url.path)
    let run = try conformanceRunner(command + words(of: line), in: folder)
    let status = parts[1].prefix { $0 != " " }
    let text = run.errors + run.output
    var rest = text[...]
    let expected = parts[1].dropFirst(status.count + 1).split(separator: " … ")
    let other = run.status == 0 ? run.errors : run.status == 64 ? run.output : ""
    let isNamed = other == "" || expected.contains { other.contains($0) }
    var isRight = isNamed && "\(run.status)" == status
    for part in expected {
      if part.hasPrefix("¬") {
        isRight = isRight && !text.contains(part.dropFirst())
        continue
      }
      guard let found = rest.firstRange(of: part) else {
        isRight = false
        break
      }
      rest = rest[found.upperBound...]
    }
    if !isRight {
      Issue.record("\(row)\ncame to \(run.status)\n\(text)", sourceLocation: sourceLocation)
    }
  }
}

/// Runs a command line in a folder, and compares all that it writes, save how long something took.
///
/// - Throws: Where the executable could not be started.
func expect(
  _ line: String, in folder: Folder, status: Int32 = 0, writes output: String, errors: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let run = try conformanceRunner(words(of: line), in: folder)
  #expect(run.status == status, sourceLocation: sourceLocation)
  #expect(run.errors == errors, sourceLocation: sourceLocation)
  #expect(withoutTime(run.output) == output, sourceLocation: sourceLocation)
}

/// The words of a command line, of which some may stand in quotes, of either kind.
func words(of line: some StringProtocol) -> [String] {
  String(line).matches(of: #/(?:"[^"]*"|'[^']*'|[^ "'])+/#).map { word in
    word.0.replacing(#/"([^"]*)"|'([^']*)'/#) { $0.1 ?? $0.2 ?? "" }
  }.map { String($0) }
}

/// A text without what differs from run to run: how long something took.
func withoutTime(_ text: String) -> String {
  text.replacing(#/\d+\.\d{3} s/#, with: "0.000 s")
    .replacing(#/time="[0-9.]+"/#, with: "time=\"0\"")
}

/// Runs any program; the parameters are those of `start`.
func execute(
  _ program: URL, _ arguments: [String], in folder: Folder, environment: [String: String] = [:],
  input: URL? = nil
) throws -> Finished {
  try finish(
    start(arguments, of: program, in: folder, environment: environment, input: input))
}

/// Waits for a program that `start` has started.
func finish(_ running: Running) throws -> Finished {
  running.process.waitUntilExit()
  return Finished(
    status: running.process.terminationStatus, output: try text(of: running.output),
    errors: try text(of: running.errors))
}

/// A process, and the files that it writes to.
typealias Running = (process: Process, output: URL, errors: URL)

/// Starts the executable, and does not wait for it. How fast the machine is decides nothing: where the arguments
/// give a search or an adapter no limit of time, it has one that no machine reaches.
///
/// - Parameters:
///   - arguments: The arguments, without the program's name.
///   - program: Another program to start.
///   - folder: The working directory.
///   - environment: Variables besides those of the tests.
///   - input: The file that standard input comes from; nothing if `nil`.
///   - output: The file that standard output goes to; one of its own if `nil`.
/// - Returns: The process, and the files that it writes to.
/// - Throws: Where it could not be started.
func start(
  _ arguments: [String], of program: URL = executable, in folder: Folder,
  environment: [String: String] = [:], input: URL? = nil, output: String? = nil
) throws -> Running {
  #expect(StartsProcesses.isInForce, "the suite needs the trait `startsProcesses`")
  let process = Process()
  process.executableURL = program
  process.arguments = program == executable ? unhurried(arguments) : arguments
  process.currentDirectoryURL = folder.url.appending(path: folder.working)
  process.environment = ProcessInfo.processInfo.environment
    .merging([
      "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0",
      "TSAN_OPTIONS": "suppressions=\(suppressions)/executable-threads.supp:print_suppressions=0",
    ]) { given, own in "\(own):\(given)" }
    .merging(environment) { $1 }
  let written = ["output", "errors"].map { name in
    folder.url.appending(path: ".\(name)-\(UUID().uuidString)")
  }
  for file in written { try Data().write(to: file) }
  process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? .nullDevice
  process.standardOutput = try FileHandle(
    forWritingTo: output.map { URL(filePath: $0) } ?? written[0])
  process.standardError = try FileHandle(forWritingTo: written[1])
  try process.run()
  return (process, written[0], written[1])
}

/// A command line with the longest limits of time that there are, in place of those by default.
private func unhurried(_ arguments: [String]) -> [String] {
  let others = ["validate", "list", "new", "schema", "report", "adapter", "help"]
  let first = arguments.first ?? ""
  let describing = ["-h", "--help", "--version", "--experimental-dump-help"]
  let describes = arguments.contains { describing.contains($0) || $0.hasPrefix("--generate") }
  if others.contains(first) || describes { return arguments }
  var limits = [("--timeout", "86400"), ("--start-timeout", "86400")]
  if first == "explore" { limits.append(("--minutes", "10080")) }
  // A command stays the first word, also a misspelt one.
  let start = first.isEmpty || first.hasPrefix("-") ? 0 : 1
  let given = limits.filter { limit in
    !arguments.contains { $0 == limit.0 || $0.hasPrefix("\(limit.0)=") }
  }
  return Array(arguments.prefix(start)) + given.flatMap { [$0.0, $0.1] }
    + arguments.dropFirst(start)
}

/// The folder of what the sanitizers are to overlook in the executable.
private let suppressions = packageRoot.appending(path: "Tests/SanitizerOptions").path

func text(of file: URL) throws -> String {
  String(decoding: try FileHandle(forReadingFrom: file).readToEnd() ?? Data(), as: UTF8.self)
}

/// The folder of the products, in which the tests and the executable stand side by side.
let executable: URL = {
  let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
  let test = bundle?.bundleURL ?? URL(filePath: CommandLine.arguments[0])
  return test.deletingLastPathComponent().appending(path: "ConformanceRunner")
}()

/// A folder that lives as long as it is referred to.
final class Folder {
  let url: URL

  /// The folder within it that is the working directory of programs.
  var working = ""

  /// Makes a folder with files and links, each by its path within the folder.
  init(_ files: [String: String] = [:], links: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, content) in files { try write(content, to: path) }
    for (path, target) in links { try link(path, to: target) }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Makes a folder in which some fixtures of this project stand, for tests that are about something else:
  /// few enough to be run often, and all deviations of the adapter in Python are caught by them.
  static func withFewFixtures() throws -> Folder {
    let folder = try Folder()
    for (specification, names) in fewFixtures {
      let from = packageRoot.appending(path: "Fixtures/\(specification)")
      let to = folder.url.appending(path: "Fixtures/\(specification)")
      try FileManager.default.createDirectory(at: to, withIntermediateDirectories: true)
      for name in names + ["spec"] {
        try FileManager.default.copyItem(
          at: from.appending(path: "\(name).yaml"), to: to.appending(path: "\(name).yaml"))
      }
    }
    return folder
  }

  private static let fewFixtures = [
    "_remember": [
      "broadcast", "caching", "connection", "disconnection", "reentrancy",
      "removing-while-broadcasting", "sharing", "states",
    ],
    "ReactiveProperty": ["observing", "reading", "reentrancy", "state", "unscoped", "writing"],
    "startWith": ["initial-value"],
  ]

  /// Makes a folder in which the fixtures of this project stand.
  static func withFixtures() throws -> Folder {
    let folder = try Folder()
    try FileManager.default.copyItem(
      at: packageRoot.appending(path: "Fixtures"), to: folder.url.appending(path: "Fixtures"))
    return folder
  }

  /// The text of a file.
  func text(_ path: String) throws -> String {
    try ConformanceRunnerTests.text(of: url.appending(path: path))
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appending(path: path).path)
  }

  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appending(path: path).path, withDestinationPath: target)
  }

  /// Puts a file in place whole, as editors do: a file that is watched changes once.
  func save(_ content: String, to path: String) throws {
    try Data(content.utf8).write(to: url.appending(path: path), options: .atomic)
  }

  func write(_ content: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: file)
  }
}

/// The root of this package.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Where a program is in the path; `nil` where it is not installed.
func installed(_ program: String) -> URL? {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  return path.split(separator: ":").map { URL(filePath: "\($0)/\(program)") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }
}

/// Whether the gate runs the tests. It has installed what they use, so they must not be skipped.
let isGate = ProcessInfo.processInfo.environment["CONFORMANCE_GATE"] != nil

/// Whether there is a program in the path.
func isInstalled(_ program: String) -> Bool {
  installed(program) != nil
}

/// The path of Python itself. What stands in the path may be the script of a version manager, which
/// takes longer to find Python than Python takes for a test.
let python: String = {
  guard let program = installed("python3"), let folder = try? Folder() else { return "python3" }
  let found = try? StartsProcesses.$isInForce.withValue(true) {
    try execute(program, ["-c", "import sys; print(sys.executable, end='')"], in: folder)
  }
  return found?.status == 0 ? found!.output : "python3"
}()

/// The command of Python without the packages that are installed for it: it starts sooner, and an adapter
/// needs none.
let plainPython = "'\(python)' -S"

/// A Python that has some packages from PyPI: one that the gate has set up, or the system's.
///
/// - Parameter modules: The modules, as behind `import`.
/// - Returns: Its path, or `nil` where they are not installed.
func python(with modules: String) -> String? {
  let own = packageRoot.appending(path: ".build/python/bin/python3").path
  guard let folder = try? Folder() else { return nil }
  return [own, python].first { path in
    let tried = try? StartsProcesses.$isInForce.withValue(true) {
      try execute(URL(filePath: path), ["-c", "import \(modules)"], in: folder)
    }
    return tried?.status == 0
  }
}
