// The places of observers: one array, whose slots are linked in order of subscription.

/// Observers in one contiguous array, linked in the order in which they were added, so that removing one
/// moves none of the others.
///
/// - Complexity: Adding is amortized O(1), removing is O(1). Space is O(*m*) for at most *m*
///   observers at one time.
@usableFromInline
struct ObserverSlots<T> {
  /// Where an observer stands, as long as it has not been removed.
  @usableFromInline typealias Place = Int

  @usableFromInline
  struct Slot {
    /// The functions to call. Those of a free slot do nothing, which is faster than to have none.
    @usableFromInline let next: (T) -> Void
    @usableFromInline let state: (MotionState) -> Void

    /// The neighbours in order of subscription. In a free slot, `following` is the next free one.
    @usableFromInline var following: Place
    @usableFromInline var preceding: Place

    /// When the observer was removed: `present` while it has not been.
    @usableFromInline var departure = ObserverSlots.present

    /// The slot of an observer, which is the last.
    @inlinable
    init(_ observer: MotionObserver<T>, preceding: Place) {
      next = observer.next
      state = observer.state
      following = ObserverSlots.boundary
      self.preceding = preceding
    }

    /// A free slot, or the boundary.
    @inlinable
    init(following: Place = ObserverSlots.boundary) {
      next = { _ in }
      state = { _ in }
      self.following = following
      preceding = ObserverSlots.boundary
    }
  }

  /// The slot before the first observer and after the last one. It never holds an observer.
  @inlinable static var boundary: Place { 0 }

  /// The removal of an observer that is still present: later than any time.
  @inlinable static var present: Int { .max }

  @usableFromInline var all: ContiguousArray<Slot> = []

  /// The first of the free slots that are linked, and how many slots there are up to the last that has been
  /// in use since the last time that all were free. Those after it are free, too.
  @usableFromInline var firstFree = ObserverSlots.boundary
  @usableFromInline var used = 1

  @inlinable
  init() {
    all.append(Slot())
  }

  /// The last observer's place: the boundary if there is none.
  @inlinable var last: Place { all[Self.boundary].preceding }

  /// Adds an observer after all others.
  @inlinable
  mutating func append(_ observer: MotionObserver<T>) -> Place {
    let last = last
    let slot = Slot(observer, preceding: last)
    let place: Place
    if firstFree != Self.boundary {
      place = firstFree
      firstFree = all[place].following
    } else {
      place = used
      used += 1
    }
    if place < all.count { all[place] = slot } else { all.append(slot) }
    all[last].following = place
    all[Self.boundary].preceding = place
    return place
  }

  /// Removes the observer at a place, which must not have been removed before.
  ///
  /// - Returns: The slot that it stood in, for the caller to release: that may run code of its owner.
  @inlinable
  mutating func remove(at place: Place) -> Slot {
    var slot = Slot(following: firstFree)
    swap(&slot, &all[place])
    firstFree = place
    all[slot.preceding].following = slot.following
    all[slot.following].preceding = slot.preceding
    if last == Self.boundary {
      // From the start again, so that neighbours stand beside each other.
      firstFree = Self.boundary
      used = 1
    }
    return slot
  }
}
