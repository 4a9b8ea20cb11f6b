// "Did you mean …?": the word that an author probably meant.

/// The word that was probably meant by a misspelt one.
///
/// - Parameters:
///   - word: What was written.
///   - candidates: What could have been written.
/// - Returns: The candidate with the fewest differing characters, the first of equals; `nil` where
///   none is close. Of very many candidates, most are looked at for the commonest slips alone.
/// - Complexity: O(*m* · *n*) for each candidate of about the same length, up to a budget. Words of over
///   200 characters have no candidates.
package func nearest<Word: CustomStringConvertible>(
  to word: some CustomStringConvertible, among candidates: some Sequence<Word>
) -> Word? {
  let letters = Array(word.description.lowercased().unicodeScalars)
  guard letters.count <= 200 else { return nil }
  var budget = suggestionBudget
  var best: (word: Word, distance: Int)?
  for candidate in candidates {
    let text = candidate.description
    budget -= 1
    // A scalar has at most four bytes, and in lower case at most three times as many.
    let bytes = text.utf8.count
    guard bytes <= 800, bytes * 12 >= letters.count else { continue }
    budget -= 4 * bytes
    let others = Array(text.lowercased().unicodeScalars)
    var bound = max(1, min(letters.count, others.count) / 3)
    guard others.count <= 200, abs(others.count - letters.count) <= bound else { continue }
    if let best { bound = min(bound, best.distance - 1) }
    if budget <= 0 { return nearestByOne(to: word.description, among: candidates) ?? best?.word }
    guard bound >= 0 else { break }
    let distance = editDistance(letters, others, upTo: bound, &budget)
    if let distance { best = (candidate, distance) }
  }
  return best?.word
}

/// The nearest of the candidates that differ by one character, or one swap of neighbours, at most: most slips
/// are so, and very many candidates are soon looked at for this alone. `nil` if there is none, or not all is
/// ASCII.
private func nearestByOne<Word: CustomStringConvertible>(
  to word: String, among candidates: some Sequence<Word>
) -> Word? {
  let letters = Array(word.lowercased().utf8)
  guard letters.allSatisfy({ $0 < 0x80 }) else { return nil }
  var best: (word: Word, distance: Int)?
  for candidate in candidates {
    var text = candidate.description
    if abs(text.utf8.count - letters.count) > 1 { continue }
    let distance = text.withUTF8 { distanceUpToOne(letters, $0) }
    if let distance, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.word
}

/// 0 or 1, as ``editDistance`` counts; `nil` where there is more.
private func distanceUpToOne(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Int? {
  func other(_ index: Int) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(right[index])
      ? right[index] | 0x20 : right[index]
  }
  let (shorter, longer) = (min(left.count, right.count), max(left.count, right.count))
  var start = 0
  while start < shorter, left[start] == other(start) { start += 1 }
  if start == longer { return 0 }
  var end = 0
  while end < shorter - start, left[left.count - 1 - end] == other(right.count - 1 - end) {
    end += 1
  }
  switch longer - start - end {
  case 1: return 1
  case 2
  where shorter == longer && left[start] == other(start + 1)
    && left[start + 1] == other(start):
    return 1
  default: return nil
  }
}

/// How many pairs of characters are compared for one suggestion, at most: about a millisecond's worth, because
/// thousands of candidates may meet a hundred misspelt words. To prepare a candidate counts as four for each
/// of its bytes.
private let suggestionBudget = 300_000

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

/// The number of insertions, deletions, replacements and swaps of neighbours between two words, whose lengths
/// differ by no more than a bound; `nil` where there are more of them.
///
/// Only the diagonals that the bound allows are looked at.
private func editDistance(
  _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], upTo bound: Int, _ budget: inout Int
) -> Int? {
  guard abs(left.count - right.count) <= bound else { return nil }
  if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
  var beforeLast = [Int](repeating: bound + 1, count: right.count + 1)
  var last = (0...right.count).map { min($0, bound + 1) }
  for i in 1...left.count {
    var row = [Int](repeating: bound + 1, count: right.count + 1)
    if i <= bound { row[0] = i }
    var least = row[0]
    let (first, end) = (max(1, i - bound), min(right.count, i + bound))
    budget -= max(0, end - first) + 1
    if first > end { return nil }
    for j in first...end {
      let isSame = left[i - 1] == right[j - 1]
      var distance = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1))
      if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
        distance = min(distance, beforeLast[j - 2] + 1)
      }
      row[j] = distance
      least = min(least, distance)
    }
    if least > bound { return nil }
    (beforeLast, last) = (last, row)
  }
  return last[right.count] <= bound ? last[right.count] : nil
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
