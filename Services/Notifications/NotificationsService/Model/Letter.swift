import Domain
import Signals

/// A message as a person reads it: one notice, or several together.
package struct Letter: Hashable, Sendable {
    /// The most notices in full. Of the rest only the number is given.
    static let mostTold = 30

    package let title: String
    /// One part for each notice.
    package let parts: [Part]
    /// The number of further notices in the inbox.
    package let more: String?
    /// The reference by which the recipient can recognize a repetition.
    package let reference: String
    /// The note on a possible repetition.
    package let repeatNote: String?

    package struct Part: Hashable, Sendable {
        package let title: String
        package let body: String
    }

    /// Writes the message.
    package init(_ notices: [Notice], of delivery: Delivery, _ wording: Wording) {
        parts = notices.prefix(Self.mostTold).map { Part(title: wording.title($0), body: wording.body($0)) }
        let rest = notices.count - parts.count
        more =
            rest > 0
            ? wording.say(
                "And \(wording.words.count(rest, ("more notification", "more notifications"), ("", "", ""))) "
                    + "in your inbox.",
                "И ещё \(wording.words.count(rest, ("", ""), ("уведомление", "уведомления", "уведомлений"))) "
                    + "во входящих.")
            : nil
        title = parts.count == 1 && rest == 0 ? parts[0].title : Self.title(notices.count, delivery.form, wording)
        reference = String(delivery.id.suffix(8))
        repeatNote =
            delivery.mayBeRepeat
            ? wording.say("You may have got this already.", "Возможно, вы это уже получили.") : nil
    }

    private static func title(_ count: Int, _ form: Delivery.Form, _ wording: Wording) -> String {
        let number = wording.words.count(
            count, ("notification", "notifications"), ("уведомление", "уведомления", "уведомлений"))
        switch form {
        case .digest: return wording.say("Your digest: \(number)", "Сводка: \(number)")
        case .quiet: return wording.say("During quiet hours: \(number)", "За тихие часы: \(number)")
        case .single, .crowd: return wording.say("\(number)", "\(number)")
        }
    }

    /// Returns the message as plain text, cut to a length.
    package func text(longest: Int = .max) -> String {
        let content = ([title] + (isSingle ? [] : [""]) + linesBelowTitle).joined(separator: "\n")
        let end = "\n\n" + lastLine
        guard content.count + end.count > longest else { return content + end }
        return String(content.prefix(longest - end.count - 1)) + "…" + end
    }

    /// Returns the message without its title as plain text, cut to a number of bytes.
    ///
    /// - Parameter mostBytes: More than the last line has, about 150.
    package func textBelowTitle(mostBytes: Int) -> String {
        let content = linesBelowTitle.joined(separator: "\n")
        guard !content.isEmpty else { return lastLine }
        let end = "\n\n" + lastLine
        guard content.utf8.count + end.utf8.count > mostBytes else { return content + end }
        var bytesLeft = mostBytes - end.utf8.count - "…".utf8.count
        let start = content.prefix { character in
            bytesLeft -= character.utf8.count
            return bytesLeft >= 0
        }
        return start + "…" + end
    }

    private var isSingle: Bool { parts.count == 1 && more == nil }

    private var linesBelowTitle: [String] {
        let lines = isSingle ? parts.map(\.body) : parts.flatMap { ["• \($0.title)", $0.body] }
        return (lines + [more].compactMap { $0 }).filter { !$0.isEmpty }
    }

    private var lastLine: String { [repeatNote, "№ \(reference)"].compactMap { $0 }.joined(separator: " ") }
}
