import Coordination
import Domain
import Reasons
import Signals

/// A problem of a line, or of the file as a whole.
package struct LineProblem: Error, Hashable, Sendable {
    /// The number of the line, from 1. 1 also stands for the whole file.
    package let line: Int
    /// The broken rule with its details, for instance a date that is invalid: "32.01.2026".
    package let refusal: Refusal
    private let isOfFile: Bool

    /// Creates the problem of a line.
    init(_ line: Int, _ rule: Reason, _ details: [String: ReasonDetail] = [:]) {
        self.init(line, Refusal(rule, details))
    }

    /// Creates the problem of a line.
    init(_ line: Int, _ refusal: Refusal) {
        (self.line, self.refusal, isOfFile) = (line, refusal, false)
    }

    private init(ofFile refusal: Refusal) {
        (line, self.refusal, isOfFile) = (1, refusal, true)
    }

    /// Creates the problem of a file as a whole.
    static func ofFile(_ rule: Reason, _ details: [String: ReasonDetail] = [:]) -> LineProblem {
        LineProblem(ofFile: Refusal(rule, details))
    }

    /// Returns the fault that refuses the file.
    ///
    /// - Parameter count: The number of lines with a problem that could be left out; nil when the file itself cannot be
    ///   read.
    func fault(of count: Int? = nil) -> Fault {
        var details: [String: ReasonDetail] = [:]
        if let count { details["lines"] = .number(count) }
        return fault(isOfFile ? .badFile : count ?? 1 > 1 ? .badFileLines : .badFileLine, details)
    }

    /// The problem in the form of an answer, beside rows that were read.
    var shown: HistorySignal.LineProblem {
        let fault = fault(.lineLeftOut)
        return HistorySignal.LineProblem(
            line: line, problem: fault.message, problemReason: Explanation(of: fault))
    }

    private func fault(_ reason: Reason, _ more: [String: ReasonDetail] = [:]) -> Fault {
        let details = refusal.details.merging(more) { $1 }.merging(["line": .number(line)]) { $1 }
        return Fault(.invalidArgument, reason, details, cause: refusal.reason, field: "content")
    }
}

extension ReasonDetail {
    /// Quotes a text of the file, shortened, without control characters.
    static func quoted(_ text: some StringProtocol, limit: Int = 40) -> ReasonDetail {
        .text(PlainText.clean(String(text.prefix(limit))))
    }
}
