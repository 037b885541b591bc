import Domain
import Reasons
import Signals

/// The statements of one account, out of a file that may have several.
struct BankStatementChoice {
    private struct Account: Hashable {
        let id: String
        let currency: Currency?
    }

    private let statements: [BankStatement]
    private let hints: StatementHints

    /// - Parameter statements: In the order of the file.
    init(_ statements: [BankStatement], hints: StatementHints) {
        self.hints = hints
        var known: [String: Currency] = [:]
        for statement in statements {
            if let currency = statement.currency, known[statement.account] == nil {
                known[statement.account] = currency
            }
        }
        // A statement without rows and balances need not tell a currency.
        self.statements = statements.map { statement in
            var statement = statement
            statement.currency = statement.currency ?? known[statement.account] ?? hints.currency
            return statement
        }
    }

    /// Returns the rows of all statements of the account.
    ///
    /// - Throws: ``LineProblem`` when there is a choice and the hints leave it open.
    func file() throws(LineProblem) -> StatementFile {
        let account = try account()
        guard let currency = account.currency else { throw .ofFile(.fileWithoutCurrency, ["other": "currency"]) }
        var chosen = statements.filter { Account(id: $0.account, currency: $0.currency) == account }
        for index in chosen.indices { chosen[index].checkBalances() }
        var file = StatementFile()
        for statement in chosen { try file.append(statement.file) }
        file.account = account.id.isEmpty ? nil : account.id
        file.currency = currency
        (file.opening, file.closing) = Self.balances(of: chosen)
        if file.problemCount > 0 { file.opening = nil }
        return file
    }

    private func account() throws(LineProblem) -> Account {
        var accounts: [Account] = []
        var seen: Set<Account> = []
        for statement in statements {
            let account = Account(id: statement.account, currency: statement.currency)
            if seen.insert(account).inserted { accounts.append(account) }
        }
        let names = Dictionary(grouping: accounts, by: \.id)
        func name(_ account: Account) -> String {
            guard names[account.id, default: []].count > 1, let currency = account.currency else { return account.id }
            return account.id + " " + currency.code
        }
        var possible = accounts
        if let wanted = hints.account.map(Self.plain) {
            possible = accounts.filter { [$0.id, name($0)].contains { Self.plain($0) == wanted } }
            guard !possible.isEmpty else {
                throw .ofFile(.fileWithoutAccount, ["account": .quoted(hints.account ?? "")])
            }
        }
        // One account in several currencies: the hint is the currency of the account that the rows are meant for.
        if possible.count > 1, Set(possible.map(\.id)).count == 1, let currency = hints.currency {
            let same = possible.filter { $0.currency == currency }
            if !same.isEmpty { possible = same }
        }
        guard let first = possible.first, possible.count == 1 else { throw .severalAccounts(possible.map(name)) }
        return first
    }

    /// Returns a name in the form in which it is compared: people write IBANs in groups of four.
    private static func plain(_ name: String) -> String { name.filter { !$0.isWhitespace }.uppercased() }

    /// Returns the balances before the first and after the last row; nil where the statements are not consecutive.
    private static func balances(of statements: [BankStatement]) -> (opening: Money?, closing: Money?) {
        if statements.count == 1, let only = statements.first {
            return (only.opening ?? only.closing.flatMap { only.file.balance(before: $0) }, only.closing)
        }
        // Banks write the newest day first or last.
        for order in [statements, statements.reversed()] {
            let isChain = zip(order, order.dropFirst()).allSatisfy { $0.closing != nil && $0.closing == $1.opening }
            if isChain { return (order.first?.opening, order.last?.closing) }
        }
        return (nil, nil)
    }
}

extension StatementFile {
    /// Returns the balance before the rows, which led to `closing`; nil when it exceeds 64 bits or lines are missing.
    func balance(before closing: Money) -> Money? {
        guard problemCount == 0 else { return nil }
        var balance = closing.minorUnits
        for row in rows {
            let (rest, overflowed) = balance.subtractingReportingOverflow(row.change.minorUnits)
            guard !overflowed else { return nil }
            balance = rest
        }
        return Money(minorUnits: balance, currency: closing.currency)
    }
}
