"""RxPY's streams, as far as the fixtures of `_remember` go: a replay of one value with reference counting."""

import reactivex
from reactivex import operators
from reactivex.disposable import Disposable


class Receiver:
    """What a source tells: RxPY knows values, and no states."""

    def __init__(self, observer):
        self.next = observer.on_next
        self.error = observer.on_error
        self.completed = observer.on_completed


class Stream:
    def __init__(self, observable):
        self._observable = observable

    def remembered(self):
        return Stream(self._observable.pipe(operators.replay(buffer_size=1), operators.ref_count()))

    def start_with(self, value):
        return Stream(self._observable.pipe(operators.start_with(value))).remembered()

    def subscribe(self, next):
        return Subscription(self._observable.subscribe(on_next=next))


class Subscription:
    def __init__(self, disposable):
        self.unsubscribe = disposable.dispose


def source(connect):
    return Stream(
        reactivex.create(lambda observer, _: Disposable(connect(Receiver(observer)))))


IMPLEMENTATION = {"name": "RxPY", "version": reactivex.__version__, "language": "Python"}
CHANNELS = ["next"]
OPERATORS = {"_remember": Stream.remembered, "startWith": Stream.start_with}
PROPERTIES = {}
