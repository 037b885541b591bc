import Coordination
import Domain
import Signals

@testable import LedgerService

/// Something that is asked of the bank.
enum ModelRequest: Hashable {
    struct ImportRow: Hashable {
        let reference: String
        let money: Money
    }

    struct Item: Hashable {
        let request: ModelRequest
        let key: String?
        let isLinked: Bool
    }

    /// The services that take money by mandates.
    static let services = ["subscriptions", "bonds"]

    case open(Currency)
    case deposit(String, Money)
    case withdraw(String, Money)
    case transfer(from: String, to: String, Money, isUpTo: Bool, closes: Bool, isDryRun: Bool)
    case hold(from: String, to: String, Money, expiresAt: Instant?)
    case post(String, Money?)
    case void(String)
    case reverse(String)
    case freeze(String)
    case unfreeze(String)
    case rename(String, String)
    case overdraft(String, Money)
    case close(String, to: String?)
    case limits(String, perTransfer: Money?, daily: Money?, remove: [LedgerSignal.LimitName])
    case rate(from: Currency, to: Currency, tenThousandths: Int64)
    case exchange(from: String, to: String, Money, isDryRun: Bool)
    case grant(service: String, String, Money, LedgerSignal.MandatePeriod)
    case revoke(String)
    case debit(mandate: String?, account: String?, Money)
    case schedule(from: String, to: String, Money, start: CalendarDay, every: LedgerSignal.Every?, times: Int?)
    case cancel(String)
    case pause(String)
    case resume(String)
    /// Rows of minor units by their references, all of one day.
    case importRows(String, [ImportRow])
    case undoImport(String, isPreview: Bool)
    indirect case list([Item], isAtomic: Bool)

    /// How many kinds of requests there are.
    static let kindCount = 26

    /// What it is, in one word.
    var kind: String { String("\(self)".prefix { $0 != "(" }) }

    var isDryRun: Bool {
        switch self {
        case .transfer(_, _, _, _, _, let isDryRun), .exchange(_, _, _, let isDryRun), .undoImport(_, let isDryRun):
            isDryRun
        default: false
        }
    }

    /// Whether a service asks it on its own, and with a key.
    var isOfServices: Bool {
        if case .debit = self { true } else { false }
    }

    /// What can be known without the books.
    func checkForm() throws(ModelBank.Refusal) {
        func check(_ isRight: Bool) throws(ModelBank.Refusal) {
            if !isRight { throw ModelBank.refuse(.invalidArgument) }
        }
        func check(_ money: Money) throws(ModelBank.Refusal) {
            try check(money.minorUnits > 0 && money.minorUnits <= LedgerLimits.largestAmount)
        }
        func checkLimit(_ money: Money) throws(ModelBank.Refusal) {
            try check(money.minorUnits >= 0 && money.minorUnits <= LedgerLimits.largestAmount)
        }
        switch self {
        case .deposit(_, let money), .withdraw(_, let money), .hold(_, _, let money, _),
            .transfer(_, _, let money, _, _, _), .exchange(_, _, let money, _), .grant(_, _, let money, _):
            try check(money)
        case .post(_, let money):
            if let money { try check(money) }
        case .debit(let mandate, let account, let money):
            try check((mandate == nil) != (account == nil))
            try check(money)
        case .overdraft(_, let money): try checkLimit(money)
        case .limits(_, let perTransfer, let daily, let remove):
            try check(perTransfer != nil || daily != nil || !remove.isEmpty)
            for (name, money) in [(LedgerSignal.LimitName.perTransfer, perTransfer), (.daily, daily)] {
                guard let money else { continue }
                try checkLimit(money)
                try check(!remove.contains(name))
            }
        case .rate(let from, let to, let rate): try check(from != to && rate > 0)
        case .schedule(_, _, let money, _, let every, let times):
            try check(money)
            if let every {
                try check((1...1000).contains(every.count) && (1...10_000).contains(times ?? 1))
            } else {
                try check(times == nil)
            }
        case .list(let items, _): try check(!items.isEmpty && items.last?.isLinked != true)
        case .importRows(_, let rows):
            try check(!rows.isEmpty)
            for row in rows { try check(row.money.minorUnits != 0) }
        case .open, .void, .reverse, .freeze, .unfreeze, .rename, .close, .revoke, .cancel, .pause, .resume,
            .undoImport:
            return
        }
    }
}
