import TestSupport

/// A kind of act, and how often people think of it.
enum Wish: CaseIterable {
    case open, rename, deposit, withdraw, transfer, overdraw, payList, hold, capture, release, giveBack, setRate
    case exchange, close
    case schedule, pauseSchedule, resumeSchedule, cancelSchedule, savePayee, removePayee
    case subscribe, changePrice, markPaid, skip, pauseSubscription, resumeSubscription, removeSubscription
    case enterBond, holdBond
    case addRule, moveRule, removeRule, saveFilter, removeFilter, readFiltered, summarize
    case importStatement, exportStatement
    case importCandles, watch, unwatch, refresh, readPatterns
    case readBalance, readHistory, search, forecast, readSubscriptions, readInbox, markRead, archive
    case signInAgain, signOut, endOthers, setZone, setUsername, changePassword, prove
    case turnCodesOn, turnCodesOff, renewRecoveryCodes, spendRecoveryCode, reuseCode
    case again, reuseKey

    /// Draws a kind by its weight.
    static func random(_ random: inout SeededGenerator) -> Wish {
        var left = random.below(allCases.reduce(0) { $0 + $1.weight })
        for wish in allCases {
            left -= wish.weight
            if left < 0 { return wish }
        }
        return .transfer
    }

    private var weight: Int {
        switch self {
        case .transfer: 24
        case .deposit: 12
        case .hold: 8
        case .withdraw, .readBalance, .again: 6
        case .capture, .subscribe: 5
        case .payList, .giveBack, .exchange, .schedule, .readHistory: 4
        case .overdraw, .release, .reuseKey: 3
        case .open, .setRate, .markPaid, .readInbox, .markRead, .search: 2
        default: 1
        }
    }
}

extension PlanDraft {
    private static let currencies = ["RUB", "RUB", "RUB", "USD", "JPY"]
    private static let zones = ["Europe/Moscow", "Asia/Tokyo", "America/New_York", "UTC"]
    private static let words = ["lunch", "rent", "Lun", "gift", "nothing"]
    private static let rates = ["90.5", "0.011", "150", "0.0066", "1.25"]
    private static let mostSlots = 8

    /// Returns an act of a kind; nil when there is nothing for it to act on.
    mutating func draw(_ wish: Wish, of person: Int) -> Act? {
        switch wish {
        case .open:
            guard slots[person].count < Self.mostSlots else { return nil }
            let currency = random.one(of: Self.currencies)
            slots[person].append(currency)
            return .openAccount(slot: slots[person].count - 1, currency: currency)
        case .rename: return .rename(slot: slot(of: person), to: some(0...999))
        case .deposit: return .deposit(slot: slot(of: person), amount: amount())
        case .withdraw: return .withdraw(slot: slot(of: person), amount: amount())
        case .transfer, .overdraw, .payList, .hold, .schedule: return pay(wish, of: person)
        case .capture:
            let part = random.chance(50) ? amount() : nil
            return number(.hold, of: person).map { .capture(hold: $0, amount: part) }
        case .release: return number(.hold, of: nil).map { .release(hold: $0) }
        case .giveBack: return number(.transfer, of: nil).map { .giveBack(transfer: $0) }
        case .setRate:
            let pair = ["RUB", "USD", "JPY"].shuffled(using: &random)
            return .setRate(from: pair[0], to: pair[1], rate: random.one(of: Self.rates))
        case .exchange:
            let from = slot(of: person)
            return .exchange(slot: from, to: exchangePlace(for: from, of: person), amount: amount())
        case .close:
            // The first account stays open, so that its owner can go on.
            let slot = slot(of: person)
            return slot == 0 ? nil : .close(slot: slot, rest: random.chance(50) ? 0 : nil)
        case .again: return number(.request, of: person).map { .repeatAct($0) }
        case .reuseKey: return number(.request, of: person).map { .reuseKey(of: $0) }
        default:
            return arrange(wish, of: person) ?? look(wish, of: person) ?? useHistory(wish, of: person)
                ?? useMarket(wish, of: person)
        }
    }

    /// Returns an act that pays an account, at once or later.
    private mutating func pay(_ wish: Wish, of person: Int) -> Act? {
        let slot = slot(of: person)
        let to = place(for: slot, of: person)
        switch wish {
        case .overdraw: return .overdraw(slot: slot, to: to)
        case .payList:
            let amounts = (0..<some(1...5)).map { _ in amount() }
            return .payList(slot: slot, to: to, amounts: amounts, atomic: random.chance(50))
        case .hold:
            return .hold(slot: slot, to: to, amount: amount(), minutes: random.chance(50) ? some(1...240) : nil)
        case .schedule:
            let every = random.chance(60) ? some(1...3) : nil
            return .schedule(
                slot: slot, to: to, amount: amount(), ahead: some(0...2), everyDays: every,
                times: every == nil ? nil : some(1...9))
        default: return .transfer(slot: slot, to: to, amount: amount())
        }
    }

    private mutating func arrange(_ wish: Wish, of person: Int) -> Act? {
        switch wish {
        case .pauseSchedule: return number(.schedule, of: person).map { .pauseSchedule($0) }
        case .resumeSchedule: return number(.schedule, of: person).map { .resumeSchedule($0) }
        case .cancelSchedule: return number(.schedule, of: person).map { .cancelSchedule($0) }
        case .savePayee: return .savePayee(name: some(0...2), place(for: 0, of: person))
        case .removePayee: return .removePayee(name: some(0...2))
        case .subscribe:
            return .subscribe(
                slot: random.chance(75) ? slot(of: person) : nil, amount: amount(),
                every: random.one(of: Rhythm.allCases), ahead: some(-3...2), remind: random.chance(50))
        case .changePrice:
            let price = amount()
            return number(.subscription, of: person).map { .changePrice(subscription: $0, amount: price) }
        case .markPaid: return number(.subscription, of: person).map { .markPaid(subscription: $0) }
        case .skip: return number(.subscription, of: person).map { .skipPayment(subscription: $0) }
        case .pauseSubscription: return number(.subscription, of: person).map { .pauseSubscription($0) }
        case .resumeSubscription: return number(.subscription, of: person).map { .resumeSubscription($0) }
        case .removeSubscription: return number(.subscription, of: person).map { .removeSubscription($0) }
        case .enterBond: return .enterBond(some(0...2))
        case .holdBond: return .holdBond(some(0...2), quantity: some(0...9))
        default: return nil
        }
    }

    private mutating func look(_ wish: Wish, of person: Int) -> Act? {
        switch wish {
        case .readBalance: return .readBalance(slot: slot(of: person))
        case .readHistory: return .readHistory(slot: random.chance(50) ? slot(of: person) : nil, limit: some(1...60))
        case .search: return .search(text: random.one(of: Self.words))
        case .forecast: return .readForecast(days: some(1...60))
        case .readSubscriptions: return .readSubscriptions
        case .readInbox: return .readInbox
        case .markRead: return .markRead(some(1...5))
        case .archive: return .archive(some(1...5))
        case .signInAgain: return .signInAgain
        case .signOut: return .signOut
        case .endOthers: return .endOtherSessions
        case .setZone: return .setZone(random.one(of: Self.zones))
        case .setUsername: return .setUsername(some(0...4))
        case .changePassword: return .changePassword
        case .prove: return .prove
        case .turnCodesOn: return .turnCodesOn
        case .turnCodesOff: return .turnCodesOff
        case .renewRecoveryCodes: return .renewRecoveryCodes
        case .spendRecoveryCode: return .spendRecoveryCode
        case .reuseCode: return .reuseCode
        default: return nil
        }
    }
}
