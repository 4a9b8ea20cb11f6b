"""The streams under test: the two specifications, sentence for sentence.

To test your own, replace this file by one that has the same names for your streams.
"""


class Subscription:
    """A subscription, which disconnects once."""

    def __init__(self, disconnect):
        self._disconnect = disconnect

    def unsubscribe(self):
        disconnect, self._disconnect = self._disconnect, None
        if disconnect:
            disconnect()


class Observer:
    def __init__(self, next, state):
        self.next = next
        self.state = state


def ignore(_):
    """The empty state function of the second form of subscribe."""


class MotionObservable:
    """A stream: `connect` is called with each observer, and returns the disconnect function."""

    def __init__(self, connect):
        self._connect = connect

    def subscribe(self, next, state=ignore):
        return Subscription(self._connect(Observer(next, state)))

    def _remember(self):
        """The specification `_remember`."""
        # "Create storage for a set of observers."
        observers = []
        # "Create a nullable Subscription variable."
        subscription = None
        # "Create a cache of the last-received value." Here: a list of none or one.
        last_value = []

        def next(value):
            # "The subscription should cache the received value and emit the value to all
            # subscribed observers."
            last_value[:] = [value]
            for observer in list(observers):
                observer.next(value)

        def state(value):
            for observer in list(observers):
                observer.state(value)

        def connect(observer):
            nonlocal subscription
            # "On connection: subscribe upstream if necessary."
            if not observers:
                subscription = self.subscribe(next, state)
            # "On connection: add the observer to the list of observers. This should be done after
            # subscribing upstream."
            observers.append(observer)
            # "On connection: immediately emit the last value to the observer. Only do this if
            # lastValue has been set by the upstream subscription."
            for value in list(last_value):
                observer.next(value)

            def disconnect():
                nonlocal subscription
                # "On disconnection: remove the observer and unsubscribe if necessary."
                if observer not in observers:
                    return
                observers.remove(observer)
                # "Unsubscribe once there are no more downstream subscribers."
                if not observers:
                    # An observer that comes meanwhile subscribes upstream again.
                    ended, subscription = subscription, None
                    ended.unsubscribe()

            return disconnect

        return MotionObservable(connect)

    def start_with(self, value):
        """Emits a value before all others; all values are remembered."""

        def connect(observer):
            observer.next(value)
            return self._connect(observer)

        return MotionObservable(connect)._remember()


class ScopedReactiveProperty:
    """The specification `ReactiveProperty`, scoped: of one object."""

    def __init__(self, read, write):
        self._read = read
        self._write = write
        # "Store a list of MotionObserver instances."
        self._observers = []

    def read(self):
        """ "Expose a read API: should invoke the provided read function." """
        return self._read()

    def subscribe(self, next, state=ignore):
        # "Subscribe adds an observer to a list of observers."
        observer = Observer(next, state)
        self._observers.append(observer)
        # "Subscribe invokes the observer's next function with the current read value."
        observer.next(self.read())
        # "The unsubscribe implementation should remove the observer from the list of observers."
        return Subscription(lambda: self._observers.remove(observer))

    def state(self, state):
        """ "Informs all subscribed observers of the provided state." """
        for observer in list(self._observers):
            observer.state(state)

    def write(self, value):
        """ "Invokes the provided write function and informs all subscribed observers of the new
        value." """
        self._write(value)
        for observer in list(self._observers):
            observer.next(value)


class UnscopedReactiveProperty:
    """The specification `ReactiveProperty`, unscoped: of any object."""

    def __init__(self, read, write):
        self.read = read
        self.write = write


IMPLEMENTATION = {"name": "literal-python", "version": "1.0.0", "language": "Python"}
CHANNELS = ["next", "state"]

# The specifications that are implemented, by name; the fixtures of others are not run.
SPECIFICATIONS = ["_remember", "startWith", "ReactiveProperty"]

# Makes the source that a case plays, from its connect function.
source = MotionObservable

# The operators by name: each applies itself to a stream, with its argument if it has one. An argument that is more
# than a value is converted by `given.py`.
OPERATORS = {
    "_remember": MotionObservable._remember,
    "startWith": MotionObservable.start_with,
}

# The properties by kind: each is made from a read and a write function.
PROPERTIES = {"scoped": ScopedReactiveProperty, "unscoped": UnscopedReactiveProperty}
