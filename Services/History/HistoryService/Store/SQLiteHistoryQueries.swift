import Domain
import Storage

/// What can be asked, in SQL.
protocol SQLiteHistoryQueries: HistoryReading {
    var connection: Connection { get }
}

/// An account as it is stored.
private struct StoredAccount {
    let number: Int64
    let id: String
    let currency: Currency
}

extension SQLiteHistoryQueries {
    func owns(_ accountID: String, userID: String) throws -> Bool {
        try accounts(of: userID, only: accountID).isEmpty == false
    }

    func movements(
        matching filter: MovementFilter, of userID: String, before end: MovementKey?, limit: Int
    ) throws -> [Movement] {
        guard let user = try connection.first(HistorySQL.user, bind: { $0.bind(userID, at: 1) }, { $0.int64(at: 0) })
        else { return [] }
        var scope = user
        var keys: ClosedRange<Int64>? = .min ... .max
        if filter.accountID != nil || filter.period.isBounded {
            let accounts = try accounts(of: userID, only: filter.accountID)
            guard let first = accounts.first else { return [] }
            if filter.accountID != nil { scope = first.number }
            if filter.period.isBounded { keys = try keysOfRows(of: accounts, on: filter.period.days) }
        }
        guard var keys else { return [] }
        if let end {
            guard end.number > keys.lowerBound else { return [] }
            keys = keys.lowerBound...min(keys.upperBound, end.number - 1)
        }
        var found: [Movement] = []
        for side in filter.sides {
            let query = MovementQuery(filter: filter, scope: scope, side: side, keys: keys)
            try connection.query(
                filter.accountID == nil ? HistorySQL.userPage : HistorySQL.accountPage,
                bind: { query.bind(to: $0, limit: limit) }, { found.append(movement($0, userID: userID)) })
        }
        if filter.side == nil { found.sort { $0.key > $1.key } }
        return Array(found.prefix(limit))
    }

    func totals(matching filter: MovementFilter, of userID: String) throws -> [CurrencyTotal] {
        var totals: [Currency: CurrencyTotal] = [:]
        for account in try accounts(of: userID, only: filter.accountID) {
            var total = totals[account.currency] ?? CurrencyTotal(account.currency)
            if filter.looksAtEach {
                try addRows(of: account, in: filter.period, matching: filter, to: &total)
            } else {
                let (wholeDays, rests) = filter.period.wholeDaysAndRests
                if let wholeDays { try addDays(wholeDays, of: account, matching: filter, to: &total) }
                for rest in rests { try addRows(of: account, in: rest, matching: filter, to: &total) }
            }
            totals[account.currency] = total
        }
        return totals.values.filter { !$0.isEmpty }.sorted { $0.currency.code < $1.currency.code }
    }

    func movements(ofTransfer transferID: String, userID: String) throws -> [Movement] {
        var found: [Movement] = []
        try connection.query(
            HistorySQL.transfer,
            bind: {
                $0.bind(transferID, at: 1)
                $0.bind(userID, at: 2)
            }, { found.append(movement($0, userID: userID)) })
        return found
    }

    func movementCount() throws -> Int64 { try connection.first(HistorySQL.count) { $0.int64(at: 0) } ?? 0 }

    // MARK: Sums

    private func addDays(
        _ days: ClosedRange<Int64>, of account: StoredAccount, matching filter: MovementFilter,
        to total: inout CurrencyTotal
    ) throws {
        let sums = try connection.first(
            HistorySQL.sumOfDays, bind: { Self.bind(account, days, to: $0) },
            { row in
                (
                    income: Self.sum(high: row.int64(at: 0), low: row.int64(at: 1)),
                    expense: Self.sum(high: row.int64(at: 2), low: row.int64(at: 3))
                )
            })
        guard let sums else { return }
        for side in filter.sides { total.add(side == .income ? sums.income : sums.expense, to: side) }
    }

    private func addRows(
        of account: StoredAccount, in period: Period, matching filter: MovementFilter, to total: inout CurrencyTotal
    ) throws {
        var keys: ClosedRange<Int64>? = .min ... .max
        if period.isBounded { keys = try keysOfRows(of: [account], on: period.days) }
        guard let keys, let amounts = filter.minorUnits(exponent: account.currency.exponent) else { return }
        var filter = filter
        filter.period = period
        for side in filter.sides {
            let query = MovementQuery(filter: filter, scope: account.number, side: side, keys: keys)
            let sum = try connection.first(
                HistorySQL.sumOfRows, bind: { query.bind(to: $0, amounts: amounts) },
                { Self.sum(high: $0.int64(at: 0), low: $0.int64(at: 1)) })
            total.add(sum ?? 0, to: side)
        }
    }

    private static func sum(high: Int64, low: Int64) -> Int64 { Int64(clamping: Int128(high) << 31 + Int128(low)) }

    // MARK: Accounts, days, rows

    private func accounts(of userID: String, only accountID: String?) throws -> [StoredAccount] {
        var accounts: [StoredAccount] = []
        try connection.query(
            accountID == nil ? HistorySQL.accounts : HistorySQL.account,
            bind: { statement in
                statement.bind(userID, at: 1)
                if let accountID { statement.bind(accountID, at: 2) }
            },
            { row in
                accounts.append(
                    StoredAccount(
                        number: row.int64(at: 0), id: row.text(at: 1), currency: Self.currency(row.text(at: 2)))
                )
            })
        return accounts
    }

    /// Between which keys all rows of the accounts are that lie on these days; nil when there are none.
    private func keysOfRows(of accounts: [StoredAccount], on days: ClosedRange<Int64>) throws -> ClosedRange<Int64>? {
        var keys: ClosedRange<Int64>?
        for account in accounts {
            let found = try connection.first(
                HistorySQL.keysOfDays, bind: { Self.bind(account, days, to: $0) },
                { row in
                    row.isNull(at: 0) ? nil : row.int64(at: 0)...row.int64(at: 1)
                })
            guard let found, let found else { continue }
            keys = min(keys?.lowerBound ?? .max, found.lowerBound)...max(keys?.upperBound ?? .min, found.upperBound)
        }
        return keys
    }

    private static func bind(_ account: StoredAccount, _ days: ClosedRange<Int64>, to statement: borrowing Statement) {
        statement.bind(account.number, at: 1)
        statement.bind(days.lowerBound, at: 2)
        statement.bind(days.upperBound, at: 3)
    }

    private func movement(_ row: borrowing Row, userID: String) -> Movement {
        let currency = Self.currency(row.text(at: 9))
        return Movement(
            key: MovementKey(number: row.int64(at: 0)), transferID: row.text(at: 4), userID: userID,
            accountID: row.text(at: 8), otherAccountID: row.optionalText(at: 5),
            amount: Money(minorUnits: row.int64(at: 1), currency: currency),
            balanceAfter: Money(minorUnits: row.int64(at: 2), currency: currency), description: row.text(at: 7),
            category: row.optionalText(at: 6), time: Instant(microseconds: row.int64(at: 3)))
    }

    private static func currency(_ code: String) -> Currency {
        guard let currency = Currency(code: code) else {
            preconditionFailure("An account was stored in a currency that there is not.")
        }
        return currency
    }
}
