// What goes wrong in the same way in many operators.

import Conformance

extension ReactiveXDeviations {
  static let tables =
    states + connections + errors + completions + values + functions + timers + counts + withins

  // MARK: - The operators

  /// Those that emit for each value of upstream, or for some.
  private static let passing = """
    map filter scan take skip skipLast takeWhile skipWhile takeUntil skipUntil distinct distinctUntilChanged \
    defaultIfEmpty merge concat startWith amb catch onErrorReturn retry repeat delay debounce throttleFirst sample \
    timeout finally do share shareReplay publish-refCount replay-refCount PublishSubject BehaviorSubject ReplaySubject
    """

  /// Those that make something else of the values.
  private static let collecting = """
    reduce takeLast elementAt first last all contains count toList zip combineLatest withLatestFrom buffer pairwise \
    AsyncSubject
    """

  private static let flattening = "flatMap concatMap switchMap"

  /// Those of two sources, both of which are connected at first.
  private static let twofold = "takeUntil skipUntil merge amb zip combineLatest withLatestFrom"

  // MARK: - The columns

  /// State of its own.
  private static let states = column(
    "shares-its-state",
    in: """
      scan reduce take skip takeLast skipLast elementAt first last skipWhile skipUntil distinct distinctUntilChanged \
      defaultIfEmpty all contains count toList merge amb zip combineLatest withLatestFrom flatMap concatMap \
      switchMap retry repeat buffer pairwise debounce throttleFirst sample
      """, breaks: "own-subscription", "All subscriptions of $ have one state together.",
    Faults(sharesState: true))

  /// What stays connected, and when.
  private static let connections =
    column(
      "stays-connected-when-left",
      in: "\(passing) \(collecting) \(flattening) ignoreElements materialize groupBy window",
      except: """
        PublishSubject BehaviorSubject ReplaySubject AsyncSubject skipLast skipWhile distinct distinctUntilChanged \
        defaultIfEmpty onErrorReturn do all contains elementAt skip takeWhile filter reduce takeLast last count pairwise \
        throttleFirst groupBy window concatMap skipUntil
        """,
      breaks: "unsubscribe-disconnects", "Leaving $ does not disconnect upstream.",
      .leaving(.upstream) { $0.isLeft })
    + column(
      "leaves-the-other-connected-when-left", in: "\(twofold) \(flattening) concat catch",
      breaks: "unsubscribe-disconnects", "Leaving $ does not disconnect the other source.",
      .leaving(.others) { $0.isLeft })
    + column(
      "stays-connected-at-its-end",
      in: "take elementAt first takeWhile takeUntil all contains zip timeout",
      breaks: "end-disconnects", "When $ ends before upstream does, upstream stays connected.",
      .leaving(.upstream) { !$0.isOpen && !$0.isLeft })
    + column(
      "leaves-the-other-connected-at-its-end", in: "\(twofold) \(flattening)",
      except: "amb skipUntil",
      breaks: "end-disconnects", "When $ ends, the other source stays connected.",
      .leaving(.others) { !$0.isOpen && !$0.isLeft })

  /// What becomes of errors.
  private static let errors =
    column(
      "swallows-errors", in: "\(passing) flatMap ignoreElements",
      except: """
        catch onErrorReturn retry filter skipLast skipWhile defaultIfEmpty throttleFirst do shareReplay \
        publish-refCount BehaviorSubject distinct take skip repeat sample debounce startWith
        """, breaks: "errors-pass", "An error of upstream is told to nobody by $.",
      .hearing(.upstream) { tell, notification, _ in
        if notification.channel != .error { tell(notification) }
      })
    + column(
      "completes-at-an-error",
      in: "\(collecting) concatMap switchMap defaultIfEmpty debounce sample groupBy window",
      except: "first elementAt contains pairwise defaultIfEmpty zip AsyncSubject",
      breaks: "errors-pass", "$ takes an error of upstream for its completion.",
      .hearing(.upstream) { tell, notification, _ in
        tell(notification.channel == .error ? .completed : notification)
      })
    + column(
      "swallows-errors-of-the-other", in: "\(twofold) flatMap switchMap concat",
      breaks: "errors-pass", "An error of the other source is told to nobody by $.",
      .hearing(.others) { tell, notification, _ in
        if notification.channel != .error { tell(notification) }
      })
    + column(
      "takes-an-error-of-the-other-for-completion", in: "merge zip combineLatest flatMap switchMap",
      breaks: "errors-pass", "$ takes an error of the other source for its completion.",
      .hearing(.others) { tell, notification, _ in
        tell(notification.channel == .error ? .completed : notification)
      })

  /// What becomes of completion.
  private static let completions =
    column(
      "never-completes",
      in: """
        \(flattening) reduce first zip combineLatest AsyncSubject map takeUntil skipUntil merge concat catch repeat \
        share PublishSubject materialize
        """, "$ does not tell of completion.",
      .telling { tell, notification in if notification != .completed { tell(notification) } })
    + column(
      "completes-twice", in: "take takeUntil concat flatMap",
      breaks: "one-end", "$ tells of completion twice.",
      .telling { tell, notification in
        tell(notification)
        if notification == .completed { tell(notification) }
      })

  /// What becomes of values.
  private static let values =
    column(
      "loses-what-is-false",
      in: "\(passing) \(collecting) \(flattening) materialize groupBy window",
      except: """
        onErrorReturn retry repeat timeout finally do publish-refCount shareReplay elementAt filter skipLast catch \
        delay throttleFirst concatMap switchMap skipUntil BehaviorSubject groupBy all skipWhile takeWhile distinct replay-refCount concat AsyncSubject toList PublishSubject merge
        """,
      "$ takes a value that is false, 0 or empty for none.",
      .hearing(.upstream) { tell, notification, _ in
        if case .next(let value) = notification, value.isFalse { return }
        tell(notification)
      })
    + column(
      "loses-what-is-false-of-the-other", in: "\(twofold) flatMap switchMap",
      "$ takes a value of the other source that is false, 0 or empty for none.",
      .hearing(.others) { tell, notification, _ in
        if case .next(let value) = notification, value.isFalse { return }
        tell(notification)
      })
    + column(
      "holds-nothing-false",
      in:
        "scan reduce last pairwise distinctUntilChanged combineLatest withLatestFrom debounce sample",
      "A value that is false, 0 or empty is held by $ as if there were none.",
      Faults(isAbsent: { $0.isFalse }))
    + column(
      "tells-nothing-false", in: "map scan reduce all contains count toList",
      "A result of $ that is false, 0 or empty is not told.",
      .telling { tell, notification in
        if case .next(let value) = notification, value.isFalse { return }
        tell(notification)
      })
    + column(
      "loses-what-comes-while-connecting",
      in: """
        map take merge concat zip combineLatest toList flatMap catch retry share replay-refCount
        """,
      "What upstream emits while $ connects it is lost.",
      .hearing(.upstream) { tell, notification, isConnecting in
        if !isConnecting || notification.channel != .next { tell(notification) }
      })
    + column(
      "loses-what-the-other-emits-while-connecting",
      in: "takeUntil merge zip combineLatest withLatestFrom \(flattening)",
      "What the other source emits while $ connects it is lost.",
      .hearing(.others) { tell, notification, isConnecting in
        if !isConnecting || notification.channel != .next { tell(notification) }
      })

  /// Functions that fail.
  private static let functions =
    column(
      "skips-what-its-function-fails-for",
      in: "map filter scan reduce takeWhile all \(flattening)",
      breaks: "functions-fail", "If its function fails, $ leaves the value out.",
      Faults(failure: { _ in }))
    + column(
      "completes-if-its-function-fails",
      in: "map scan takeWhile flatMap switchMap groupBy", breaks: "functions-fail",
      "If its function fails, $ completes.", Faults(failure: { $0.completed() }))

  private static let timers =
    column(
      "keeps-its-timer", in: "delay debounce sample timeout", breaks: "no-timer-after-the-end",
      "The timer of $ goes on after an end or an unsubscription.", Faults(keepsTimers: true))
    + column(
      "takes-twice-the-time", in: "delay timeout",
      "The time of $ is too long.", Faults(time: { $0 * 2 }))

  private static let counts =
    column(
      "counts-one-more",
      in: """
        take skip takeLast skipLast elementAt buffer window retry repeat shareReplay replay-refCount replay \
        ReplaySubject
        """, "$ counts one more.", Faults(count: { $0 + 1 }))
    + column(
      "counts-one-less",
      in: """
        take skip takeLast skipLast elementAt buffer window repeat shareReplay replay-refCount replay \
        ReplaySubject
        """, "$ counts one less.", Faults(count: { max(0, $0 - 1) }))

  /// What is emitted from within a call.
  private static let withins =
    column(
      "loses-what-comes-from-within",
      in: """
        merge zip combineLatest flatMap share debounce PublishSubject BehaviorSubject ReplaySubject
        """, breaks: "notifications", "$ loses a value that is emitted from within a call.",
      .tellingWithin { _, _ in })
    + column(
      "doubles-what-comes-from-within", in: "merge flatMap share PublishSubject BehaviorSubject",
      breaks: "notifications", "$ tells a value that is emitted from within a call twice.",
      .tellingWithin { tell, notification in
        tell(notification)
        if case .next = notification { tell(notification) }
      })
}

extension Value {
  /// Whether languages take it for nothing.
  var isFalse: Bool {
    switch self {
    case .null, .bool(false), .number(0), .string(""): true
    case .list(let values): values.isEmpty
    default: false
    }
  }
}
