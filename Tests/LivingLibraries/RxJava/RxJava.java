// RxJava 3 for the fixtures of ReactiveX: its operators by their names there. `serve` beside this file starts it.

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import io.reactivex.rxjava3.core.*;
import io.reactivex.rxjava3.disposables.*;
import io.reactivex.rxjava3.functions.BiFunction;
import io.reactivex.rxjava3.observables.*;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Timed;
import io.reactivex.rxjava3.subjects.*;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.jar.JarFile;
import java.util.stream.Stream;

final class RxJava {
  private static final BiFunction<Object, Object, Object> PAIR = List::of;
  private static Kit<Observable<Object>> kit;

  public static void main(String[] arguments) throws Exception {
    RxJavaPlugins.setErrorHandler(error -> {});
    String jar = Observable.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    String version = new JarFile(jar).getManifest().getMainAttributes().getValue("Bundle-Version");
    kit = new Kit<Observable<Object>>("RxJava", version).specifications("ReactiveX")
        .source(connect -> Observable.create(emitter -> emitter.setCancellable(connect.to(
            Kit.Observer.of(emitter::onNext, emitter::onError, emitter::onComplete, () -> !emitter.isDisposed()))::run)))
        .subscribe((s, observer) -> s.subscribe(observer::next, observer::error, observer::completed)::dispose)
        .connect(s -> ((ConnectableObservable<Object>) s).connect()::dispose)
        .subject(s -> called((Subject<Object>) s))
        .tellsStreams(Observable.class, s -> s instanceof GroupedObservable<?, ?> group ? group.getKey() : null);
    add("just", (s, given) -> Observable.just(given.value()));
    add("empty", (s, given) -> Observable.empty());
    add("never", (s, given) -> Observable.never());
    add("error", (s, given) -> Observable.error(new Kit.CaseError(given.value())));
    add("from", (s, given) -> Observable.fromIterable((List<?>) given.value()));
    add("range", (s, given) -> Observable.range((int) given.at("from").number(), given.at("count").count()));
    add("defer", (s, given) -> Observable.defer(() -> {
      given.at("calls").callback().run();
      return given.at("with").source();
    }));
    add("using", (s, given) -> Observable.using(() -> {
      given.at("opens").callback().run();
      return given.at("closes").callback();
    }, closes -> given.at("with").source(), Runnable::run));
    add("timer", (s, given) -> given.has("period")
        ? Observable.interval(given.at("after").milliseconds(), given.at("period").milliseconds(), MILLISECONDS, time(given))
        : Observable.timer(given.at("after").milliseconds(), MILLISECONDS, time(given)));
    add("interval", (s, given) -> Observable.interval(given.milliseconds(), MILLISECONDS, time(given)));
    add("map", (s, given) -> s.map(given.function()::apply));
    add("filter", (s, given) -> s.filter(given.predicate()::test));
    add("scan", (s, given) -> given.has("seed")
        ? s.scan(given.at("seed").value(), given.at("with").reducer()::apply)
        : s.scan(given.at("with").reducer()::apply));
    add("reduce", (s, given) -> given.has("seed")
        ? s.reduce(given.at("seed").value(), given.at("with").reducer()::apply).toObservable()
        : s.reduce(given.at("with").reducer()::apply).toObservable());
    add("take", (s, given) -> s.take(given.count()));
    add("skip", (s, given) -> s.skip(given.count()));
    add("takeLast", (s, given) -> s.takeLast(given.count()));
    add("skipLast", (s, given) -> s.skipLast(given.count()));
    add("elementAt", (s, given) -> s.elementAtOrError(given.count()).toObservable());
    add("first", (s, given) -> s.firstOrError().toObservable());
    add("last", (s, given) -> s.lastOrError().toObservable());
    add("takeWhile", (s, given) -> s.takeWhile(given.predicate()::test));
    add("skipWhile", (s, given) -> s.skipWhile(given.predicate()::test));
    add("takeUntil", (s, given) -> s.takeUntil(given.source()));
    add("skipUntil", (s, given) -> s.skipUntil(given.source()));
    add("distinct", (s, given) -> given.has("key") ? s.distinct(given.at("key").function()::apply) : s.distinct());
    add("distinctUntilChanged", RxJava::distinctUntilChanged);
    add("ignoreElements", (s, given) -> s.ignoreElements().toObservable());
    add("defaultIfEmpty", (s, given) -> s.defaultIfEmpty(given.value()));
    add("single", (s, given) -> s.singleOrError().toObservable());
    add("isEmpty", (s, given) -> s.isEmpty().toObservable());
    add("sequenceEqual", (s, given) -> Observable.sequenceEqual(s, given.source()).toObservable());
    add("all", (s, given) -> s.all(given.predicate()::test).toObservable());
    add("contains", (s, given) -> s.contains(given.value()).toObservable());
    add("count", (s, given) -> s.count().toObservable());
    add("toList", (s, given) -> s.toList().toObservable());
    addSeveral("merge", (s, other) -> s.mergeWith(other), Observable::mergeArray);
    addSeveral("concat", (s, other) -> s.concatWith(other), Observable::concatArray);
    add("startWith", (s, given) -> s.startWithItem(given.value()));
    addSeveral("amb", (s, other) -> s.ambWith(other), Observable::ambArray);
    addSeveral("zip", (s, other) -> s.zipWith(other, PAIR),
        all -> Observable.zipArray(Arrays::asList, false, Observable.bufferSize(), all));
    addSeveral("combineLatest", (s, other) -> Observable.combineLatest(s, other, PAIR),
        all -> Observable.combineLatestArray(all, Arrays::asList));
    add("withLatestFrom", (s, given) -> {
      List<Observable<Object>> others = given.sources();
      return others.size() == 1 ? s.withLatestFrom(others.get(0), PAIR) : s.withLatestFrom(others, Arrays::asList);
    });
    add("flatMap", (s, given) -> s.flatMap(given.sourceFunction()::apply));
    add("concatMap", (s, given) -> s.concatMap(given.sourceFunction()::apply));
    add("switchMap", (s, given) -> s.switchMap(given.sourceFunction()::apply));
    add("switch", (s, given) -> Observable.switchOnNext(s.map(given.sourceFunction()::apply)));
    add("mergeAll", (s, given) -> given.has("concurrent")
        ? Observable.merge(s.map(given.at("with").sourceFunction()::apply), given.at("concurrent").count())
        : Observable.merge(s.map(given.at("with").sourceFunction()::apply)));
    add("concatAll", (s, given) -> Observable.concat(s.map(given.sourceFunction()::apply)));
    add("catch", (s, given) -> s.onErrorResumeWith(given.source()));
    add("onErrorReturn", (s, given) -> s.onErrorReturnItem(given.value()));
    add("catchError", (s, given) -> s.onErrorResumeNext(error ->
        given.sourceFunction().apply(((Kit.CaseError) error).value)));
    add("retry", (s, given) -> given.exists() ? s.retry(given.count()) : s.retry());
    add("repeat", (s, given) -> given.exists() ? s.repeat(given.count()) : s.repeat());
    add("retryWhen", (s, given) -> s.retryWhen(errors -> given.source()));
    add("buffer", (s, given) -> s.buffer(given.count()));
    add("bufferCount", (s, given) -> s.buffer(given.at("count").count(), given.at("skip").count()));
    add("bufferTime", (s, given) -> s.buffer(given.milliseconds(), MILLISECONDS, time(given)));
    add("bufferBoundary", (s, given) -> s.buffer(given.source()));
    add("materialize", (s, given) -> s.materialize().map(RxJava::written));
    add("dematerialize", (s, given) -> s.dematerialize(RxJava::notification));
    add("timestamp", (s, given) -> s.timestamp(MILLISECONDS, time(given)).map(one -> measured(one, "timestamp")));
    add("timeInterval", (s, given) -> s.timeInterval(MILLISECONDS, time(given)).map(one -> measured(one, "interval")));
    add("delay", (s, given) -> s.delay(given.milliseconds(), MILLISECONDS, time(given)));
    add("delayWhen", (s, given) -> s.delay(given.sourceFunction()::apply));
    add("debounceWhen", (s, given) -> s.debounce(given.sourceFunction()::apply));
    add("debounce", (s, given) -> s.debounce(given.milliseconds(), MILLISECONDS, time(given)));
    add("throttleFirst", (s, given) -> s.throttleFirst(given.milliseconds(), MILLISECONDS, time(given)));
    add("throttleLatest", (s, given) -> s.throttleLatest(given.milliseconds(), MILLISECONDS, time(given)));
    add("sampleWhen", (s, given) -> s.sample(given.source()));
    add("sample", (s, given) -> s.sample(given.milliseconds(), MILLISECONDS, time(given)));
    add("timeout", (s, given) -> s.timeout(given.milliseconds(), MILLISECONDS, time(given)));
    add("timeoutWhen", (s, given) -> s.timeout(given.sourceFunction()::apply));
    add("timeoutWith", (s, given) ->
        s.timeout(given.at("after").milliseconds(), MILLISECONDS, time(given), given.at("with").source()));
    add("share", (s, given) -> s.share());
    add("publish", (s, given) -> s.publish());
    add("replay", (s, given) -> given.has("seconds")
        ? s.replay(given.at("count").count(), given.at("seconds").milliseconds(), MILLISECONDS, time(given))
        : s.replay(given.at("count").count()));
    add("refCount", (s, given) -> ((ConnectableObservable<?>) s).refCount());
    add("PublishSubject", (s, given) -> subscribed(PublishSubject.create(), s));
    add("BehaviorSubject", (s, given) -> subscribed(BehaviorSubject.createDefault(given.value()), s));
    add("ReplaySubject", (s, given) -> subscribed(ReplaySubject.createWithSize(given.count()), s));
    add("AsyncSubject", (s, given) -> subscribed(AsyncSubject.create(), s));
    add("finally", (s, given) -> s.doFinally(given.callback()::run));
    add("do", (s, given) -> s.doOnNext(given.observer()::next)
        .doOnError(given.observer()::error).doOnComplete(given.observer()::completed));
    add("groupBy", (s, given) -> s.groupBy(given.function()::apply));
    add("window", (s, given) -> s.window(given.count()));
    add("windowCount", (s, given) -> s.window(given.at("count").count(), given.at("skip").count()));
    add("windowTime", (s, given) -> s.window(given.milliseconds(), MILLISECONDS, time(given)));
    add("windowBoundary", (s, given) -> s.window(given.source()));
    kit.serve();
  }

  private interface Call {
    Observable<?> on(Observable<Object> stream, Kit.Given<Observable<Object>> given);
  }

  /** An operator; a case whose argument it refuses is skipped. */
  @SuppressWarnings("unchecked")
  private static void add(String name, Call call) {
    kit.operator(name, (stream, given) -> {
      try {
        return (Observable<Object>) call.on(stream, given);
      } catch (IllegalArgumentException | NullPointerException | ClassCastException refused) {
        throw new Kit.Unsupported("`" + name + "` with this argument: " + refused.getMessage());
      }
    });
  }

  /** An operator that has a method for two streams, and a function for more. */
  @SuppressWarnings("unchecked")
  private static void addSeveral(String name, BinaryOperator<Observable<Object>> ofTwo,
      Function<Observable<Object>[], Observable<Object>> ofMore) {
    add(name, (s, given) -> {
      List<Observable<Object>> others = given.at("with").sources();
      return others.size() == 1 ? ofTwo.apply(s, others.get(0))
          : ofMore.apply(Stream.concat(Stream.of(s), others.stream()).toArray(Observable[]::new));
    });
  }

  private static Observable<Object> subscribed(Subject<Object> subject, Observable<Object> stream) {
    stream.subscribe(subject);
    return subject;
  }

  private static Kit.Observer called(Subject<Object> subject) {
    return Kit.Observer.of(subject::onNext, subject::onError, subject::onComplete);
  }

  private static Observable<Object> distinctUntilChanged(Observable<Object> s, Kit.Given<Observable<Object>> given) {
    if (!given.has("equal")) {
      return given.has("key") ? s.distinctUntilChanged(given.at("key").function()::apply) : s.distinctUntilChanged();
    }
    if (given.has("key")) throw new Kit.Unsupported("`distinctUntilChanged` with a key and an equality");
    BinaryOperator<Object> equal = given.at("equal").reducer();
    return s.distinctUntilChanged((former, value) -> Boolean.TRUE.equals(equal.apply(former, value)));
  }

  /** A value with a time in seconds. */
  private static Object measured(Timed<Object> one, String name) {
    return Map.of("value", one.value(), name, one.time() / 1000.0);
  }

  private static Object written(Notification<Object> one) {
    if (one.isOnNext()) return Map.of("kind", "next", "value", one.getValue());
    if (one.isOnComplete()) return Map.of("kind", "completed");
    if (one.getError() instanceof Kit.CaseError known) return Map.of("kind", "error", "value", known.value);
    return Map.of("kind", "error");
  }

  /** The notification that a value describes. */
  private static Notification<Object> notification(Object described) {
    Map<?, ?> one = (Map<?, ?>) described;
    if (one.get("kind").equals("completed")) return Notification.createOnComplete();
    if (one.get("kind").equals("next")) return Notification.createOnNext(one.get("value"));
    return Notification.createOnError(new Kit.CaseError(one.get("value")));
  }

  /** The clock of a case as a scheduler. */
  private static Scheduler time(Kit.Given<?> given) {
    Kit.Clock clock = given.clock();
    return new Scheduler() {
      @Override public long now(TimeUnit unit) {
        return unit.convert(clock.now(), MILLISECONDS);
      }
      @Override public Worker createWorker() {
        CompositeDisposable timers = new CompositeDisposable();
        return new Worker() {
          @Override public long now(TimeUnit unit) {
            return unit.convert(clock.now(), MILLISECONDS);
          }
          @Override public Disposable schedule(Runnable action, long delay, TimeUnit unit) {
            Disposable timer = Disposable.fromRunnable(clock.schedule(unit.toMillis(delay), action));
            timers.add(timer);
            return timer;
          }
          @Override public void dispose() {
            timers.dispose();
          }
          @Override public boolean isDisposed() {
            return timers.isDisposed();
          }
        };
      }
    };
  }
}
