import Reasons
import Signals
import StrictJSON

/// The answer to an attempt: the words of the other side, or our own with their reason.
package struct SendAnswer: Codable, Hashable, Sendable {
    /// The answer on one line.
    package let text: String
    /// The reason of our own words; nil for those of the other side.
    package let explanation: Explanation?

    /// Creates an answer in the words of the other side.
    package init(verbatim text: String) { (self.text, explanation) = (text, nil) }

    /// Creates an answer of our own.
    package init(_ refusal: Refusal) { (text, explanation) = (refusal.description, Explanation(refusal)) }

    /// Creates an answer of our own.
    package init(_ reason: Reason, _ details: [String: ReasonDetail] = [:]) { self.init(Refusal(reason, details)) }

    /// Creates an answer of our own that has another answer as its cause.
    package init(_ reason: Reason, because answer: SendAnswer) {
        let why = answer.explanation
        // A reason that has a cause itself is quoted as text: there is only one detail `cause`.
        if let why, why.details["cause"] == nil, let cause = ReasonCatalogue.house[why.reason] {
            let details = why.details.merging(["cause": .text(cause.name)]) { _, cause in cause }
            self.init(Refusal(reason, details, phrases: [cause]))
        } else {
            self.init(reason, ["cause": .text(answer.text)])
        }
    }
}

extension SendAnswer {
    /// The form in the database: JSON, or the bare words when there is nothing else to store. Before explanations
    /// existed, all answers were stored as bare words.
    var kept: String {
        get throws {
            guard explanation != nil || text.hasPrefix("{") else { return text }
            return String(decoding: try JSONEncoding.encode(self), as: UTF8.self)
        }
    }

    /// Reads the form in the database.
    package init(kept: String) {
        self = (try? JSONDocument(Array(kept.utf8)).root.decode(SendAnswer.self)) ?? SendAnswer(verbatim: kept)
    }
}
