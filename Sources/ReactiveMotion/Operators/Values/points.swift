// The operators on points: their coordinates, and what is calculated with both.

/// A point of the plane. A point of your own, such as `CGPoint`, becomes one by an empty extension.
///
/// Source: the specifications of `x`, `y`, `xLocked`, `yLocked`, `normalized` and `distance`.
public protocol MotionPoint {
  /// The type of both coordinates.
  associatedtype Coordinate: BinaryFloatingPoint

  /// The first coordinate.
  var x: Coordinate { get }

  /// The second coordinate.
  var y: Coordinate { get }

  /// Makes a point of its coordinates.
  ///
  /// - Parameters:
  ///   - x: The first coordinate.
  ///   - y: The second coordinate.
  init(x: Coordinate, y: Coordinate)
}

extension MotionObservable where T: MotionPoint {
  /// Emits the first coordinate of each point.
  ///
  /// Source: the `x` specification.
  ///
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func x() -> MotionObservable<T.Coordinate> {
    _map(\.x)
  }

  /// Emits the second coordinate of each point.
  ///
  /// Source: the `y` specification.
  ///
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func y() -> MotionObservable<T.Coordinate> {
    _map(\.y)
  }

  /// Emits each point with another first coordinate.
  ///
  /// Source: the `xLocked` specification.
  ///
  /// - Parameter x: The first coordinate.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func xLocked(to x: T.Coordinate) -> MotionObservable<T> {
    _map { T(x: x, y: $0.y) }
  }

  /// Emits each point with another second coordinate.
  ///
  /// Source: the `yLocked` specification.
  ///
  /// - Parameter y: The second coordinate.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func yLocked(to y: T.Coordinate) -> MotionObservable<T> {
    _map { T(x: $0.x, y: y) }
  }

  /// Divides each coordinate by that of another point.
  ///
  /// Source: the `normalized` specification.
  ///
  /// - Parameter point: What the coordinates are divided by.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func normalized(by point: T) -> MotionObservable<T> {
    _map { T(x: $0.x / point.x, y: $0.y / point.y) }
  }

  /// Emits the distance of each point from a location.
  ///
  /// Source: the `distance` specification.
  ///
  /// - Parameter location: The location.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(1) for a value. Allocates nothing for a value.
  @inlinable
  public func distance(from location: T) -> MotionObservable<T.Coordinate> {
    _map { point in
      let (dx, dy) = (point.x - location.x, point.y - location.y)
      return (dx * dx + dy * dy).squareRoot()
    }
  }
}
