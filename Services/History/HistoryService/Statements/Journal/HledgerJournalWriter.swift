import Domain

/// A writer of journals for hledger.
///
/// hledger has no escapes, so what ends a text or means something in it is replaced: a semicolon in a description
/// becomes a comma, `|` becomes `/`.
/// - Source: "hledger manual", 1.25, "Journal format".
struct HledgerJournalWriter: JournalWriter {
    static let naming = JournalNaming(
        own: "assets", income: "income", expenses: "expenses", opening: "equity:opening balances",
        conversion: "equity:conversion", uncategorized: "uncategorized", nameless: "unnamed", part: part)

    let names: JournalNames
    let mediaType = "text/x-hledger; charset=utf-8"

    func write(_ head: JournalHead, to text: inout [UInt8]) {
        text += "decimal-mark .\n\n".utf8
        for currency in head.currencies {
            text += "commodity 1000.\(String(repeating: "0", count: currency.exponent)) \(currency)\n".utf8
        }
        text += "\naccount assets  ; type:A\naccount equity  ; type:E\n".utf8
        text += "account income  ; type:R\naccount expenses  ; type:X\n".utf8
        text += "account \(names[.opening])\naccount \(names[.conversion])\n".utf8
        for account in head.accounts {
            text += "account \(names[.own(account.account.id)])  ; account-id:\(account.account.id)\n".utf8
        }
        for place in head.categories { text += "account \(names[place])\n".utf8 }
        if !head.prices.isEmpty { text.append(0x0A) }
        for price in head.prices { text += "P \(price.day) \(price.unit) \(price.value) \(price.currency)\n".utf8 }
    }

    func write(_ entry: JournalEntry, to text: inout [UInt8]) {
        begin(entry.day, Self.description(entry.text), to: &text)
        if !entry.tags.isEmpty {
            text += "    ; ".utf8
            for (index, tag) in entry.tags.enumerated() {
                if index > 0 { text += ", ".utf8 }
                text += tag.name.utf8
                text.append(UInt8(ascii: ":"))
                // A comma ends a value.
                for byte in JournalText.line(tag.value).utf8 {
                    text.append(byte == UInt8(ascii: ",") ? UInt8(ascii: " ") : byte)
                }
            }
            text.append(0x0A)
        }
        for posting in entry.postings {
            text += "    ".utf8
            text += names[posting.place].utf8
            text += "  ".utf8
            append(posting.change, to: &text)
            if let price = posting.price {
                text += " @@ ".utf8
                append(price, to: &text)
            }
            text.append(0x0A)
        }
    }

    /// Writes one transaction that moves nothing. hledger checks assertions by day, then in the order of the file.
    func writeEnd(_ balances: [JournalBalance], to text: inout [UInt8]) {
        guard let last = balances.map(\.day).max() else { return }
        begin(last, "closing balances", to: &text)
        for balance in balances {
            text += "    \(names[.own(balance.accountID)])  ".utf8
            append(Money(minorUnits: 0, currency: balance.balance.currency), to: &text)
            text += " == ".utf8
            append(balance.balance, to: &text)
            text.append(0x0A)
        }
    }

    private func begin(_ day: CalendarDay, _ description: String, to text: inout [UInt8]) {
        text.append(0x0A)
        text += day.description.utf8
        text += " *".utf8
        // An empty code, so that a description in parentheses is not read as one.
        if description.first == "(" { text += " ()".utf8 }
        if !description.isEmpty {
            text.append(UInt8(ascii: " "))
            text += description.utf8
        }
        text.append(0x0A)
    }

    /// Returns a text as a description: it ends at a semicolon, and `|` separates the payee from a note.
    static func description(_ text: String) -> String {
        let bytes = text.utf8
        guard bytes.contains(where: { PlainText.maySteer($0) || $0 == 0x3B || $0 == 0x7C }) else { return text }
        return JournalText.line(text).replacing(";", with: ",").replacing("|", with: "/")
    }

    /// Returns a part of the name of an account: two spaces or a semicolon would end it, a colon begins another part.
    private static func part(_ text: String) -> String? {
        let words = JournalText.line(text).split(whereSeparator: \.isWhitespace)
        let name = words.joined(separator: " ").replacing(";", with: ",").replacing(":", with: "-")
        return name.isEmpty ? nil : name
    }
}
