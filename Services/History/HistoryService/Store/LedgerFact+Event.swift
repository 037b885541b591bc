import Coordination
import Domain
import Reasons
import Signals
import StrictJSON

extension RecordedFact {
    /// Reads an event of ledger.
    ///
    /// The event is read member by member and not by the strict type, so that a later ledger may add members.
    /// - Throws: ``Fault`` `internal` for an event of a known type in an invalid form. It is never skipped: a row that
    ///   is missing for ever is worse than a history that stops and reports it.
    package init(_ event: Event) throws(Fault) {
        sequence = event.sequence
        guard let fact = Self.fact(of: event) else {
            throw Fault(
                .internalFault, .badLedgerEvent,
                ["sequence": .text("\(event.sequence)"), "type": .text(event.type)])
        }
        self.fact = fact
    }

    private static func fact(of event: Event) -> LedgerFact? {
        switch event.type {
        case "ledger.accountOpened":
            guard let account = facts(of: event)?.member("account").flatMap(account) else { return nil }
            return .accountOpened(account)
        case "ledger.accountChanged":
            guard let account = facts(of: event)?.member("account").flatMap(account) else { return .other }
            return .accountChanged(account)
        case "ledger.transferPosted":
            guard let facts = facts(of: event), let transfer = facts.member("transfer"),
                let posted = PostedTransfer(
                    transfer,
                    category: facts.member("category")?.string ?? transfer.member("category")?.string),
                let entries = facts.member("entries"), entries.kind == .array
            else { return nil }
            var movements: [Movement] = []
            for entry in entries.elements {
                // An entry without a user: the world outside the house.
                guard let userID = entry.member("userId")?.string else { continue }
                guard let movement = posted.movement(entry, userID: userID),
                    !movements.contains(where: { $0.key == movement.key })
                else { return nil }
                movements.append(movement)
            }
            return .moneyMoved(movements)
        default:
            return .other
        }
    }

    private static func account(_ account: JSONNode) -> OwnedAccount? {
        guard let id = account.member("id")?.string, let userID = account.member("userId")?.string,
            let currency = account.member("currency")?.string.flatMap({ Currency(code: $0) })
        else { return nil }
        return OwnedAccount(
            id: id, userID: userID, currency: currency, name: account.member("name")?.string ?? "")
    }

    private static func facts(of event: Event) -> JSONNode? { try? JSONDocument(event.data).root }
}

/// The data that both sides of a transfer share.
private struct PostedTransfer {
    let id: String
    let from: String
    let to: String
    let description: String
    let time: Instant
    let sequence: Int64
    let category: String?
    let reverses: String?
    let isWithdrawal: Bool
    let isExchange: Bool

    init?(_ transfer: JSONNode, category: String?) {
        guard let id = transfer.member("id")?.string, let from = transfer.member("from")?.string,
            let to = transfer.member("to")?.string, let description = transfer.member("description")?.string,
            let time = Self.time(of: transfer), let sequence = transfer.member("sequence")?.int64, sequence > 0,
            sequence < .max >> 1
        else { return nil }
        self.id = id
        self.from = from
        self.to = to
        self.description = description
        self.time = time
        self.sequence = sequence
        self.category = category
        reverses = transfer.member("reverses")?.string
        isWithdrawal = reverses != nil && transfer.member("import")?.string != nil
        isExchange = transfer.member("exchange").map { $0.kind != .null } ?? false
    }

    /// Returns the time given for the transfer, else the time when the money moved. For a hold that is the time of
    /// posting.
    private static func time(of transfer: JSONNode) -> Instant? {
        guard let created = transfer.member("createdAt")?.string.flatMap({ Instant($0) }) else { return nil }
        for name in ["occurredAt", "settledAt"] {
            guard let member = transfer.member(name), member.kind != .null else { continue }
            return member.string.flatMap { Instant($0) }
        }
        return created
    }

    func movement(_ entry: JSONNode, userID: String) -> Movement? {
        guard let account = entry.member("account")?.string, let added = entry.money("amount"),
            let balanceAfter = entry.money("balanceAfter"), balanceAfter.currency == added.currency,
            added.minorUnits != 0, let amount = Int64(exactly: added.minorUnits.magnitude)
        else { return nil }
        let side = added.minorUnits < 0 ? Side.expense : .income
        let other = side == .expense ? to : from
        return Movement(
            key: MovementKey(sequence: sequence, side: side), transferID: id, userID: userID, accountID: account,
            otherAccountID: other.hasPrefix("world-") ? nil : other,
            amount: Money(minorUnits: amount, currency: added.currency), balanceAfter: balanceAfter,
            description: description, category: category, time: time, reverses: reverses,
            isWithdrawal: isWithdrawal, isExchange: isExchange)
    }
}

extension JSONNode {
    fileprivate func money(_ name: String) -> Money? {
        guard let money = member(name), let amount = money.member("amount")?.string,
            let currency = money.member("currency")?.string.flatMap({ Currency(code: $0) })
        else { return nil }
        return try? Money(decimal: amount, currency: currency)
    }
}
