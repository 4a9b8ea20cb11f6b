// Words of a command as a shell reads them again.

/// The characters that a shell takes literally.
private let plainCharacters =
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@%+,"

/// A word, in quotes where it needs them.
package func shellWord(_ word: String) -> String {
  let isPlain = !word.isEmpty && word.utf8.allSatisfy(plainCharacters.utf8.contains)
  return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
}

/// Words, each in quotes where it needs them.
package func shellCommand(_ words: [String]) -> String {
  words.map(shellWord).joined(separator: " ")
}
