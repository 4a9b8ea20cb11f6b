"""Known-wrong variants of the streams of `streams.py`, for `audit`, `explore` and the diagnosis.

`ConformanceRunner audit -i 'python3 deviations.py'` starts the adapter with them. Each breaks one sentence
of a specification: it replaces some names of `streams`, and keeps the others.
"""

import adapter
import streams
from streams import MotionObservable, ScopedReactiveProperty


class Deviation:
    """The streams with some of their parts replaced."""

    def __init__(self, specification, clause, sentence, operators={}, properties={}):
        self.specification, self.clause, self.sentence = specification, clause, sentence
        self.OPERATORS = {**streams.OPERATORS, **operators}
        self.PROPERTIES = {**streams.PROPERTIES, **properties}
        self.source = streams.source


def without(stream, is_lost):
    """A stream that loses some values."""

    def connect(observer):
        def next(value):
            if not is_lost(value):
                observer.next(value)

        return stream.subscribe(next, observer.state).unsubscribe

    return MotionObservable(connect)


def forgets_on_last_disconnection(stream):
    """A new `_remember` for each connection to upstream, so that nothing outlives it."""
    observers, remembered = [], []

    def connect(observer):
        if not observers:
            remembered[:] = [stream._remember()]
        observers.append(observer)
        subscription = remembered[0].subscribe(observer.next, observer.state)

        def disconnect():
            observers.remove(observer)
            subscription.unsubscribe()

        return disconnect

    return MotionObservable(connect)


class InformsBeforeWriting(ScopedReactiveProperty):
    def write(self, value):
        for observer in list(self._observers):
            observer.next(value)
        self._write(value)


class NeverEmitsTheCurrentValue(ScopedReactiveProperty):
    def subscribe(self, next, state=streams.ignore):
        observer = streams.Observer(next, state)
        self._observers.append(observer)
        return streams.Subscription(lambda: self._observers.remove(observer))


DEVIATIONS = {
    "loses-null": Deviation(
        "_remember",
        "subscribe-upstream",
        "null is neither cached nor broadcast.",
        operators={"_remember": lambda stream: without(stream, lambda value: value is None)._remember()},
    ),
    "subscribes-for-each": Deviation(
        "_remember",
        "single-upstream-subscription",
        "Each observer subscribes upstream.",
        operators={"_remember": lambda stream: stream},
    ),
    "forgets-on-last-disconnection": Deviation(
        "_remember",
        "value-cache",
        "The cache is cleared when the last observer unsubscribes.",
        operators={"_remember": forgets_on_last_disconnection},
    ),
    "informs-before-writing": Deviation(
        "ReactiveProperty",
        "write",
        "The observers are informed before the write function is invoked.",
        properties={"scoped": InformsBeforeWriting},
    ),
    "never-emits-the-current-value": Deviation(
        "ReactiveProperty",
        "emit-read-value",
        "A new observer receives no value.",
        properties={"scoped": NeverEmitsTheCurrentValue},
    ),
}


class Case(adapter.Case):
    """A case that one of the deviations plays, if the request names one."""

    def __init__(self, deviation=None, **case):
        adapter.streams = DEVIATIONS[deviation] if deviation else streams
        super().__init__(**case)


if __name__ == "__main__":
    adapter.Case = Case
    adapter.serve(streams, deviations=[
        {"name": name, "clause": one.clause, "sentence": one.sentence, "specification": one.specification}
        for name, one in DEVIATIONS.items()
    ])
