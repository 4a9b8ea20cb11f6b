"""The sample library: `ConformanceRunner kit 'python3 sample.py'` tests the kit with it.

The article "Test a kit" of the adapter protocol describes each operator.
"""

import sys
from concurrent.futures import Future
from datetime import date
from decimal import Decimal
from functools import partial
from itertools import count
from types import SimpleNamespace as Observer

import adapter
import given

IMPLEMENTATION = {"name": "sample-python", "version": "1", "language": "Python"}
CHANNELS = ["next", "state", "error", "completed"]
FEATURES = ["streams-of-streams", "throws", "calls", "connectable", "inner-streams", "while-connected", "subjects",
            "reports"]


def nothing(*_):
    pass


class Subscription:
    """An observer that receives nothing after an error or completion, or once it has unsubscribed."""

    def __init__(self, connect, observer):
        self.is_open, self.disconnect = True, nothing  # until it is connected
        is_connected = getattr(observer, "is_connected", lambda: True)
        pass_on = {one: partial(self.pass_on, getattr(observer, one)) for one in ("next", "state")}
        end = {one: partial(self.end, getattr(observer, one)) for one in ("error", "completed")}
        self.disconnect = connect(Observer(**pass_on, **end, is_connected=lambda: self.is_open and is_connected()))
        if not self.is_open:
            self.unsubscribe()

    def pass_on(self, tell, value):
        if self.is_open:
            tell(value)

    def end(self, tell, *error):
        if self.is_open:
            self.is_open = False
            tell(*error)
            self.unsubscribe()

    def unsubscribe(self):
        self.is_open = False
        disconnect, self.disconnect = self.disconnect, nothing
        disconnect()


class Stream:
    """A stream: `connect` is called with each observer, and returns the function that disconnects it."""

    def __init__(self, connect):
        self._connect = connect

    def subscribe(self, next, state=nothing, error=nothing, completed=nothing):
        return self.observe(Observer(next=next, state=state, error=error, completed=completed))

    def observe(self, observer):
        return Subscription(self._connect, observer)

    def lift(self, make):
        """A stream with another next function: `make` returns it for each observer."""
        return Stream(lambda to: self.observe(Observer(**{**vars(to), "next": make(to)})).unsubscribe)


class Unguarded:
    """A stream for observers that receive everything, and are disconnected as often as they unsubscribe."""

    def __init__(self, stream):
        self.stream = stream

    def subscribe(self, next, state=nothing, error=nothing, completed=nothing):
        observer = Observer(next=next, state=state, error=error, completed=completed)
        return Observer(unsubscribe=self.stream._connect(observer))


def early(stream):
    """The same for an observer that disconnects at the first value, also while its stream connects."""

    def connect(to):
        teardowns = []

        def next(value):
            to.next(value)
            teardowns[0]()

        stream._connect(Observer(**{**vars(to), "next": next, "add_teardown": teardowns.append}))
        return nothing

    return Stream(connect)


class Broadcast:
    """Observers that all receive the same, in order: those that are there when it begins."""

    def __init__(self):
        self.observers = []

    def tell(self, channel, *value):
        for one in list(self.observers):
            getattr(one, channel)(*value)

    def all(self):
        """All of them as one."""
        return Observer(**{channel: partial(self.tell, channel) for channel in CHANNELS})

    def add(self, observer):
        """Adds an observer, and returns a function that removes it."""
        self.observers.append(observer)

        def remove():
            self.observers = [one for one in self.observers if one is not observer]

        return remove


def attempt(fail, call, go_on):
    """Continues with the result of a function of the case; its exception is emitted as an error."""
    try:
        result = call()
    except Exception as error:
        return fail(error)
    go_on(result)


def split(stream, make):
    """A stream of streams, connected until its observer and all observers of those streams have unsubscribed."""

    def connect(observer):
        streams, users, subscription = [], 1, None

        def leave():
            nonlocal users
            users -= 1
            if users == 0:
                subscription.unsubscribe()

        def start(key):
            one = Broadcast()
            streams.append(one)

            def connect_inner(inner):
                nonlocal users
                users += 1
                remove = one.add(inner)
                return lambda: (remove(), leave())

            observer.next(given.Told(key, Stream(connect_inner)))
            return one

        def end(channel, *error):
            for one in streams:
                one.tell(channel, *error)
            getattr(observer, channel)(*error)

        fail = partial(end, "error")
        subscription = stream.subscribe(make(start, fail), observer.state, fail, partial(end, "completed"))
        return leave

    return Stream(connect)


def group_by(stream, rows):
    key_of = given.function(rows)

    def make(start, fail):
        groups = []

        def next(value):
            def go_on(key):
                group = [one for other, one in groups if given.same(other, key)]
                if not group:
                    group = [start(key)]
                    groups.append((key, group[0]))
                group[0].tell("next", value)

            attempt(fail, lambda: key_of(value), go_on)

        return next

    return split(stream, make)


def window(stream, count):
    def make(start, fail):
        one, left = None, 0

        def next(value):
            nonlocal one, left
            if left == 0:
                one, left = start(None), count
            left -= 1
            one.tell("next", value)
            if left == 0:
                one.tell("completed")

        return next

    return split(stream, make)


def map(stream, rows):
    transform = given.function(rows)
    return stream.lift(lambda to: lambda value: attempt(to.error, lambda: transform(value), to.next))


def map_indexed(stream, rows):
    transform = given.reducer(rows)

    def make(to):
        index = count()
        return lambda value: attempt(to.error, lambda: transform(value, next(index)), to.next)

    return stream.lift(make)


def filter(stream, entries):
    holds = given.predicate(entries)

    def make(to):
        return lambda value: attempt(
            to.error, lambda: holds(value), lambda is_true: to.next(value) if is_true else None)

    return stream.lift(make)


def scan(stream, argument):
    reduce = given.reducer(argument["with"])

    def make(to):
        so_far = [argument["seed"]] if "seed" in argument else []

        def go_on(result):
            so_far[:] = [result]
            to.next(result)

        return lambda value: attempt(
            to.error, lambda: reduce(so_far[0], value) if so_far else value, go_on)

    return stream.lift(make)


def merge(stream, argument):
    others = given.sources(argument["with"])

    def connect(to):
        subscriptions = [one.observe(to) for one in (stream, *others)]
        return lambda: [one.unsubscribe() for one in subscriptions]

    return Stream(connect)


def flat_map(stream, rows):
    source_of = given.source_function(rows)

    def connect(to):
        inner = Observer(**{**vars(to), "completed": nothing})
        subscriptions = []

        def next(value):
            attempt(
                to.error, lambda: source_of(value),
                lambda source: subscriptions.append(source.observe(inner)))

        outer = stream.observe(Observer(**{**vars(to), "next": next}))
        return lambda: [one.unsubscribe() for one in [outer, *subscriptions]]

    return Stream(connect)


def delay(stream, seconds):
    def connect(to):
        timers = []

        def later(tell, *value):
            timers.append(given.clock.schedule(seconds * 1000, partial(tell, *value)))

        subscription = stream.observe(
            Observer(**{channel: partial(later, getattr(to, channel)) for channel in CHANNELS}))

        def disconnect():
            subscription.unsubscribe()
            for call_off in timers:
                call_off()

        return disconnect

    return Stream(connect)


def debounce(stream, seconds):
    def make(to):
        call_off = nothing

        def next(value):
            nonlocal call_off
            call_off()
            call_off = given.clock.schedule(seconds * 1000, partial(to.next, value))

        return next

    return stream.lift(make)


def take(stream, count):
    def make(to):
        left = count

        def next(value):
            nonlocal left
            left -= 1
            to.next(value)
            if left == 0:
                to.completed()

        return next

    return stream.lift(make)


def share(stream):
    all, subscription = Broadcast(), None

    def connect(to):
        nonlocal subscription
        remove = all.add(to)
        if len(all.observers) == 1:
            subscription = stream.observe(all.all())

        def disconnect():
            remove()
            if not all.observers:
                subscription.unsubscribe()

        return disconnect

    return Stream(connect)


def publish(stream):
    all = Broadcast()
    published = Stream(all.add)
    published.connect = lambda: Unguarded(stream).subscribe(**vars(all.all()))
    return published


def hot(stream):
    all = Broadcast()
    stream.observe(all.all())
    made = Stream(all.add)
    vars(made).update(vars(all.all()))
    return made


def fail(stream):
    def connect(to):
        to.error(LookupError("it fails, 🙂"))
        return nothing

    return Stream(connect)


def end(stream, name):
    callback = given.callback(name)

    def connect(to):
        subscription = stream.observe(to)

        def disconnect():
            subscription.unsubscribe()
            try:
                callback()
            except Exception as error:
                raise RuntimeError(f"a callback threw: {error}") from error

        return disconnect

    return Stream(connect)


def guard(stream):
    """Reports what its observer raises."""

    def make(to):
        def next(value):
            try:
                to.next(value)
            except Exception as problem:
                given.reported(problem)

        return next

    return stream.lift(make)


def tap(stream, name):
    tapped = given.observer(name)

    def both(channel, to, *value):
        getattr(tapped, channel, nothing)(*value)
        getattr(to, channel)(*value)

    def connect(to):
        return stream.observe(
            Observer(**{**vars(to), **{channel: partial(both, channel, to) for channel in CHANNELS}})).unsubscribe

    return Stream(connect)


def rewrite(stream, argument):
    rows = given.rows(argument)
    return stream.lift(lambda to: lambda value: to.next(rows[value]) if value in rows else None)


def next_operator(stream, rows):
    operation = given.operation(rows)

    def make(to):
        def next(value):
            results = []
            attempt(
                to.error, lambda: operation(value, results.append), lambda _: [to.next(one) for one in results])

        return next

    return stream.lift(make)


def collect(stream):
    """Emits one list again and again."""

    def make(to):
        all = []

        def next(value):
            all.append(value)
            to.next(all)

        return next

    return stream.lift(make)


def throws(_):
    raise LookupError("it throws")


# Deliberate mistakes of a library.
MISTAKES = {
    "reducer": lambda value: given.reducer("latest")(value),
    "throws": throws,
}


def wrong(stream, mistake):
    return stream.lift(lambda to: lambda value: to.next(MISTAKES[mistake](value)))


class Lazy(list):
    def __iter__(self):
        raise LookupError("it throws")


def cycle():
    one = []
    one.append(one)
    return one


def nested(depth):
    return [nested(depth - 1)] if depth else []


# Parts that JSON lacks, by kind.
UNSAYABLE = {
    "infinity": lambda: float("-inf"),
    "integer": lambda: 2**53 + 1,
    "decimal": lambda: Decimal("0.1"),
    "half": lambda: "\ud83d",
    "half-key": lambda: {"\ud83d": 1},
    "key": lambda: {"text": 1, 1: 2},
    "function": lambda: throws,
    "error": lambda: LookupError("an error"),
    "date": lambda: date(2020, 1, 1),
    "promise": Future,
    "set": lambda: {1},
    "bytes": lambda: b"bytes",
    "object": Broadcast,
    "cycle": cycle,
    "depth": lambda: nested(600),
    "getter": Lazy,
}


def telling(make, stream, *key):
    """Emits such a part for each value: by itself, or after the value in a list, which a map has under a key."""
    return stream.lift(lambda to: lambda value: to.next({key[0]: [value, make()]} if key else make()))


def read(stream):
    values = []
    stream.subscribe(values.append).unsubscribe()
    return values


class Property:
    def __init__(self, read, write):
        self.read, self._write, self._all = read, write, Broadcast()

    def write(self, value):
        self._write(value)
        self._all.tell("next", value)

    def state(self, value):
        self._all.tell("state", value)

    def subscribe(self, **functions):
        def connect(to):
            remove = self._all.add(to)
            to.next(self.read())
            return remove

        return Stream(connect).subscribe(**functions)


class UnscopedProperty:
    def __init__(self, read, write):
        self.read, self.write = read, write


source = Stream
OPERATORS = {
    "map": map, "mapIndexed": map_indexed, "mergeSeveral": merge, "filter": filter, "scan": scan, "merge": merge, "flatMap": flat_map, "delay": delay,
    "take": take, "share": share, "fail": fail, "finally": end, "tap": tap, "publish": publish,
    "window": window, "groupBy": group_by, "rewrite": rewrite, "_nextOperator": next_operator,
    "debounce": debounce, "collect": collect, "hot": hot, "unguarded": Unguarded, "guard": guard, "early": early,
    "wrong": wrong, "_read": read,
    **{f"unsayable-{kind}": partial(telling, make) for kind, make in UNSAYABLE.items()},
}
PROPERTIES = {"scoped": Property, "unscoped": UnscopedProperty}

if __name__ == "__main__":
    adapter.serve(sys.modules[__name__])
