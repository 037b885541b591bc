import Domain
import Reasons
import Signals

/// Reads an entry of a camt message: one row, or one for each payment that the bank booked together.
struct CamtEntryReader {
    /// What an entry is.
    enum Content {
        case rows([StatementFileRow])
        case leftOut(HistorySignal.LeftOutReason, text: String)
    }

    /// A row before it has an id.
    private struct Payment {
        let change: Int64
        let text: String
        let reference: String?
    }

    /// The currency of the account.
    let currency: Currency
    /// The name of the entry's fields, up to the slash.
    let field: String

    func read(_ entry: CamtNode, _ identifiers: inout BankRowIdentifiers) throws(LineProblem) -> Content {
        let details = entry.all("NtryDtls").flatMap { $0.all("TxDtls") }
        let text = CamtTexts(entry: entry, details: details)
        if let reason = try leftOut(entry) { return .leftOut(reason, text: text.whole) }
        let time = try time(of: entry)
        let side = try Self.side(of: entry, field: field)
        let units = try amount(of: entry, details)
        // The account is informed that nothing was charged.
        guard units != 0 else { return .leftOut(.memo, text: text.whole) }
        let change = side == .income ? units : -units
        let payments =
            try split(change, details, text)
            ?? [Payment(change: change, text: text.whole, reference: Self.reference(of: entry, details))]
        return .rows(
            payments.map { payment in
                let change = Money(minorUnits: payment.change, currency: currency)
                return StatementFileRow(
                    line: entry.line, time: time.moment, hasTime: time.hasTime, isExact: time.isExact, change: change,
                    description: payment.text,
                    bankID: identifiers.id(of: payment.reference, on: time.day, change))
            })
    }

    /// Returns which way the money of an entry or a balance went. `RvslInd` says why, it does not turn the sign: a
    /// reversed payment is written as the income that it is.
    static func side(of node: CamtNode, field: String) throws(LineProblem) -> Side {
        guard let indicator = node["CdtDbtInd"] else { throw .missing(field + "CdtDbtInd", node.line) }
        switch CleanText.line(indicator.text) {
        case "CRDT": return .income
        case "DBIT": return .expense
        case let text: throw .badValue(text, of: field + "CdtDbtInd", indicator.line)
        }
    }

    /// Returns the reason why an entry is not booked; nil for a booked one. Without a status it is booked.
    private func leftOut(_ entry: CamtNode) throws(LineProblem) -> HistorySignal.LeftOutReason? {
        guard let status = entry["Sts"] else { return nil }
        // A code since version 8, a text before.
        let code = [status.value("Cd"), status.value("Prtry"), CleanText.line(status.text)].first { !$0.isEmpty } ?? ""
        switch code.uppercased() {
        case "BOOK": return nil
        case "PDNG", "FUTR": return .pending
        case "INFO": return .memo
        default: throw .badValue(code, of: field + "Sts", status.line)
        }
    }

    private func time(of entry: CamtNode) throws(LineProblem) -> CamtTime {
        for name in ["BookgDt", "ValDt"] {
            guard let date = entry[name]?["Dt"] ?? entry[name]?["DtTm"] else { continue }
            guard let time = CamtTime(CleanText.line(date.text)) else {
                throw .badValue(CleanText.line(date.text), of: field + name, date.line)
            }
            return time
        }
        throw .missing(field + "BookgDt", entry.line)
    }

    /// Returns the amount of an entry in the currency of the account, charges included: what the balance changed by.
    private func amount(of entry: CamtNode, _ details: [CamtNode]) throws(LineProblem) -> Int64 {
        guard let amount = entry["Amt"] else { throw .missing(field + "Amt", entry.line) }
        if isOwn(amount) { return try units(amount, field + "Amt") }
        // The amount of an entry in another currency is in the details.
        var others = [entry["AmtDtls"]]
        if details.count == 1 { others.append(details.first?["AmtDtls"]) }
        for other in others.compactMap({ $0 }) {
            for name in ["TxAmt", "CntrValAmt", "InstdAmt"] {
                guard let amount = other[name, "Amt"], amount.currency != nil, isOwn(amount) else { continue }
                return try units(amount, field + name)
            }
        }
        throw LineProblem(
            amount.line, .rowAmountInOtherCurrency,
            ["currency": .quoted(amount.currency ?? "", limit: 10), "fileCurrency": .text(currency.code)])
    }

    /// True for an amount in the currency of the account, or without a currency.
    private func isOwn(_ amount: CamtNode) -> Bool {
        amount.currency.map { BankStatement.currency(code: $0) == currency } ?? true
    }

    private func units(_ amount: CamtNode, _ field: String) throws(LineProblem) -> Int64 {
        try MessageAmount.minorUnits(
            of: CleanText.line(amount.text), currency, separator: UInt8(ascii: "."), field: field, line: amount.line)
    }

    /// Returns the payments of an entry; nil when they do not tell amounts that add up to that of the entry.
    private func split(
        _ change: Int64, _ details: [CamtNode], _ text: CamtTexts
    ) throws(LineProblem) -> [Payment]? {
        guard details.count > 1 else { return nil }
        var changes: [Int64] = []
        var sum: Int64 = 0
        for detail in details {
            let amounts = [detail["Amt"], detail["AmtDtls", "TxAmt", "Amt"], detail["AmtDtls", "CntrValAmt", "Amt"]]
            guard let amount = amounts.compactMap({ $0 }).first(where: isOwn),
                let units = try? units(amount, field + "NtryDtls/TxDtls/Amt"), units != 0
            else { return nil }
            let isIncome = detail["CdtDbtInd"].map { CleanText.line($0.text) == "CRDT" } ?? (change > 0)
            let (next, overflowed) = sum.addingReportingOverflow(isIncome ? units : -units)
            guard !overflowed else { return nil }
            sum = next
            changes.append(isIncome ? units : -units)
        }
        guard sum == change else { return nil }
        let references = Self.references(ofPayments: details, in: text.entry)
        return zip(details, zip(changes, references)).map { detail, payment in
            Payment(change: payment.0, text: text.text(of: detail), reference: payment.1)
        }
    }

    private static func reference(of entry: CamtNode, _ details: [CamtNode]) -> String? {
        if let reference = BankRowIdentifiers.usable(entry.value("AcctSvcrRef")) { return reference }
        guard details.count == 1, let only = details.first else { return nil }
        return BankRowIdentifiers.usable(only.value("Refs", "AcctSvcrRef"))
    }

    /// Returns a reference for each payment of an entry: its own if all differ, else the entry's with its place.
    private static func references(ofPayments details: [CamtNode], in entry: CamtNode) -> [String?] {
        let own = details.map { BankRowIdentifiers.usable($0.value("Refs", "AcctSvcrRef")) }
        if own.allSatisfy({ $0 != nil }), Set(own).count == own.count { return own }
        let common = BankRowIdentifiers.usable(entry.value("AcctSvcrRef"))
        return details.indices.map { place in common.map { $0 + "." + String(place + 1) } }
    }
}
