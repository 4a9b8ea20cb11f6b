// Stored results as they are read: the texts in them that are too long to be held are cut on the way.

/// A part of a JSON document that comes piece by piece, with the beginnings of texts that are too long.
///
/// A few long texts stay whole, as what was expected, and the fixture.
struct LongTexts {
  /// What has come, without the rest of long texts.
  private(set) var bytes: [UInt8] = []

  /// How much more there may be of texts that are long.
  private var room: Int
  private var depth = 0
  private var isInText = false

  /// The text that is open: how long it is, where it begins, and a digest of it.
  private var (length, start) = (0, 0)
  private var hash = StableHash()

  /// Whether the rest of it is left out.
  private var isCut = false

  /// How many bytes of an escape are still to come, if it is a long one.
  private var escape = 0

  /// Whether the first half of a character came last.
  private var isHalf = false

  /// Whether the text that follows is the fixture.
  private var isSource = false

  /// Begins a document.
  ///
  /// - Parameter room: How much there may be of texts that are long.
  init(room: Int = TextLimits.storedTexts) {
    self.room = room
  }

  /// Takes a piece.
  ///
  /// - Complexity: O(*n*) in its size.
  mutating func add(_ piece: [UInt8]) {
    for byte in piece { isInText ? addToText(byte) : addOutside(byte) }
  }

  private mutating func addOutside(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""):
      (isInText, isCut, escape, isHalf) = (true, false, 0, false)
      (length, start, hash) = (0, bytes.count + 1, StableHash())
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
    bytes.append(byte)
  }

  private mutating func addToText(_ byte: UInt8) {
    // Within a character, and between the halves of one, a text is not cut.
    let isBetween = escape == 0 && byte & 0xC0 != 0x80 && !isHalf
    if escape == 0, byte == UInt8(ascii: "\"") { return endText() }
    follow(byte)
    length += 1
    hash.combine(byte)
    if length > TextLimits.storedText, !isSource {
      room -= 1
      if room < 0, isBetween { isCut = true }
    }
    if !isCut { bytes.append(byte) }
  }

  /// Follows an escape, and takes note of the first half of a character, `\uD83D`.
  private mutating func follow(_ byte: UInt8) {
    switch (escape, byte) {
    case (0, UInt8(ascii: "\\")): escape = 5
    case (0, _): isHalf = false
    case (5, UInt8(ascii: "u")): escape = 4
    case (5, _): escape = 0
    case (4, _):
      isHalf = byte | 0x20 == UInt8(ascii: "d")
      escape = 3
    case (3, _):
      isHalf = isHalf && "89abAB".utf8.contains(byte)
      escape = 2
    default: escape -= 1
    }
  }

  private mutating func endText() {
    if isCut { bytes += cutMark(length, "bytes", hash).utf8 }
    isSource = depth == 1 && !isCut && bytes[start...].elementsEqual("source".utf8)
    isInText = false
    bytes.append(UInt8(ascii: "\""))
  }
}
