// "Did you mean …?": the word that an author probably meant.

/// The word that was probably meant by a misspelt one.
///
/// - Parameters:
///   - word: What was written.
///   - candidates: What could have been written.
/// - Returns: The candidate with the fewest differing characters, the first of equals; `nil` where
///   none is close.
/// - Complexity: O(*m* · *n*) for each candidate of about the same length. Words of over 200
///   characters have no candidates.
package func nearest<Word: CustomStringConvertible>(
  to word: some CustomStringConvertible, among candidates: some Sequence<Word>
) -> Word? {
  let letters = Array(word.description.lowercased().unicodeScalars)
  guard letters.count <= 200 else { return nil }
  var best: (word: Word, distance: Int)?
  for candidate in candidates {
    let others = Array(candidate.description.lowercased().unicodeScalars)
    let bound = max(1, min(letters.count, others.count) / 3)
    guard others.count <= 200, abs(others.count - letters.count) <= bound else { continue }
    let distance = editDistance(letters, others)
    if distance <= bound, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.word
}

/// A hint at the word that was probably meant; `nil` where none is close.
package func didYouMean<Word: CustomStringConvertible>(
  _ word: some CustomStringConvertible, among candidates: some Sequence<Word>
) -> String? {
  nearest(to: word, among: candidates).map { "did you mean `\(visible($0))`?" }
}

/// The same hint as the end of a message; empty where no word is close.
package func orDidYouMean<Word: CustomStringConvertible>(
  _ word: some CustomStringConvertible, among candidates: some Sequence<Word>
) -> String {
  didYouMean(word, among: candidates).map { "; \($0)" } ?? ""
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two words.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for i in 1...left.count {
    var row = [i]
    row.reserveCapacity(right.count + 1)
    for j in 1...right.count {
      let isSame = left[i - 1] == right[j - 1]
      var distance = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1))
      if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
        distance = min(distance, beforeLast[j - 2] + 1)
      }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}

/// A list for a sentence: "`a`, `b` or `c`".
///
/// - Parameters:
///   - words: What to list, in order.
///   - conjunction: The word before the last.
/// - Returns: The words in code quotes.
func enumeration(
  _ words: some Sequence<some CustomStringConvertible>, _ conjunction: String = "or"
) -> String {
  let quoted = words.map { "`\($0)`" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
