// The streams under test. `Stream` is an example with one operator: put your library in its place.
//
// `Kit.java` beside this file is the kit: it talks to the runner, and needs no change. Put the jars of your library
// into a folder `lib` beside this file, or into CLASSPATH.

import java.util.function.Function;

final class Adapter {
  public static void main(String[] arguments) {
    new Kit<Stream>("my-library", "0.1")
        // The channels of your observers: some of next, state, error and completed.
        .channels("next", "error", "completed")
        // The specifications that your library implements, by the `name` of their spec.yaml, such as ReactiveX.
        .specifications("mine")
        // If your library is asynchronous, stops or shares in its own way, or reports errors: `afterStep`, `stopsLater`,
        // `sharesAlways` and `reports`.
        // Makes a source of your library. `connect.to` connects an observer, and returns the disconnect function.
        .source(connect -> new Stream(connect))
        // Subscribes an observer of the case, and returns the function that unsubscribes it.
        .subscribe((stream, observer) -> stream.subscribe(observer))
        // The operators by their names in fixtures, each with its argument. `given` converts tables to functions:
        // `map: [[1, 10]]` is a function that returns 10 for 1. Cases of operators that you leave out are skipped.
        .operator("map", (stream, given) -> stream.map(given.function()))
        .serve();
  }
}

/** A stream of the example, which connects each observer. */
record Stream(Kit.Connect connect) {
  Runnable subscribe(Kit.Observer observer) {
    return connect.to(observer);
  }

  Stream map(Function<Object, Object> function) {
    return new Stream(
        observer ->
            subscribe(
                Kit.Observer.of(
                    value -> observer.next(function.apply(value)),
                    observer::error,
                    observer::completed)));
  }
}
