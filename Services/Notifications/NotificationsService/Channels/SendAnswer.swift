import Reasons
import Signals
import StrictJSON

/// What came of a try, in words: those of the other side, or ours with their reason.
package struct SendAnswer: Codable, Hashable, Sendable {
    /// One line.
    package let text: String
    /// Why, where the words are ours.
    package let explanation: Explanation?

    /// Creates the answer in the words of the other side.
    package init(verbatim text: String) { (self.text, explanation) = (text, nil) }

    /// Creates an answer of ours.
    package init(_ refusal: Refusal) { (text, explanation) = (refusal.description, Explanation(refusal)) }

    /// Creates an answer of ours.
    package init(_ reason: Reason, _ details: [String: ReasonDetail] = [:]) { self.init(Refusal(reason, details)) }

    /// Creates an answer of ours whose cause is another one.
    package init(_ reason: Reason, because answer: SendAnswer) {
        let why = answer.explanation
        // A phrase that has a cause itself stands as it is: there is one detail of that name.
        if let why, why.details["cause"] == nil, let cause = ReasonCatalogue.house[why.reason] {
            let details = why.details.merging(["cause": .text(cause.name)]) { _, cause in cause }
            self.init(Refusal(reason, details, phrases: [cause]))
        } else {
            self.init(reason, ["cause": .text(answer.text)])
        }
    }
}

extension SendAnswer {
    /// The text of the database: JSON, or the bare words where there is nothing else to keep. Before there were
    /// explanations, all answers were kept as bare words.
    var kept: String {
        get throws {
            guard explanation != nil || text.hasPrefix("{") else { return text }
            return String(decoding: try JSONEncoding.encode(self), as: UTF8.self)
        }
    }

    /// Reads the text of the database.
    package init(kept: String) {
        self = (try? JSONDocument(Array(kept.utf8)).root.decode(SendAnswer.self)) ?? SendAnswer(verbatim: kept)
    }
}
