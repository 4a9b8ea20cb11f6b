// Numbers as a person reads them.

/// A count with its noun: "1 case", "2 cases".
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// A noun with its article: "a case", "an event".
package func one(_ noun: String) -> String {
  "\("aeiou".contains(noun.first ?? " ") ? "an" : "a") \(noun)"
}

/// How often something is: "once", "2 times".
package func times(_ count: Int) -> String {
  count == 1 ? "once" : "\(count) times"
}

/// A number with its digits in groups of three: 1,234,567.
package func grouped(_ number: Int) -> String {
  var text = ""
  for (index, digit) in String(number).reversed().enumerated() {
    if index > 0 && index % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return String(text.reversed())
}
