// The ids of cases: their addresses within the page.

/// The ids of the cases of a page.
///
/// An id is a hash of the file and the name, so that it stays the same when cases are added.
struct CaseIDs {
  private var given: Set<UInt64> = []

  /// The id of a case.
  mutating func id(of testCase: Case, in path: Name) -> String {
    var hash = StableHash(testCase.title(in: path).text).value & 0xFF_FFFF_FFFF
    while !given.insert(hash).inserted { hash += 1 }
    return String(hash, radix: 36)
  }
}
