// Errors of a command line.

import ArgumentParser
import Conformance

/// Refuses a command line, if something is wrong with it.
func refuse(if isWrong: Bool, _ problem: @autoclosure () -> String) throws {
  if isWrong { throw ValidationError(problem()) }
}

/// Refuses to write a new file that exists.
func refuseExisting(_ path: String, by writer: String) throws {
  try refuse(
    if: fileExists(path), "`\(visible(path))` exists; \(writer) never overwrites a file")
}

/// The error for an unknown name, with the name that was probably meant, or else all known ones.
func unknown(_ kind: String, _ name: String, among names: [String]) -> ValidationError {
  let hint = didYouMean(name, among: names) ?? "there are \(names.joined(separator: ", "))"
  return ValidationError("there is no \(kind) `\(visible(name))`; \(hint)")
}

/// Reads the value of an option that is a number within bounds.
func number<Number: LosslessStringConvertible & Comparable & Sendable>(
  from least: Number, to most: Number? = nil
) -> @Sendable (String) throws -> Number {
  { text in
    guard let number = Number(text), number >= least, number <= most ?? number else {
      let bounds = "\(least) \(most.map { "to \($0)" } ?? "on")"
      throw ValidationError("write a number from \(bounds.replacing(/\.0\b/, with: ""))")
    }
    return number
  }
}
