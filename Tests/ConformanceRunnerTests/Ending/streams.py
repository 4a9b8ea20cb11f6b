"""Streams that end, for the tests of the adapters: one operator for each kind of argument."""

import given


class Subscription:
    def __init__(self):
        self.is_open, self.disconnect = True, None

    def unsubscribe(self):
        self.is_open = False
        disconnect, self.disconnect = self.disconnect, None
        if disconnect:
            disconnect()


class Observer:
    def __init__(self, subscription, next, error, completed):
        self.subscription = subscription
        self.functions = {"next": next, "error": error, "completed": completed}

    def next(self, value):
        if self.subscription.is_open:
            self.functions["next"](value)

    def end(self, channel, *content):
        if self.subscription.is_open:
            self.subscription.is_open = False
            self.functions[channel](*content)
            self.subscription.unsubscribe()

    def error(self, error):
        self.end("error", error)

    def completed(self):
        self.end("completed")


class Stream:
    def __init__(self, connect):
        self.connect = connect

    def subscribe(self, next, error, completed=lambda: None):
        subscription = Subscription()
        subscription.disconnect = self.connect(Observer(subscription, next, error, completed))
        if not subscription.is_open:
            subscription.unsubscribe()
        return subscription

    def lift(self, next):
        """A stream of what a function makes of each value and the observer; what it raises is the end."""

        def connect(observer):
            def receive(value):
                try:
                    next(value, observer)
                except Exception as problem:
                    observer.error(problem)

            return self.subscribe(receive, observer.error, observer.completed).unsubscribe

        return Stream(connect)

    def map(self, transform):
        return self.lift(lambda value, observer: observer.next(transform(value)))

    def swallow(self, transform):
        """As `map`, but that a value which the function fails for is left out."""

        def next(value, observer):
            try:
                result = transform(value)
            except Exception:
                return
            observer.next(result)

        return self.lift(next)

    def filter(self, predicate):
        return self.lift(lambda value, observer: observer.next(value) if predicate(value) else None)

    def scan(self, seed, reduce):
        so_far = [seed]

        def next(value, observer):
            so_far[0] = reduce(so_far[0], value)
            observer.next(so_far[0])

        return self.lift(next)

    def rewrite(self, rows):
        return self.lift(lambda value, observer: observer.next(rows[value]) if value in rows else None)

    def operate(self, operation):
        return self.lift(lambda value, observer: operation(value, observer.next))

    def flat_map(self, transform):
        return self.lift(
            lambda value, observer: transform(value).subscribe(observer.next, observer.error)
        )

    def merge(self, other):
        def connect(observer):
            subscriptions = [
                stream.subscribe(observer.next, observer.error, observer.completed) for stream in (self, other)
            ]
            return lambda: [one.unsubscribe() for one in subscriptions]

        return Stream(connect)

    def delay(self, seconds, clock):
        return self.lift(
            lambda value, observer: clock.schedule(seconds * 1000, lambda: observer.next(value))
        )

    def forever(self, clock):
        def connect(observer):
            def again():
                clock.schedule(0, again)

            again()
            return self.subscribe(observer.next, observer.error).unsubscribe

        return Stream(connect)

    def first(self):
        """Errs with an error of its own where nothing comes."""

        def connect(observer):
            def next(value):
                observer.next(value)
                observer.completed()

            return self.subscribe(
                next, observer.error, lambda: observer.error(LookupError("nothing came"))
            ).unsubscribe

        return Stream(connect)

    def read(self):
        values = []
        self.subscribe(values.append, lambda error: None).unsubscribe()
        return values


def hot(stream):
    """Connects as soon as it is made, and gives what came by then."""
    values = []
    subscription = stream.subscribe(values.append, lambda error: None)

    def connect(observer):
        for value in values:
            observer.next(value)
        return subscription.unsubscribe

    return Stream(connect)


IMPLEMENTATION = {"name": "ending", "version": "1.0.0", "language": "Python"}
CHANNELS = ["next", "error", "completed"]
RELEASES = False
source = Stream
OPERATORS = {
    "map": lambda stream, rows: stream.map(given.function(rows)),
    "swallow": lambda stream, rows: stream.swallow(given.function(rows)),
    "filter": lambda stream, entries: stream.filter(given.predicate(entries)),
    "scan": lambda stream, argument: stream.scan(argument["seed"], given.reducer(argument["with"])),
    "rewrite": lambda stream, rows: stream.rewrite(given.rows(rows)),
    "flatMap": lambda stream, rows: stream.flat_map(given.source_function(rows)),
    "operate": lambda stream, rows: stream.operate(given.operation(rows)),
    "merge": lambda stream, argument: stream.merge(given.source(argument["with"])),
    "delay": lambda stream, seconds: stream.delay(seconds, given.clock),
    "forever": lambda stream: stream.forever(given.clock),
    "first": Stream.first,
    "hot": hot,
    "_read": Stream.read,
}
PROPERTIES = {}
