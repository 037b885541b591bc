import Domain

/// A writer of journals for Beancount.
///
/// - Source: Martin Blais, "Beancount Language Syntax" (v2); `beancount/core/account.py` for the names of accounts.
struct BeancountJournalWriter: JournalWriter {
    static let naming = JournalNaming(
        own: "Assets", income: "Income", expenses: "Expenses", opening: "Equity:Opening-Balances",
        conversion: "Equity:Conversions", uncategorized: "Uncategorized", nameless: "Unnamed", part: part)

    /// Commodities need a day, which means nothing.
    private static let anyDay = CalendarDay(daysSince1970: 0)

    let names: JournalNames
    let mediaType = "text/x-beancount; charset=utf-8"

    func write(_ head: JournalHead, to text: inout [UInt8]) {
        text += "option \"title\" \"Kopilka\"\n".utf8
        // Beancount makes a price of one unit out of a total, with 28 digits; where amounts have no decimals, it would
        // take what is lost in the last digit for an imbalance.
        text += "option \"inferred_tolerance_default\" \"*:0.000001\"\n\n".utf8
        for currency in head.currencies { text += "\(Self.anyDay) commodity \(currency)\n".utf8 }
        text.append(0x0A)
        for account in head.accounts {
            let name = names[.own(account.account.id)]
            text += "\(account.opened) open \(name) \(account.account.currency)\n".utf8
            append([JournalTag(name: "account-id", value: account.account.id)], to: &text)
            append([JournalTag(name: "name", value: account.account.name)], to: &text)
        }
        if let first = head.firstDay {
            for place in [.opening, .conversion] + head.categories {
                text += "\(first) open \(names[place])\n".utf8
                if case .income(let category?) = place { append([.init(name: "category", value: category)], to: &text) }
                if case .expenses(let category?) = place {
                    append([.init(name: "category", value: category)], to: &text)
                }
            }
        }
        for account in head.accounts {
            guard let day = account.closed else { continue }
            text += "\(day) close \(names[.own(account.account.id)])\n".utf8
        }
        if !head.prices.isEmpty { text.append(0x0A) }
        for price in head.prices { text += "\(price.day) price \(price.unit) \(price.value) \(price.currency)\n".utf8 }
    }

    func write(_ entry: JournalEntry, to text: inout [UInt8]) {
        text.append(0x0A)
        text += entry.day.description.utf8
        text += " * ".utf8
        JournalText.append(quoted: entry.text, to: &text)
        text.append(0x0A)
        append(entry.tags, to: &text)
        for posting in entry.postings {
            text += "  ".utf8
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

    /// Writes an assertion for each account, for the beginning of the day after its last transaction: it may be closed
    /// on that day. The tolerance is zero instead of that of the written digits.
    func writeEnd(_ balances: [JournalBalance], to text: inout [UInt8]) {
        if !balances.isEmpty { text.append(0x0A) }
        for balance in balances {
            let (name, money) = (names[.own(balance.accountID)], balance.balance)
            text += "\(balance.day.adding(days: 1)) balance \(name)  ".utf8
            text += "\(money.decimalText) ~ 0 \(money.currency)\n".utf8
        }
    }

    private func append(_ tags: [JournalTag], to text: inout [UInt8]) {
        for tag in tags {
            text += "  ".utf8
            text += tag.name.utf8
            text += ": ".utf8
            JournalText.append(quoted: tag.value, to: &text)
            text.append(0x0A)
        }
    }

    // MARK: Names

    /// Returns a part of the name of an account: letters, digits and dashes, a capital or a digit first.
    ///
    /// A letter without a capital, as in Chinese, comes after `X-`.
    private static func part(_ text: String) -> String? {
        var part = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isLetter(scalar) || isDigit(scalar) {
                part.append(scalar)
            } else if scalar.properties.generalCategory != .nonspacingMark, part.last != "-", !part.isEmpty {
                part.append("-")
            }
        }
        if part.last == "-" { part.removeLast() }
        guard let first = part.first else { return nil }
        if isDigit(first) || isCapital(first) { return String(part) }
        let capital = first.properties.uppercaseMapping.unicodeScalars
        guard let begin = capital.first, isCapital(begin), capital.allSatisfy(isLetter) else { return "X-\(part)" }
        return String(capital) + String(part.dropFirst())
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: isOld(scalar)
        default: false
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .decimalNumber && isOld(scalar)
    }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .uppercaseLetter && isOld(scalar)
    }

    /// True for what Unicode has since version 12, of 2019: readers may know no newer one.
    private static func isOld(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.age.map { $0.major <= 12 } ?? false
    }
}
