"""An adapter: plays the cases of conformance fixtures on the streams of `streams.py`.

It reads requests on standard input and answers on standard output: JSON-RPC 2.0, one message a line.
`ConformanceRunner run -i 'python3 adapter.py'` starts it. To test others, change `streams.py`, or `serve` them.
"""

import json
import os
import sys
import sysconfig
import traceback
from functools import partial
from itertools import takewhile
from os.path import realpath
import given
from given import CaseError, Connectable, Source, Told, content_of, same


class Unsupported(Exception):
    """A feature that the implementation lacks; the case is skipped."""


def part(table, name, what):
    if name not in table:
        raise Unsupported(f"{what} `{name}`")
    return table[name]


class Case:
    """One case while it is played."""

    def __init__(self, subject, steps, reactions=(), clock=False):
        self.steps, self.clock = steps, clock
        # Events while the subject is made belong to the first step. Reactions to them wait.
        self.trace, self.postponed, self.tested, self.has_thrown = [[]], [], None, None
        self.waiting = dict(enumerate(reactions))
        self.subscriptions = {}
        self.sources = {}
        # The received streams, by `a/1`; the number of streams of each observer; and the connections of streams.
        self.inner, self.counts, self.connections = {}, {}, {}
        given.record = self.record
        self.stores = dict(subject.get("stores", {}))
        self.keeps_writes = subject.get("writes") != "ignored"
        self.kind = subject.get("property")
        self.tested = self.make_properties() if self.kind else self.make_streams(subject)
        for action in self.postponed:
            self.perform(**action)

    async def play(self):
        """Plays the steps, and returns the events of each. It waits only for the hook."""
        for given.step, step in enumerate(self.steps):
            self.has_thrown = False
            try:
                if AFTER_STEP and step["action"] == "advance":
                    step = await self.advance_to_timers(**step)
                self.perform(**step)
            except Exception as error:
                if not self.has_thrown:
                    raise
                self.write_down("throws", *content_of(error))
            # Work that the library defers belongs to the step.
            await self.wait()
            self.trace.append([])
        self.trace.pop()
        if self.clock:
            self.trace[-1].append(["clock", "idle" if given.clock.is_idle else "pending"])
        return self.trace

    async def wait(self):
        if AFTER_STEP and (waiting := AFTER_STEP()) is not None:
            await waiting

    async def advance_to_timers(self, seconds, **rest):
        """Moves time on to one timer after the other, with the hook after each, and returns the rest of the step."""
        end, calls = given.clock.now + round(seconds * 1000), 0
        while given.clock.due < end and calls < given.MOST_TIMERS:
            calls += 1
            given.clock.advance(given.clock.due - given.clock.now)
            await self.wait()
        return {**rest, "seconds": (end - given.clock.now) / 1000}

    def record(self, *event):
        """Records an event, and fires the reactions to it. A reaction fires once."""
        if self.write_down(*event):
            self.react(*event)

    def write_down(self, *event):
        """Records an event, and returns whether JSON can express it."""
        try:
            self.trace[-1].append(given.recorded(event))
        except given.Fault:
            return False
        return True

    def react(self, *event):
        bare = list(event[:2] if len(event) > 3 else event)  # no reaction looks at the text of an error
        firing = [key for key, one in self.waiting.items() if same(one["when"], bare)]
        for actions in [self.waiting.pop(key)["do"] for key in firing]:
            for action in actions:
                self.postponed.append(action) if self.tested is None else self.perform(**action)

    def make_streams(self, subject):
        for name, plan in subject["sources"].items():
            self.sources[name] = Source(name, self.record, **plan)
            given.streams[name] = streams.source(self.sources[name].connect)
        return given.make(subject, lambda name: part(streams.OPERATORS, name, "the operator"))

    def write(self, store, value):
        self.stores[store] = value if self.keeps_writes else self.stores[store]
        self.record(store, "write", value)

    def make_properties(self):
        make, read = part(streams.PROPERTIES, self.kind, "the property"), self.stores.__getitem__
        if self.kind == "unscoped":
            return {self.kind: make(read, self.write)}
        return {store: make(partial(read, store), partial(self.write, store)) for store in self.stores}

    def one(self, name):
        """The stream or property of a name; the only one has no name."""
        if name in self.inner:
            return self.inner[name]
        return self.tested[name] if name in self.tested else next(iter(self.tested.values()))

    def subscribe(self, name, channels, to=None, inner=None):
        """Subscribes a new observer, which always has a function for errors."""
        functions = {one: partial(self.record, name, one) for one in CHANNELS if one in channels}
        functions["next"] = partial(self.next, name, channels, inner)
        if "error" in CHANNELS:
            functions["error"] = partial(self.err, name) if "error" in channels else lambda _: None
        self.subscriptions[name] = self.one(to).subscribe(**functions)

    def next(self, name, channels, inner, value):
        if not isinstance(value, Told):
            return self.record(name, "next", value)
        # An observer receives a stream, and subscribes to it before anything reacts.
        self.counts[name] = self.counts.get(name, 0) + 1
        own = f"{name}/{self.counts[name]}"
        self.inner[own] = value.stream
        if not self.write_down(name, "stream", value.key):
            return
        if inner != "unobserved":
            self.subscribe(own, channels, own)
        self.react(name, "stream", value.key)

    def err(self, name, error):
        self.record(name, "error", *content_of(error))

    def call(self, stream, action, value):
        """Calls the subject at the end of a stream."""
        channel = {"emit": "next", "error": "error", "complete": "completed"}[action]
        if not hasattr(stream, channel):
            given.fail(given.Refusal("a subject that is called"))
        getattr(stream, channel)(*{"emit": [value], "error": [CaseError(value)], "complete": []}[action])

    def perform(self, action, name=None, source=None, store=None, value=None, seconds=0, **rest):
        # A scoped property has one object, which its functions do not name.
        objects = () if self.kind == "scoped" else (store,)
        if "into" in rest:
            self.call(self.one(rest["into"]), action, value)
        elif action == "subscribe":
            self.subscribe(name, **rest)
        elif action == "unsubscribe":
            if name in self.subscriptions:
                self.subscriptions[name].unsubscribe()
        elif action == "emit":
            self.sources[source].send("next", value)
        elif action == "state":
            self.sources[source].send("state", value) if source in self.sources else self.one(source).state(value)
        elif action == "error":
            self.sources[source].send("error", value)
        elif action == "complete":
            self.sources[source].send("completed")
        elif action == "write":
            self.one(store).write(*objects, value)
        elif action == "read":
            read = self.one(store).read if self.kind else part(streams.OPERATORS, "_read", "the operator")
            self.record("returns", read(*objects) if self.kind else read(self.one(store)))
        elif action == "set":
            self.stores[store] = value
        elif action == "advance":
            given.clock.advance(seconds * 1000, "with" in rest and partial(self.perform, **rest["with"]))
        elif action in ("connect", "disconnect"):
            one = self.connections.setdefault(rest.get("to"), Connectable(self.one(rest.get("to"))))
            getattr(one, action)()
        elif action == "throw":
            if self.has_thrown is None:
                given.fail(given.Refusal("an observer that throws before the first step"))
            self.has_thrown = True
            raise CaseError(value)
        else:
            raise Unsupported(f"the action `{action}`")


def raised(problem):
    """An error that the library raised, with its frames, the innermost first; None if the adapter raised it."""
    files = [sys.modules[__name__], sys.modules["__main__"], given, streams]
    own = {realpath(one.__file__) for one in files if getattr(one, "__file__", None)}
    standard = realpath(sysconfig.get_path("stdlib"))
    frames = [(realpath(one.filename), one) for one in reversed(traceback.extract_tb(problem.__traceback__))]
    frames = [one for one in frames if "-packages" in one[0] or not one[0].startswith((standard, "<"))]
    # An error of the case, which the library lets out, begins in the kit.
    while frames and isinstance(problem, CaseError) and frames[0][0] in own:
        frames.pop(0)
    names = [file.split("-packages/")[-1].removeprefix(os.getcwd() + "/") for file, _ in frames]
    texts = [given.well_formed(f"{name}:{one.lineno} in {one.name}") for name, (_, one) in zip(names, frames)]
    count = sum(1 for _ in takewhile(lambda one: one[0] not in own, frames))
    if count:
        message = given.well_formed(traceback.format_exception_only(problem)[-1].strip())
        data = {"step": given.step, "frames": texts[:count], "adapterFrames": texts[count:]}
        return {"code": -32003, "message": message, "data": data}


async def answer(id, method, params=None, jsonrpc="2.0"):
    given.begin()
    try:
        if (params or {}).get("protocol", 1) != 1:
            raise ValueError("this is version 1 of the protocol, and no other")
        if method not in ("initialize", "run"):
            raise Unsupported(f"the method `{method}`")
        outcome = {"result": {"trace": await Case(**params).play()} if method == "run" else introduction}
    except Unsupported as feature:
        outcome = {"error": {"code": -32001, "message": f"{NAME} does not have {feature}"}}
    except Exception as problem:
        message, data = given.text_of(problem), given.well_formed(traceback.format_exc())
        outcome = {"error": raised(problem) or {"code": -32603, "message": message, "data": data}}
    if fault := given.fault:  # however the library handled it
        who = f"{NAME} does not have " if fault.code == -32001 else ""
        message = given.well_formed(f"{who}{fault}")
        outcome = {"error": {"code": fault.code, "message": message, "data": fault.data}}
    return {"jsonrpc": "2.0", "id": id, **outcome}


def at_once(coroutine):
    """The return value of a coroutine that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value


# What a module may declare besides its features, by its names there.
SAID = ["RELEASES", "NAMES", "SPECIFICATIONS", "STOPS", "SHARES"]


def serve(judged, **supports):
    """Plays cases on a module or object with the names of `streams.py`; `supports` adds members."""
    global streams, introduction, NAME, CHANNELS, AFTER_STEP
    streams, NAME, CHANNELS = judged, judged.IMPLEMENTATION["name"], judged.CHANNELS
    AFTER_STEP, run = getattr(judged, "after_step", None), at_once
    if hasattr(judged, "after_step"):
        import asyncio
        run = asyncio.new_event_loop().run_until_complete
    introduction = {
        "protocol": 1, "implementation": judged.IMPLEMENTATION,
        "supports": {
            "operators": list(judged.OPERATORS), "properties": list(judged.PROPERTIES), "channels": CHANNELS,
            "several": True, "features": [*getattr(judged, "FEATURES", []), "advance-with", "clock"],
            **{name.lower(): getattr(judged, name) for name in SAID if hasattr(judged, name)}, **supports,
        },
    }
    given.releases = introduction["supports"].get("releases", True)
    for request in map(json.loads, sys.stdin.buffer):
        if request["method"] == "shutdown":
            return
        print(json.dumps(run(answer(**request))), flush=True)


if __name__ == "__main__":
    import streams
    serve(streams)
