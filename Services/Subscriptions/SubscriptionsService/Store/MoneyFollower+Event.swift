import Coordination
import Domain
import Reasons
import Signals
import StrictJSON

extension MoneyFollower.LedgerChange {
    /// The types that move money, may move it soon, or allow it to be moved. Events of other types are skipped.
    private static let types: Set = [
        "ledger.accountOpened", "ledger.accountChanged", "ledger.transferPosted", "ledger.transferHeld",
        "ledger.holdReleased", "ledger.limitsChanged", "ledger.mandateGranted", "ledger.mandateRevoked",
        "ledger.scheduledTransferFailed",
    ]

    /// Decodes an event of ledger member by member, so that a later ledger may add members.
    ///
    /// - Throws: ``Fault`` `internal` for a malformed event of a known type.
    package init(_ event: Event) throws(Fault) {
        self.init(sequence: event.sequence)
        guard Self.types.contains(event.type) else { return }
        guard let facts = try? JSONDocument(event.data).root else { throw Self.malformed(event) }
        if let user = facts.member("userId")?.string ?? facts.member("account")?.member("userId")?.string {
            users.insert(user)
        }
        guard let entries = facts.member("entries")?.elements else {
            readRight(event, facts)
            return
        }
        for entry in entries {
            guard let user = entry.member("userId")?.string else { continue }
            users.insert(user)
            guard let account = entry.member("account")?.string else { throw Self.malformed(event) }
            if let left = Self.money(entry.member("available")) {
                if event.type == "ledger.holdReleased" { gains[account] = .money(left.minorUnits) }
            } else if let amount = Self.money(entry.member("amount")), amount.minorUnits > 0,
                let balance = Self.money(entry.member("balanceAfter"))
            {
                gains[account] = .money(balance.minorUnits)
            }
        }
    }

    /// Reads the other obstacles to a payment that an event removes.
    private mutating func readRight(_ event: Event, _ facts: JSONNode) {
        let account: String? =
            switch event.type {
            case "ledger.accountChanged": facts.member("account")?.member("id")?.string
            case "ledger.limitsChanged": facts.member("limits")?.member("account")?.string
            case "ledger.mandateGranted": facts.member("mandate")?.member("account")?.string
            default: nil
            }
        if let account { gains[account] = .right }
    }

    private static func money(_ node: JSONNode?) -> Money? {
        guard let node, let code = node.member("currency")?.string, let currency = Currency(code: code),
            let text = node.member("amount")?.string
        else { return nil }
        return try? Money(decimal: text, currency: currency)
    }

    private static func malformed(_ event: Event) -> Fault {
        Fault(.internalFault, .badLedgerEvent, ["sequence": .text("\(event.sequence)"), "type": .text(event.type)])
    }
}
