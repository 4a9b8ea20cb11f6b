import AdapterProtocol
import Testing

@Suite("The command of an adapter")
struct CommandTests {
  @Test(
    "is split into words as by a shell",
    arguments: [
      ("node adapter.js", ["node", "adapter.js"]),
      ("  node\t adapter.js ", ["node", "adapter.js"]),
      ("java -jar 'my adapter.jar'", ["java", "-jar", "my adapter.jar"]),
      ("\"my program\" \"\" ''", ["my program", "", ""]),
      ("a\\ b c\\\\d \\'", ["a b", "c\\d", "'"]),
      ("'a\\b' \"a\\b\" \"a\\\"b\" \"a\\$b\"", ["a\\b", "a\\b", "a\"b", "a$b"]),
      ("node \\\n \"a\\\nb\" 'a\\\nb'", ["node", "ab", "a\\\nb"]),
      ("pre'fix'\"ed\" --x='1 2'", ["prefixed", "--x=1 2"]),
      (
        "echo $HOME * ~ | cat > x; true && `ls`",
        ["echo", "$HOME", "*", "~", "|", "cat", ">", "x;", "true", "&&", "`ls`"]
      ),
    ])
  func words(_ text: String, _ words: [String]) throws {
    #expect(try AdapterCommand(text).words == words)
  }

  @Test(
    "may have a label",
    arguments: [
      ("js=node adapter.js", "js", ["node", "adapter.js"]),
      ("material-motion.js_1=swift", "material-motion.js_1", ["swift"]),
      ("a=b=c", "a", ["b=c"]), ("./a=b", nil, ["./a=b"]), ("a b=c", nil, ["a", "b=c"]),
      ("=a", nil, ["=a"]),
    ] as [(String, String?, [String])])
  func label(_ text: String, _ label: String?, _ words: [String]) throws {
    let command = try AdapterCommand(text)
    #expect(command.label?.text == label)
    #expect(command.words == words)
  }
}
