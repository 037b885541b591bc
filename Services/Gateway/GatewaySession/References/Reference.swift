import GatewayWords
import Signals

/// A candidate for the meaning of a word in a command.
package struct ReferenceCandidate: Sendable {
    /// The id in the services.
    package let id: String
    /// The titles in all languages; the first one is shown.
    package let titles: [String]
    /// A few words that distinguish it from others with the same title.
    package let meaning: String
    /// True for closed, cancelled or ended things; open ones take precedence.
    package let isOver: Bool

    package init(id: String, titles: [String], meaning: String = "", isOver: Bool = false) {
        self.id = id
        self.titles = titles
        self.meaning = meaning
        self.isOver = isOver
    }

    /// The display name: the title, or else the short form of the id.
    func shown(_ short: ShortIDs) -> String {
        guard let title = titles.first(where: { !$0.isEmpty }), title != id else { return short[id] }
        return "\(title) (\(short[id]))"
    }
}

/// Resolves a word to an id by an id, a part of an id, or a title.
package struct Reference: Sendable {
    /// The minimum length of an abbreviated title.
    private static let leastOfTitle = 3

    package let candidates: [ReferenceCandidate]
    /// True where the beginning of a title is enough. False where the word may name something unlisted, such as the
    /// account of somebody else.
    package let takesBeginnings: Bool

    package init(candidates: [ReferenceCandidate], takesBeginnings: Bool = true) {
        self.candidates = candidates
        self.takesBeginnings = takesBeginnings
    }

    /// Returns the id that `text` means; nil if it matches no candidate.
    ///
    /// The order of precedence: an exact id, an exact title, a title in other case, the beginning of an id or a title
    /// or, for ids that sort by time, the end of an id. Open candidates take precedence over closed ones.
    ///
    /// - Throws: ``UsageError`` when the text is ambiguous.
    package func id(of text: String, field: String) throws(UsageError) -> String? {
        if candidates.contains(where: { $0.id == text }) { return text }
        let folded = FoldedWord.of(text)
        let ways: [(ReferenceCandidate) -> Bool] = [
            { $0.titles.contains(text) },
            { $0.titles.contains { FoldedWord.of($0) == folded } },
            { isPart(folded, of: $0) },
        ]
        for way in ways {
            var meant = candidates.filter(way)
            let open = meant.filter { !$0.isOver }
            if !open.isEmpty { meant = open }
            if let only = meant.first, meant.count == 1 { return only.id }
            guard meant.isEmpty else {
                let list = list(meant)
                throw UsageError(
                    Text(
                        "\(text.debugDescription) may be \(list).", "\(text.debugDescription) — это может быть \(list)."
                    ),
                    hint: Text("write the id, or more of it", "напишите id или больше его знаков"), field: field)
            }
        }
        return nil
    }

    /// The display names of some candidates.
    package func list(_ some: [ReferenceCandidate]) -> String {
        let short = ShortIDs(candidates.map(\.id))
        let titles = Dictionary(grouping: some) { $0.titles.first ?? "" }
        let shown = some.prefix(5).map { candidate in
            let hasTwin = (titles[candidate.titles.first ?? ""]?.count ?? 0) > 1
            return candidate.shown(short) + (hasTwin && !candidate.meaning.isEmpty ? ", \(candidate.meaning)" : "")
        }
        return shown.joined(separator: hasMeanings(some) ? "; " : ", ")
            + (some.count > shown.count ? "\(Text(" and others", " и другие"))" : "")
    }

    private func hasMeanings(_ some: [ReferenceCandidate]) -> Bool {
        Set(some.map { $0.titles.first ?? "" }).count < some.count && some.contains { !$0.meaning.isEmpty }
    }

    private func isPart(_ folded: String, of candidate: ReferenceCandidate) -> Bool {
        let id = candidate.id
        if folded.utf8.count >= ShortIDs.least, ShortIDs.isMade(id) {
            if id.hasPrefix(folded) { return true }
            if ShortIDs.endsShort(id), id.hasSuffix(folded) { return true }
        }
        guard takesBeginnings, folded.count >= Self.leastOfTitle else { return false }
        return candidate.titles.contains { FoldedWord.of($0).hasPrefix(folded) }
    }

    /// Refuses a text that matches nothing but is the beginning of a title, and names that title.
    package func refuseBeginning(_ text: String, field: String) throws(UsageError) {
        let folded = FoldedWord.of(text)
        let begun: [ReferenceCandidate] = candidates.compactMap { candidate in
            let titles = candidate.titles.filter { FoldedWord.of($0).hasPrefix(folded) }
            guard !folded.isEmpty, !titles.isEmpty else { return nil }
            return ReferenceCandidate(
                id: candidate.id, titles: titles, meaning: candidate.meaning, isOver: candidate.isOver)
        }
        guard !begun.isEmpty else { return }
        let list = list(begun.filter { !$0.isOver } + begun.filter(\.isOver))
        throw UsageError(
            Text(
                "Nothing is called \(text.debugDescription). There is \(list).",
                "Под именем \(text.debugDescription) ничего нет. Есть \(list)."),
            hint: Text("write the whole name, or the id", "напишите имя целиком или id"), field: field,
            isUnknownName: true)
    }

    /// Refuses a text that names nothing, and offers the nearest title.
    ///
    /// - Parameter hint: Where to look, if no title is near.
    package func refuse(_ text: String, hint: Text?, field: String) -> UsageError {
        let near = Suggestion.question(for: text, among: candidates.filter { !$0.isOver }.flatMap(\.titles))
        return UsageError(
            Text("Nothing is called \(text.debugDescription).", "Под именем \(text.debugDescription) ничего нет."),
            hint: near ?? hint, field: field, isUnknownName: true)
    }
}
