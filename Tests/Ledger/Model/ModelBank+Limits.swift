import Coordination
import Domain
import Signals

@testable import LedgerService

// What may leave an account.
extension ModelBank {
    /// Limits bind what leaves an account, whoever gets it.
    func checkLimits(_ amount: Int64, from payer: Account, _ now: Instant) throws(Refusal) {
        if let most = payer.perTransfer, amount > most { throw Self.refuse(.limitExceeded) }
        if let most = payer.daily, amount > most - payer.spent[now.dayInUTC, default: 0] {
            throw Self.refuse(.limitExceeded)
        }
    }

    mutating func spend(_ amount: Int64, from: String, on day: CalendarDay) {
        change(from) { $0.spent[day, default: 0] += amount }
    }

    mutating func setLimits(
        _ id: String, _ perTransfer: Money?, _ daily: Money?, _ remove: [LedgerSignal.LimitName], _ user: String,
        _ now: Instant
    ) throws(Refusal) -> String {
        let account = try own(id, user)
        for limit in [perTransfer, daily].compactMap(\.self) where limit.currency != account.currency {
            throw Self.refuse(.currencyMismatch)
        }
        change(id) { account in
            if remove.contains(.perTransfer) { account.perTransfer = nil }
            if remove.contains(.daily) { account.daily = nil }
            if let perTransfer { account.perTransfer = perTransfer.minorUnits }
            if let daily { account.daily = daily.minorUnits }
        }
        return limits(of: id, now)
    }

    /// What is told of the limits of an account.
    func limits(of id: String, _ now: Instant) -> String {
        guard let account = account(id) else { return "" }
        func shown(_ limit: Int64?) -> String { limit.map { "\($0)" } ?? "-" }
        let spent = account.spent[now.dayInUTC, default: 0]
        let left = account.daily.map { max(0, $0 - spent) }
        return "\(id) \(shown(account.perTransfer)) \(shown(account.daily)) \(spent) \(shown(left))"
    }
}
