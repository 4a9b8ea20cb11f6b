// Mistakes of cases that use the words of a specification, with the diagnostic of each.

extension WordTests {
  /// Mistakes of streams, and of the words for features.
  static let streams = Row.table(
    #"""
    subject: {sources: {}}
    ⇒ 3:11: a subject needs `operators`, for a stream, or `property` → write `operators: [share]`
    subject: {operators: share}
    ⇒ 3:22: a list of operators is expected, and this is a text → write `operators: [share]`
    subject: {streams: {x: {from: y, operators: []}, y: {from: z, operators: []}, z: {operators: [merge: {with: x}]}}}
    to: x
    ⇒ 3:21: `x` is made of `y`, which is made of `z`, which is made of `x` → a stream is made of sources, and of streams that are not made of it
    subject: {operators: [finally: upstream]}
    ⇒ 3:32: `upstream` is already the name of something else in this subject → give the callback a name of its own
    subject: {operators: [finally: f, tap: f]}
    ⇒ 3:40: `f` is already the name of something else in this subject → give the observer a name of its own
    subject: {operators: [finally: throws]}
    ⇒ 3:32: `throws` stands for what a call throws, and can name nothing else
    subject: {operators: [finally: f]}
    - subscribe: f
    ⇒ 8:20: `f` is already the name of a callback → give the observer another name
    subject: {operators: [finally: f]}
    expect: [f: 1]
    ⇒ 9:21: an event of a callback is expected, and `1` is a number → write `called`
    subject: {operators: [finally: f]}
    expect: [f.error]
    ⇒ 9:18: `f` is a callback; only an observer has channels
    subject: {operators: [tap: t]}
    expect: [t: 1, t.completed, t.state: active]
    ⇒ 9:37: an observer has no channel `state` → write `t: …`, `t.error: …` or `t.completed`
    subject: {operators: [publish, refCount]}
    - connect: stream
    ⇒ 8:18: the stream is not connectable → a connectable stream ends with an operator of `connectable` in spec.yaml
    subject: {operators: [publish]}
    - connect: upstream
    ⇒ 8:18: there is one stream, which has no name → write `stream`
    subject: {streams: {x: {operators: [publish]}, y: {operators: []}}}
    - connect: stream
    ⇒ 8:18: there is no stream `stream` → the subject has `x` and `y`
    subject: {streams: {x: {operators: [publish]}, y: {operators: []}}}
    - connect: y
    ⇒ 8:18: the stream `y` is not connectable → a connectable stream ends with an operator of `connectable` in spec.yaml
    subject: {operators: [hot, share]}
    - {emit: 1, into: stream}
    ⇒ 8:25: the stream does not end in a subject → a stream that can be called ends with an operator of `subjects` in spec.yaml
    subject: {operators: [hot]}
    - {emit: 1, into: upstream}
    ⇒ 8:25: there is one stream, which has no name → write `stream`
    subject: {streams: {x: {operators: [hot]}, y: {operators: []}}}
    - {error: 1, into: z}
    - {complete: ~, into: y}
    ⇒ 8:26: there is no stream `z` → did you mean `x`?
    ⇒ 9:29: the stream `y` does not end in a subject → a stream that can be called ends with an operator of `subjects` in spec.yaml
    subject: {operators: [hot]}
    - {error: ~, into: stream}
    - {emit: 1, into: stream, from: upstream}
    - {complete: boom, into: stream}
    - {advance: 1, into: stream}
    ⇒ 8:17: the value of an error is not null
    ⇒ 9:33: `into` calls a subject, and `from` names a source
    ⇒ 10:20: a completion has no value → write `complete: ~`
    ⇒ 11:22: `into` does not go with `advance` → it goes with `emit`, `error` and `complete`
    subject: {operators: [hot]}
    - {emit: ~, into: stream}
    - {complete: ~, into: stream}
    - {complete: stream, into: stream}
    ⇒ valid
    - {advance: 1, with: {unsubscribe: a}}
    - {advance: 1, with: [emit: 1]}
    - {advance: 1, with: {emit: 1, from: othr}}
    - {emit: 1, with: {emit: 2}}
    - {advance: 1, with: {advance: 1}}
    - {advance: 1, with: {emit: 1, expect: []}}
    ⇒ 8:29: `with` is for an action of a source, not for `unsubscribe` → write `with: {emit: 1}`, and another step for anything else
    ⇒ 9:28: a step is expected, and this is a list
    ⇒ 10:44: there is no source `othr` → the subject has `upstream`
    ⇒ 11:19: `with` does not go with `emit` → it goes with `advance`
    ⇒ 12:29: `advance` is for a step, and not for `with`
    ⇒ 13:38: an action of `with` has no `expect` → write what it causes into the `expect` of the step in which time advances
    - {advance: 1, with: {emit: 1, from: upstream}}
    - {advance: 1, with: {complete: upstream}}
    ⇒ valid
    - {emit: 1, expect: [clock: idle]}
    - {emit: 2, expect: [clock: left]}
    ⇒ 8:28: only the last step may expect `clock` → write it into the `expect` of the last step
    ⇒ 9:35: an event of the clock is `pending` or `idle`, not `left`
    - {subscribe: a, expect: [clock: idle, a: 1]}
    ⇒ 8:46: the event of the clock is the last one of its step
    reactions: [{when: {clock: idle}, do: [{emit: 1}]}]
    ⇒ 7:25: only the last step may expect `clock` → write it into the `expect` of the last step
    - {subscribe: a, expect: [a: 1, clock: pending]}
    ⇒ valid
    - {subscribe: clock, expect: [clock: idle]}
    - {emit: idle, expect: [clock: idle]}
    - {emit: 1, expect: [clock: 1]}
    ⇒ valid
    subject: {operators: [window: 1, window: 2]}
    ⇒ 3:34: `window` would emit streams of the streams that `window` emits → the values of an inner stream are not streams
    inner: unobserved
    ⇒ 9:16: `inner` is for a stream that emits streams → `tells-streams` in spec.yaml lists the operators that do
    subject: {operators: [window: 1]}
    inner: observed
    ⇒ 9:16: a value of `inner` is `unobserved`, not `observed` → did you mean `unobserved`?
    subject: {operators: [window: 1]}
    expect: [a.stream, a/0: 1, b/1: 1, a/1.state: active]
    ⇒ 9:18: `a.stream` needs the key of the group, or null for a stream without one → write `a.stream: ~`
    ⇒ 9:28: no observer, source or store of this case is called `a/0` → there are `a` and `upstream`
    ⇒ 9:36: no observer, source or store of this case is called `b/1` → there are `a` and `upstream`
    ⇒ 9:44: an observer has no channel `state` → write `a/1: …`, `a/1.error: …` or `a/1.completed`
    subject: {operators: [window: 1]}
    - subscribe: a
    - subscribe: b
      to: c/1
    ⇒ 10:9: `to` is for several streams or properties, and there is only one → leave it out, or write `streams` into the subject
    expect: [a.stream: 1, a/1: 2]
    ⇒ 9:18: an observer has no channel `stream` → write `a: …`, `a.error: …` or `a.completed`
    ⇒ 9:31: no observer, source or store of this case is called `a/1` → there are `a` and `upstream`
    - throw: boom
    ⇒ 8:9: `throw` is for a reaction, and not for a step
    expect: [throws: boom]
    ⇒ 9:18: only a `throw` makes a call throw, and this case has none
    expect: [reported: boom]
    ⇒ 9:18: the specification `S` does not say that errors are reported → write `reports: true` into spec.yaml to allow the event
    subject: {operators: [finally: reported]}
    ⇒ 3:32: `reported` stands for a reported error, and can name nothing else
    subject: {streams: {x: {from: y, operators: [window: 1]}, y: {operators: [window: 2]}}}
    to: x
    ⇒ 3:21: `x` would emit streams of streams, because it is made of a stream that emits streams → the values of an inner stream are not streams
    reactions: [{when: {a: 1}, do: [{throw: boom}, {unsubscribe: a}]}]
    ⇒ 7:66: `throw` is the last action of a reaction
    reactions: [{when: {upstream: connect}, do: [{throw: boom}]}]
    ⇒ 7:58: `throw` is for a reaction to an event of an observer or a callback
    reactions: [{when: {a: 1}, do: [{throw: boom}]}, {when: {a: 1}, do: [{emit: 2}]}]
    ⇒ 7:45: another reaction waits for `a: 1`, too, and this one throws → write one reaction, with `throw` as its last action
    reactions: [{when: {a: 1}, do: [{throw: ~}]}]
    ⇒ 7:45: the value of an error is not null
    reactions: [{when: {a: 1}, do: [{throw: boom}]}]
    - subscribe: a
    - emit: 1
      expect: [a: 1, throws: boom, a: 2]
    ⇒ 11:38: a call that has thrown does nothing more
    reactions: [{when: {a: 1}, do: [{throw: boom}]}]
    - subscribe: a
    - emit: 1
      expect: [a: 1, throws]
    ⇒ valid
    reactions: [{when: {a: 1}, do: [{throw: boom}]}]
    - subscribe: a
    - emit: 1
      expect: [a: 1, throws: ~]
    ⇒ 11:32: the value of an error is not null → write `throws`, without a colon, for another error
    """#
  ) { timeline($0, of: "S", "{operators: []}") }

  /// Mistakes of steps and reactions.
  static let steps = Row.table(
    #"""
    - error: ~ ⇒ 8:16: the value of an error is not null
    - state: active
    ⇒ 8:9: the specification has no channel `state` → its channels are `next`, `error` and `completed`; `channels` in spec.yaml names them
    - complete: othr ⇒ 8:19: there is no source `othr` → the subject has `upstream`
    - complete: upstream
      from: upstream
    ⇒ 9:9: `from` does not go with `complete` → it goes with `emit` and `error`
    channels: [next, state]
    ⇒ 9:26: a channel is `next`, `error` or `completed`, not `state`
    expect: [a.state: active]
    ⇒ 9:18: an observer has no channel `state` → write `a: …`, `a.error: …` or `a.completed`
    expect: [a.completd]
    ⇒ 9:18: an observer has no channel `completd` → did you mean `a.completed`?
    expect: [a.completed: 1]
    ⇒ 9:31: `a.completed` carries nothing → write `a.completed`, without a colon
    expect: [a.error: ~]
    ⇒ 9:27: the value of an error is not null → write `a.error`, without a colon, for an error that has no value of the fixture
    channels: [next]
    expect: [a.completed]
    ⇒ 10:18: `a` subscribes with `channels: [next]` and so receives no completion
    - advance: 0 ⇒ 8:18: time advances by more than 0 seconds
    - advance: 0.0001
    ⇒ 8:18: time advances by whole milliseconds, and `0.0001` has more than three decimals
    expect: [upstream.completed]
    ⇒ 9:18: `upstream` is a source; only an observer has channels
    - read: stream
      expect: [returns: [1]]
    ⇒ 8:15: the specification `S` has no operator `_read`, which reads a stream → `operators` in spec.yaml lists them
    - read: store
    ⇒ 8:15: `read` is for a property, and the subject is a stream → write `read: stream` to read the stream itself
    expect: [either: {keps: [a: 1], forgets: []}]
    ⇒ 9:27: no choice of the specification `S` allows `keps` → did you mean `keeps`?
    expect: [either: {keeps: [a: 1], first: []}]
    ⇒ 9:42: `first` belongs to the choice `order`, and the others to `replay` → all its names belong to one choice: `keeps` and `forgets`
    expect: [either: {keps: [a: 1], keps: [], keeps: [b: 1], frst: []}]
    ⇒ 9:27: no choice of the specification `S` allows `keps` → did you mean `keeps`?
    ⇒ 9:41: the key `keps` occurs twice in this map
    ⇒ 9:59: no observer, source or store of this case is called `b` → did you mean `a`?
    ⇒ 9:66: no choice of the specification `S` allows `frst` → did you mean `first`?
    expect: [either: [a: 1]]
    ⇒ 9:26: a map of allowed behaviours, each with its events, is expected, and this is a list
    expect: [either: {}]
    ⇒ 9:26: `either` needs at least one allowed behaviour
    expect: [either: {keeps: {a: 1}}]
    ⇒ 9:34: a list of events is expected, and this is a map → write `keeps: [a: 1]`, or `keeps: []`
    expect: [either: {keeps: [a: 1, either: {first: [], last: [either: {keeps: []}]}], forgets: []}]
    ⇒ 9:76: this `either` of `replay` is inside another one of `replay` → a case follows one behaviour of each choice: write the events of that one
    expect: [either: {keeps: [a: 1, either: {first: [], last: [a: 2]}, a: 3], forgets: []}]
    ⇒ valid
    expect: [either: {keeps: [either: {first: [b: 1]}], forgets: [either: {last: []}]}]
    ⇒ 9:52: no observer, source or store of this case is called `b` → did you mean `a`?
    ⇒ 9:79: every `either` of `order` must share a behaviour: those before this one share `first` → a case follows one behaviour of each choice
    expect: [eithr: {keeps: []}]
    ⇒ 9:18: no observer, source or store of this case is called `eithr` → did you mean `either`?
    - subscribe: a
    - error: boom
      expect: [a.error: boom, upstream: release]
    - unsubscribe: a
    ⇒ valid
    expect: [a.completed, either: {keeps: [a.error], forgets: []}]
    ⇒ valid
    - subscribe: either
      expect: [either: 1]
    ⇒ valid
    expect: [either: {keeps: []}]
    - emit: 1
      expect: [either: {forgets: [a: 1]}]
    ⇒ 11:26: every `either` of `replay` must share a behaviour: those before this one share `keeps` → a case follows one behaviour of each choice
    expect: [either: {keeps: [], forgets: []}]
    - emit: 1
      expect: [either: {forgets: [a: 1]}]
    ⇒ valid
    reactions: [{when: {a: 1}, do: [{advance: 1}]}]
    ⇒ 7:38: `advance` is for a step, and not for a reaction
    reactions: [{when: {either: {keeps: []}}, do: [{emit: 1}]}]
    ⇒ 7:24: a reaction waits for one event, not for an `either`
    reactions: [{when: a.completed, do: [{error: boom}, {complete: upstream}]}]
    ⇒ valid
    reactions: [{when: {a: 1, b: 2}, do: [{emit: 1}]}]
    ⇒ 7:25: one event has one name, and this has 2 → write a reaction for each: it waits for one event
    """#
  ) { timeline($0, of: "S", "{operators: []}") }
}
