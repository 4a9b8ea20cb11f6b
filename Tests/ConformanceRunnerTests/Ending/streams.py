"""Streams that end, for the tests of the adapters."""

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
        """Calls a function with each value and the observer; if it raises an error, the stream fails."""

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

    def filter(self, predicate):
        return self.lift(lambda value, observer: observer.next(value) if predicate(value) else None)

    def scan(self, seed, reduce):
        so_far = [seed]

        def next(value, observer):
            so_far[0] = reduce(so_far[0], value)
            observer.next(so_far[0])

        return self.lift(next)

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
        """Fails with an error if upstream completes without a value."""

        def connect(observer):
            def next(value):
                observer.next(value)
                observer.completed()

            return self.subscribe(
                next, observer.error, lambda: observer.error(LookupError("nothing came"))
            ).unsubscribe

        return Stream(connect)


IMPLEMENTATION = {"name": "ending", "version": "1.0.0", "language": "Python"}
CHANNELS = ["next", "error", "completed"]
RELEASES = False
source = Stream
OPERATORS = {
    "map": lambda stream, rows: stream.map(given.function(rows)),
    "filter": lambda stream, entries: stream.filter(given.predicate(entries)),
    "scan": lambda stream, argument: stream.scan(argument["seed"], given.reducer(argument["with"])),
    "delay": lambda stream, seconds: stream.delay(seconds, given.clock),
    "forever": lambda stream: stream.forever(given.clock),
    "first": Stream.first,
}
PROPERTIES = {}
