"""RxPY for the fixtures of ReactiveX: its module, `reactivex` or its predecessor `rx`, is the argument."""

import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

sys.path.append(str(Path(__file__).parents[3] / "Sources/Adapters/Python"))

import adapter  # noqa: E402
import given  # noqa: E402

rx = import_module(sys.argv[1])
ops = import_module(f"{rx.__name__}.operators")
notifications = import_module("rx.core.notification" if rx.__name__ == "rx" else "reactivex.notification")


class Stream:
    """A stream of RxPY for the kit."""

    def __init__(self, observable):
        self.observable = observable

    def subscribe(self, next, error=None, completed=None):
        def tell(value):
            is_stream = isinstance(value, rx.Observable)
            next(given.Told(getattr(value, "key", None), Stream(value)) if is_stream else value)

        return subscription(self.observable.subscribe(tell, error, completed))

    def connect(self):
        return subscription(self.observable.connect())


def subscription(ends):
    """A re-entrant connection is None."""
    return None if ends is None else SimpleNamespace(unsubscribe=ends.dispose)


def source(connect):
    return Stream(rx.create(lambda to, _: rx.disposable.Disposable(connect(SimpleNamespace(
        next=to.on_next, error=to.on_error, completed=to.on_completed, is_connected=lambda: not to.is_stopped)))))


class Time(rx.scheduler.periodicscheduler.PeriodicScheduler):
    """The clock of a case as a scheduler."""

    @property
    def now(self):
        return self.to_datetime(given.clock.now / 1000)

    def schedule(self, action, state=None):
        return self.schedule_absolute(self.now, action, state)

    def schedule_relative(self, duetime, action, state=None):
        return self.schedule_absolute(self.now + self.to_timedelta(duetime), action, state)

    def schedule_absolute(self, duetime, action, state=None):
        item = rx.scheduler.scheduleditem.ScheduledItem(self, state, action, self.to_datetime(duetime))
        milliseconds = self.to_seconds(item.duetime - self.now) * 1000
        call_off = given.clock.schedule(milliseconds, lambda: item.is_cancelled() or item.invoke())
        return rx.disposable.CompositeDisposable(item.disposable, rx.disposable.Disposable(call_off))


class TimeNow(rx.scheduler.CurrentThreadScheduler):
    """The scheduler that `replay` has by itself, with the clock of a case."""

    @property
    def now(self):
        return time.now


def other(name):
    return given.source(name).observable


def several(operator, names):
    return operator(*(one.observable for one in given.sources(names)))


def amb(*others):
    """There is an operator for two streams, and a function for more."""
    return ops.amb(*others) if len(others) == 1 else lambda stream: rx.amb(stream, *others)


def source_function(rows):
    source_of = given.source_function(rows)
    return lambda value: source_of(value).observable


def alone(create):
    """A stream by itself: upstream is not connected."""
    return lambda *argument: lambda _: create(*argument)


def defer(argument):
    call, stream = given.callback(argument["calls"]), other(argument["with"])
    return rx.defer(lambda _: call() or stream)


def using(argument):
    opens, closes = map(given.callback, (argument["opens"], argument["closes"]))
    stream = other(argument["with"])
    return rx.using(lambda: opens() or rx.disposable.Disposable(closes), lambda _: stream)


def on_streams(operator, rows):
    """An operator on the streams that a table gives for the values."""
    return lambda stream: stream.pipe(ops.map(source_function(rows)), operator)


def merge_all(argument):
    concurrent = argument.get("concurrent")
    return on_streams(ops.merge(max_concurrent=concurrent) if concurrent else ops.merge_all(), argument["with"])


def catch_error(rows):
    source_of = source_function(rows)
    return ops.catch(lambda error, _: source_of(error.value))


def fold(operator, argument):
    return operator(given.reducer(argument["with"]), *([argument["seed"]] if "seed" in argument else []))


def compare(operator, argument=()):
    key = given.function(argument["key"]) if "key" in argument else None
    return operator(key, *([given.reducer(argument["equal"])] if "equal" in argument else []))


def do(name):
    told = given.observer(name)
    return ops.do_action(told.next, told.error, told.completed)


def timer(argument):
    return lambda stream: rx.timer(argument["after"], argument.get("period"), scheduler=time)


def replay(argument):
    seconds = {"window": argument["seconds"], "scheduler": TimeNow()} if "seconds" in argument else {}
    return ops.replay(buffer_size=argument["count"], **seconds)


def measured(operator, name):
    """A value with a time in seconds."""
    def written(one):
        return {"value": one.value, name: time.to_seconds(getattr(one, name))}

    return lambda: lambda stream: stream.pipe(operator(scheduler=time), ops.map(written))


def written(one):
    kind = {"N": "next", "E": "error", "C": "completed"}[one.kind]
    told = one.exception if kind == "error" else one
    has_value = kind == "next" or isinstance(told, given.CaseError)
    return {"kind": kind, "value": told.value} if has_value else {"kind": kind}


def notification(one):
    """The notification that a value describes."""
    if one["kind"] == "completed":
        return notifications.OnCompleted()
    if one["kind"] == "next":
        return notifications.OnNext(one["value"])
    return notifications.OnError(given.CaseError(one["value"]))


def apply(name, operator, translate, stream, *argument):
    """Applies an operator; a case whose argument it refuses is skipped. A subject is subscribed at once."""
    try:
        made = operator(*map(translate, argument))
        if not isinstance(made, rx.subject.Subject):
            return Stream(made(stream.observable))
        stream.observable.subscribe(made)
        called = Stream(made)
        called.next, called.error, called.completed = made.on_next, made.on_error, made.on_completed
        return called
    except ValueError as refused:
        given.fail(given.Refusal(f"`{name}` with this argument: {refused}"))


time = Time()

# The operators by their names in fixtures, each with the translation of its argument. The library lacks those of None.
BY_ARGUMENT = [
    (lambda value: value, {
        "just": alone(rx.just), "empty": alone(rx.empty), "never": alone(rx.never),
        "error": alone(lambda value: rx.throw(given.CaseError(value))), "from": alone(rx.from_iterable),
        "range": alone(lambda argument: rx.range(argument["from"], argument["from"] + argument["count"])),
        "defer": alone(defer), "using": alone(using), "catchError": catch_error,
        "switch": lambda rows: on_streams(ops.switch_latest(), rows), "mergeAll": merge_all,
        "concatAll": hasattr(ops, "concat_all") and (lambda rows: on_streams(ops.concat_all(), rows)),
        "take": ops.take, "skip": ops.skip, "takeLast": ops.take_last, "skipLast": ops.skip_last,
        "elementAt": ops.element_at, "first": ops.first, "last": ops.last,
        "distinct": partial(compare, ops.distinct),
        "distinctUntilChanged": partial(compare, ops.distinct_until_changed),
        "ignoreElements": ops.ignore_elements, "single": ops.single, "isEmpty": ops.is_empty,
        "defaultIfEmpty": ops.default_if_empty, "contains": ops.contains, "count": ops.count,
        "toList": ops.to_list, "startWith": ops.start_with, "retry": ops.retry, "repeat": ops.repeat,
        "buffer": ops.buffer_with_count, "window": ops.window_with_count, "pairwise": ops.pairwise,
        "bufferCount": lambda argument: ops.buffer_with_count(**argument),
        "windowCount": lambda argument: ops.window_with_count(**argument),
        "bufferTime": partial(ops.buffer_with_time, scheduler=time),
        "windowTime": partial(ops.window_with_time, scheduler=time),
        "timer": timer, "interval": lambda seconds: lambda stream: rx.interval(seconds, scheduler=time),
        "timestamp": measured(ops.timestamp, "timestamp"), "timeInterval": measured(ops.time_interval, "interval"),
        "timeoutWith": lambda argument: ops.timeout(argument["after"], other(argument["with"]), scheduler=time),
        "share": ops.share, "publish": ops.publish, "refCount": ops.ref_count,
        "scan": partial(fold, ops.scan), "reduce": partial(fold, ops.reduce), "do": do,
        "withLatestFrom": partial(several, ops.with_latest_from),
        "replay": replay,
        "materialize": lambda: lambda stream: stream.pipe(ops.materialize(), ops.map(written)),
        "dematerialize": lambda: lambda stream: stream.pipe(ops.map(notification), ops.dematerialize()),
        "delay": partial(ops.delay, scheduler=time), "debounce": partial(ops.debounce, scheduler=time),
        "throttleFirst": partial(ops.throttle_first, scheduler=time),
        "sample": partial(ops.sample, scheduler=time), "timeout": partial(ops.timeout, scheduler=time),
        "PublishSubject": rx.subject.Subject, "BehaviorSubject": rx.subject.BehaviorSubject,
        "ReplaySubject": rx.subject.ReplaySubject, "AsyncSubject": rx.subject.AsyncSubject,
    }),
    (given.function, {"map": ops.map, "groupBy": ops.group_by}),
    (given.predicate, {
        "filter": ops.filter, "takeWhile": ops.take_while, "skipWhile": ops.skip_while, "all": ops.all,
    }),
    (given.reducer, {
        "mapIndexed": ops.map_indexed, "filterIndexed": ops.filter_indexed,
        "takeWhileIndexed": ops.take_while_indexed, "skipWhileIndexed": ops.skip_while_indexed,
    }),
    (other, {
        "takeUntil": ops.take_until, "skipUntil": ops.skip_until, "catch": ops.catch,
        "sequenceEqual": ops.sequence_equal, "sampleWhen": ops.sample,
        "bufferBoundary": ops.buffer, "windowBoundary": ops.window,
        "onErrorResumeNext": ops.on_error_resume_next,
    }),
    (lambda argument: argument["with"], {
        "merge": partial(several, ops.merge), "concat": partial(several, ops.concat), "zip": partial(several, ops.zip),
        "combineLatest": partial(several, ops.combine_latest), "amb": partial(several, amb),
    }),
    (source_function, {
        "flatMap": ops.flat_map, "switchMap": ops.flat_map_latest, "concatMap": getattr(ops, "concat_map", None),
        "delayWhen": ops.delay_with_mapper, "debounceWhen": ops.throttle_with_mapper,
        "timeoutWhen": lambda source_of: ops.timeout_with_mapper(None, source_of),
    }),
    (given.callback, {"finally": ops.finally_action}),
]

IMPLEMENTATION = {"name": "RxPY", "version": rx.__version__, "language": "Python"}

# The library's names of operators that have another name in the specification.
NAMES = {
    "error": "throw()", "from": "from_iterable()", "switch": "switch_latest()", "catchError": "catch()",
    "buffer": "buffer_with_count()", "window": "window_with_count()", "switchMap": "flat_map_latest()",
    "finally": "finally_action()", "do": "do_action()", "bufferCount": "buffer_with_count()",
    "windowCount": "window_with_count()", "bufferTime": "buffer_with_time()", "windowTime": "window_with_time()",
    "bufferBoundary": "buffer()", "windowBoundary": "window()", "delayWhen": "delay_with_mapper()",
    "debounceWhen": "throttle_with_mapper()", "timeoutWhen": "timeout_with_mapper()", "timeoutWith": "timeout()",
    "sampleWhen": "sample()",
}
CHANNELS = ["next", "error", "completed"]
SPECIFICATIONS = ["ReactiveX"]
FEATURES = ["streams-of-streams", "throws", "calls", "connectable", "inner-streams", "while-connected", "subjects"]
OPERATORS = {
    name: partial(apply, name, operator, translate)
    for translate, table in BY_ARGUMENT for name, operator in table.items() if operator
}
PROPERTIES = {}

adapter.serve(sys.modules[__name__])
