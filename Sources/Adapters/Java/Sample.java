// A small library of streams, and its adapter: one operator for each kind of argument, for the tests of the kit.
//
// All of it is synchronous, and each operator is as plain as can be:
// - Nothing is connected before an observer subscribes; each observer of a stream has a connection of its own.
// - An error or completion is told once, and nothing after it; then what was connected is let go.
// - Several observers of `share`, `publish`, a window or a group are told in the order of their subscriptions. They
//   leave with the end. One that comes later is told nothing of the past; `share` connects anew for it.
// - What a function of the case throws is an error of the stream. What an observer throws leaves the call that told it.

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

final class Sample {
  public static void main(String[] arguments) {
    new Kit<Stream>("sample", "1.0.0")
        .source(connect -> new Stream(connect::to))
        .subscribe(Stream::subscribe)
        .connect(stream -> ((Connectable) stream).connect())
        .tellsStreams(Stream.class, stream -> stream.key)
        .operator("map", (stream, given) -> stream.map(given.function()))
        .operator("filter", (stream, given) -> stream.filter(given.predicate()))
        .operator("scan", (stream, given) -> given.has("seed")
            ? stream.scan(given.at("seed").value(), given.at("with").reducer())
            : stream.scan(given.at("with").reducer()))
        .operator("merge", (stream, given) -> stream.merge(given.at("with").source()))
        .operator("flatMap", (stream, given) -> stream.flatMap(given.sourceFunction()))
        .operator("delay", (stream, given) -> stream.delay(given.milliseconds(), given.clock()))
        .operator("take", (stream, given) -> stream.take(given.count()))
        .operator("share", (stream, given) -> stream.share())
        .operator("fail", (stream, given) -> stream.fail())
        .operator("finally", (stream, given) -> stream.callAtEnd(given.callback()))
        .operator("tap", (stream, given) -> stream.tap(given.observer()))
        .operator("publish", (stream, given) -> new Connectable(stream))
        .operator("window", (stream, given) -> stream.window(given.count()))
        .operator("groupBy", (stream, given) -> stream.groupBy(given.function()))
        .operator("rewrite", (stream, given) -> stream.rewrite(given.rows()))
        .operator("_nextOperator", (stream, given) -> stream.nextOperator(given.operation()))
        .serve();
  }

  /** A stream, which connects each observer. A group has a key. */
  static class Stream {
    private final Function<Kit.Observer, Runnable> connect;
    final Object key;

    Stream(Function<Kit.Observer, Runnable> connect) {
      this(connect, null);
    }

    Stream(Function<Kit.Observer, Runnable> connect, Object key) {
      this.connect = connect;
      this.key = key;
    }

    Runnable subscribe(Kit.Observer observer) {
      return new Subscription(observer).to(this);
    }

    /** Does something else with each value. What it calls a function with may throw. */
    private Stream lift(Function<Kit.Observer, Consumer<Object>> next) {
      return new Stream(observer ->
          subscribe(Kit.Observer.of(next.apply(observer), observer::error, observer::completed)));
    }

    Stream map(Function<Object, Object> function) {
      return lift(observer -> value -> attempt(observer, () -> function.apply(value), observer::next));
    }

    Stream filter(Predicate<Object> predicate) {
      return lift(observer -> value ->
          attempt(observer, () -> predicate.test(value), holds -> {
            if (holds) observer.next(value);
          }));
    }

    /** The seed is not told. */
    Stream scan(Object seed, BinaryOperator<Object> reducer) {
      return lift(observer -> {
        Object[] soFar = {seed};
        return value -> attempt(observer, () -> reducer.apply(soFar[0], value), result -> {
          soFar[0] = result;
          observer.next(result);
        });
      });
    }

    /** The first value is the seed, and is told. */
    Stream scan(BinaryOperator<Object> reducer) {
      return lift(observer -> {
        List<Object> soFar = new ArrayList<>();
        return value ->
            attempt(observer, () -> soFar.isEmpty() ? value : reducer.apply(soFar.get(0), value), result -> {
              soFar.clear();
              soFar.add(result);
              observer.next(result);
            });
      });
    }

    /** Connects this stream and then the other, unless this one erred. Completes when both have. */
    Stream merge(Stream other) {
      return new Stream(observer -> {
        Gathering all = new Gathering(observer, 2);
        all.add(this, observer::next);
        all.add(other, observer::next);
        return all::leave;
      });
    }

    /** Completes when this stream and all others have. */
    Stream flatMap(Function<Object, Stream> function) {
      return new Stream(observer -> {
        Gathering all = new Gathering(observer, 1);
        all.add(this, value -> attempt(observer, () -> function.apply(value), stream -> {
          all.open++;
          all.add(stream, observer::next);
        }));
        return all::leave;
      });
    }

    /** Delays values and completion. An error is told at once, and what was delayed is not. */
    Stream delay(long milliseconds, Kit.Clock clock) {
      return new Stream(observer -> {
        List<Runnable> pending = new ArrayList<>();
        Consumer<Runnable> later = action -> pending.add(clock.schedule(milliseconds, action));
        Runnable unsubscribe = subscribe(Kit.Observer.of(
            value -> later.accept(() -> observer.next(value)),
            observer::error,
            () -> later.accept(observer::completed)));
        return () -> {
          pending.forEach(Runnable::run);
          unsubscribe.run();
        };
      });
    }

    /** Completes with the last value of the count, and for none without connecting. */
    Stream take(int count) {
      return new Stream(observer -> {
        if (count == 0) {
          observer.completed();
          return () -> {};
        }
        int[] left = {count};
        return subscribe(Kit.Observer.of(
            value -> {
              if (left[0] == 0) return;
              boolean isLast = --left[0] == 0;
              observer.next(value);
              if (isLast) observer.completed();
            },
            observer::error,
            observer::completed));
      });
    }

    /** One connection for all observers, from the first until the last has left. */
    Stream share() {
      Hub all = new Hub();
      return new Stream(observer -> {
        Runnable leave = all.add(observer);
        if (all.subscription == null) all.subscribe(this);
        return () -> {
          leave.run();
          if (all.observers.isEmpty()) all.unsubscribe();
        };
      });
    }

    /** Errs with an error of the library's own, without connecting. */
    Stream fail() {
      return new Stream(observer -> {
        observer.error(new IllegalStateException("it fails"));
        return () -> {};
      });
    }

    /** Calls once: when the end has been told, before the source is let go; or when an observer has left. */
    Stream callAtEnd(Runnable callback) {
      return new Stream(observer -> {
        boolean[] hasCalled = {false};
        Runnable call = () -> {
          if (hasCalled[0]) return;
          hasCalled[0] = true;
          callback.run();
        };
        Runnable unsubscribe = subscribe(Kit.Observer.of(
            observer::next,
            error -> {
              observer.error(error);
              call.run();
            },
            () -> {
              observer.completed();
              call.run();
            }));
        return () -> {
          unsubscribe.run();
          call.run();
        };
      });
    }

    /** Tells another observer of everything, first. */
    Stream tap(Kit.Observer other) {
      return new Stream(observer -> subscribe(Kit.Observer.of(
          value -> {
            other.next(value);
            observer.next(value);
          },
          error -> {
            other.error(error);
            observer.error(error);
          },
          () -> {
            other.completed();
            observer.completed();
          })));
    }

    /** Tells of a stream with the first value of each window; a full one completes. */
    Stream window(int count) {
      return new Stream(observer -> {
        List<Hub> open = new ArrayList<>();
        int[] left = {0};
        return subscribe(ending(observer, open, value -> {
          if (open.isEmpty()) {
            Hub window = new Hub();
            open.add(window);
            left[0] = count;
            observer.next(window.stream(null));
          }
          Hub window = open.get(0);
          boolean isFull = --left[0] == 0;
          if (isFull) open.clear();
          window.next(value);
          if (isFull) window.completed();
        }));
      });
    }

    /** Tells of a stream with the first value of each key. */
    Stream groupBy(Function<Object, Object> function) {
      return new Stream(observer -> {
        Map<Object, Hub> groups = new LinkedHashMap<>();
        List<Hub> open = new ArrayList<>();
        return subscribe(ending(observer, open, value ->
            attempt(ending(observer, open, null), () -> function.apply(value), key -> {
              Hub group = groups.get(key);
              if (group == null) {
                group = new Hub();
                groups.put(key, group);
                open.add(group);
                observer.next(group.stream(key));
              }
              group.next(value);
            })));
      });
    }

    /** What has no row is left out. */
    Stream rewrite(Kit.Rows rows) {
      return lift(observer -> value -> {
        if (rows.has(value)) observer.next(rows.get(value));
      });
    }

    Stream nextOperator(BiConsumer<Object, Consumer<Object>> operation) {
      return lift(observer -> value -> {
        List<Object> values = new ArrayList<>();
        attempt(observer, () -> {
          operation.accept(value, values::add);
          return values;
        }, all -> all.forEach(observer::next));
      });
    }
  }

  /** Calls a function of the case. What it throws is told as an error; what is made of its result is not. */
  private static <T> void attempt(
      Kit.Observer observer, Supplier<T> function, Consumer<T> then) {
    T result;
    try {
      result = function.get();
    } catch (RuntimeException error) {
      observer.error(error);
      return;
    }
    then.accept(result);
  }

  /** An observer that tells the inner streams of the end, and then another observer. */
  private static Kit.Observer ending(Kit.Observer observer, List<Hub> open, Consumer<Object> next) {
    return Kit.Observer.of(
        next,
        error -> {
          List.copyOf(open).forEach(one -> one.error(error));
          observer.error(error);
        },
        () -> {
          List.copyOf(open).forEach(Hub::completed);
          observer.completed();
        });
  }

  /** An observer's subscription, which ends with an error, completion, or when the observer leaves. */
  private static final class Subscription implements Kit.Observer {
    private final Kit.Observer observer;
    private boolean isOpen = true;
    private Runnable disconnect;

    Subscription(Kit.Observer observer) {
      this.observer = observer;
    }

    Runnable to(Stream stream) {
      disconnect = stream.connect.apply(this);
      if (!isOpen) letGo();
      return this::leave;
    }

    void leave() {
      isOpen = false;
      letGo();
    }

    private void end(Runnable tell) {
      if (!isOpen) return;
      isOpen = false;
      try {
        tell.run();
      } finally {
        letGo();
      }
    }

    private void letGo() {
      Runnable once = disconnect;
      disconnect = null;
      if (once != null) once.run();
    }

    @Override
    public void next(Object value) {
      if (isOpen) observer.next(value);
    }

    @Override
    public void error(Throwable error) {
      end(() -> observer.error(error));
    }

    @Override
    public void completed() {
      end(observer::completed);
    }
  }

  /** Streams that one observer is told of together. */
  private static final class Gathering {
    private final Kit.Observer observer;
    private final List<Runnable> subscriptions = new ArrayList<>();
    private boolean isOver = false;
    int open;

    Gathering(Kit.Observer observer, int open) {
      this.observer = observer;
      this.open = open;
    }

    void add(Stream stream, Consumer<Object> next) {
      if (isOver) return;
      Subscription one = new Subscription(Kit.Observer.of(
          next,
          error -> {
            isOver = true;
            observer.error(error);
          },
          () -> {
            if (--open == 0) observer.completed();
          }));
      subscriptions.add(one::leave);
      one.to(stream);
    }

    /** Lets go in the order of the connections. */
    void leave() {
      isOver = true;
      subscriptions.forEach(Runnable::run);
    }
  }

  /** Observers that are told of the same. */
  private static final class Hub implements Kit.Observer {
    private List<Kit.Observer> observers = new ArrayList<>();
    private Subscription subscription;

    Stream stream(Object key) {
      return new Stream(this::add, key);
    }

    Runnable add(Kit.Observer observer) {
      observers.add(observer);
      return () -> observers.removeIf(one -> one == observer);
    }

    void subscribe(Stream stream) {
      subscription = new Subscription(this);
      boolean isConnected = false;
      try {
        subscription.to(stream);
        isConnected = true;
      } finally {
        if (!isConnected) subscription = null;
      }
    }

    void unsubscribe() {
      Subscription one = subscription;
      subscription = null;
      if (one != null) one.leave();
    }

    private List<Kit.Observer> leaving() {
      List<Kit.Observer> all = observers;
      observers = new ArrayList<>();
      subscription = null;
      return all;
    }

    @Override
    public void next(Object value) {
      List.copyOf(observers).forEach(one -> one.next(value));
    }

    @Override
    public void error(Throwable error) {
      leaving().forEach(one -> one.error(error));
    }

    @Override
    public void completed() {
      leaving().forEach(Kit.Observer::completed);
    }
  }

  /** A stream that is connected by itself. Its observers stay when it is disconnected. */
  private static final class Connectable extends Stream {
    private final Stream upstream;
    private final Hub all;

    Connectable(Stream upstream) {
      this(upstream, new Hub());
    }

    private Connectable(Stream upstream, Hub all) {
      super(all::add);
      this.upstream = upstream;
      this.all = all;
    }

    /** Connects unless it is connected. */
    Runnable connect() {
      if (all.subscription == null) all.subscribe(upstream);
      Subscription one = all.subscription;
      return () -> {
        if (all.subscription == one) all.unsubscribe();
      };
    }
  }
}
