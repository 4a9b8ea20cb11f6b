// A diagnosis as JSON, among the members of an implementation.

extension JSONText {
  /// The members `diagnosis` and `unexplained`, and what a merged report needs besides.
  mutating func members(of diagnosis: Diagnosis) {
    raw(",\"diagnosis\":")
    list(diagnosis.findings) { $0.finding($1) }
    raw(",\"unexplained\":")
    integer(diagnosis.unexplained)
    if diagnosis.failures == 0 { return }
    raw(",\"doubtful\":")
    list(diagnosis.doubtful) { $0.name($1) }
    raw(",\"groups\":")
    list(diagnosis.groups) { text, group in
      text.raw("{\"difference\":")
      text.string(group.difference)
      text.raw(",\"count\":")
      text.integer(group.count)
      text.raw(",\"first\":")
      text.name(group.first)
      text.raw("}")
    }
    if let smallest = diagnosis.smallest {
      raw(",\"smallest\":")
      name(smallest)
    }
    if let exploration = diagnosis.exploration {
      raw(",\"exploration\":")
      string(exploration)
    }
  }

  private mutating func finding(_ finding: Diagnosis.Finding) {
    raw("{\"deviation\":")
    string(finding.name)
    raw(",\"clause\":")
    string(finding.clauses)
    raw(",\"explains\":")
    integer(finding.explains)
    raw(",\"exactly\":")
    bool(finding.isExact)
    raw(",\"sentences\":")
    list(finding.sentences) { $0.sentence($1) }
    if !finding.alternatives.isEmpty {
      raw(",\"alternatives\":")
      list(finding.alternatives) { $0.sentence($1) }
    }
    raw(",\"cases\":")
    list(finding.cases) { $0.name($1) }
    if let example = finding.example {
      raw(",\"example\":")
      name(example)
    }
    raw("}")
  }

  private mutating func sentence(_ one: Diagnosis.Sentence) {
    raw("{\"deviation\":")
    string(one.deviation)
    raw(",\"specification\":")
    string(one.specification)
    raw(",\"clause\":")
    string(one.clause)
    raw(",\"sentence\":")
    string(one.sentence)
    raw("}")
  }

  private mutating func name(_ name: CaseName) {
    raw("{\"path\":")
    string(name.path)
    raw(",\"line\":")
    integer(name.line)
    raw(",\"name\":")
    string(name.name)
    raw("}")
  }
}
