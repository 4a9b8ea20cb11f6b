// The life of the process: its one end, and what must not stay behind it.

import AdapterProtocol
import Conformance
import ConformancePlatform
import Synchronization

/// The life of the process, from its first command to its end.
///
/// It owns the temporary files and the processes of adapters, which the system would leave behind.
/// However the process ends, both are removed.
enum Session {
  /// Runs the command of the process, and ends the process as it came out.
  static func run() -> Never {
    openMissingStreams()
    // Whoever reads the results or a request may have had enough: then writing fails. So it does beyond a
    // limit of file sizes.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    catchSignals()
    let invocation = Invocation.current
    let status = invocation.run()
    LiveProcesses.killAll()
    guard let error = invocation.lostResults else { exit(status) }
    // It would have ended so by default.
    if case Errno.brokenPipe = error { die(of: SIGPIPE) }
    printError("the results cannot be written: \(error)")
    exit(Status.fault.rawValue)
  }

  /// Puts something in place of standard streams that are closed, before another file takes their numbers:
  /// input that has ended, and output that cannot be written.
  private static func openMissingStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  // MARK: - Signals

  /// Has the first signal that asks the process to end, such as Ctrl-C, end the command by its own means.
  /// The second ends the process.
  ///
  /// - Returns: What is cancelled then.
  static func interruption() -> Cancellation {
    Invocation.current.update { state in
      let interruption = state.interruption ?? Cancellation()
      state.interruption = interruption
      return interruption
    }
  }

  /// The exit status of a command that a signal has ended.
  static var interruptedStatus: Int32 { 128 + Invocation.current.signal }

  /// Has signals become known to a thread, on which everything may be done that may not in a handler.
  private static func catchSignals() {
    var ends: [CInt] = [-1, -1]
    guard makePipe(&ends) == 0 else { return }
    signalPipe.store(ends[1], ordering: .relaxed)
    let isStarted = Crew().start { [ends] in
      while true {
        var byte: UInt8 = 0
        if read(ends[0], &byte, 1) == 1 { receive(CInt(byte)) }
      }
    }
    guard isStarted else { return }
    var signals = sigset_t()
    sigemptyset(&signals)
    for one in [SIGINT, SIGTERM, SIGHUP] {
      let former = signal(one) { received in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: received)
        write(signalPipe.load(ordering: .relaxed), &byte, 1)
        errno = error
      }
      // Whoever starts a program with `nohup` has it outlive the terminal.
      if one == SIGHUP, unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        signal(SIGHUP, SIG_IGN)
      }
      sigaddset(&signals, one)
    }
    // A parent may have blocked them.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func receive(_ signal: CInt) {
    let interruption = Invocation.current.update { state -> Cancellation? in
      let isFirst = state.signal == 0
      if isFirst { state.signal = signal }
      if isFirst, let interruption = state.interruption { return interruption }
      // Not outside the turn: nothing is begun any more that would stay behind.
      state.removeDueFiles()
      LiveProcesses.killAll()
      if isFirst { die(of: signal) }
      _exit(128 + signal)
    }
    // On a thread of its own, so that the second signal is heard meanwhile.
    if let interruption, !Crew().start(1, interruption.cancel) { interruption.cancel() }
  }

  private static func die(of signal: CInt) -> Never {
    ConformancePlatform.signal(signal, SIG_DFL)
    kill(getpid(), signal)
    // It may be blocked.
    _exit(128 + signal)
  }
}

/// The writing end of the pipe through which signals become known to a thread.
private let signalPipe = Atomic<CInt>(-1)
