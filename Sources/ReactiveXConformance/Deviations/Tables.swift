// Mistakes that many operators make in the same way.

import Conformance

extension ReactiveXDeviations {
  static let tables =
    states + connections + errors + completions + values + functions + timers + counts + withins

  // MARK: - The operators

  /// Operators that emit for each value of upstream, or for some.
  private static let passing = """
    map filter scan take skip skipLast takeWhile skipWhile takeUntil skipUntil distinct distinctUntilChanged \
    defaultIfEmpty merge concat startWith amb catch onErrorReturn retry repeat delay debounce throttleFirst sample \
    timeout finally do share shareReplay publish-refCount replay-refCount PublishSubject BehaviorSubject ReplaySubject
    """

  /// Operators that compute other values.
  private static let collecting = """
    reduce takeLast elementAt first last all contains count toList zip combineLatest withLatestFrom buffer pairwise \
    AsyncSubject
    """

  private static let flattening = "flatMap concatMap switchMap"

  /// Operators of two sources that are both connected at first.
  private static let twofold =
    "takeUntil skipUntil merge amb zip combineLatest withLatestFrom sequenceEqual"

  /// Operators on streams of streams.
  private static let ofStreams = "switch mergeAll concatAll"

  /// Operators that continue with another source, or connect again.
  private static let goingOn = "catchError onErrorResumeNext retryWhen"

  /// Operators that collect or divide values, and operators that measure time or wait.
  private static let parting =
    "bufferCount bufferTime bufferBoundary windowCount windowTime windowBoundary"
  private static let waiting =
    "timestamp timeInterval delayWhen debounceWhen timeoutWhen timeoutWith throttleLatest sampleWhen"

  /// Operators whose timing another source decides.
  private static let byOthers =
    "delayWhen debounceWhen timeoutWhen sampleWhen bufferBoundary windowBoundary"

  // MARK: - The columns

  /// State that subscriptions must not share.
  private static let states = column(
    "shares-its-state",
    in: """
      scan reduce take skip takeLast skipLast elementAt first last skipWhile skipUntil distinct distinctUntilChanged \
      defaultIfEmpty all contains count toList merge amb zip combineLatest withLatestFrom flatMap concatMap \
      switchMap retry repeat buffer pairwise debounce throttleFirst sample single isEmpty sequenceEqual \
      filterIndexed takeWhileIndexed skipWhileIndexed \
      timer interval timeInterval delayWhen debounceWhen timeoutWith throttleLatest sampleWhen \(parting) \(ofStreams) retryWhen
      """, breaks: "own-subscription", "All subscriptions of $ share one state.",
    Faults(sharesState: true))

  /// Sources that stay connected.
  private static let connections =
    column(
      "stays-connected-when-left",
      in: """
        \(passing) \(collecting) \(flattening) ignoreElements materialize groupBy window mapIndexed isEmpty \
        sequenceEqual dematerialize \
        \(ofStreams) \(goingOn) \(parting) \(waiting)
        """,
      except: """
        PublishSubject BehaviorSubject ReplaySubject AsyncSubject skipLast skipWhile distinct distinctUntilChanged \
        defaultIfEmpty onErrorReturn do all contains elementAt skip takeWhile filter reduce takeLast last count pairwise \
        throttleFirst groupBy window concatMap skipUntil
        """,
      breaks: "unsubscribe-disconnects", "Unsubscribing from $ does not disconnect upstream.",
      Faults(column: .staying(.upstream, whenLeft: true)))
    + column(
      "leaves-the-other-connected-when-left",
      in: "\(twofold) \(flattening) concat catch \(byOthers) timeoutWith \(ofStreams) \(goingOn)",
      breaks: "unsubscribe-disconnects",
      "Unsubscribing from $ does not disconnect the other source.",
      Faults(column: .staying(.others, whenLeft: true)))
    + column(
      "stays-connected-at-its-end",
      in: """
        take elementAt first takeWhile takeUntil all contains zip timeout single isEmpty sequenceEqual takeWhileIndexed \
        \(byOthers) retryWhen
        """,
      breaks: "end-disconnects", "When $ ends before upstream does, upstream stays connected.",
      Faults(column: .staying(.upstream, whenLeft: false)))
    + column(
      "leaves-the-other-connected-at-its-end",
      in: "\(twofold) \(flattening) \(byOthers) \(ofStreams) retryWhen",
      except: "amb",
      breaks: "end-disconnects", "When $ ends, the other source stays connected.",
      Faults(column: .staying(.others, whenLeft: false)))

  /// Errors.
  private static let errors =
    column(
      "swallows-errors",
      in:
        "\(passing) flatMap ignoreElements mapIndexed dematerialize \(ofStreams) \(parting) \(waiting)",
      except: """
        catch onErrorReturn retry filter skipLast skipWhile defaultIfEmpty throttleFirst do shareReplay \
        publish-refCount BehaviorSubject distinct take skip repeat sample debounce startWith
        """, breaks: "errors-pass", "$ swallows an error of upstream.",
      Faults(column: .losing(.upstream) { $0.channel == .error }))
    + column(
      "completes-at-an-error",
      in: """
        \(collecting) concatMap switchMap defaultIfEmpty debounce sample groupBy window single isEmpty sequenceEqual \
        \(ofStreams) \(parting) \(waiting)
        """,
      except: "first elementAt contains pairwise defaultIfEmpty zip AsyncSubject",
      breaks: "errors-pass", "$ completes when upstream fails.",
      Faults(
        column: .telling(.upstream) { emit in { emit($0.channel == .error ? .completed : $0) } }))
    + column(
      "swallows-errors-of-the-other",
      in:
        "\(twofold) flatMap switchMap concat \(byOthers) timeoutWith \(ofStreams) catchError retryWhen",
      except: "takeUntil",
      breaks: "errors-pass", "$ swallows an error of the other source.",
      Faults(column: .losing(.others) { $0.channel == .error }))

  /// Completion.
  private static let completions =
    column(
      "never-completes",
      in: """
        \(flattening) reduce first zip combineLatest AsyncSubject merge concat repeat share materialize single isEmpty \
        sequenceEqual dematerialize \
        just empty from range timer defer using \(ofStreams) \(goingOn) \(parting) \(waiting)
        """, "$ never completes.",
      Faults(column: .losing(.downstream) { $0 == .completed }))
    + column(
      "completes-twice", in: "take takeUntil concat flatMap",
      breaks: "one-end", "$ completes twice.",
      Faults(
        column: .telling(.downstream) { emit in
          {
            emit($0)
            if $0 == .completed { emit($0) }
          }
        }))

  /// Values.
  private static let values =
    column(
      "loses-what-is-false",
      in: """
        map scan reduce take skip takeLast distinctUntilChanged startWith sample zip combineLatest flatMap last share \
        ReplaySubject materialize mapIndexed single isEmpty sequenceEqual \
        \(ofStreams) \(goingOn) \(parting) \(waiting)
        """,
      "$ drops falsy values of upstream.",
      Faults(column: .losingFalsy(.upstream)))
    + column(
      "loses-what-is-false-of-the-other",
      in: "\(twofold) flatMap switchMap defer using \(ofStreams) \(goingOn) timeoutWith",
      "$ drops falsy values of the other source.",
      Faults(column: .losingFalsy(.others)))
    + column(
      "holds-nothing-false",
      in:
        "scan reduce last pairwise distinctUntilChanged combineLatest withLatestFrom debounce sample debounceWhen throttleLatest sampleWhen",
      "$ treats a falsy value that it holds as none.",
      Faults(isAbsent: { $0.isFalsy }))
    + column(
      "tells-nothing-false",
      in:
        "map scan reduce all contains count toList mapIndexed isEmpty sequenceEqual dematerialize just from range timer interval defer using \(ofStreams) \(goingOn)",
      "$ does not emit falsy results.",
      Faults(column: .losingFalsy(.downstream)))
    + column(
      "loses-what-comes-while-connecting",
      in: """
        map take merge concat zip combineLatest toList flatMap catch retry share replay-refCount single isEmpty \
        sequenceEqual \
        \(ofStreams) \(goingOn) \(parting) \(waiting)
        """,
      "$ loses values that upstream emits while it connects.",
      Faults(column: .losingWhileConnecting(.upstream)))
    + column(
      "loses-what-the-other-emits-while-connecting",
      in:
        "takeUntil merge zip combineLatest withLatestFrom sequenceEqual \(flattening) defer using \(byOthers) \(ofStreams) \(goingOn)",
      "$ loses values that the other source emits while it connects.",
      Faults(column: .losingWhileConnecting(.others)))

    + column(
      "turns-round", in: "pairwise zip combineLatest withLatestFrom",
      "$ emits the two values in reverse order.",
      Faults(
        column: .telling(.downstream) { emit in
          {
            guard case .next(.list(let values)) = $0 else { return emit($0) }
            emit(.next(.list(values.reversed())))
          }
        }))

  /// Functions that fail.
  private static let functions =
    column(
      "skips-what-its-function-fails-for",
      in: """
        map filter scan reduce takeWhile all \(flattening) mapIndexed filterIndexed takeWhileIndexed skipWhileIndexed \
        delayWhen debounceWhen timeoutWhen \(ofStreams)
        """,
      breaks: "functions-fail", "If its function fails, $ only leaves the value out.",
      Faults(failure: { _ in }))

  private static let timers =
    column(
      "keeps-its-timer",
      in: "delay debounce sample timeout timer interval throttleLatest bufferTime",
      breaks: "no-timer-after-the-end",
      "The timer of $ runs on after an end or an unsubscription.", Faults(keepsTimers: true))

  private static let counts =
    column(
      "counts-one-more",
      in: """
        take skip takeLast skipLast elementAt buffer window retry repeat shareReplay replay-refCount replay \
        ReplaySubject \
        bufferCount windowCount range
        """, "$ counts one too many.", Faults(count: { $0 + 1 }))

  /// Re-entrant emissions.
  private static let withins =
    column(
      "loses-what-comes-from-within",
      in: """
        merge zip combineLatest flatMap share debounce PublishSubject BehaviorSubject ReplaySubject
        """, breaks: "notifications", "$ loses a value that comes while its observer is called.",
      .deliveringWithin(0))
    + column(
      "doubles-what-comes-from-within", in: "merge flatMap share PublishSubject BehaviorSubject",
      breaks: "notifications", "$ emits a value twice if it comes while its observer is called.",
      .deliveringWithin(2))
    + column(
      "tells-more-from-within", in: "all contains first elementAt", breaks: "one-end",
      "$ emits again if the observer emits during the deciding value.",
      Faults(decidesAgain: true))
    + column(
      "tells-more-from-within", in: "count toList", breaks: "one-end",
      "$ emits its result again if upstream completes again during it.", Faults(endsAgain: true))
}

extension Faults {
  /// Delivers values during a call of the observer, up to this number of times.
  fileprivate static func deliveringWithin(_ times: Int) -> Faults {
    Faults(
      column: .telling(.downstream) { emit in
        var calls = 0
        return { notification in
          calls += 1
          let isWithin = calls > 1 && (times == 0 || notification.channel == .next)
          for _ in 0..<(isWithin ? times : 1) { emit(notification) }
          calls -= 1
        }
      })
  }
}
