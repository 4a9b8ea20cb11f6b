// The kit of an adapter in Java: plays the cases of conformance fixtures on the streams of a library.
//
// `Adapter.java` describes the library, and uses only `Kit` from here; this file needs no change. It reads requests
// on standard input and answers on standard output: JSON-RPC 2.0, one message a line. `start` compiles both files,
// and starts them. It needs Java 17 or later, and Gson.

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.*;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.nio.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.temporal.TemporalAccessor;
import java.util.*;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.*;
import java.util.stream.Collectors;

/**
 * The library under test, as a table: how to make a source, how to subscribe an observer, and each operator.
 *
 * <p>Values are those of Java: null, Boolean, Double for every number, String, List and Map. A library may emit any
 * other number that a double can represent, and any sequence: a list, an array, a queue.
 *
 * @param <S> The library's type of streams.
 */
public final class Kit<S> {
  /** The number of timers that may be due in one step. */
  private static final int MOST_TIMERS = 10_000;

  /** The deepest nesting of a value: an answer may have 512 levels, 5 of which enclose it. */
  private static final int DEEPEST = 507;

  /** The size of the stack of an implementation, in bytes. */
  private static final long STACK = 64 << 20;

  private final String name;
  private final String version;
  private List<String> channels = List.of("next", "error", "completed");
  private boolean releases = true;
  private final Map<String, Object> said = new LinkedHashMap<>();
  private Runnable afterStep;
  private Function<Connect, S> source;
  private BiFunction<S, Observer, Runnable> subscribe;
  private Function<S, Runnable> connect;
  private Function<S, Observer> subject;
  private Function<S, ? extends Collection<?>> read;
  private Class<?> inner;
  private boolean reports = false;
  private Case playing;
  private Function<S, ?> key;
  private BiFunction<Supplier<Object>, Consumer<Object>, ScopedProperty> scoped;
  private BiFunction<Function<String, Object>, BiConsumer<String, Object>, UnscopedProperty> unscoped;
  private final Map<String, Operator<S>> operators = new LinkedHashMap<>();

  public Kit(String name, String version) {
    this.name = name;
    this.version = version;
  }

  /** The channels of observers: some of next, state, error and completed; by default all except state. */
  public Kit<S> channels(String... channels) {
    this.channels = List.of(channels);
    return this;
  }

  /** Declares that the library disconnects nothing after an error or completion of a source. */
  public Kit<S> withoutReleases() {
    releases = false;
    return this;
  }

  /** The specifications that the library implements, by name; the fixtures of others are not run. */
  public Kit<S> specifications(String... specifications) {
    said.put("specifications", List.of(specifications));
    return this;
  }

  /** Declares that the library disconnects a source later than it is due. */
  public Kit<S> stopsLater() {
    said.put("stops", "later");
    return this;
  }

  /** Declares that all observers of a stream share it. */
  public Kit<S> sharesAlways() {
    said.put("shares", "always");
    return this;
  }

  /** Installs a handler of the errors that the library reports, as nobody receives them. */
  public Kit<S> reports(Consumer<Consumer<Throwable>> install) {
    reports = true;
    install.accept(
        error -> {
          List<Object> event = new ArrayList<>(List.of("reported"));
          event.addAll(contentOf(error));
          playing.record(event.toArray());
        });
    return this;
  }

  /** A hook after each step, which may wait: work that the library defers belongs to the step. */
  public Kit<S> afterStep(Runnable afterStep) {
    this.afterStep = afterStep;
    return this;
  }

  /** Makes a source of the library from a connect function. */
  public Kit<S> source(Function<Connect, S> source) {
    this.source = source;
    return this;
  }

  /** Subscribes an observer to a stream, and returns the function that unsubscribes it. */
  public Kit<S> subscribe(BiFunction<S, Observer, Runnable> subscribe) {
    this.subscribe = subscribe;
    return this;
  }

  /** An operator by its name in fixtures. Cases of operators that are left out are skipped. */
  public Kit<S> operator(String name, Operator<S> operator) {
    operators.put(name, operator);
    return this;
  }

  /** Connects a connectable stream, and returns the function that disconnects it. */
  public Kit<S> connect(Function<S, Runnable> connect) {
    this.connect = connect;
    return this;
  }

  /** Returns an observer that calls the subject at the end of a stream. */
  public Kit<S> subject(Function<S, Observer> subject) {
    this.subject = subject;
    return this;
  }

  /** The type of streams that an observer may receive, and the key of a group; null for other streams. */
  public Kit<S> tellsStreams(Class<?> type, Function<S, ?> key) {
    inner = type;
    this.key = key;
    return this;
  }

  /** Reads a stream: returns the values that are emitted meanwhile. */
  public Kit<S> read(Function<S, ? extends Collection<?>> read) {
    this.read = read;
    return this;
  }

  /** Makes a scoped property of its read and write functions. */
  public Kit<S> scoped(BiFunction<Supplier<Object>, Consumer<Object>, ScopedProperty> make) {
    scoped = make;
    return this;
  }

  /** Makes an unscoped property of its read and write functions, which take the name of an object. */
  public Kit<S> unscoped(
      BiFunction<Function<String, Object>, BiConsumer<String, Object>, UnscopedProperty> make) {
    unscoped = make;
    return this;
  }

  // The types between a library and the kit.

  /** An observer: one of the case, called by the library, or one of the library, called by a source. */
  public interface Observer {
    void next(Object value);

    /** A state: active or atRest. */
    default void state(String state) {}

    void error(Throwable error);

    void completed();

    /** Whether it is still connected: a source may ask while it connects. */
    default boolean isConnected() {
      return true;
    }

    /** Takes what disconnects it, before a source emits: it may leave while that connects. */
    default void addTeardown(Runnable teardown) {}

    /** Whether it takes a channel: without state, it subscribes in the next-only form. */
    default boolean takes(String channel) {
      return true;
    }

    /** An observer of three functions. */
    static Observer of(Consumer<Object> next, Consumer<Throwable> error, Runnable completed) {
      return of(next, error, completed, () -> true);
    }

    /** An observer of three functions, and of one that returns whether it is still connected. */
    static Observer of(
        Consumer<Object> next, Consumer<Throwable> error, Runnable completed, BooleanSupplier isConnected) {
      return new Observer() {
        @Override
        public boolean isConnected() {
          return isConnected.getAsBoolean();
        }

        @Override
        public void next(Object value) {
          next.accept(value);
        }

        @Override
        public void error(Throwable problem) {
          error.accept(problem);
        }

        @Override
        public void completed() {
          completed.run();
        }
      };
    }
  }

  /** The connect function of a source. */
  public interface Connect {
    /** Connects an observer, and returns the disconnect function. */
    Runnable to(Observer observer);
  }

  /** Applies an operator to a stream, with its argument. */
  public interface Operator<S> {
    S apply(S stream, Given<S> given) throws Exception;
  }

  /** A property of one object. */
  public interface ScopedProperty {
    Object read();

    void write(Object value);

    void state(String state);

    Runnable subscribe(Observer observer);
  }

  /** A property of any object. */
  public interface UnscopedProperty {
    Object read(String object);

    void write(String object, Object value);
  }

  /** An error with a value of the case. Any other error that an observer receives is the library's own. */
  public static final class CaseError extends RuntimeException {
    public final transient Object value;

    public CaseError(Object value) {
      super("the error " + json(value) + " of the case");
      this.value = value;
    }
  }

  /** A feature that the implementation lacks; the case is skipped. */
  public static final class Unsupported extends Fault {
    public Unsupported(String feature) {
      super(-32001, feature, null);
    }
  }

  /** The answer instead of a trace, whatever the library does with the exception. */
  private static class Fault extends RuntimeException {
    final int code;
    final transient Object data;

    Fault(int code, String message, Object data) {
      super(message);
      this.code = code;
      this.data = data;
    }
  }

  /** The argument of an operator, converted. */
  public static final class Given<S> {
    private final Kit<S>.Case played;
    private final int position;
    private final String place;
    private final boolean exists;
    private final Object value;

    private Given(Kit<S>.Case played, int position, String place, boolean exists, Object value) {
      this.played = played;
      this.position = position;
      this.place = place;
      this.exists = exists;
      this.value = value;
    }

    /** Whether there is an argument; it may be null. */
    public boolean exists() {
      return exists;
    }

    /** Whether there is an argument of that name; it may be null. */
    public boolean has(String name) {
      return value instanceof Map<?, ?> map && map.containsKey(name);
    }

    /** The argument of that name. */
    public Given<S> at(String name) {
      Object part = has(name) ? ((Map<?, ?>) value).get(name) : null;
      return new Given<>(played, position, "`" + name + "` of " + place, has(name), part);
    }

    /** The value as written. */
    public Object value() {
      if (!exists) throw missing("value");
      return value;
    }

    public double number() {
      return as(Double.class, "number");
    }

    public int count() {
      double number = number();
      if (number != (int) number || number < 0) throw missing("count that fits in 31 bits");
      return (int) number;
    }

    public String text() {
      return as(String.class, "text");
    }

    public boolean flag() {
      return as(Boolean.class, "truth value");
    }

    /** Seconds, in milliseconds. */
    public long milliseconds() {
      return Math.round(number() * 1000);
    }

    /** The time of the case. */
    public Clock clock() {
      return played.clock;
    }

    /** {@code other}: the source or stream of that name. */
    public S source() {
      return played.stream(text());
    }

    /** {@code other}, or {@code [left, right]}: the sources or streams of these names. */
    public List<S> sources() {
      List<?> names = value instanceof List<?> list ? list : List.of(text());
      return names.stream().map(name -> played.stream((String) name)).toList();
    }

    /** {@code [[1, 10], [2, throws, boom]]}: 10 for 1, and throws for 2. */
    public Function<Object, Object> function() {
      Function<List<?>, Object> table = table(1, "function");
      return called -> table.apply(Collections.singletonList(called));
    }

    /** {@code [2, 4]}: true for these values; if each entry is a row, a function with boolean results. */
    public Predicate<Object> predicate() {
      List<?> entries = as(List.class, "predicate");
      if (!entries.isEmpty() && entries.stream().allMatch(Given::isPredicateRow)) {
        Function<Object, Object> function = function();
        return called -> Boolean.TRUE.equals(function.apply(called));
      }
      Set<Object> values = new HashSet<>(canonical(entries));
      return called -> values.contains(argument(Collections.singletonList(called)).get(0));
    }

    /** Whether an entry is {@code [value, true]}, {@code [value, false]} or {@code [value, throws, error]}. */
    private static boolean isPredicateRow(Object entry) {
      if (!(entry instanceof List<?> cells)) return false;
      return cells.size() == 2 && cells.get(1) instanceof Boolean
          || cells.size() == 3 && "throws".equals(cells.get(1));
    }

    /**
     * {@code sum}, {@code append}, {@code latest}, or rows of the result so far and a value. Rows may also be
     * of a value and its index.
     */
    public BinaryOperator<Object> reducer() {
      if (value instanceof List) {
        Function<List<?>, Object> table = table(2, "reducer");
        return (soFar, called) -> table.apply(Arrays.asList(soFar, called));
      }
      String word = text();
      if (!List.of("sum", "append", "latest").contains(word)) throw missing("reducer");
      return (soFar, called) -> {
        List<Object> both = argument(Arrays.asList(soFar, called));
        if (word.equals("latest")) return called;
        if (word.equals("sum") && soFar instanceof Number one && called instanceof Number other) {
          return one.doubleValue() + other.doubleValue();
        }
        List<Object> list = word.equals("append") ? sequence(soFar) : null;
        if (list == null) throw lacks(both);
        list.add(called);
        return list;
      };
    }

    /** {@code [[1, left]]}: the source or stream {@code left} for 1. */
    public Function<Object, S> sourceFunction() {
      return function().andThen(name -> played.stream(String.valueOf(name)));
    }

    /** {@code [[1, [10, 11]]]}: for 1, calls next with 10 and then with 11. */
    public BiConsumer<Object, Consumer<Object>> operation() {
      Function<Object, Object> values = function();
      return (called, next) -> ((List<?>) values.apply(called)).forEach(next);
    }

    /** {@code [[a, 100]]}: a dictionary. A value without a row has no entry. */
    public Rows rows() {
      return new Rows(rows(1, "dictionary"), this::argument);
    }

    /** A function of the case, which records each call. */
    public Runnable callback() {
      String name = text();
      return () -> played.record(name, "called");
    }

    /** An observer of the case, which records its events. */
    public Observer observer() {
      return played.observer(text());
    }

    private <T> T as(Class<T> type, String noun) {
      if (!type.isInstance(value)) throw missing(noun);
      return type.cast(value);
    }

    private Unsupported missing(String noun) {
      return new Unsupported("a " + noun + " as " + place);
    }

    /** The rows of a table by their keys. */
    private Map<List<Object>, List<?>> rows(int keys, String noun) {
      Map<List<Object>, List<?>> rows = new HashMap<>();
      for (Object row : as(List.class, noun)) {
        if (!(row instanceof List<?> cells) || cells.size() <= keys) throw missing(noun);
        rows.putIfAbsent(canonical(cells.subList(0, keys)), cells);
      }
      return rows;
    }

    /** A function of the rows; a row with two cells after its keys throws. */
    private Function<List<?>, Object> table(int keys, String noun) {
      Map<List<Object>, List<?>> rows = rows(keys, noun);
      return called -> {
        List<Object> asked = argument(called);
        List<?> row = rows.get(asked);
        if (row == null) throw lacks(asked);
        if (row.size() > keys + 1) throw new CaseError(row.get(keys + 1));
        return row.get(keys);
      };
    }

    /** The argument of a function of the case, copied now: a value, or a list of two. */
    private List<Object> argument(List<?> called) {
      boolean isOne = called.size() == 1;
      String whose = "the argument of a function of the case";
      Object told = played.sayable(isOne ? called.get(0) : called, whose);
      return isOne ? Collections.singletonList(told) : list(told);
    }

    /** The fault that a table has no row for some values. */
    private Fault lacks(List<Object> asked) {
      Object value = asked.size() == 1 ? asked.get(0) : asked;
      int step = played.trace.size() - 1;
      Object data = members("operator", position, "value", value, "step", step);
      return played.fail(new Fault(-32002, "a table has no row for " + json(value), data));
    }
  }

  /** A dictionary with any values as keys. */
  public static final class Rows {
    private final Map<List<Object>, List<?>> rows;
    private final Function<List<?>, List<Object>> argument;

    private Rows(
        Map<List<Object>, List<?>> rows, Function<List<?>, List<Object>> argument) {
      this.rows = rows;
      this.argument = argument;
    }

    public boolean has(Object key) {
      return row(key) != null;
    }

    public Object get(Object key) {
      return has(key) ? row(key).get(1) : null;
    }

    private List<?> row(Object key) {
      return rows.get(argument.apply(Collections.singletonList(key)));
    }
  }

  /** The time of a case, in whole milliseconds from 0. Only the steps of the case move it. */
  public static final class Clock {
    private long now = 0;
    private long count = 0;

    // Timers that are due at the same time fire in the order of their creation.
    private final PriorityQueue<Timer> timers =
        new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::number));

    private record Timer(long due, long number, Runnable action) {}

    public long now() {
      return now;
    }

    /** When the next timer is due; the end of time if there is none. */
    private long due() {
      return timers.isEmpty() ? Long.MAX_VALUE : timers.peek().due();
    }

    /** Calls a function later by this time, and returns a function that cancels the timer. */
    public Runnable schedule(long milliseconds, Runnable action) {
      long due = now + Math.min(Math.max(0, milliseconds), Long.MAX_VALUE - now);
      Timer timer = new Timer(due, count++, action);
      timers.add(timer);
      return () -> timers.remove(timer);
    }

    /**
     * Moves time, and fires all timers that are due by then, also those made meanwhile. An action, if there is one,
     * runs at the end, before the timers that are due at that time. Then the first error is thrown.
     */
    private void advance(long milliseconds, Runnable action) {
      long end = now + milliseconds;
      Guard guard = new Guard();
      for (int calls = 0; action != null || !timers.isEmpty() && timers.peek().due() <= end; calls++) {
        if (action != null && (timers.isEmpty() || timers.peek().due() >= end)) {
          now = end;
          guard.run(action);
          action = null;
          continue;
        }
        if (calls == MOST_TIMERS) {
          String message = "more than " + MOST_TIMERS + " timers came due in a step";
          throw new Fault(-32603, message, null);
        }
        Timer timer = timers.poll();
        now = timer.due();
        guard.run(timer.action());
      }
      now = end;
      guard.rethrow();
    }
  }

  /** Continues after an exception, and throws the first one at the end. */
  private static final class Guard {
    private Throwable first;

    void run(Runnable action) {
      try {
        action.run();
      } catch (Throwable problem) {
        if (first == null) first = problem;
      }
    }

    void rethrow() {
      if (first != null) throw Kit.<RuntimeException>thrown(first);
    }
  }

  /** Throws an exception of any type: a library's functions may throw undeclared checked ones. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException thrown(Throwable problem) throws T {
    throw (T) problem;
  }

  // A case while it is played.

  /** One case: its sources, streams and observers, and the events of each step. */
  private final class Case {
    private final Thread thread = Thread.currentThread();
    private final Map<String, Object> subject;
    private final Clock clock = new Clock();
    private final Map<String, Source> sources = new LinkedHashMap<>();
    private final Map<String, S> streams = new LinkedHashMap<>();
    private final Map<String, S> tested = new LinkedHashMap<>();
    private final Map<String, Object> stores = new LinkedHashMap<>();
    private final Map<String, ScopedProperty> properties = new LinkedHashMap<>();
    private UnscopedProperty unscopedProperty;
    private final Map<String, Runnable> subscriptions = new HashMap<>();
    private final Map<String, S> told = new HashMap<>();
    private final Map<String, Integer> toldCounts = new HashMap<>();
    private final Map<Object, Connection> connections = new HashMap<>();
    private final List<Reaction> waiting = new ArrayList<>();
    private final List<Map<String, Object>> postponed = new ArrayList<>();
    private boolean isMade = false;
    private boolean hasBegun = false;
    private boolean hasThrown = false;
    private Fault fault;

    // Events while the subject is made belong to the first step.
    private final List<List<Object>> trace = new ArrayList<>(List.of(new ArrayList<>()));

    private record Reaction(List<Object> when, List<Map<String, Object>> actions) {}

    Case(Map<String, Object> parameters) {
      subject = map(parameters.get("subject"));
      for (Map<String, Object> one : maps(parameters.get("reactions"))) {
        waiting.add(new Reaction(canonical((List<?>) one.get("when")), maps(one.get("do"))));
      }
    }

    List<List<Object>> play(List<Map<String, Object>> steps) throws Exception {
      if (subject.containsKey("property")) makeProperties((String) subject.get("property"));
      else makeStreams();
      isMade = true;
      postponed.forEach(this::perform);
      hasBegun = true;
      for (int index = 0; index < steps.size(); index++) {
        if (index > 0) trace.add(new ArrayList<>());
        hasThrown = false;
        try {
          Map<String, Object> step = steps.get(index);
          boolean waits = afterStep != null && "advance".equals(step.get("action"));
          perform(waits ? advanceToTimers(step) : step);
        } catch (Throwable problem) {
          boolean isFault = problem instanceof Fault || problem instanceof VirtualMachineError;
          if (!hasThrown || isFault) throw problem;
          List<Object> event = new ArrayList<>(List.of("throws"));
          event.addAll(contentOf(problem));
          write(event);
        }
        if (afterStep != null) afterStep.run();
      }
      return trace;
    }

    /** Moves time on to one timer after the other, with the hook after each, and returns the rest of the step. */
    private Map<String, Object> advanceToTimers(Map<String, Object> step) {
      long end = clock.now() + Math.round(((Number) step.get("seconds")).doubleValue() * 1000);
      for (int calls = 0; clock.due() < end && calls < MOST_TIMERS; calls++) {
        clock.advance(clock.due() - clock.now(), null);
        afterStep.run();
      }
      Map<String, Object> rest = new HashMap<>(step);
      rest.put("seconds", (end - clock.now()) / 1000.0);
      return rest;
    }

    private void makeStreams() throws Exception {
      map(subject.get("sources"))
          .forEach(
              (name, plan) -> {
                Source one = new Source(name, map(plan));
                sources.put(name, one);
                streams.put(name, source.apply(one::connect));
              });
      Map<String, Object> only = new HashMap<>(subject);
      only.put("source", "upstream");
      Map<String, Object> all =
          subject.containsKey("streams") ? map(subject.get("streams")) : Map.of("stream", only);
      int position = 0;
      for (String name : all.keySet()) {
        Map<String, Object> one = map(all.get(name));
        S stream = stream((String) one.get("source"));
        for (Object written : (List<?>) one.get("operators")) {
          List<?> words = (List<?>) written;
          Operator<S> operator = operators.get(words.get(0));
          if (operator == null) throw new Unsupported("the operator `" + words.get(0) + "`");
          boolean exists = words.size() > 1;
          String place = "the argument of `" + words.get(0) + "`";
          Object argument = exists ? words.get(1) : null;
          stream = operator.apply(stream, new Given<>(this, position++, place, exists, argument));
        }
        tested.put(name, stream);
        streams.put(name, stream);
      }
    }

    /** A source, or a stream that has been made. */
    private S stream(String name) {
      if (!streams.containsKey(name)) throw fail(new Unsupported("a source named `" + name + "`"));
      return streams.get(name);
    }

    private void makeProperties(String kind) {
      stores.putAll(map(subject.get("stores")));
      if (kind.equals("unscoped") && unscoped != null) {
        unscopedProperty = unscoped.apply(stores::get, this::write);
      } else if (kind.equals("scoped") && scoped != null) {
        for (String one : stores.keySet()) {
          properties.put(one, scoped.apply(() -> stores.get(one), value -> write(one, value)));
        }
      } else {
        throw new Unsupported(kind + " properties");
      }
    }

    private void write(String store, Object value) {
      if (!"ignored".equals(subject.get("writes"))) stores.put(store, value);
      record(store, "write", value);
    }

    /** An observer for an operator to call, on all channels. */
    private Observer observer(String name) {
      return new Recorder(name, channels, null);
    }

    /** Records an event, and fires the reactions to it. */
    private void record(Object... event) {
      record(() -> {}, event);
    }

    /** Records an event, runs an action, then fires the reactions. A reaction fires once. */
    private void record(Runnable first, Object... event) {
      if (Thread.currentThread() != thread) {
        fail(new Fault(-32603, "the implementation called on another thread", null));
        return;
      }
      List<Object> written = write(Arrays.asList(event));
      if (written == null) return;
      // No reaction looks at the text of an error.
      List<Object> bare = written.size() > 3 ? written.subList(0, 2) : written;
      List<Map<String, Object>> actions = new ArrayList<>();
      for (Reaction one : waiting) if (one.when.equals(bare)) actions.addAll(one.actions);
      waiting.removeIf(one -> one.when.equals(bare));
      first.run();
      if (isMade) {
        actions.forEach(this::perform);
      } else {
        postponed.addAll(actions);
      }
    }

    /** Records a copy of an event: libraries change lists that they have emitted. Null if it cannot be copied. */
    private List<Object> write(List<Object> event) {
      List<Object> written = new ArrayList<>(event);
      int words = List.of("returns", "throws", "reported").contains(event.get(0)) ? 1 : 2;
      if (event.size() > words) {
        String whose = "`" + event.get(0) + "`" + (words == 1 ? "" : "'s " + event.get(1));
        try {
          written.set(words, sayable(event.get(words), "the value of " + whose));
        } catch (Fault fault) {
          return null;
        }
      }
      trace.get(trace.size() - 1).add(written);
      return written;
    }

    /** A copy of a value as it is now; a fault if JSON lacks a part of it. */
    private Object sayable(Object value, String whose) {
      Copier copier = new Copier();
      Unsayable what;
      try {
        return copier.copy(value);
      } catch (Unsayable problem) {
        what = problem;
      } catch (RuntimeException problem) {
        what = new Unsayable("a part that throws when it is read", problem);
      }
      String place = " has at `" + copier.place() + "` ";
      throw fail(new Fault(-32603, whose + place + what.getMessage(), "step " + trace.size()));
    }

    /** Records the first fault, because the library may handle the exception in any way. */
    private Fault fail(Fault problem) {
      if (fault == null) fault = problem;
      return problem;
    }

    private void subscribe(String name, S stream, List<String> asked, boolean observesInner) {
      // There is nothing to unsubscribe until it returns.
      subscriptions.remove(name);
      Consumer<S> tell = one -> tell(name, one, asked, observesInner);
      subscriptions.put(name, subscribe.apply(stream, new Recorder(name, asked, tell)));
    }

    /** An observer receives a stream, and subscribes to it at once. */
    private void tell(String name, S stream, List<String> asked, boolean isObserved) {
      String own = name + "/" + toldCounts.merge(name, 1, Integer::sum);
      told.put(own, stream);
      Runnable observe = () -> subscribe(own, stream, asked, true);
      record(isObserved ? observe : () -> {}, name, "stream", key.apply(stream));
    }

    /** The stream or property of a name; the only one has no name. */
    private <T> T one(Map<String, T> all, Object name) {
      return all.containsKey(name) ? all.get(name) : all.values().iterator().next();
    }

    private S tested(Object name) {
      return told.containsKey(name) ? told.get(name) : one(tested, name);
    }

    @SuppressWarnings("unchecked")
    private void perform(Map<String, Object> action) {
      String name = (String) action.get("name");
      String store = (String) action.get("store");
      Object value = action.get("value");
      Source from = sources.get(action.get("source"));
      if (action.containsKey("into")) {
        call(action.get("into"), (String) action.get("action"), value);
        return;
      }
      switch ((String) action.get("action")) {
        case "subscribe" -> {
          List<String> asked = (List<String>) action.get("channels");
          if (properties.isEmpty()) {
            boolean observesInner = !"unobserved".equals(action.get("inner"));
            subscribe(name, tested(action.get("to")), asked, observesInner);
          } else {
            subscriptions.remove(name);
            ScopedProperty property = one(properties, action.get("to"));
            subscriptions.put(name, property.subscribe(new Recorder(name, asked, null)));
          }
        }
        case "unsubscribe" -> subscriptions.getOrDefault(name, () -> {}).run();
        case "emit" -> from.send("next", value);
        case "error" -> from.send("error", value);
        case "complete" -> from.send("completed", null);
        case "state" -> {
          if (from != null) from.send("state", value);
          else one(properties, action.get("source")).state((String) value);
        }
        case "write" -> {
          if (unscopedProperty != null) unscopedProperty.write(store, value);
          else one(properties, store).write(value);
        }
        case "read" -> record("returns", read(store));
        case "set" -> stores.put(store, value);
        case "advance" -> {
          Map<String, Object> with = map(action.get("with"));
          Runnable sending = with == null ? null : () -> perform(with);
          clock.advance(Math.round((Double) action.get("seconds") * 1000), sending);
        }
        case "connect" -> connection(action).connect();
        case "disconnect" -> connection(action).disconnect();
        case "throw" -> {
          if (!hasBegun) throw fail(new Unsupported("an observer that throws before the first step"));
          hasThrown = true;
          throw new CaseError(value);
        }
        default -> throw new Unsupported("the action `" + action.get("action") + "`");
      }
    }

    /** Calls the subject at the end of a stream. */
    private void call(Object into, String action, Object value) {
      if (Kit.this.subject == null) throw new Unsupported("subjects that are called");
      Observer called = Kit.this.subject.apply(tested(into));
      switch (action) {
        case "emit" -> called.next(value);
        case "error" -> called.error(new CaseError(value));
        default -> called.completed();
      }
    }

    private Object read(String store) {
      if (unscopedProperty != null) return unscopedProperty.read(store);
      if (!properties.isEmpty()) return one(properties, store).read();
      if (read == null) throw new Unsupported("the operator `_read`");
      return read.apply(tested(null));
    }

    private Connection connection(Map<String, Object> action) {
      if (connect == null) throw new Unsupported("connectable streams");
      return connections.computeIfAbsent(action.get("to"), to -> new Connection(tested(to)));
    }

    /** The connection of a connectable stream. */
    private final class Connection {
      private final S stream;
      private int connecting = 0;
      private Runnable last;

      Connection(S stream) {
        this.stream = stream;
      }

      void connect() {
        // There is nothing to disconnect until the outermost has returned.
        last = null;
        connecting++;
        try {
          Runnable disconnect = connect.apply(stream);
          if (connecting == 1) last = disconnect;
        } finally {
          connecting--;
        }
      }

      void disconnect() {
        if (last == null) return;
        Runnable call = last;
        last = null;
        call.run();
      }
    }

    /** An observer of the case. */
    private final class Recorder implements Observer {
      private final String name;
      private final List<String> asked;
      private final Consumer<S> tell;

      Recorder(String name, List<String> asked, Consumer<S> tell) {
        this.name = name;
        this.asked = asked;
        this.tell = tell;
      }

      @Override
      @SuppressWarnings("unchecked")
      public void next(Object value) {
        if (!takes("next")) return;
        if (tell != null && inner != null && inner.isInstance(value)) tell.accept((S) value);
        else record(name, "next", value);
      }

      @Override
      public void state(String state) {
        if (takes("state")) record(name, "state", state);
      }

      @Override
      public void error(Throwable error) {
        if (!takes("error")) return;
        List<Object> event = new ArrayList<>(List.of(name, "error"));
        event.addAll(contentOf(error));
        record(event.toArray());
      }

      @Override
      public void completed() {
        if (takes("completed")) record(name, "completed");
      }

      @Override
      public boolean takes(String channel) {
        return asked.contains(channel);
      }
    }

    /** A source that records its connections, and emits what the case lists for each. */
    private final class Source {
      private final String name;
      private final List<Map<String, Object>> plans;
      private int count = 0;
      private final List<Link> links = new ArrayList<>();

      /** A connection. After an error or completion it is live until it is released, if the library does that. */
      private final class Link {
        private final Observer observer;
        private boolean isLive = true;
        private boolean hasEnded = false;

        Link(Observer observer) {
          this.observer = observer;
        }

        void tell(String channel, Object value) {
          if (!isLive) return;
          boolean ends = channel.equals("error") || channel.equals("completed");
          hasEnded |= ends;
          try {
            switch (channel) {
              case "next" -> observer.next(value);
              case "state" -> observer.state((String) value);
              case "error" -> observer.error(new CaseError(value));
              default -> observer.completed();
            }
          } finally {
            isLive &= releases || !ends;
          }
        }
      }

      Source(String name, Map<String, Object> plan) {
        this.name = name;
        plans = plan.containsKey("connections") ? maps(plan.get("connections")) : List.of(plan);
      }

      Runnable connect(Observer observer) {
        Link link = new Link(observer);
        Map<String, Object> plan = plans.get(Math.min(count++, plans.size() - 1));
        links.add(link);
        Runnable disconnect =
            () -> {
              letGo(link);
              record(name, link.hasEnded ? "release" : "disconnect");
            };
        try {
          record(name, "connect");
          observer.addTeardown(disconnect);
          boolean asks = plan.containsKey("whileConnected");
          if (plan.get("onConnect") instanceof List<?> values) {
            for (Object value : values) if (!asks || observer.isConnected()) link.tell("next", value);
          }
          if (plan.get("then") instanceof List<?> end && (!asks || observer.isConnected())) {
            link.tell((String) end.get(0), end.size() > 1 ? end.get(1) : null);
          }
        } catch (Throwable problem) {
          letGo(link);
          throw problem;
        }
        return disconnect;
      }

      private void letGo(Link link) {
        link.isLive = false;
        links.remove(link);
      }

      /** Sends to the connections that are live now, except those that are disconnected meanwhile. */
      void send(String channel, Object value) {
        Guard guard = new Guard();
        for (Link link : List.copyOf(links)) guard.run(() -> link.tell(channel, value));
        guard.rethrow();
      }
    }
  }

  // The messages.

  /** Answers requests until the last one. */
  public void serve() {
    Thread player = new Thread(null, this::answerAll, "player", STACK);
    player.setUncaughtExceptionHandler(
        (thread, problem) -> {
          problem.printStackTrace();
          System.exit(1);
        });
    player.start();
  }

  private void answerAll() {
    FileOutputStream stream = new FileOutputStream(FileDescriptor.out);
    try (Writer output = new OutputStreamWriter(stream, StandardCharsets.UTF_8)) {
      // Output of the library must not mix with the answers.
      System.setOut(System.err);
      BufferedReader input =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
      StringBuilder answers = new StringBuilder();
      long start = System.nanoTime();
      for (String line; (line = input.readLine()) != null; ) {
        Map<String, Object> request = map(value(line));
        if ("shutdown".equals(request.get("method"))) break;
        answers.append(answer(request)).append('\n');
        // Answers are written together, because each write costs more than most cases; none waits long.
        if (input.ready() && System.nanoTime() - start < 20_000_000) continue;
        output.append(answers).flush();
        answers.setLength(0);
        start = System.nanoTime();
      }
      output.append(answers).flush();
    } catch (IOException problem) {
      // The runner is gone, or the line is not JSON.
      problem.printStackTrace();
      System.exit(1);
    }
    // Threads of the library may still run.
    System.exit(0);
  }

  private String answer(Map<String, Object> request) {
    Map<String, Object> answer = members("jsonrpc", "2.0", "id", new Copier().copy(request.get("id")));
    Map<String, Object> parameters =
        request.get("params") == null ? Map.of() : map(request.get("params"));
    Case played = null;
    Throwable problem;
    try {
      switch ((String) request.get("method")) {
        case "initialize" -> answer.put("result", introduction(parameters));
        case "run" -> {
          played = new Case(parameters);
          playing = played;
          List<List<Object>> trace = played.play(maps(parameters.get("steps")));
          if (parameters.containsKey("clock")) {
            String state = played.clock.timers.isEmpty() ? "idle" : "pending";
            trace.get(trace.size() - 1).add(List.of("clock", state));
          }
          answer.put("result", Map.of("trace", trace));
        }
        default -> throw new Unsupported("the method `" + request.get("method") + "`");
      }
      problem = played == null ? null : played.fault;
    } catch (Throwable other) {
      problem = played != null && played.fault != null ? played.fault : other;
    }
    if (problem != null) {
      answer.remove("result");
      Map<String, Object> raised = played == null ? null : raised(problem, played.trace.size() - 1);
      answer.put("error", raised == null ? error(problem) : raised);
    }
    StringWriter text = new StringWriter();
    try {
      write(new JsonWriter(text), answer);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return text.toString();
  }

  private Map<String, Object> introduction(Map<String, Object> parameters) {
    if (!Double.valueOf(1).equals(parameters.getOrDefault("protocol", 1.0))) {
      throw new Fault(-32603, "this is version 1 of the protocol, and no other", null);
    }
    List<String> features = new ArrayList<>(List.of("streams-of-streams", "throws", "calls", "while-connected", "advance-with", "clock"));
    if (connect != null) features.add("connectable");
    if (subject != null) features.add("subjects");
    if (inner != null) features.add("inner-streams");
    if (reports) features.add("reports");
    List<String> names = new ArrayList<>(operators.keySet());
    if (read != null) names.add("_read");
    List<String> properties = new ArrayList<>();
    if (scoped != null) properties.add("scoped");
    if (unscoped != null) properties.add("unscoped");
    Map<String, Object> supports =
        members(
            "operators", names, "properties", properties, "channels", channels, "several", true,
            "releases", releases, "features", features);
    supports.putAll(said);
    Object implementation = members("name", name, "version", version, "language", "Java");
    return members("protocol", 1, "implementation", implementation, "supports", supports);
  }

  /** An error that the library raised, with its frames, the innermost first; null if the adapter raised it. */
  private static Map<String, Object> raised(Throwable problem, int step) {
    // An error of the case, which the library lets out, begins in the kit.
    List<StackTraceElement> frames =
        Arrays.stream(problem.getStackTrace())
            .filter(line -> line.getModuleName() == null || !line.getModuleName().startsWith("java."))
            .dropWhile(line -> problem instanceof CaseError && isOwn(line))
            .toList();
    long count = frames.stream().takeWhile(line -> !isOwn(line)).count();
    if (count == 0) return null;
    List<Object> texts = new ArrayList<>();
    for (StackTraceElement line : frames) {
      String function = line.getClassName() + "." + line.getMethodName();
      texts.add(wellFormed(line.getFileName() + ":" + line.getLineNumber() + " in " + function));
    }
    Map<String, Object> data =
        members(
            "step", step, "frames", texts.stream().limit(Math.min(count, 30)).toList(),
            "adapterFrames", texts.stream().skip(count).limit(30).toList());
    return members("code", -32003, "message", described(problem), "data", data);
  }

  /** Whether a frame is of the kit or the adapter, which is in its package. */
  private static boolean isOwn(StackTraceElement line) {
    String name = line.getClassName();
    return name.substring(0, Math.max(0, name.lastIndexOf('.'))).equals(Kit.class.getPackageName());
  }

  private Map<String, Object> error(Throwable problem) {
    if (problem instanceof Fault fault) {
      String who = fault instanceof Unsupported ? name + " does not have " : "";
      String message = who + wellFormed(fault.getMessage());
      if (fault.data == null) return members("code", fault.code, "message", message);
      return members("code", fault.code, "message", message, "data", fault.data);
    }
    String stack =
        Arrays.stream(problem.getStackTrace())
            .limit(30)
            .map(line -> "at " + wellFormed(line.toString()))
            .collect(Collectors.joining("\n"));
    return members("code", -32603, "message", described(problem), "data", stack);
  }

  /** The value of an error in the case, or a text for people if the error is the library's own. */
  private static List<Object> contentOf(Throwable error) {
    if (error instanceof CaseError known) return Collections.singletonList(known.value);
    return Arrays.asList(null, Map.of("message", described(error)));
  }

  // Values.

  /** A part of a value that JSON lacks: its kind, and the part if it can be shown. */
  private static final class Unsayable extends RuntimeException {
    Unsayable(String kind) {
      super(kind);
    }

    Unsayable(String kind, Object part) {
      super(kind + ": " + cut(described(part)) + " (" + typeName(part) + ")");
    }
  }

  /** The kind of a part that JSON lacks. */
  private static String kindOf(Object value) {
    if (value instanceof Throwable) return "an error";
    if (value instanceof Date || value instanceof TemporalAccessor) return "a date";
    if (value instanceof Future || value instanceof CompletionStage) return "a promise";
    if (value instanceof Set) return "a set";
    if (value instanceof Buffer) return "bytes";
    return value.getClass().isHidden() ? "a function" : "an object of a class";
  }

  private static List<Object> canonical(List<?> values) {
    return list(new Copier().copy(values));
  }

  /** Copies a value into a form that is equal for equal values of JSON. */
  private static final class Copier {
    // The lists and maps around a part, and its place in each.
    private final List<Object> enclosing = new ArrayList<>();
    private final List<Object> keys = new ArrayList<>();

    Object copy(Object value) {
      if (value == null || value instanceof Boolean) return value;
      if (value instanceof Number number) return canonical(number);
      if (value instanceof Character || value instanceof String) return text(value.toString());
      List<Object> list = sequence(value);
      if (list == null && !(value instanceof Map)) throw new Unsayable(kindOf(value), value);
      if (enclosing.stream().anyMatch(one -> one == value)) {
        throw new Unsayable("a value that contains itself");
      }
      if (enclosing.size() == DEEPEST) {
        throw new Unsayable("a value that is nested more than " + DEEPEST + " deep");
      }
      Map<Object, Object> map = list == null ? new LinkedHashMap<>((Map<?, ?>) value) : null;
      for (Object key : list == null ? map.keySet() : List.of()) {
        if (!(key instanceof String text)) throw new Unsayable("a key that is no text", key);
        text(text);
      }
      int depth = enclosing.size();
      enclosing.add(value);
      keys.add(null);
      if (list == null) {
        map.replaceAll((key, part) -> part(depth, key, part));
      } else {
        for (int index = 0; index < list.size(); index++) {
          list.set(index, part(depth, index, list.get(index)));
        }
      }
      enclosing.remove(depth);
      keys.remove(depth);
      return list == null ? map : list;
    }

    private Object part(int depth, Object key, Object part) {
      keys.set(depth, key);
      return copy(part);
    }

    private static String text(String text) {
      if (text.equals(wellFormed(text))) return text;
      throw new Unsayable("a text with half a character", text);
    }

    /** The place of a part in a value: `.items[2]["a key"]`, or `.` for the value itself. */
    String place() {
      StringBuilder path = new StringBuilder();
      for (Object key : keys) {
        boolean isWord = key.toString().matches("[A-Za-z_][A-Za-z0-9_]*");
        path.append(isWord ? "." + key : "[" + json(key) + "]");
      }
      return path.isEmpty() ? "." : cut(path.toString());
    }
  }

  /** A number: a long if it is a small integer, else a double. */
  private static Object canonical(Number number) {
    double value = number.doubleValue();
    if (number instanceof Double || number instanceof Float) {
      if (!Double.isFinite(value)) throw new Unsayable("a number that is not finite", number);
    } else if (!isDouble(number, value)) {
      throw new Unsayable("a number that is no double", number);
    }
    if (value == Math.rint(value) && Math.abs(value) <= 1L << 53) return (long) value;
    return value;
  }

  /** Whether a double represents a number: an integer exactly, a fraction by the digits of the double. */
  private static boolean isDouble(Number number, double value) {
    try {
      BigDecimal exact = new BigDecimal(number.toString()).stripTrailingZeros();
      return Double.isFinite(value)
          && (new BigDecimal(value).compareTo(exact) == 0
              || exact.scale() > 0 && BigDecimal.valueOf(value).compareTo(exact) == 0);
    } catch (NumberFormatException problem) {
      return false;
    }
  }

  /** A new list of the items of a sequence; null if a value is not a sequence. */
  private static List<Object> sequence(Object value) {
    if (value instanceof Collection<?> all && !(value instanceof Set)) return new ArrayList<>(all);
    if (value == null || !value.getClass().isArray()) return null;
    List<Object> list = new ArrayList<>();
    for (int index = 0; index < Array.getLength(value); index++) list.add(Array.get(value, index));
    return list;
  }

  /** A text without half characters. */
  private static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /** Any object as a text for people, whatever its `toString` does, without an address. */
  private static String described(Object object) {
    String text;
    try {
      text = String.valueOf(object);
    } catch (Throwable problem) {
      text = typeName(object);
    }
    boolean isAddress = object != null && text.startsWith(object.getClass().getName() + "@");
    if (isAddress) text = typeName(object);
    return wellFormed(text.length() > 2000 ? text.substring(0, 2000) : text);
  }

  private static String typeName(Object object) {
    if (object == null) return "null";
    Class<?> type = object.getClass();
    return type.isHidden() ? "lambda" : type.isAnonymousClass() ? type.getName() : type.getSimpleName();
  }

  private static String cut(String text) {
    return text.length() > 100 ? text.substring(0, 100) + "…" : text;
  }

  /** A value as a text for people. */
  private static String json(Object value) {
    StringWriter text = new StringWriter();
    try {
      write(new JsonWriter(text), new Copier().copy(value));
    } catch (IOException | RuntimeException problem) {
      return described(value);
    }
    return text.toString();
  }

  private static Map<String, Object> members(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int index = 0; index < pairs.length; index += 2) {
      map.put((String) pairs[index], pairs[index + 1]);
    }
    return map;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> maps(Object value) {
    return value == null ? List.of() : (List<Map<String, Object>>) value;
  }

  private static Object value(String line) throws IOException {
    return value(new JsonReader(new StringReader(line)));
  }

  private static Object value(JsonReader reader) throws IOException {
    switch (reader.peek()) {
      case BEGIN_ARRAY -> {
        List<Object> list = new ArrayList<>();
        reader.beginArray();
        while (reader.hasNext()) list.add(value(reader));
        reader.endArray();
        return list;
      }
      case BEGIN_OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        reader.beginObject();
        while (reader.hasNext()) map.put(reader.nextName(), value(reader));
        reader.endObject();
        return map;
      }
      case NUMBER -> {
        // -0 becomes 0, for libraries that compare by `equals`.
        return reader.nextDouble() + 0.0;
      }
      case BOOLEAN -> {
        return reader.nextBoolean();
      }
      case NULL -> {
        reader.nextNull();
        return null;
      }
      default -> {
        return reader.nextString();
      }
    }
  }

  private static void write(JsonWriter writer, Object value) throws IOException {
    if (value == null) {
      writer.nullValue();
    } else if (value instanceof Boolean flag) {
      writer.value(flag);
    } else if (value instanceof Number number) {
      writer.value(number);
    } else if (value instanceof List<?> list) {
      writer.beginArray();
      for (Object one : list) write(writer, one);
      writer.endArray();
    } else if (value instanceof Map<?, ?> map) {
      writer.beginObject();
      for (Map.Entry<?, ?> one : map.entrySet()) {
        writer.name((String) one.getKey());
        write(writer, one.getValue());
      }
      writer.endObject();
    } else {
      writer.value((String) value);
    }
  }
}
