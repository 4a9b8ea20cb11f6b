"""The streams under test. `Stream` is an example with one operator: put your library in its place.

`adapter.py` and `given.py` beside this file are the kit: they talk to the runner, and need no change.
"""

import given

IMPLEMENTATION = {"name": "my-library", "version": "0.1", "language": "Python"}

# The channels of your observers: some of next, state, error and completed.
CHANNELS = ["next", "error", "completed"]

# The specifications that your library implements, by the `name` of their spec.yaml, such as ReactiveX.
SPECIFICATIONS = ["mine"]

# Write False if your library disconnects nothing after an error or completion of a source: no case expects it then.
RELEASES = True

# If your library is asynchronous, stops or shares in its own way, or reports errors: `after_step`, `STOPS`, `SHARES` and
# `FEATURES`, which the article “Judge another platform” describes.


def ignore(*_):
    """The function for a channel that a case does not use."""


class Stream:
    """A stream of the example: `connect` is called with each observer, and returns the disconnect function."""

    def __init__(self, connect):
        self._connect = connect

    # A case passes only the channels that its specification has.
    def subscribe(self, next=ignore, error=ignore, completed=ignore):
        return Subscription(self._connect(Observer(next, error, completed)))

    def map(self, function):
        def connect(observer):
            def next(value):
                observer.next(function(value))

            return self.subscribe(next, observer.error, observer.completed).unsubscribe

        return Stream(connect)


class Observer:
    def __init__(self, next, error, completed):
        self.next, self.error, self.completed = next, error, completed


class Subscription:
    def __init__(self, disconnect):
        self.unsubscribe = disconnect


# Makes a source of your library from its connect function, which takes an observer with a function for each channel
# and returns the disconnect function.
source = Stream

# The operators by their names in fixtures: each applies itself to a stream, with its argument if it has one. `given`
# converts tables to functions: `map: [[1, 10]]` is a function that returns 10 for 1. Cases of operators that you
# leave out are skipped.
OPERATORS = {
    "map": lambda stream, rows: stream.map(given.function(rows)),
}

# The properties by kind, if your library has some.
PROPERTIES = {}
