// Programs that are run until they exit.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The programs that are compared, as `benchmark` built them.
struct Programs {
  private let folder: String

  /// The command of the adapter in JavaScript.
  let adapter: String

  /// The project's own fixtures.
  let fixtures: String

  init() {
    func setting(_ name: String) -> String {
      guard let value = getenv(name) else {
        fatalError("run this by `Tests/Benchmarks/benchmark`, which builds the programs")
      }
      return String(cString: value)
    }
    folder = setting("BENCHMARK_PROGRAMS")
    adapter = "node '\(setting("BENCHMARK_ADAPTER"))'"
    fixtures = setting("BENCHMARK_FIXTURES")
  }

  /// Runs the runner, which must exit with a status.
  ///
  /// - Returns: The most memory that it had, in bytes.
  @discardableResult
  func runner(_ arguments: String..., and more: [String] = [], status: Int32 = 0) throws -> Int {
    try run("ConformanceRunner", arguments + more, status: status)
  }

  /// Goes through the events of some files, perhaps in several processes at once.
  func bare(_ files: [String], times: Int = 1) throws {
    for process in try (0..<times).map({ _ in try start("Bare", files) }) { try end(process) }
  }

  /// Runs a suite through the adapter once.
  ///
  /// - Returns: A file with the requests to the adapter.
  func requests(to suite: String) throws -> String {
    let file = "\(suite).requests"
    try runner("run", suite, "--jobs", "1", "-i", "sh -c \"tee '\(file)' | \(adapter)\"")
    return file
  }

  /// Makes a search with the adapter once.
  ///
  /// - Returns: Two files, each with half of the requests to the adapter.
  func parts(of search: [String]) throws -> [String] {
    let file = "\(folder)/search.requests"
    let asked = "sh -c \"tee '\(file)' | \(adapter)\""
    try runner(search[0], "-i", asked, "--jobs", "1", and: Array(search[1...]))
    let parts = [0, 1].map { "\(file).\($0)" }
    // Both begin as a process does.
    let divide = "NR == 1 { print > a; print > b; next } { print > (NR % 2 ? a : b) }"
    try run(
      "/bin/sh", ["-c", "awk -v a='\(parts[0])' -v b='\(parts[1])' '\(divide)' '\(file)'"])
    return parts
  }

  /// Runs adapters at once; each answers the requests of one file.
  func answer(_ files: [String]) throws {
    for process in try files.map({ try start("/bin/sh", ["-c", "\(adapter) < '\($0)'"]) }) {
      try end(process)
    }
  }

  /// A program could not be run, or failed.
  struct Failure: Error {
    var program: String
    var status: Int32
  }

  @discardableResult
  func run(_ program: String, _ arguments: [String] = [], status: Int32 = 0) throws -> Int {
    try end(start(program, arguments), status: status)
  }

  private struct Process {
    let program: String
    var id = pid_t()
  }

  private func start(_ program: String, _ arguments: [String]) throws -> Process {
    var process = Process(program: program.hasPrefix("/") ? program : "\(folder)/\(program)")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)

    var words = ([process.program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    let started = posix_spawn(&process.id, process.program, &actions, nil, words, environ)
    guard started == 0 else { throw Failure(program: process.program, status: started) }
    return process
  }

  /// Waits for a process, which must exit with a status.
  ///
  /// - Returns: The most memory that it had, in bytes.
  @discardableResult
  private func end(_ process: Process, status expected: Int32 = 0) throws -> Int {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process.id, &status, 0, &usage) < 0 && errno == EINTR {}
    guard status == expected << 8 else { throw Failure(program: process.program, status: status) }
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) << 10
    #endif
  }
}
