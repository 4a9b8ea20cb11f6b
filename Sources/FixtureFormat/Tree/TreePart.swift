// A part of the marked tree, so that one can be decoded while the next is being read.

/// A part of a tree that is read in parts: everything before the items of a list, some of the
/// items, and in the last part everything after them.
package struct TreePart: Sendable {
  /// How the file ended.
  enum End: Sendable {
    case whole

    /// Nothing could be read on.
    case broken(Diagnostic)
  }

  let tree: Tree

  /// The first item that has not been taken.
  private var nextItem: Int

  /// How many there are from it on.
  private var items: Int

  /// Whether what comes behind may refer to something in it.
  let hasAnchors: Bool

  /// What has been found wrong so far.
  let problems: ProblemList.Content

  /// `nil` where there is another part.
  let end: End?

  /// Makes a part, which has nothing in it unless that is said.
  init(
    tree: Tree, firstItem: Int = 0, items: Int = 0, hasAnchors: Bool = false,
    problems: ProblemList.Content = ProblemList.Content(), end: End? = nil
  ) {
    (self.tree, nextItem, self.items) = (tree, firstItem, items)
    (self.hasAnchors, self.problems, self.end) = (hasAnchors, problems, end)
  }

  /// Whether there is no other part.
  package var isLast: Bool { end != nil }

  /// Whether the next part can be read while this one is being decoded.
  package var isFollowed: Bool { end == nil && !hasAnchors }

  /// Whether all items have been taken.
  var isEmpty: Bool { items == 0 }

  /// Takes the next item; `nil` behind the last.
  mutating func next() -> Int? {
    guard items > 0 else { return nil }
    let item = nextItem
    items -= 1
    nextItem = tree.indexAfter(item)
    return item
  }
}
