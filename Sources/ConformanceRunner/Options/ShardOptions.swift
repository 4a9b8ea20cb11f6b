// The part of the cases that is run, from the option or from environment variables, as Bazel sets
// them.

import ArgumentParser
import Conformance
import ConformancePlatform

struct ShardOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value("i/n", "Run only part I of N, counted from 1."),
    transform: { text in
      guard let shard = Shard(text) else {
        throw ValidationError("write I/N with I from 1 to N, such as 1/4")
      }
      return shard
    })
  var shard: Shard?

  /// The selected part. If the environment asks for it, a status file confirms that sharding is
  /// supported.
  func chosen() throws -> Shard {
    if let shard { return shard }
    let variables = (variable("TEST_SHARD_INDEX"), variable("TEST_TOTAL_SHARDS"))
    if variables == (nil, nil) { return .all }
    guard let index = variables.0, let count = variables.1 else {
      throw ValidationError(
        "TEST_SHARD_INDEX and TEST_TOTAL_SHARDS go together, and only one of them is set")
    }
    guard let index = Int(index), let count = Int(count),
      let shard = Shard(index: index, count: count)
    else {
      throw ValidationError(
        "TEST_SHARD_INDEX is from 0 to TEST_TOTAL_SHARDS - 1, not `\(visible(index))` of "
          + "`\(visible(count))`")
    }
    if let path = variable("TEST_SHARD_STATUS_FILE"),
      !append("", to: CommandPath(argument: path).output)
    {
      throw Status.unwritable.exitCode
    }
    return shard
  }
}
