import Domain
import Signals
import StrictJSON

/// A writer of statements as JSON Lines: one object on each line, `type` first, the rows between `opening` and
/// `closing`.
struct JSONStatementWriter: StatementWriter {
    let mediaType = "application/jsonl"

    func write(_ head: StatementHead, to text: inout [UInt8]) {
        line("opening", of: head.scope, head.opening, to: &text)
    }

    func write(_ row: StatementRow, of scope: StatementScope, to text: inout [UInt8]) {
        let movement = row.movement
        let isIncome = movement.key.side == .income
        var writer = JSONWriter(reservingCapacity: 384)
        writer.beginObject()
        writer.member("type", isIncome ? "income" : "expense")
        writer.member("id", movement.transferID)
        writer.member("date", movement.time.description)
        write(row.change, named: "amount", to: &writer)
        write(row.balance, named: "balance", to: &writer)
        writer.member("description", movement.description)
        if let category = movement.category { writer.member("category", category) }
        writer.member("account", movement.accountID)
        if let other = movement.otherAccountID { writer.member("otherAccount", other) }
        writer.endObject()
        text += writer.finish()
        text.append(0x0A)
    }

    func writeEnd(of scope: StatementScope, closing: Money, to text: inout [UInt8]) {
        line("closing", of: scope, closing, to: &text)
    }

    private func line(_ type: String, of scope: StatementScope, _ balance: Money, to text: inout [UInt8]) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", type)
        writer.member("account", scope.account.id)
        writer.member("from", scope.first.description)
        writer.member("to", scope.last.description)
        write(balance, named: "balance", to: &writer)
        writer.endObject()
        text += writer.finish()
        text.append(0x0A)
    }

    private func write(_ money: Money, named name: String, to writer: inout JSONWriter) {
        writer.key(name)
        writer.beginObject()
        writer.member("amount", money.decimalText)
        writer.member("currency", money.currency.code)
        writer.endObject()
    }
}
