import Domain
import GatewayWords

/// Findings of one check that say the same, which people read once.
struct FindingGroup {
    /// More subjects than that are counted and not named.
    private static let mostNamed = 3

    let first: Finding
    private(set) var subjects: [String]

    /// Neighbours that say the same of several subjects are one group.
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

    /// What was looked at: `service ledger`, `storage: 8`.
    var title: Text {
        guard subjects.count > 1 else { return first.title }
        let name = Finding(first.check, nil, first.result, first.seen).title
        let named =
            subjects.count > Self.mostNamed ? ": \(subjects.count)" : " " + subjects.joined(separator: ", ")
        return name + Text(verbatim: named)
    }

    /// What to do about it, where one of several is meant by SERVICE.
    var cure: Text? { subjects.count > 1 ? Self.general(first.cure, of: first.subject) : first.cure }

    private static func general(_ cure: Text?, of subject: String?) -> Text? {
        guard let cure, let subject else { return cure }
        func said(_ language: Language) -> String {
            cure.spoken(in: language).replacing(" \(subject) ", with: " SERVICE ")
        }
        return Text("\(said(.english))", "\(said(.russian))")
    }
}
