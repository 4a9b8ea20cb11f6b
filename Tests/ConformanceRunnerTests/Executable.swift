// Command lines, run as a user runs them: within this process, or by the built executable.

import Conformance
import ConformancePlatform
@testable import ConformanceRunner
import Foundation
import Samples
import Testing

/// The result of a run of the executable.
struct Finished {
  var status: Int32
  var output: String
  var errors: String
}

/// Runs a command line within this process; with variables or an input of its own, by the executable. The speed of
/// the machine decides nothing: if the arguments give a search or an adapter no limit of time, it has one that no
/// machine reaches.
///
/// - Parameters:
///   - arguments: The arguments, without the program's name.
///   - folder: The working directory.
///   - environment: Variables besides those of the tests.
/// - Returns: Its exit status and output.
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

/// Runs command lines in a folder, one after the other, and compares their results.
///
/// A row is a command line, in which quotes keep words together, and after `⇒` its status and parts of its
/// output, errors first, with ` … ` between the parts; a part after `¬` is written nowhere. With the status 0, a
/// row must name a part of any errors, and with 64, of any other output. `HERE` stands for the folder. After `$`
/// stands a shell command, in which `$runner` is the executable; variables may stand before any other command.
///
/// A row with `←` writes the text after it to a file, one with `=` says what the file has, one with `∋` which
/// parts, and one with `→` makes a link; `\n` is a line break. `cd` changes the working directory, counted from
/// the folder.
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
    if !row.contains("⇒ "), let file = row.wholeMatch(of: #/(.+?) (←|→|=|∋) ?(.*)/#) {
      let (path, content) = (String(file.1), String(file.3.replacing("\\n", with: "\n")))
      switch file.2 {
      case "←": try folder.write(content, to: path)
      case "→": try folder.link(path, to: content)
      default:
        let text = try folder.text(path)
        if file.2 == "=" ? text != content : !has(text, content.split(separator: " … ")) {
          Issue.record("\(row)\nhas\n\(text)", sourceLocation: sourceLocation)
        }
      }
      continue
    }
    let parts = row.split(separator: "⇒ ", maxSplits: 1, omittingEmptySubsequences: false)
    let line = parts[0].replacing("HERE", with: folder.path)
    let run = try run(String(line), command, in: folder)
    let status = parts[1].prefix { $0 != " " }
    let text = run.errors + run.output
    let expected = parts[1].dropFirst(status.count + 1).split(separator: " … ")
    let other = run.status == 0 ? run.errors : run.status == 64 ? run.output : ""
    let isNamed = other == "" || expected.contains { other.contains($0) }
    if !isNamed || "\(run.status)" != status || !has(text, expected) {
      Issue.record("\(row)\ncame to \(run.status)\n\(text)", sourceLocation: sourceLocation)
    }
  }
}

/// Runs the command line of a row.
private func run(_ line: String, _ command: [String], in folder: Folder) throws -> Finished {
  if line.hasPrefix("$ ") {
    let shell = "runner='\(executable.path)'; \(line.dropFirst("$ ".count))"
    return try execute(URL(filePath: "/bin/bash"), ["-c", shell], in: folder)
  }
  let parts = line.wholeMatch(of: #/((?:[A-Z_]+=\S* )*)(.*)/#)!
  let variables = parts.1.split(separator: " ").map {
    $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  }
  return try conformanceRunner(
    command + words(of: parts.2), in: folder,
    environment: Dictionary(uniqueKeysWithValues: variables.map { ("\($0[0])", "\($0[1])") }))
}

/// Whether a text has some parts, one after the other, and none of those after `¬`.
private func has(_ text: String, _ parts: [Substring]) -> Bool {
  var rest = text[...]
  return parts.allSatisfy { part in
    if part.hasPrefix("¬") { return !text.contains(part.dropFirst()) }
    guard let found = rest.firstRange(of: part) else { return false }
    rest = rest[found.upperBound...]
    return true
  }
}

/// A text as it stands in a row.
func inRow(_ text: String) -> String { text.replacing("\n", with: "\\n") }

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

/// The words of a command line; words may stand in quotes, of either kind.
func words(of line: some StringProtocol) -> [String] {
  String(line).matches(of: #/(?:"[^"]*"|'[^']*'|[^ "'])+/#).map { word in
    word.0.replacing(#/"([^"]*)"|'([^']*)'/#) { $0.1 ?? $0.2 ?? "" }
  }.map { String($0) }
}

/// A text without durations, which differ from run to run.
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

/// Starts the executable, and does not wait for it. The speed of the machine decides nothing: if the arguments
/// give a search or an adapter no limit of time, it has one that no machine reaches.
///
/// - Parameters:
///   - arguments: The arguments, without the program's name.
///   - program: Another program to start.
///   - folder: The working directory.
///   - environment: Variables besides those of the tests.
///   - input: The file that standard input comes from; nothing if `nil`.
/// - Returns: The process, and the files that it writes to.
/// - Throws: Where it could not be started.
func start(
  _ arguments: [String], of program: URL = executable, in folder: Folder,
  environment: [String: String] = [:], input: URL? = nil
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
  process.standardOutput = try FileHandle(forWritingTo: written[0])
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

/// The folder with the lists of faults that the sanitizers ignore in the executable.
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

typealias Folder = Samples.Folder
let packageRoot = Samples.packageRoot

extension Folder {
  /// Makes a folder with some fixtures of this project, for tests that are about something else:
  /// few enough to be run often, and all deviations of the adapter in Python are caught by them.
  static func withFewFixtures() throws -> Folder {
    let folder = try Folder()
    for (specification, names) in fewFixtures {
      for name in names + ["spec"] {
        let path = "Fixtures/\(specification)/\(name).yaml"
        try folder.write(
          ConformanceRunnerTests.text(of: packageRoot.appending(path: path)), to: path)
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

  /// Makes a folder with the fixtures of this project.
  static func withFixtures() throws -> Folder {
    let folder = try Folder()
    try FileManager.default.copyItem(
      at: packageRoot.appending(path: "Fixtures"), to: folder.url.appending(path: "Fixtures"))
    return folder
  }
}

/// The place of a program in the path; `nil` if it is not installed.
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

/// The path of Python itself. The `python3` of the path may be the script of a version manager, which
/// takes longer to find Python than Python takes for a test.
let python =
  installed("python3").flatMap {
    printed(by: "import sys; print(sys.executable, end='')", with: $0.path)
  } ?? "python3"

/// The output of a program in Python, before any test; `nil` if the program fails.
func printed(by program: String, with python: String) -> String? {
  let run = try? StartsProcesses.$isInForce.withValue(true) {
    try execute(URL(filePath: python), ["-c", program], in: Folder())
  }
  return run?.status == 0 ? run?.output : nil
}

/// The command of Python without the packages that are installed for it: it starts sooner, and an adapter
/// needs none.
let plainPython = "'\(python)' -S"

/// A Python that has some packages from PyPI: one that the gate has set up, or the system's.
///
/// - Parameter modules: The modules, as after `import`.
/// - Returns: Its path, or `nil` if they are not installed.
func python(with modules: String) -> String? {
  let own = packageRoot.appending(path: ".build/python/bin/python3").path
  return [own, python].first { printed(by: "import \(modules)", with: $0) != nil }
}
