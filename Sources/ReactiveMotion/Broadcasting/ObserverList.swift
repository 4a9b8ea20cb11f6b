// The observers of a stream, and the broadcast to them: shared by _remember and ReactiveProperty.

/// Observers in the order in which they subscribed, made for broadcasting while they come and go.
///
/// A broadcast reaches the observers that were in the list when it began: an observer that is
/// removed meanwhile is still called, one that is added meanwhile is not. One may begin during another.
///
/// An observer that is removed during a broadcast keeps its place until the outermost broadcast has ended,
/// stamped with the time of its removal, and each broadcast passes over those removed before it began.
///
/// No other code is called while a property is being changed, so no accesses overlap. The
/// properties do without run-time checks for that, which would take longer than a delivery.
///
/// - Complexity: Adding is amortized O(1), removing is O(1), a broadcast to *n* observers is O(*n*)
///   and allocates nothing. Space is O(*m*) for at most *m* observers at one time.
@usableFromInline
final class ObserverList<T> {
  @usableFromInline typealias Place = ObserverSlots<T>.Place

  @exclusivity(unchecked) @usableFromInline var slots = ObserverSlots<T>()
  @exclusivity(unchecked) @usableFromInline var count = 0

  /// How many broadcasts are under way, each but the first during another.
  @exclusivity(unchecked) @usableFromInline var broadcasts = 0

  /// The number of removals during broadcasts.
  @exclusivity(unchecked) @usableFromInline var time = 0

  /// The places that were vacated during broadcasts, and are not free yet.
  @exclusivity(unchecked) @usableFromInline var departures: ContiguousArray<Place> = []

  @inlinable
  init() {}

  /// Whether no observer is left.
  @inlinable var isEmpty: Bool { count == 0 }

  /// Adds an observer after all others.
  @inlinable
  func append(_ observer: MotionObserver<T>) -> Place {
    count += 1
    return slots.append(observer)
  }

  /// Removes the observer at a place, which must not have been removed before.
  @inlinable
  func remove(at place: Place) {
    count -= 1
    if broadcasts == 0 {
      letGo(place)
    } else {
      slots.all[place].departure = time
      time += 1
      departures.append(place)
    }
  }

  /// Broadcasts a value on the `next` channel.
  @inlinable
  func next(_ value: T) {
    forEachPlace { slots.all[$0].next(value) }
  }

  /// Broadcasts a state on the `state` channel.
  @inlinable
  func state(_ state: MotionState) {
    forEachPlace { slots.all[$0].state(state) }
  }

  @inlinable @inline(__always)
  func forEachPlace(_ deliver: (Place) -> Void) {
    let last = slots.last
    guard last != ObserverSlots<T>.boundary else { return }
    let beginning = time
    broadcasts += 1
    // No place leaves the chain during a broadcast, and one joins it only after `last`: what follows a place is known
    // before it is called.
    var following = slots.all[ObserverSlots<T>.boundary].following
    var place: Place
    repeat {
      place = following
      following = slots.all[place].following
      if slots.all[place].departure >= beginning { deliver(place) }
    } while place != last
    broadcasts -= 1
    if broadcasts == 0 && !departures.isEmpty { sweep() }
  }

  /// Frees the places that were vacated during broadcasts.
  @inlinable
  func sweep() {
    while let place = departures.popLast() { letGo(place) }
  }

  /// Frees a place. Releasing its observer may run code of its owner, which may call this list: it is whole before
  /// that.
  @inlinable
  func letGo(_ place: Place) {
    let departed = slots.remove(at: place)
    withExtendedLifetime(departed) {}
  }
}
