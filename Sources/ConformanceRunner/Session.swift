// The life of the process: how it ends, and what it removes then.

import AdapterProtocol
import Conformance
import ConformancePlatform
import Synchronization

/// The life of the process, from its first command to its end.
///
/// It owns the temporary files and the processes of adapters, which the system would keep.
/// However the process ends, both are removed.
enum Session {
  /// Runs the command of the process, and ends the process with its status.
  static func run() -> Never {
    openMissingStreams()
    // Writing to a closed pipe, or beyond a limit of file sizes, fails with an error that the command
    // handles.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    catchSignals()
    let invocation = Invocation.current
    let status = invocation.run()
    LiveProcesses.killAll()
    guard let error = invocation.lostResults else { exit(status) }
    // This is the default for a closed pipe.
    if case Errno.brokenPipe = error { die(of: SIGPIPE) }
    printError("the results cannot be written: \(error)")
    exit(Status.fault.rawValue)
  }

  /// Opens standard streams that are closed, before another file takes their numbers: as input that has
  /// ended, and output that cannot be written.
  private static func openMissingStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  // MARK: - Signals

  /// Lets the command end by its own means at the first signal that asks for it, such as Ctrl-C.
  /// The second signal ends the process.
  ///
  /// - Returns: The cancellation of the command.
  static func interruption() -> Cancellation {
    Invocation.current.update { state in
      let interruption = state.interruption ?? Cancellation()
      state.interruption = interruption
      return interruption
    }
  }

  /// The exit status of a command that a signal has ended.
  static var interruptedStatus: Int32 { 128 + Invocation.current.signal }

  /// Passes signals to a thread, which may do everything that a handler must not.
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
      // A program started with `nohup` outlives the terminal.
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
      // Under the lock, so that no new file or process is begun.
      state.removeDueFiles()
      LiveProcesses.killAll()
      if isFirst { die(of: signal) }
      _exit(128 + signal)
    }
    // On a thread of its own, so that the second signal is received meanwhile.
    if let interruption, !Crew().start(1, interruption.cancel) { interruption.cancel() }
  }

  private static func die(of signal: CInt) -> Never {
    ConformancePlatform.signal(signal, SIG_DFL)
    kill(getpid(), signal)
    // It may be blocked.
    _exit(128 + signal)
  }
}

/// The writing end of the pipe that passes signals to a thread.
private let signalPipe = Atomic<CInt>(-1)
