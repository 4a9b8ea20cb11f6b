// The sample library: `ConformanceRunner kit './start Sample.java'` tests the kit with it. The article "Test a kit"
// of the adapter protocol describes each operator.

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

final class Sample {
  /** What gets the errors that nobody receives. */
  private static Consumer<Throwable> handler;

  public static void main(String[] arguments) {
    Kit<Stream> kit = new Kit<>("sample", "1.0.0");
    UNSAYABLE.forEach((kind, make) -> kit.operator("unsayable-" + kind, (stream, given) ->
        stream.telling(make, given.exists() ? given.text() : null)));
    kit
        .source(connect -> new Stream(connect::to))
        .subscribe(Stream::subscribe)
        .connect(stream -> ((Connectable) stream).connect())
        .subject(stream -> stream.hub)
        .tellsStreams(Stream.class, stream -> stream.key)
        .reports(handler -> Sample.handler = handler)
        .operator("map", (stream, given) -> stream.map(given.function()))
        .operator("mapIndexed", (stream, given) -> stream.mapIndexed(given.reducer()))
        .operator("filter", (stream, given) -> stream.filter(given.predicate()))
        .operator("scan", (stream, given) -> given.has("seed")
            ? stream.scan(given.at("seed").value(), given.at("with").reducer())
            : stream.scan(given.at("with").reducer()))
        .operator("merge", (stream, given) -> stream.merge(given.at("with").sources()))
        .operator("mergeSeveral", (stream, given) -> stream.merge(given.at("with").sources()))
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
        .operator("debounce", (stream, given) -> stream.debounce(given.milliseconds(), given.clock()))
        .operator("collect", (stream, given) -> stream.collect())
        .operator("hot", (stream, given) -> stream.hot())
        .operator("unguarded", (stream, given) -> stream.unguarded())
        .operator("guard", (stream, given) -> stream.guard())
        .operator("early", (stream, given) -> stream.early())
        .operator("wrong", (stream, given) -> stream.wrong(given.text()))
        .read(Stream::read)
        .serve();
  }

  /** Parts that JSON lacks, by kind. */
  private static final Map<String, Supplier<Object>> UNSAYABLE = Map.ofEntries(
      Map.entry("infinity", () -> Double.NEGATIVE_INFINITY),
      Map.entry("integer", () -> (1L << 53) + 1),
      Map.entry("decimal", () -> new BigDecimal("0.10000000000000000001")),
      Map.entry("half", () -> "\ud83d"),
      Map.entry("half-key", () -> Map.of("\ud83d", 1)),
      Map.entry("key", () -> Map.of("text", 1, 1, 2)),
      Map.entry("function", () -> (Runnable) () -> {}),
      Map.entry("error", () -> new IllegalStateException("an error")),
      Map.entry("date", () -> LocalDate.EPOCH),
      Map.entry("promise", () -> CompletableFuture.completedFuture(1)),
      Map.entry("set", () -> Set.of(1)),
      Map.entry("bytes", () -> ByteBuffer.allocate(1)),
      Map.entry("object", Hub::new),
      Map.entry("cycle", Sample::cycle),
      Map.entry("depth", () -> nested(600)),
      Map.entry("getter", Lazy::new));

  private static List<Object> cycle() {
    List<Object> list = new ArrayList<>();
    list.add(list);
    return list;
  }

  private static List<Object> nested(int depth) {
    return depth == 0 ? List.of() : List.of(nested(depth - 1));
  }

  /** A list that throws when it is read. */
  private static final class Lazy extends AbstractList<Object> {
    @Override
    public Object get(int index) {
      throw new IllegalStateException("it throws");
    }

    @Override
    public int size() {
      return 1;
    }
  }

  /** A stream, which connects each observer. A group has a key. */
  static class Stream {
    private final Function<Kit.Observer, Runnable> connect;
    final Object key;

    /** The subject at its end, if it can be called. */
    Kit.Observer hub;

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

    /** Replaces the next function. It may throw, as a function of the case does. */
    private Stream lift(Function<Kit.Observer, Consumer<Object>> next) {
      return new Stream(observer ->
          subscribe(Kit.Observer.of(
              next.apply(observer), observer::error, observer::completed, observer::isConnected)));
    }

    Stream map(Function<Object, Object> function) {
      return lift(observer -> value -> attempt(observer, () -> function.apply(value), observer::next));
    }

    Stream mapIndexed(BinaryOperator<Object> function) {
      return lift(observer -> {
        int[] index = {0};
        return value ->
            attempt(observer, () -> function.apply(value, index[0]++), observer::next);
      });
    }

    Stream filter(Predicate<Object> predicate) {
      return lift(observer -> value ->
          attempt(observer, () -> predicate.test(value), holds -> {
            if (holds) observer.next(value);
          }));
    }

    /** The seed is not emitted. */
    Stream scan(Object seed, BinaryOperator<Object> reducer) {
      return lift(observer -> {
        Object[] soFar = {seed};
        return value -> attempt(observer, () -> reducer.apply(soFar[0], value), result -> {
          soFar[0] = result;
          observer.next(result);
        });
      });
    }

    /** The first value is the seed, and is emitted. */
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

    /** Subscribes to this stream and then to the others; the first error or completion ends it. */
    Stream merge(List<Stream> others) {
      return new Stream(observer -> {
        List<Runnable> all = new ArrayList<>(List.of(subscribe(observer)));
        for (Stream one : others) all.add(one.subscribe(observer));
        return () -> all.forEach(Runnable::run);
      });
    }

    /** Completes when this stream does. */
    Stream flatMap(Function<Object, Stream> function) {
      return new Stream(observer -> {
        List<Runnable> inner = new ArrayList<>();
        Runnable unsubscribe = subscribe(Kit.Observer.of(
            value -> attempt(observer, () -> function.apply(value), stream ->
                inner.add(stream.subscribe(
                    Kit.Observer.of(observer::next, observer::error, () -> {})))),
            observer::error,
            observer::completed));
        return () -> {
          unsubscribe.run();
          inner.forEach(Runnable::run);
        };
      });
    }

    Stream delay(long milliseconds, Kit.Clock clock) {
      return new Stream(observer -> {
        List<Runnable> timers = new ArrayList<>();
        Consumer<Runnable> later = action -> timers.add(clock.schedule(milliseconds, action));
        Runnable unsubscribe = subscribe(Kit.Observer.of(
            value -> later.accept(() -> observer.next(value)),
            error -> later.accept(() -> observer.error(error)),
            () -> later.accept(observer::completed)));
        return () -> {
          unsubscribe.run();
          timers.forEach(Runnable::run);
        };
      });
    }

    /** A value cancels the timer of the one before. */
    Stream debounce(long milliseconds, Kit.Clock clock) {
      return lift(observer -> {
        Runnable[] callOff = {() -> {}};
        return value -> {
          callOff[0].run();
          callOff[0] = clock.schedule(milliseconds, () -> observer.next(value));
        };
      });
    }

    /** Emits one list again and again. */
    Stream collect() {
      return lift(observer -> {
        List<Object> all = new ArrayList<>();
        return value -> {
          all.add(value);
          observer.next(all);
        };
      });
    }

    /** Subscribes when it is made. */
    Stream hot() {
      Hub all = new Hub();
      subscribe(all);
      Stream made = new Stream(all::add);
      made.hub = all;
      return made;
    }

    /** For observers that receive everything, and are disconnected as often as they unsubscribe. */
    Stream unguarded() {
      Function<Kit.Observer, Runnable> connect = this.connect;
      return new Stream(null) {
        @Override
        Runnable subscribe(Kit.Observer observer) {
          return connect.apply(observer);
        }
      };
    }

    /** The same until the first value: then it disconnects, also while its stream connects. */
    Stream early() {
      return new Stream(to -> {
        Runnable[] disconnect = {() -> {}};
        connect.apply(new Kit.Observer() {
          @Override
          public void next(Object value) {
            to.next(value);
            disconnect[0].run();
          }

          @Override
          public void error(Throwable error) {
            to.error(error);
          }

          @Override
          public void completed() {
            to.completed();
          }

          @Override
          public void addTeardown(Runnable teardown) {
            disconnect[0] = teardown;
          }
        });
        return () -> {};
      });
    }

    /** Reports what its observer throws. */
    Stream guard() {
      return lift(observer -> value -> {
        try {
          observer.next(value);
        } catch (RuntimeException problem) {
          handler.accept(problem);
        }
      });
    }

    /** Deliberate mistakes of a library. */
    Stream wrong(String mistake) {
      return lift(observer -> value -> {
        if (mistake.equals("throws")) throw new IllegalStateException("it throws");
        throw new Kit.Unsupported("this mistake");
      });
    }

    /** Emits a part for each value: by itself, or after the value in a list, which a map has under a key. */
    Stream telling(Supplier<Object> make, String key) {
      return lift(observer -> value ->
          observer.next(key == null ? make.get() : Map.of(key, List.of(value, make.get()))));
    }

    List<Object> read() {
      List<Object> values = new ArrayList<>();
      subscribe(Kit.Observer.of(values::add, error -> {}, () -> {})).run();
      return values;
    }

    /** Completes with the last value of the count. */
    Stream take(int count) {
      return lift(observer -> {
        int[] left = {count};
        return value -> {
          left[0]--;
          observer.next(value);
          if (left[0] == 0) observer.completed();
        };
      });
    }

    /** One connection for all observers, from the first until the last has unsubscribed. */
    Stream share() {
      Hub all = new Hub();
      Runnable[] unsubscribe = {null};
      return new Stream(observer -> {
        Runnable leave = all.add(observer);
        if (all.observers.size() == 1) unsubscribe[0] = subscribe(all);
        return () -> {
          leave.run();
          if (all.observers.isEmpty()) unsubscribe[0].run();
        };
      });
    }

    /** Fails with an error of the library's own, without connecting. */
    Stream fail() {
      return new Stream(observer -> {
        observer.error(new IllegalStateException("it fails"));
        return () -> {};
      });
    }

    /** Calls the callback when an observer has been disconnected. */
    Stream callAtEnd(Runnable callback) {
      return new Stream(observer -> {
        Runnable unsubscribe = subscribe(observer);
        return () -> {
          unsubscribe.run();
          try {
            callback.run();
          } catch (RuntimeException error) {
            throw new IllegalStateException("a callback threw: " + error.getMessage());
          }
        };
      });
    }

    /** Emits everything to another observer first. */
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
          }, observer::isConnected)));
    }

    Stream window(int count) {
      return new Stream(observer -> {
        Splitting all = new Splitting(observer);
        Hub[] open = {null};
        int[] left = {0};
        return all.subscribe(this, value -> {
          if (left[0] == 0) {
            open[0] = all.open(null);
            left[0] = count;
          }
          left[0]--;
          Hub window = open[0];
          window.next(value);
          if (left[0] == 0) window.completed();
        });
      });
    }

    Stream groupBy(Function<Object, Object> function) {
      return new Stream(observer -> {
        Splitting all = new Splitting(observer);
        Map<Object, Hub> groups = new LinkedHashMap<>();
        return all.subscribe(this, value ->
            attempt(all, () -> function.apply(value), key -> {
              if (!groups.containsKey(key)) groups.put(key, all.open(key));
              groups.get(key).next(value);
            }));
      });
    }

    /** Values without a row are dropped. */
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

  /** Calls a function of the case, and emits its exception as an error. Exceptions of {@code then} pass through. */
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

  /** Streams for an observer, connected until it and all their observers have unsubscribed. */
  private static final class Splitting implements Kit.Observer {
    private final Kit.Observer observer;
    private final List<Hub> streams = new ArrayList<>();
    private Runnable unsubscribe;
    private int users = 1;

    Splitting(Kit.Observer observer) {
      this.observer = observer;
    }

    Runnable subscribe(Stream stream, Consumer<Object> next) {
      unsubscribe = stream.subscribe(Kit.Observer.of(next, this::error, this::completed));
      return this::leave;
    }

    private void leave() {
      users--;
      if (users == 0) unsubscribe.run();
    }

    Hub open(Object key) {
      Hub one = new Hub();
      streams.add(one);
      observer.next(new Stream(inner -> {
        users++;
        Runnable remove = one.add(inner);
        return () -> {
          remove.run();
          leave();
        };
      }, key));
      return one;
    }

    @Override
    public void next(Object value) {}

    @Override
    public void error(Throwable error) {
      streams.forEach(one -> one.error(error));
      observer.error(error);
    }

    @Override
    public void completed() {
      streams.forEach(Hub::completed);
      observer.completed();
    }
  }

  /** An observer's subscription, which ends with an error, completion, or when the observer unsubscribes. */
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
      tell.run();
      letGo();
    }

    private void letGo() {
      Runnable once = disconnect;
      disconnect = null;
      if (once != null) once.run();
    }

    @Override
    public boolean isConnected() {
      return isOpen && observer.isConnected();
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

  /** Observers that receive the same. */
  private static final class Hub implements Kit.Observer {
    private List<Kit.Observer> observers = new ArrayList<>();

    Runnable add(Kit.Observer observer) {
      observers.add(observer);
      return () -> observers.removeIf(one -> one == observer);
    }

    @Override
    public void next(Object value) {
      List.copyOf(observers).forEach(one -> one.next(value));
    }

    @Override
    public void error(Throwable error) {
      List.copyOf(observers).forEach(one -> one.error(error));
    }

    @Override
    public void completed() {
      List.copyOf(observers).forEach(Kit.Observer::completed);
    }
  }

  /** A stream that is connected explicitly. Its observers stay when it is disconnected. */
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

    Runnable connect() {
      return upstream.unguarded().subscribe(all);
    }
  }
}
