"""The streams that are judged. `Stream` is an example with one operator: put your library in its place.

`adapter.py` and `given.py` beside this file are the kit: they talk to the runner, and need no change.
"""

import given

IMPLEMENTATION = {"name": "my-library", "version": "0.1", "language": "Python"}

# What your observers are told of: some of next, state, error and completed.
CHANNELS = ["next", "error", "completed"]

# The specifications that your library implements, by the names that their spec.yaml have, such as ReactiveX.
SPECIFICATIONS = ["mine"]

# Say False if your library disconnects nothing after a source has erred or completed: no case expects it then.
RELEASES = True


def ignore(*_):
    """What an observer does on a channel that a case does not use."""


class Stream:
    """A stream of the example: `connect` is called with each observer, and returns what disconnects it."""

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


# Makes a source of your library from its connect function, which takes an observer with a function for each
# channel and returns what disconnects it.
source = Stream

# The operators by the names that fixtures give them: each applies itself to a stream, with its argument where
# it has one. `given` makes functions of tables: `map: [[1, 10]]` is a function that gives 10 for 1. What
# you leave out is skipped.
OPERATORS = {
    "map": lambda stream, rows: stream.map(given.function(rows)),
}

# The properties by kind, if your library has some.
PROPERTIES = {}
