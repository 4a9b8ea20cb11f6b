// RxJava 3 for the fixtures of ReactiveX: its operators by their names there. `serve` beside this file starts it.

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import io.reactivex.rxjava3.core.*;
import io.reactivex.rxjava3.disposables.*;
import io.reactivex.rxjava3.functions.BiFunction;
import io.reactivex.rxjava3.observables.*;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.subjects.*;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;

final class RxJava {
  private static final BiFunction<Object, Object, Object> PAIR = List::of;
  private static Kit<Observable<Object>> kit;

  public static void main(String[] arguments) throws Exception {
    RxJavaPlugins.setErrorHandler(error -> {});
    String jar = Observable.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    String version = new JarFile(jar).getManifest().getMainAttributes().getValue("Bundle-Version");
    kit = new Kit<Observable<Object>>("RxJava", version)
        .source(connect -> Observable.create(emitter -> emitter.setCancellable(connect.to(
            Kit.Observer.of(emitter::onNext, emitter::onError, emitter::onComplete, () -> !emitter.isDisposed()))::run)))
        .subscribe((s, observer) -> s.subscribe(observer::next, observer::error, observer::completed)::dispose)
        .connect(s -> ((ConnectableObservable<Object>) s).connect()::dispose)
        .subject(s -> called((Subject<Object>) s))
        .tellsStreams(Observable.class, s -> s instanceof GroupedObservable<?, ?> group ? group.getKey() : null);
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
    add("distinct", (s, given) -> s.distinct());
    add("distinctUntilChanged", (s, given) -> s.distinctUntilChanged());
    add("ignoreElements", (s, given) -> s.ignoreElements().toObservable());
    add("defaultIfEmpty", (s, given) -> s.defaultIfEmpty(given.value()));
    add("all", (s, given) -> s.all(given.predicate()::test).toObservable());
    add("contains", (s, given) -> s.contains(given.value()).toObservable());
    add("count", (s, given) -> s.count().toObservable());
    add("toList", (s, given) -> s.toList().toObservable());
    add("merge", (s, given) -> s.mergeWith(given.at("with").source()));
    add("concat", (s, given) -> s.concatWith(given.at("with").source()));
    add("startWith", (s, given) -> s.startWithItem(given.value()));
    add("amb", (s, given) -> s.ambWith(given.at("with").source()));
    add("zip", (s, given) -> s.zipWith(given.at("with").source(), PAIR));
    add("combineLatest", (s, given) -> Observable.combineLatest(s, given.at("with").source(), PAIR));
    add("withLatestFrom", (s, given) -> s.withLatestFrom(given.source(), PAIR));
    add("flatMap", (s, given) -> s.flatMap(given.sourceFunction()::apply));
    add("concatMap", (s, given) -> s.concatMap(given.sourceFunction()::apply));
    add("switchMap", (s, given) -> s.switchMap(given.sourceFunction()::apply));
    add("catch", (s, given) -> s.onErrorResumeWith(given.source()));
    add("onErrorReturn", (s, given) -> s.onErrorReturnItem(given.value()));
    add("retry", (s, given) -> s.retry(given.count()));
    add("repeat", (s, given) -> s.repeat(given.count()));
    add("buffer", (s, given) -> s.buffer(given.count()));
    add("materialize", (s, given) -> s.materialize().map(RxJava::written));
    add("delay", (s, given) -> s.delay(given.milliseconds(), MILLISECONDS, time(given)));
    add("debounce", (s, given) -> s.debounce(given.milliseconds(), MILLISECONDS, time(given)));
    add("throttleFirst", (s, given) -> s.throttleFirst(given.milliseconds(), MILLISECONDS, time(given)));
    add("sample", (s, given) -> s.sample(given.milliseconds(), MILLISECONDS, time(given)));
    add("timeout", (s, given) -> s.timeout(given.milliseconds(), MILLISECONDS, time(given)));
    add("share", (s, given) -> s.share());
    add("publish", (s, given) -> s.publish());
    add("replay", (s, given) -> s.replay(given.at("count").count()));
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
    kit.serve();
  }

  private interface Call {
    Observable<?> on(Observable<Object> stream, Kit.Given<Observable<Object>> given);
  }

  /** An operator, whose case is skipped where it refuses its argument. */
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

  private static Observable<Object> subscribed(Subject<Object> subject, Observable<Object> stream) {
    stream.subscribe(subject);
    return subject;
  }

  private static Kit.Observer called(Subject<Object> subject) {
    return Kit.Observer.of(subject::onNext, subject::onError, subject::onComplete);
  }

  private static Object written(Notification<Object> one) {
    if (one.isOnNext()) return Map.of("kind", "next", "value", one.getValue());
    if (one.isOnComplete()) return Map.of("kind", "completed");
    if (one.getError() instanceof Kit.CaseError known) return Map.of("kind", "error", "value", known.value);
    return Map.of("kind", "error");
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
