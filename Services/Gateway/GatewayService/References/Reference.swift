import Signals

/// Something that a word of a command may mean.
struct ReferenceCandidate: Sendable {
    /// The id that services know it by.
    let id: String
    /// What it is called, in every language that it is called something in; the first is shown.
    let titles: [String]
    /// A few words that tell it from others of its title.
    var meaning = ""
    /// Whether it is closed, cancelled or ended: one that is not comes before it.
    var isOver = false

    /// What people call it: its title, else the short form of its id.
    func shown(_ short: ShortIDs) -> String {
        guard let title = titles.first(where: { !$0.isEmpty }), title != id else { return short[id] }
        return "\(title) (\(short[id]))"
    }
}

/// The one way in which a word is read as the id, or a part of it, or the title of something.
struct Reference: Sendable {
    /// The fewest characters of a title that stand for it.
    private static let leastOfTitle = 3

    /// What it may mean.
    let candidates: [ReferenceCandidate]
    /// Whether the beginning of a title is enough; not where the word may also mean something that is not listed, such as
    /// somebody else's account.
    var takesBeginnings = true

    /// The id that `text` means; nil for none of them.
    ///
    /// An id comes first, then a title as it is written, then a title in other capitals, then what an id or a title begins
    /// with, or, where ids sort by time, what an id ends with. Of several, those that go on come before those that are over.
    /// - Throws: ``UsageError`` when it could be two of them.
    func id(of text: String, field: String) throws(UsageError) -> String? {
        if candidates.contains(where: { $0.id == text }) { return text }
        let folded = Self.folded(text)
        let ways: [(ReferenceCandidate) -> Bool] = [
            { $0.titles.contains(text) },
            { $0.titles.contains { Self.folded($0) == folded } },
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

    /// Some of the candidates as people call them.
    func list(_ some: [ReferenceCandidate]) -> String {
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
        return candidate.titles.contains { Self.folded($0).hasPrefix(folded) }
    }

    /// Refuses a text that names nothing when it is the beginning of a title, and says of which.
    func refuseBeginning(_ text: String, field: String) throws(UsageError) {
        let folded = Self.folded(text)
        let begun: [ReferenceCandidate] = candidates.compactMap { candidate in
            let titles = candidate.titles.filter { Self.folded($0).hasPrefix(folded) }
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
            hint: Text("write the whole name, or the id", "напишите имя целиком или id"), field: field)
    }

    /// A text without what people do not mind: capitals, and the dots of `ё`.
    static func folded(_ text: String) -> String {
        String(text.lowercased().map { $0 == "ё" ? "е" : $0 })
    }
}
