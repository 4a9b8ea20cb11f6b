// libyaml's bare event loop over some files, as a process.

import Limits

for path in CommandLine.arguments.dropFirst() where events_of_file(path) == 0 {
  fatalError("\(path) is no YAML")
}
