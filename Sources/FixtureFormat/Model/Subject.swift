// What is under test: a stream or a property.

/// What a case tests.
public enum Subject: Hashable, Sendable {
  /// Operators applied to a source.
  case stream(Stream)

  /// A property over one store, or over several.
  case property(Property)

  /// A stream: operators, applied to the source `upstream`, first to last.
  public struct Stream: Hashable, Sendable {
    /// All sources; `upstream` is always one of them.
    public var sources: [Source]

    /// The operators, in the order of application.
    public var operators: [Operator]

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - sources: All sources, `upstream` among them.
    ///   - operators: The operators, in the order of application.
    public init(sources: [Source], operators: [Operator]) {
      self.sources = sources
      self.operators = operators
    }
  }

  /// A source of values, played by the runner.
  public struct Source: Hashable, Sendable {
    /// The name that steps and events use.
    public var name: String

    /// What it emits, in order, before its connect function returns.
    public var onConnect: [Value]

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - name: The name that steps and events use.
    ///   - onConnect: What it emits while it connects.
    public init(name: String, onConnect: [Value] = []) {
      self.name = name
      self.onConnect = onConnect
    }
  }

  /// An operator, with its argument where it has one.
  public struct Operator: Hashable, Sendable {
    /// The operator's name in its specification.
    public var name: String

    /// The argument; `nil` where none is written.
    public var argument: Value?

    /// Makes an operator.
    ///
    /// - Parameters:
    ///   - name: The operator's name in its specification.
    ///   - argument: The argument, where it has one.
    public init(name: String, argument: Value? = nil) {
      self.name = name
      self.argument = argument
    }
  }

  /// A property: a pair of read and write functions over the runner's stores.
  public struct Property: Hashable, Sendable {
    /// Whether read and write name an object.
    public var isScoped: Bool

    /// The stores. A scoped property has one, named `store`.
    public var stores: [Store]

    /// Whether a store keeps its value when it is written.
    public var ignoresWrites: Bool

    /// Makes a property.
    ///
    /// - Parameters:
    ///   - isScoped: Whether read and write name no object.
    ///   - stores: The stores, and what they hold at first.
    ///   - ignoresWrites: Whether a store keeps its value when it is written.
    public init(isScoped: Bool, stores: [Store], ignoresWrites: Bool = false) {
      self.isScoped = isScoped
      self.stores = stores
      self.ignoresWrites = ignoresWrites
    }
  }

  /// A place that holds one value.
  public struct Store: Hashable, Sendable {
    /// The name that steps and events use.
    public var name: String

    /// What it holds at first.
    public var value: Value

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - name: The name that steps and events use.
    ///   - value: What it holds at first.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }
}
