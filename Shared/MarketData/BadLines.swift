import Coordination
import Reasons
import Signals
import Tables

/// The unreadable lines of a file, the first of them with the reason.
public struct BadLines: Sendable {
    /// An unreadable line.
    public struct Line: Hashable, Sendable {
        /// The line number, starting at 1.
        public let number: Int
        /// The reason, as a phrase that follows the line.
        public let refusal: Refusal
    }

    /// The number of lines that are kept with their reasons; the rest are only counted.
    public static let most = 100

    /// The first lines that were recorded, in ascending order.
    public private(set) var lines: [Line] = []
    /// The number of bad lines.
    public private(set) var count = 0

    /// Creates an empty list.
    public init() {}

    /// Records a bad line.
    public mutating func note(_ number: Int, _ refusal: Refusal) {
        count += 1
        guard lines.count < Self.most else { return }
        let place = lines.lastIndex { $0.number <= number }.map { $0 + 1 } ?? 0
        lines.insert(Line(number: number, refusal: refusal), at: place)
    }

    /// Records a bad line.
    public mutating func note(_ number: Int, _ reason: Reason, _ details: [String: ReasonDetail]) {
        note(number, Refusal(reason, details))
    }

    /// Records a line whose number of fields differs from the header's.
    public mutating func note(_ number: Int, fields: Int, wanted: Int) {
        note(number, CSVProblem(line: number, rule: .fieldCount(fields, wanted: wanted)).refusal)
    }

    /// Returns the content of a field, truncated when long.
    public static func text(_ field: some Collection<UInt8>) -> ReasonDetail {
        .text(String(decoding: field.prefix(40), as: UTF8.self))
    }

    /// Returns the fault that names each recorded line and its reason; nil when there are no bad lines.
    public func fault(_ field: String) -> Fault? {
        guard let first = lines.first, let last = lines.last else { return nil }
        var details = first.refusal.details
        details["badLines"] = .number(count)
        details["line"] = .number(first.number)
        // Leading zeros keep the lines in order by name.
        let width = String(last.number).count
        for line in lines {
            let number = String(line.number)
            details.add(line.refusal, as: "line " + String(repeating: "0", count: width - number.count) + number)
        }
        return Fault(
            .invalidArgument, .hasBadLines, details, cause: first.refusal.reason, phrases: first.refusal.phrases,
            field: field)
    }
}

extension Refusal {
    /// Returns the refusal of a value in a column that breaks a rule.
    public static func ofValue(_ column: String, _ rule: Refusal) -> Refusal {
        Refusal(
            .valueIsWrong, rule.details.merging(["column": .text(column), "rule": .text(rule.reason.name)]) { $1 },
            phrases: [rule.reason])
    }
}
