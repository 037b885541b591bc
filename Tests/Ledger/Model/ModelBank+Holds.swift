import Coordination
import Domain
import Signals

@testable import LedgerService

// Money that is put aside.
extension ModelBank {
    /// Lets all holds expire whose time is over.
    mutating func expire(_ now: Instant) {
        for (id, hold) in transfers where hold.status == "pending" && hold.expiresAt.map({ $0 <= now }) ?? false {
            settle(id, hold, "expired", moving: 0)
        }
    }

    /// What can be spent at a moment: what has run out is free from then on, whether or not that was booked.
    func available(in account: Account, at now: Instant) -> Int64 {
        account.available
            + transfers.values.reduce(0) { sum, hold in
                let isOver = hold.status == "pending" && hold.expiresAt.map { $0 <= now } ?? false
                return sum + (isOver && hold.from == account.id ? hold.amount : 0)
            }
    }

    mutating func hold(
        _ from: String, _ to: String, _ money: Money, until expiresAt: Instant?, _ user: String, _ now: Instant
    ) throws(Refusal) -> String {
        if let expiresAt, expiresAt <= now { throw Self.refuse(.invalidArgument) }
        _ = try own(from, user)
        _ = try receiver(to)
        let amount = try admit(from, to, money, now)
        change(from) { $0.held += amount }
        spend(amount, from: from, on: now.dayInUTC)
        return record(
            Transfer(
                from: from, to: to, amount: amount, status: "pending", madeOn: now.dayInUTC, expiresAt: expiresAt,
                kind: "hold"), user, touched: [from])
    }

    func pending(_ id: String, _ user: String, _ now: Instant) throws(Refusal) -> Transfer {
        let hold = try seen(id, user)
        guard hold.kind == "hold" else { throw Self.refuse(.notFound) }
        if hold.status != "pending" || (hold.expiresAt.map { $0 <= now } ?? false) {
            throw Self.refuse(.holdNotPending)
        }
        return hold
    }

    mutating func post(_ id: String, _ money: Money?, _ user: String, _ now: Instant) throws(Refusal) -> String {
        let hold = try seen(id, user)
        guard hold.kind == "hold" else { throw Self.refuse(.notFound) }
        guard let payer = account(hold.from), payer.owner == user else { throw Self.refuse(.permissionDenied) }
        if let money, money.currency != payer.currency { throw Self.refuse(.currencyMismatch) }
        _ = try pending(id, user, now)
        let amount = money?.minorUnits ?? hold.amount
        if amount > hold.amount { throw Self.refuse(.exceedsHold) }
        try standing([hold.from, hold.to])
        settle(id, hold, "posted", moving: amount)
        return told(id, user, touched: [hold.from, hold.to])
    }

    /// Ends a hold; what does not move is free again, and may leave the account on the day it was put aside.
    mutating func settle(_ id: String, _ hold: Transfer, _ status: String, moving amount: Int64) {
        change(hold.from) {
            $0.held -= hold.amount
            $0.balance -= amount
        }
        change(hold.to) { $0.balance += amount }
        spend(amount - hold.amount, from: hold.from, on: hold.madeOn)
        transfers[id]?.status = status
        if status == "posted" { transfers[id]?.amount = amount }
        records += 1
    }
}
