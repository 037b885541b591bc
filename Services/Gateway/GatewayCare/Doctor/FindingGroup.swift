import Domain
import GatewayWords

/// Equal findings of one check about several subjects, shown to people as one.
struct FindingGroup {
    /// The maximum number of subjects to name; more are only counted.
    private static let mostNamed = 3

    let first: Finding
    private(set) var subjects: [String]

    /// Groups adjacent findings that differ only in their subject.
    static func of(_ findings: [Finding]) -> [FindingGroup] {
        var groups: [FindingGroup] = []
        for finding in findings {
            if let subject = finding.subject, let last = groups.last, last.isAlike(finding) {
                groups[groups.count - 1].subjects.append(subject)
            } else {
                groups.append(FindingGroup(first: finding, subjects: finding.subject.map { [$0] } ?? []))
            }
        }
        return groups
    }

    private func isAlike(_ finding: Finding) -> Bool {
        first.subject != nil && finding.check == first.check && finding.result == first.result
            && finding.seen == first.seen
            && Self.general(finding.cure, of: finding.subject) == Self.general(first.cure, of: first.subject)
    }

    /// The check with its subjects: `service ledger`, `service × 8`.
    var title: Text {
        guard subjects.count > 1 else { return first.title }
        let name = Finding(first.check, nil, first.result, first.seen).title
        let named =
            subjects.count > Self.mostNamed ? " × \(subjects.count)" : " " + subjects.joined(separator: ", ")
        return name + Text(verbatim: named)
    }

    /// The remedy; SERVICE stands for each of several subjects.
    var cure: Text? { subjects.count > 1 ? Self.general(first.cure, of: first.subject) : first.cure }

    private static func general(_ cure: Text?, of subject: String?) -> Text? {
        guard let cure, let subject else { return cure }
        func said(_ language: Language) -> String {
            cure.spoken(in: language).replacing(" \(subject) ", with: " SERVICE ")
        }
        return Text("\(said(.english))", "\(said(.russian))")
    }
}
