// The streams that are judged. `Stream` is an example with one operator: put your library in its place.
//
// `Kit.java` beside this file is the kit: it talks to the runner, and needs no change. Put the jars of your library
// into a folder `lib` beside this file, or into CLASSPATH.

import java.util.function.Function;

final class Adapter {
  public static void main(String[] arguments) {
    new Kit<Stream>("my-library", "0.1")
        // What your observers are told of: some of next, state, error and completed.
        .channels("next", "error", "completed")
        // The specifications that your library implements, by the names that their spec.yaml have, such as ReactiveX.
        .specifications("mine")
        // Makes a source of your library. `connect.to` connects an observer, and gives what disconnects it.
        .source(connect -> new Stream(connect))
        // Subscribes an observer of the case, and gives what unsubscribes it.
        .subscribe((stream, observer) -> stream.subscribe(observer))
        // The operators by the names that fixtures give them, each with its argument. `given` makes functions of
        // tables: `map: [[1, 10]]` is a function that gives 10 for 1. What you leave out is skipped.
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
