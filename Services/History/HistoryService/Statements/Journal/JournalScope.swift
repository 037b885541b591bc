import Domain
import Signals

/// Whose books a journal has, and of which days.
struct JournalScope: Sendable {
    /// What ledger knows of accounts, and history does not.
    struct Known: Sendable {
        let accounts: [LedgerSignal.Account]
        let rates: [LedgerSignal.Rate]
    }

    let userID: String
    /// In the order in which they became known, as are the categories.
    let accounts: [OwnedAccount]
    let categories: [String]
    /// The time zone of days.
    let zone: TimeZone
    let first: CalendarDay?
    /// The last day, included to its end.
    let last: CalendarDay?

    var period: Period {
        Period(start: first.map(zone.start), end: last.map { zone.start(of: $0.adding(days: 1)) })
    }

    // MARK: The beginning

    /// Returns the declarations.
    func head(_ outline: JournalOutline, _ known: Known) -> JournalHead {
        var days = LocalDays(in: zone)
        let firstDay = first ?? outline.first.map { days.day(at: $0) }
        let states = Dictionary(known.accounts.map { ($0.id, $0) }) { first, _ in first }
        let declared = accounts.map { account in
            declaration(of: account, outline.accounts[account.id], states[account.id], firstDay, &days)
        }
        let prices = known.rates.compactMap { rate -> JournalPrice? in
            let day = days.day(at: rate.asOf)
            guard let value = DecimalRate(rate.rate), last.map({ day <= $0 }) ?? true else { return nil }
            return JournalPrice(day: day, unit: rate.from, value: value, currency: rate.to)
        }
        let currencies = Set(accounts.map(\.currency) + prices.flatMap { [$0.unit, $0.currency] })
        let names: [String?] = [nil] + categories
        let places = names.flatMap { [JournalPlace.income($0), JournalPlace.expenses($0)] }
        return JournalHead(
            accounts: declared, categories: places.filter(outline.categories.contains), firstDay: firstDay,
            currencies: currencies.sorted { $0.code < $1.code },
            prices: prices.sorted {
                ($0.day, $0.unit.code, $0.currency.code) < ($1.day, $1.unit.code, $1.currency.code)
            })
    }

    /// Returns the days of an account. A row of a bank's file may be older than the account; a closed account is used
    /// until its last movement.
    private func declaration(
        of account: OwnedAccount, _ outline: AccountOutline?, _ state: LedgerSignal.Account?,
        _ firstDay: CalendarDay?, _ days: inout LocalDays
    ) -> JournalAccount {
        let opened = state.map { days.day(at: $0.openedAt) }
        let used = outline?.first.map { days.day(at: $0) }
        // History may know an account that the answer of ledger did not have yet.
        let day = [opened, used].compactMap(\.self).min() ?? firstDay ?? CalendarDay(daysSince1970: 0)
        var closed: CalendarDay?
        if state?.status == .closed, outline?.isUsedLater != true {
            let lastUse = [outline?.last.map { days.day(at: $0) }, opened, used == nil ? nil : first]
            closed = (lastUse.compactMap(\.self).max() ?? day).adding(days: 1)
        }
        return JournalAccount(account: account, opened: day, closed: closed)
    }

    /// Returns the balances before the first day, each as a transaction of that day.
    func openings(_ outline: JournalOutline) -> [JournalEntry] {
        guard let first else { return [] }
        return accounts.compactMap { account in
            guard let opening = outline.accounts[account.id]?.opening, opening != 0 else { return nil }
            func posting(_ place: JournalPlace, _ minorUnits: Int64) -> JournalPosting {
                JournalPosting(place: place, change: Money(minorUnits: minorUnits, currency: account.currency))
            }
            return JournalEntry(
                day: first, text: "opening balance", tags: [],
                // The lowest integer has no counterpart, and is no balance of ledger's.
                postings: [posting(.own(account.id), opening), posting(.opening, 0 &- opening)])
        }
    }

    // MARK: The end

    /// Returns the balances of the accounts that the journal has transactions of.
    func balances(_ outline: JournalOutline) -> [JournalBalance] {
        var days = LocalDays(in: zone)
        return accounts.compactMap { account in
            guard let sums = outline.accounts[account.id] else { return nil }
            let opening = sums.opening == 0 ? nil : first
            guard let day = sums.lastInPeriod.map({ days.day(at: $0) }) ?? opening else { return nil }
            return JournalBalance(
                accountID: account.id, day: day, balance: Money(minorUnits: sums.closing, currency: account.currency))
        }
    }
}
