// The observers of a stream, and the broadcast to them: shared by _remember and ReactiveProperty.

/// Observers in the order in which they subscribed, made for broadcasting while they come and go.
///
/// A broadcast reaches the observers that were there when it began: one removed meanwhile is still
/// called, one added meanwhile is not. Broadcasts nest.
///
/// The observers stand in one contiguous array whose slots are linked in order of subscription, so
/// that removing one moves none of the others. A slot that is left during a broadcast keeps its
/// place until the outermost broadcast has ended, stamped with the time at which it was left, and
/// each broadcast passes over the slots that were left before it began.
///
/// - Complexity: Adding is amortized O(1), removing is O(1), a broadcast to *n* observers is O(*n*)
///   and allocates nothing. Space is O(the most observers that there were at one time).
@usableFromInline
final class ObserverList<T> {
  /// Where an observer stands, as long as it has not been removed.
  @usableFromInline typealias Place = Int

  @usableFromInline
  struct Slot {
    /// The functions to call; `nil` in a free slot.
    @usableFromInline var next: ((T) -> Void)?
    @usableFromInline var state: ((MotionState) -> Void)?

    /// The neighbours in order of subscription. In a free slot, `following` is the next free one.
    @usableFromInline var following: Int
    @usableFromInline var preceding: Int

    /// When the observer was removed: `present` while it has not been.
    @usableFromInline var departure: Int

    @inlinable
    init(_ observer: MotionObserver<T>? = nil, preceding: Int) {
      self.next = observer?.next
      self.state = observer?.state
      self.following = ObserverList.boundary
      self.preceding = preceding
      self.departure = ObserverList.present
    }
  }

  /// The slot before the first observer and after the last one. It never holds an observer.
  @inlinable static var boundary: Int { 0 }

  /// The departure of an observer that has not been removed: later than any time.
  @inlinable static var present: Int { .max }

  @usableFromInline var slots = ContiguousArray([Slot(preceding: ObserverList.boundary)])
  @usableFromInline var firstFreeSlot = ObserverList.boundary
  @usableFromInline var count = 0

  /// How many broadcasts are under way, each but the first from within another.
  @usableFromInline var broadcasts = 0

  /// The number of removals that broadcasts had to be told of.
  @usableFromInline var time = 0

  /// The places that were left during broadcasts, and are not free yet.
  @usableFromInline var departures: ContiguousArray<Place> = []

  @inlinable
  init() {}

  /// Whether no observer is left.
  @inlinable var isEmpty: Bool { count == 0 }

  /// Adds an observer behind all others.
  @inlinable
  func append(_ observer: MotionObserver<T>) -> Place {
    let last = slots[Self.boundary].preceding
    let slot = Slot(observer, preceding: last)
    let place: Place
    if firstFreeSlot == Self.boundary {
      place = slots.count
      slots.append(slot)
    } else {
      place = firstFreeSlot
      firstFreeSlot = slots[place].following
      slots[place] = slot
    }
    slots[last].following = place
    slots[Self.boundary].preceding = place
    count += 1
    return place
  }

  /// Removes the observer at a place, which must not have been removed before.
  @inlinable
  func remove(at place: Place) {
    count -= 1
    if broadcasts == 0 {
      unlink(place)
    } else {
      slots[place].departure = time
      time += 1
      departures.append(place)
    }
  }

  /// Broadcasts a value on the `next` channel.
  @inlinable
  func next(_ value: T) {
    forEachPlace { slots[$0].next?(value) }
  }

  /// Broadcasts a state on the `state` channel.
  @inlinable
  func state(_ state: MotionState) {
    forEachPlace { slots[$0].state?(state) }
  }

  @inlinable @inline(__always)
  func forEachPlace(_ deliver: (Place) -> Void) {
    let last = slots[Self.boundary].preceding
    guard last != Self.boundary else { return }
    let beginning = time
    broadcasts += 1
    var place = Self.boundary
    repeat {
      place = slots[place].following
      if slots[place].departure >= beginning { deliver(place) }
    } while place != last
    broadcasts -= 1
    if broadcasts == 0 && !departures.isEmpty { sweep() }
  }

  /// Frees the slots that were left during broadcasts.
  ///
  /// Letting an observer go may run code of its owner, which may come back here: the list is whole
  /// before each release.
  @inlinable
  func sweep() {
    while let place = departures.popLast() { unlink(place) }
  }

  @inlinable
  func unlink(_ place: Place) {
    let departed = slots[place]
    slots[departed.preceding].following = departed.following
    slots[departed.following].preceding = departed.preceding
    slots[place] = Slot(preceding: Self.boundary)
    slots[place].following = firstFreeSlot
    firstFreeSlot = place
    withExtendedLifetime(departed) {}
  }
}
