"""The parts of a case that the streams use: its sources, the arguments of operators, and the clock.

An operator of `streams.py` has its argument as the case writes it. This module converts an argument that is more
than a value: `"map": lambda stream, rows: stream.map(given.function(rows))`, after `import given`.
"""

import json
import re
from collections.abc import Awaitable, Callable, Set
from datetime import date, time
from functools import partial
from heapq import heapify, heappop, heappush
from math import inf, isfinite
from numbers import Number

MOST_TIMERS = 10_000

# The deepest nesting of a value: an answer may have 512 levels, 5 of which enclose it.
DEEPEST = 507


class CaseError(Exception):
    """An error with a value of the case. Any other error that an observer receives is the library's own."""

    def __init__(self, value):
        super().__init__(f"the error {json.dumps(value)} of the case")
        self.value = value


class Fault(Exception):
    """The answer instead of a trace, whatever the library does with the exception."""

    code = -32603

    def __init__(self, message):
        super().__init__(message)
        self.data = f"step {step + 1}"


class NoRow(Fault):
    """A table has no row for a value."""

    code = -32002

    def __init__(self, operator, value):
        super().__init__(f"a table has no row for {json.dumps(value)}")
        self.data = {"operator": operator, "value": value, "step": step}


class Refusal(Fault):
    """The case needs a feature that the implementation lacks."""
    code = -32001


class Unsayable(Exception):
    """A part of a value that JSON lacks: its kind, and the part if it can be shown."""

    def __init__(self, kind, *part):
        super().__init__(kind + "".join(f": {cut(text_of(one))} ({type(one).__name__})" for one in part))


class Told:
    """A stream that an observer receives, with the key of a group, or None."""

    def __init__(self, key, stream):
        self.key, self.stream = key, stream


def same(a, b):
    """Whether two values are equal in events: a tuple is a list, and a truth value is no number."""
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def content_of(error):
    """The value of an error in the case, or a text for people if the error is the library's own."""
    if isinstance(error, CaseError):
        return [error.value]
    is_error = isinstance(error, BaseException)
    return [None, {"message": text_of(error, lambda it: f"{type(it).__name__}: {it}" if is_error else repr(it))}]


def text_of(value, make=repr):
    """Anything as a text for people, whatever its own functions do."""
    try:
        return well_formed(make(value))
    except Exception:
        return object.__repr__(value)


def well_formed(text):
    """A text without half characters, which JSON lacks."""
    return text.encode(errors="replace").decode()


def cut(text):
    """The beginning of a text, without addresses, which change from run to run."""
    text = re.sub(" at 0x[0-9a-fA-F]+", "", text)
    return text if len(text) <= 100 else f"{text[:100]}…"


# The kinds of values that JSON lacks. Any other is an object of a class.
KINDS = {
    "a number that is not finite": float,
    "a text with half a character": str,
    "an error": BaseException,
    "a date": (date, time),
    "a promise": Awaitable,
    "a set": Set,
    "bytes": (bytes, bytearray, memoryview),
    "a number that is no double": Number,
    "a function": Callable,
}


def is_scalar(value):
    if isinstance(value, str):
        return value.isascii() or not re.search("[\ud800-\udfff]", value)
    if isinstance(value, int):
        bits = value.bit_length()  # a double has 53, and zeros after them
        return bits <= 53 or bits <= 1024 and bits - (value & -value).bit_length() < 53
    return isfinite(value) if isinstance(value, float) else value is None


def copy(value, path):
    """A copy of a value. `path` has its place in each list and map around it, by the id of that."""
    if is_scalar(value):
        return value
    is_map = isinstance(value, dict)
    if not is_map and not isinstance(value, (list, tuple)):
        kinds = (kind for kind, types in KINDS.items() if isinstance(value, types))
        is_future = hasattr(value, "add_done_callback")  # whether it can be awaited or not
        raise Unsayable("a promise" if is_future else next(kinds, "an object of a class"), value)
    if id(value) in path:
        raise Unsayable("a value that contains itself")
    if len(path) == DEEPEST:
        raise Unsayable(f"a value that is nested more than {DEEPEST} deep")
    made = dict(value) if is_map else list(value)
    for key in made if is_map else ():
        if not isinstance(key, str) or not is_scalar(key):
            raise Unsayable("a text with half a character" if isinstance(key, str) else "a key that is no text", key)
    for key, part in made.items() if is_map else enumerate(made):
        if not is_scalar(part):
            path[id(value)] = key
            made[key] = copy(part, path)
    path.pop(id(value), None)
    return made


def sayable(value, whose):
    """A copy of a value as it is now; a fault if JSON lacks a part of it."""
    path = {}
    try:
        return copy(value, path)
    except Unsayable as problem:
        what = problem
    except Exception as problem:
        what = Unsayable("a part that throws when it is read", problem)
    fail(Fault(f"{whose} has at `{place(path.values())}` {what}"))


def recorded(event):
    """A copy of an event: a library may change a list that it has emitted."""
    words = 1 if event[0] in ("returns", "throws", "reported") else 2
    if len(event) == words or is_scalar(event[words]):
        return event
    whose = f"`{event[0]}`" if words == 1 else f"`{event[0]}`'s {event[1]}"
    return (*event[:words], sayable(event[words], f"the value of {whose}"))


def place(keys):
    """The place of a part in a value: `.items[2]["a key"]`, or `.` for the value itself."""
    is_word = re.compile("[A-Za-z_][A-Za-z0-9_]*").fullmatch
    path = (f".{key}" if is_word(str(key)) else f"[{json.dumps(key, ensure_ascii=False)}]" for key in keys)
    return cut("".join(path)) or "."


class Source:
    """A source that records its connections, and emits what the case lists for each."""

    def __init__(self, name, record, connections=None, **plan):
        self.name, self.record, self.plans = name, record, connections or [plan]
        self.count = 0
        self.connections = []

    def connect(self, observer):
        """Connects an observer, and returns the disconnect function.

        An observer with `add_teardown` receives that before any value, as it may disconnect while the source emits.
        """
        connection = Connection(observer)
        plan = self.plans[min(self.count, len(self.plans) - 1)]
        self.count += 1
        self.connections.append(connection)

        def disconnect():
            connection.is_live = False
            self.connections[:] = [one for one in self.connections if one is not connection]
            self.record(self.name, "release" if connection.has_ended else "disconnect")

        self.record(self.name, "connect")
        if hasattr(observer, "add_teardown"):
            observer.add_teardown(disconnect)
        try:
            for one in [*(("next", value) for value in plan.get("onConnect", ())), *filter(None, [plan.get("then")])]:
                if "whileConnected" in plan and not getattr(observer, "is_connected", lambda: True)():
                    break
                connection.tell(*one)
        except Exception:
            connection.is_live = False
            raise
        return disconnect

    def send(self, channel, *content):
        """Sends to the connections that are live now, except those that are disconnected meanwhile."""
        do_all(partial(connection.tell, channel, *content) for connection in list(self.connections))


class Connection:
    """A connection of a source. After an error or completion it is live until it is released, if the library does that."""

    def __init__(self, observer):
        self.observer, self.is_live, self.has_ended = observer, True, False

    def tell(self, channel, *content):
        if not self.is_live:
            return
        ends = channel in ("error", "completed")
        self.has_ended = self.has_ended or ends
        try:
            getattr(self.observer, channel)(*map(CaseError, content) if channel == "error" else content)
        finally:
            self.is_live = self.is_live and (releases or not ends)


class Connectable:
    """A stream that is connected explicitly."""

    def __init__(self, stream):
        self.stream, self.depth, self.last = stream, 0, None

    def connect(self):
        """Connects the stream. There is nothing to disconnect until the outermost call has returned."""
        self.last, self.depth = None, self.depth + 1
        try:
            connection = self.stream.connect()
            self.last = connection if self.depth == 1 else None
        finally:
            self.depth -= 1

    def disconnect(self):
        last, self.last = self.last, None
        if last:
            last.unsubscribe()


class Clock:
    """The time of a case, in whole milliseconds from 0. Only the steps of the case move it."""

    def __init__(self):
        self.now = 0
        self._count = 0
        self._timers = []

    @property
    def is_idle(self):
        return not self._timers

    @property
    def due(self):
        """When the next timer is due; infinity if there is none."""
        return self._timers[0][0] if self._timers else inf

    def schedule(self, milliseconds, action):
        """Calls a function later by this time, and returns a function that cancels the timer."""
        # Timers that are due at the same time fire in the order of their creation.
        self._count += 1
        timer = (self.now + max(0, round(milliseconds)), self._count, action)
        heappush(self._timers, timer)

        def call_off():
            if timer in self._timers:
                self._timers.remove(timer)
                heapify(self._timers)

        return call_off

    def advance(self, milliseconds, action=None):
        """Moves time, and fires all timers that are due by then, also those made meanwhile. An action runs at the end,
        before the timers that are due at that time.
        """
        end = self.now + round(milliseconds)
        do_all(self._due(end, action))
        self.now = end

    def _due(self, end, action):
        calls = 0
        while action or self._timers and self._timers[0][0] <= end:
            if action and not (self._timers and self._timers[0][0] < end):
                self.now, once, action = end, action, None
                yield once
                continue
            calls += 1
            if calls > MOST_TIMERS:
                raise RuntimeError(f"more than {MOST_TIMERS} timers came due in a step")
            self.now, _, timer = heappop(self._timers)
            yield timer


def do_all(actions):
    """Does one thing after the other, even if one raises; raises the first error at the end."""
    first = None
    for action in actions:
        try:
            action()
        except Exception as error:
            first = first or error
    if first:
        raise first


def begin():
    """Begins a case."""
    global clock, operator, step, fault
    clock = Clock()
    streams.clear()
    # The operator that is being made, the step that is being played, and the first fault of a function of the case.
    operator, step, fault = 0, 0, None


streams = {}
# Whether the library disconnects a source that has ended.
releases = True
begin()


def make(subject, find):
    """The stream of a case, or several by name: the operators of each, applied to its source."""
    global operator
    made, operator = {}, -1
    one = {"source": "upstream", "operators": subject.get("operators")}
    for name, each in subject.get("streams", {"stream": one}).items():
        made[name] = source(each["source"])
        for operation, *argument in each["operators"]:
            operator += 1
            made[name] = find(operation)(made[name], *argument)
        if "streams" in subject:
            streams[name] = made[name]
    return made


def source(name):
    """The stream of a source, or another stream of the case."""
    return fail(Refusal("a list of sources as an argument")) if isinstance(name, list) else streams[name]


def sources(names):
    """The streams of one name, or of a list of names."""
    return [source(name) for name in (names if isinstance(names, list) else [names])]


def callback(name):
    """A function of the case that records each call."""
    return lambda: record(name, "called")


def reported(error):
    """Records an error that the library reports, and nobody receives. The library lists `reports` in FEATURES."""
    record("reported", *content_of(error))


class observer:
    """An observer of the case that records its events."""

    def __init__(self, name):
        self.next, self.completed = partial(record, name, "next"), partial(record, name, "completed")
        self.error = lambda error: record(name, "error", *content_of(error))


def predicate(entries):
    """True for the values of a list; if each entry is a row, a function with boolean results."""
    if entries and all(map(is_predicate_row, entries)):
        return function(entries)

    def holds(*values):
        value = argument(values, 1)
        return any(same(entry, value) for entry in entries)

    return holds


def is_predicate_row(entry):
    """Whether an entry of a predicate is `[value, true]`, `[value, false]` or `[value, "throws", error]`."""
    if not isinstance(entry, list):
        return False
    return len(entry) == 2 and isinstance(entry[1], bool) or len(entry) == 3 and entry[1] == "throws"


def reducer(reducer):
    """`sum`, `append`, `latest`, or rows: a function of the result so far and a value, or of a value and its index."""
    if isinstance(reducer, list):
        return function(reducer, 2)
    accepts, result = REDUCERS[reducer]
    made = operator

    def reduce(*values):
        told = argument(values, 2)
        return result(*values) if accepts(*values) else fail(NoRow(made, told))

    return reduce


def source_function(rows):
    """`[[1, left], [2, right]]` returns the stream of the source `left` for 1."""
    name = function(rows)
    return lambda value: source(name(value))


def operation(rows):
    """`[[1, [10, 11]]]` calls next with 10 and then with 11 for 1."""
    values = function(rows)

    def operate(value, next):
        for result in values(value):
            next(result)

    return operate


class rows:
    """A dictionary: `key in it`, `it[key]`. A value without a row has no entry."""

    def __init__(self, rows):
        self._rows = rows

    def _values(self, key):
        told = argument([key], 1)
        return [value for other, value in self._rows if same(other, told)]

    def __contains__(self, key):
        return self._values(key) != []

    def __getitem__(self, key):
        return self._values(key)[0]


def function(rows, count=1):
    """`[[1, 10], [2, throws, boom]]` returns 10 for 1, and raises for 2: a function of `count` values."""
    made = operator

    def look_up(*values):
        value = argument(values, count)
        row = next((row for row in rows if same(row[0] if count == 1 else row[:2], value)), None)
        if row is None:
            fail(NoRow(made, value))
        if len(row) > count + 1:
            raise CaseError(row[-1])
        return row[-1]

    return look_up


def total(so_far, value):
    """The sum of two numbers, which are doubles: integers beyond these are not portable."""
    both = so_far + value
    return both if abs(both) <= 2**53 else float(both)


REDUCERS = {
    # A truth value is no number.
    "sum": (lambda *both: all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in both), total),
    "append": (lambda so_far, value: isinstance(so_far, (list, tuple)), lambda so_far, value: [*so_far, value]),
    "latest": (lambda so_far, value: True, lambda so_far, value: value),
}


def argument(values, count):
    """The argument of a function of the case, copied now: a value, or a list of two."""
    if len(values) != count:
        called = "the implementation called a function of the case"
        fail(Fault(f"{called} with {len(values)} values, and it takes {count}"))
    return sayable(values[0] if count == 1 else values, "the argument of a function of the case")


def fail(problem):
    """Records the first fault, because the library may handle the exception in any way."""
    global fault
    fault = fault or problem
    raise fault
