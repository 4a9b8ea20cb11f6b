"""An adapter: plays the cases of conformance fixtures on the streams of `streams.py`.

It reads requests on standard input and answers on standard output, JSON-RPC 2.0, a message a line:
`ConformanceRunner run -i 'python3 adapter.py'` starts it. To judge others, change `streams.py`.
"""

import json
import sys
import traceback
from functools import partial
import streams

UNSUPPORTED = -32001
INTRODUCTION = {
    "protocol": 1,
    "implementation": streams.IMPLEMENTATION,
    "supports": {
        "operators": list(streams.OPERATORS),
        "properties": list(streams.PROPERTIES),
        "channels": streams.CHANNELS,
    },
}


class Unsupported(Exception):
    """What the implementation does not have; the case is then skipped."""


def part(table, name, what):
    if name not in table:
        raise Unsupported(f"{what} `{name}`")
    return table[name]


def same(a, b):
    """Whether two values of JSON are the same: a truth value is no number."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return a == b and isinstance(a, bool) == isinstance(b, bool)


class Case:
    """One case while it is played."""

    def __init__(self, subject, steps, reactions=()):
        # What happens while the subject is made belongs to the first step.
        self.trace = [[]]
        self.waiting = dict(enumerate(reactions))
        self.subscriptions = {}
        self.sources = {}
        self.stores = dict(subject.get("stores", {}))
        self.keeps_writes = subject.get("writes") != "ignored"
        self.kind = subject.get("property")
        self.tested = self.property() if self.kind else self.stream(subject)
        for step in steps:
            self.perform(**step)
            self.trace.append([])
        self.trace.pop()

    def record(self, *event):
        """Writes an event down, and does what waits for it. A reaction fires once."""
        self.trace[-1].append(event)
        firing = [key for key, one in self.waiting.items() if same(one["when"], list(event))]
        for actions in [self.waiting.pop(key)["do"] for key in firing]:
            for action in actions:
                self.perform(**action)

    def source(self, name, onConnect=()):
        """A source that writes its connections down, and emits to those that are live."""
        connections = self.sources[name] = []

        def disconnect(observer):
            connections[:] = [one for one in connections if one is not observer]
            self.record(name, "disconnect")

        def connect(observer):
            connections.append(observer)
            self.record(name, "connect")
            for value in onConnect:
                if observer in connections:
                    observer.next(value)
            return lambda: disconnect(observer)

        return streams.source(connect)

    def stream(self, subject):
        made = {name: self.source(name, **one) for name, one in subject["sources"].items()}
        stream = made["upstream"]
        for name, *argument in subject["operators"]:
            stream = part(streams.OPERATORS, name, "the operator")(stream, *argument)
        return stream

    def write(self, store, value):
        self.stores[store] = value if self.keeps_writes else self.stores[store]
        self.record(store, "write", value)

    def property(self):
        make, read = part(streams.PROPERTIES, self.kind, "the property"), self.stores.__getitem__
        if self.kind == "scoped":
            return make(partial(read, "store"), partial(self.write, "store"))
        return make(read, self.write)

    def send(self, source, value, channel):
        for observer in list(self.sources[source]):
            if observer in self.sources[source]:
                getattr(observer, channel)(value)

    def perform(self, action, name=None, channels=(), source=None, store=None, value=None, **_):
        # A scoped property has one object, which its functions do not name.
        objects = () if self.kind == "scoped" else (store,)
        if action == "subscribe":
            functions = {channel: partial(self.record, name, channel) for channel in channels}
            self.subscriptions[name] = self.tested.subscribe(**functions)
        elif action == "unsubscribe":
            if name in self.subscriptions:
                self.subscriptions[name].unsubscribe()
        elif action == "emit":
            self.send(source, value, "next")
        elif action == "state":
            self.send(source, value, "state") if source else self.tested.state(value)
        elif action == "write":
            self.tested.write(*objects, value)
        elif action == "read":
            self.record("returns", self.tested.read(*objects))
        elif action == "set":
            self.stores[store] = value
        elif action != "advance":  # None of these operators keeps time.
            raise Unsupported(f"the action `{action}`")


def answer(id, method, params=None, jsonrpc="2.0"):
    try:
        result = {"trace": Case(**params).trace} if method == "run" else INTRODUCTION
        return {"jsonrpc": "2.0", "id": id, "result": result}
    except Unsupported as feature:
        message = f"{streams.IMPLEMENTATION['name']} does not have {feature}"
        error = {"code": UNSUPPORTED, "message": message}
    except Exception as problem:
        error = {"code": -32603, "message": repr(problem), "data": traceback.format_exc()}
    return {"jsonrpc": "2.0", "id": id, "error": error}


for line in sys.stdin.buffer:
    request = json.loads(line)
    if request["method"] == "shutdown":
        break
    print(json.dumps(answer(**request)), flush=True)
