// What is fuzzed: the first argument says what, and the others are libFuzzer's.

import CLibFuzzer

/// The targets, each of which takes any bytes and must neither crash nor hang, and holds what it says.
private let targets: [String: @Sendable ([UInt8]) -> Void] = [
  "reading": fuzzReading,
  "running": fuzzRunning,
  "answers": fuzzAnswers,
  "recording": fuzzRecording,
  "results": fuzzResults,
  "numbers": fuzzNumbers,
]

nonisolated(unsafe) private var target: ([UInt8]) -> Void = { _ in }

@main
struct Fuzz {
  static func main() {
    guard CommandLine.arguments.count > 1, let chosen = targets[CommandLine.arguments[1]] else {
      fatalError("the first argument is one of \(targets.keys.sorted())")
    }
    target = chosen
    var arguments = CommandLine.unsafeArgv
    var count = CommandLine.argc - 1
    arguments += 1
    arguments[0] = CommandLine.unsafeArgv[0]
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments
    _ = LLVMFuzzerRunDriver(&count, &list, testOneInput)
  }
}

/// What libFuzzer calls, and links to by this name.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  target(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}
