import Coordination
import Reasons
import Signals
import Tables

/// The lines of a file that cannot be read, the first of them with what is wrong.
public struct BadLines: Sendable {
    /// A line that cannot be read.
    public struct Line: Hashable, Sendable {
        /// Its number, from 1 on.
        public let number: Int
        /// What is wrong with it, as a phrase that follows the line.
        public let refusal: Refusal
    }

    /// Lines that are kept with their reasons; the rest are counted.
    public static let most = 100

    /// The first that were found, by their numbers.
    public private(set) var lines: [Line] = []
    /// How many there are.
    public private(set) var count = 0

    /// No bad line.
    public init() {}

    /// Notes a bad line.
    public mutating func note(_ number: Int, _ refusal: Refusal) {
        count += 1
        guard lines.count < Self.most else { return }
        let place = lines.lastIndex { $0.number <= number }.map { $0 + 1 } ?? 0
        lines.insert(Line(number: number, refusal: refusal), at: place)
    }

    /// Notes a bad line.
    public mutating func note(_ number: Int, _ reason: Reason, _ details: [String: ReasonDetail]) {
        note(number, Refusal(reason, details))
    }

    /// Notes a line that has another number of fields than the header.
    public mutating func note(_ number: Int, fields: Int, wanted: Int) {
        note(number, CSVProblem(line: number, rule: .fieldCount(fields, wanted: wanted)).refusal)
    }

    /// What stands in a field, cut where it is long.
    public static func text(_ field: some Collection<UInt8>) -> ReasonDetail {
        .text(String(decoding: field.prefix(40), as: UTF8.self))
    }

    /// The fault that names each bad line and why it is bad; nil when all are good.
    public func fault(_ field: String) -> Fault? {
        guard let first = lines.first, let last = lines.last else { return nil }
        var details = first.refusal.details
        details["badLines"] = .number(count)
        details["line"] = .number(first.number)
        // With zeros in front, so that they stay in order by name.
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
    /// A value of a line that breaks a rule.
    public static func ofValue(_ column: String, _ rule: Refusal) -> Refusal {
        Refusal(
            .valueIsWrong, rule.details.merging(["column": .text(column), "rule": .text(rule.reason.name)]) { $1 },
            phrases: [rule.reason])
    }
}
