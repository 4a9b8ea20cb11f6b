// The faults of RxJava by RxJava alone: `serve --faults` prints each, with the actual and the expected events.

import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableEmitter;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.observables.ConnectableObservable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.subjects.PublishSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

class Faults {
  static ObservableEmitter<Object> source;
  static Disposable first;

  /** Prints what an observer receives of values; `within` is called once, during the first. */
  static void show(String rule, Function<Observable<Object>, Observable<?>> operator, Object[] values,
      Runnable within, String asked) {
    List<String> told = new ArrayList<>();
    operator.apply(Observable.create(emitter -> source = emitter)).subscribe(value -> {
      told.add(value.toString());
      if (told.size() == 1) within.run();
    }, error -> told.add(error.toString()), () -> told.add("completed"));
    for (Object value : values) source.onNext(value);
    source.onComplete();
    show(rule, String.join(", ", told), asked);
  }

  static void show(String rule, String said, String asked) {
    System.out.println((said.equals(asked) ? "✓ " : "✗ ") + rule + "\n  " + said + "; asked: " + asked);
  }

  static void goOn() {
    source.onNext(1);
    source.onComplete();
  }

  public static void main(String[] arguments) {
    RxJavaPlugins.setErrorHandler(error -> {});
    show("count() emits its result once, even if the source goes on during it",
        s -> s.count().toObservable(), new Object[] {0}, Faults::goOn, "1, completed");
    show("toList() emits its result once, even if the source goes on during it",
        s -> s.toList().toObservable(), new Object[] {0}, Faults::goOn, "[0], completed");
    show("buffer(2) takes what the observer emits during a list for the next one",
        s -> s.buffer(2), new Object[] {0, 1, 3}, () -> source.onNext(2), "[0, 1], [2, 3], completed");
    show("refCount() goes on if another refCount() of the same publish() has no observer left", s -> {
      ConnectableObservable<Object> shared = s.publish();
      first = shared.refCount().subscribe();
      return shared.refCount();
    }, new Object[] {0, 1}, () -> first.dispose(), "0, 1, completed");
    PublishSubject<Object> one = PublishSubject.create();
    Observable.sequenceEqual(one, Observable.just(1)).subscribe();
    one.onNext(0);
    show("sequenceEqual() disconnects its sources when it emits false", one.hasObservers() + "", "false");
    PublishSubject<Object> waiting = PublishSubject.create();
    waiting.debounce(value -> Observable.error(new Error())).subscribe(value -> {}, error -> {});
    waiting.onNext(0);
    show("debounce(Function) disconnects upstream when a source fails", waiting.hasObservers() + "", "false");
    PublishSubject<Object> other = PublishSubject.create();
    other.withLatestFrom(Observable.empty(), Observable.just(1), List::of).subscribe();
    show("withLatestFrom() disconnects upstream if it completes with another source",
        other.hasObservers() + "", "false");
  }
}
