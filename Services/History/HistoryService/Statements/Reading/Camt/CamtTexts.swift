/// The descriptions of an entry and of its payments: the other side and what the payment was for.
struct CamtTexts {
    let entry: CamtNode
    /// The payments of the entry.
    let details: [CamtNode]
    private static let mostPayments = 20
    /// The lengths at which banks cut a text into pieces, also within a word.
    private static let cuts = 140

    /// The text of the entry as one row.
    var whole: String {
        let note = entry.value("AddtlNtryInf")
        guard let first = details.first else { return note }
        if details.count == 1 { return text(of: first) }
        if !note.isEmpty { return note }
        return CleanText.line(details.prefix(Self.mostPayments).map { text(of: $0) }.joined(separator: "; "))
    }

    /// Returns the text of a payment.
    func text(of detail: CamtNode) -> String {
        let identifier = detail.value("Refs", "EndToEndId")
        let candidates = [
            remittance(of: detail), detail.value("AddtlTxInf"), entry.value("AddtlNtryInf"),
            BankRowIdentifiers.isPlaceholder(identifier) ? "" : identifier,
        ]
        return CleanText.joined(otherSide(of: detail), candidates.first { !$0.isEmpty } ?? "")
    }

    /// Returns the name of the other side. The parties of a reversal are those of the payment that it takes back.
    private func otherSide(of detail: CamtNode) -> String {
        guard let parties = detail["RltdPties"] else { return "" }
        let indicator = detail["CdtDbtInd"] ?? entry["CdtDbtInd"]
        let isIncome = indicator.map { CleanText.line($0.text) == "CRDT" } ?? false
        let isReversal = ["true", "1"].contains(entry.value("RvslInd"))
        let role = isIncome != isReversal ? "Dbtr" : "Cdtr"
        for role in [role, "Ultmt" + role] {
            // Under `Pty` since version 8.
            for name in [parties.value(role, "Nm"), parties.value(role, "Pty", "Nm")]
            where !name.isEmpty && !BankRowIdentifiers.isPlaceholder(name) {
                return name
            }
        }
        return ""
    }

    /// Returns what the payer wrote, and the references of structured remittances that it does not repeat.
    private func remittance(of detail: CamtNode) -> String {
        guard let remittance = detail["RmtInf"] else { return "" }
        var text = TextPieces.joined(remittance.all("Ustrd").map(\.text), cutAt: Self.cuts)
        for structured in remittance.all("Strd") {
            var references = [structured.value("CdtrRefInf", "Ref")]
            references += structured.all("RfrdDocInf").map { $0.value("Nb") }
            references += structured.all("AddtlRmtInf").map { CleanText.line($0.text) }
            for reference in references where !reference.isEmpty && !text.contains(reference) {
                text = CleanText.line(text + " " + reference)
            }
            if text.unicodeScalars.count >= CleanText.longestDescription { break }
        }
        return BankRowIdentifiers.isPlaceholder(text) ? "" : text
    }
}

/// Texts that a bank cut into pieces of a largest length.
enum TextPieces {
    /// Joins pieces, without a space behind those that are as long as a piece can be: they may end within a word.
    ///
    /// - Parameter limit: The most scalars of the text.
    static func joined(
        _ pieces: some Sequence<some StringProtocol>, cutAt length: Int, limit: Int = CleanText.longestDescription
    ) -> String {
        var text = ""
        var isCut = true
        for piece in pieces {
            let piece = piece.drop { $0.isNewline }
            if !isCut { text += " " }
            text += piece
            isCut = piece.unicodeScalars.count >= length
        }
        return CleanText.line(text, limit: limit)
    }
}
