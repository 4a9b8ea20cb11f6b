// "Did you mean …?": the word that an author probably meant.

/// The word that was probably meant instead of a misspelt one.
///
/// - Parameters:
///   - word: The misspelt word.
///   - candidates: The known words.
/// - Returns: The candidate with the fewest differing bytes, the first of equals; `nil` if none is
///   close. Of very many candidates, most are checked only for the commonest slips.
/// - Complexity: O(*m* · *n*) for each candidate of about the same length, up to a budget. Words of over
///   800 bytes have no candidates.
package func nearest<Word: CustomStringConvertible>(
  to word: some CustomStringConvertible, among candidates: some Sequence<Word>
) -> Word? {
  let letters = word.description.utf8.map(lowercase)
  guard letters.count <= 800 else { return nil }
  var budget = suggestionBudget
  var best: (word: Word, distance: Int)?
  for candidate in candidates {
    let text = candidate.description
    let count = text.utf8.count
    let bound = min(max(1, min(letters.count, count) / 3), (best?.distance ?? .max) - 1)
    if bound < 0 { break }
    if abs(count - letters.count) > bound { continue }
    let distance = editDistance(letters, text.utf8.map(lowercase), upTo: bound, &budget)
    if let distance { best = (candidate, distance) }
  }
  return best?.word
}

/// The budget of one suggestion, in compared pairs of bytes: about a millisecond, because thousands
/// of candidates may meet a hundred misspelt words.
private let suggestionBudget = 300_000

private func lowercase(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two words;
/// `nil` if there are more than a bound. Without a budget, only one slip is found.
private func editDistance(
  _ left: [UInt8], _ right: [UInt8], upTo bound: Int, _ budget: inout Int
) -> Int? {
  // A common beginning and end makes no difference, and is most of a misspelt word.
  let start = zip(left, right).prefix { $0 == $1 }.count
  var (left, right) = (left[start...], right[start...])
  while let last = left.last, last == right.last {
    (left, right) = (left.dropLast(), right.dropLast())
  }
  if left.isEmpty || right.isEmpty { return left.count + right.count }
  let isSlip = left.count <= 2 && right.count <= 2
  budget -= left.count * right.count
  guard budget > 0 || isSlip else { return nil }
  var (beforeLast, last) = ([Int](), Array(0...right.count))
  for (i, letter) in zip(1..., left) {
    var row = [i]
    for (j, other) in zip(1..., right) {
      var distance = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter == other ? 0 : 1))
      if i > 1, j > 1, letter == right[start + j - 2], left[start + i - 2] == other {
        distance = min(distance, beforeLast[j - 2] + 1)
      }
      row.append(distance)
    }
    if row.min()! > bound { return nil }
    (beforeLast, last) = (last, row)
  }
  return last[right.count] <= bound ? last[right.count] : nil
}

/// A hint at the word that was probably meant; `nil` if none is close.
package func didYouMean<Word: CustomStringConvertible>(
  _ word: some CustomStringConvertible, among candidates: some Sequence<Word>
) -> String? {
  nearest(to: word, among: candidates).map { "did you mean `\(visible($0))`?" }
}

/// The same hint as the end of a message; empty if no word is close.
package func orDidYouMean<Word: CustomStringConvertible>(
  _ word: some CustomStringConvertible, among candidates: some Sequence<Word>
) -> String {
  didYouMean(word, among: candidates).map { "; \($0)" } ?? ""
}

/// A list for a sentence: "`a`, `b` or `c`".
///
/// - Parameters:
///   - words: The words to list, in order.
///   - conjunction: The word before the last.
/// - Returns: The words in code quotes.
package func enumeration(
  _ words: some Sequence<some CustomStringConvertible>, _ conjunction: String = "or"
) -> String {
  let quoted = words.map { "`\($0)`" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
