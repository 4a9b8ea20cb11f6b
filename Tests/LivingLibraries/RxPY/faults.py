"""The faults of RxPY by RxPY alone: `serve --faults` prints each, with the actual and the expected events."""

import sys
from importlib import import_module

rx = import_module(sys.argv[1])
ops = import_module(f"{rx.__name__}.operators")
Subject = import_module(f"{rx.__name__}.subject").Subject
TestScheduler = import_module(f"{rx.__name__}.testing").TestScheduler


def observe(stream, within=lambda: None):
    """The events of an observer of a stream; `within` is called once, during the first value."""
    told = []

    def next(value):
        told.append(value)
        if len(told) == 1:
            within()

    stream.subscribe(next, lambda error: told.append(repr(error)), lambda: told.append("completed"))
    return told


def show(rule, told, asked):
    said = ", ".join(map(str, told)) or "nothing"
    print(f"{'✓' if said == asked else '✗'} {rule}\n  {said}; asked: {asked}")


def source(*values):
    """A source that emits while it is connected, and completes."""
    def connect(to, _):
        for value in values:
            to.on_next(value)
        to.on_completed()
    return rx.create(connect)


print("RxPY", rx.__version__)

for name, operator, asked in [
    ("all()", ops.all(lambda value: value == 1), "False, completed"),
    ("contains()", ops.contains(0), "True, completed"),
    ("is_empty()", ops.is_empty(), "False, completed"),
    ("sequence_equal()", ops.sequence_equal(rx.of(1, 1)), "False, completed"),
    ("first()", ops.first(), "0, completed"),
    ("element_at(0)", ops.element_at(0), "0, completed"),
]:
    one = Subject()
    told = observe(one.pipe(operator), lambda: one.on_next(0))
    one.on_next(0)
    show(f"{name} emits its result once, even if the observer emits during it", told, asked)

one = Subject()
told = observe(one.pipe(ops.first()), one.on_completed)
one.on_next(0)
show("first() completes even if the observer completes the source during its value", told, "0, completed")

one = Subject()
told = observe(one.pipe(ops.buffer_with_count(2)), lambda: one.on_next(2))
try:
    for value in [0, 1, 3]:
        one.on_next(value)
except IndexError as error:
    told.append(repr(error))
show("buffer_with_count(2) takes what the observer emits during a list", told, "[0, 1], [2, 3]")

one = Subject()
shared = one.pipe(ops.publish())
first = shared.pipe(ops.ref_count()).subscribe()
told = observe(shared.pipe(ops.ref_count()))
first.dispose()
one.on_next(0)
show("ref_count() goes on if another ref_count() of the same publish() has no observer left", told, "0")

for name in ["flat_map", "flat_map_latest", "concat_map", "delay_with_mapper", "timeout_with_mapper"]:
    if not hasattr(ops, name):
        continue
    connected = []
    def inner(value):
        return rx.create(lambda to, _: connected.append(value) or to.on_next(value) or to.on_completed())
    mapper = (rx.never(), inner) if name == "timeout_with_mapper" else (inner,)
    observe(source(0, 1).pipe(getattr(ops, name)(*mapper), ops.take(1)))
    show(f"{name}() connects nothing after the end", connected, "nothing" if name.startswith("timeout") else "0")

connected = []
rest = rx.create(lambda to, _: connected.append("the other"))
observe(source(0).pipe(ops.on_error_resume_next(rest), ops.take(1)))
show("on_error_resume_next() connects nothing after the end", connected, "nothing")

one, sampler = Subject(), Subject()
told = observe(one.pipe(ops.sample(sampler)))
sampler.on_completed()
one.on_completed()
show("sample() completes when both have, in either order", told, "completed")

twice = source("").pipe(ops.map_indexed(lambda _, index: index))
show("map_indexed() counts from 0 for each observer", observe(twice) + observe(twice), "0, completed, 0, completed")

one, other = Subject(), Subject()
told = observe(one.pipe(ops.zip(other)))
one.on_next(0)
one.on_completed()
other.on_next(1)
show("zip() loses nothing of a source that has completed", told, "(0, 1), completed")

told = observe(source(0).pipe(ops.with_latest_from(source(1))))
show("with_latest_from() loses nothing of sources that emit while they connect", told, "(0, 1), completed")

twice = rx.throw(LookupError()).pipe(ops.catch(source(0)))
show("catch() catches for the second observer, too", observe(twice) + observe(twice), "0, completed, 0, completed")

connections = []
twice = rx.create(lambda to, _: connections.append("connect") or to.on_error(LookupError())).pipe(ops.retry(2))
observe(twice), observe(twice)
show("retry(2) connects twice for each of two observers", connections, "connect, connect, connect, connect")

show("skip_last(1) takes None for a value", observe(source(None, None).pipe(ops.skip_last(1))), "None, completed")

one, time = Subject(), TestScheduler()
told = observe(one.pipe(ops.debounce(1, scheduler=time)), lambda: one.on_next(0))
one.on_next(1)
time.advance_by(1)
time.advance_by(5)
show("debounce() loses no value that is emitted during another one", told, "1, 0")
