import Domain
import GatewaySession
import GatewayWords
import Signals

/// Who can get money: one's own accounts and payees by name, any account by its id, and users by `@` and their name.
struct Recipients: Sendable {
    /// One's own accounts that can be paid.
    var accounts: [LedgerSignal.Account] = []
    /// Names for accounts of others.
    var payees: [LedgerSignal.Payee] = []
    /// Whose accounts are paid, by the user name that was looked for or by id.
    private var found: [String: LedgerSignal.FoundPayee] = [:]

    init(accounts: [LedgerSignal.Account] = [], payees: [LedgerSignal.Payee] = []) {
        (self.accounts, self.payees) = (accounts, payees)
    }

    private static func squeezed(_ typed: String) -> String {
        let words = typed.split(whereSeparator: \.isWhitespace)
        return words.joined(separator: words.first?.hasPrefix("@") == true ? "" : " ")
    }

    private static func key(_ user: String, _ currency: Currency) -> String { "\(currency) \(user)" }

    /// The id of the account that a text means; nil for an empty text, and for a user name that was not looked for yet.
    ///
    /// - Throws: ``UsageError`` when it could be two of them: money goes nowhere by a guess.
    func id(of typed: String, in currency: Currency) throws(UsageError) -> String? {
        let typed = Self.squeezed(typed)
        guard !typed.isEmpty else { return nil }
        if typed.hasPrefix("@") { return found[Self.key(typed, currency)]?.account }
        return try PayeeReference(accounts: accounts, payees: payees).id(of: typed, flag: "to")
    }

    /// The user name that a text is and that was not looked for yet.
    func unknownUser(in typed: String, _ currency: Currency) -> String? {
        let typed = Self.squeezed(typed)
        guard typed.hasPrefix("@"), typed.count > 1, found[Self.key(typed, currency)] == nil else { return nil }
        return typed
    }

    /// Remembers by which account a user name is paid.
    mutating func note(_ payee: LedgerSignal.FoundPayee, for user: String, _ currency: Currency) {
        found[Self.key(user, currency)] = payee
        note(payee)
    }

    /// Remembers whose account it is.
    mutating func note(_ payee: LedgerSignal.FoundPayee) { found[payee.account] = payee }

    /// Whether it is known whose account it is.
    func knows(_ account: String) -> Bool { found[account] != nil || accounts.contains { $0.id == account } }

    /// What an account is called: one's own by its name, others by their owner as far as that is known.
    func name(of account: String) -> String {
        accounts.first { $0.id == account }?.name ?? found[account].map(TransferTexts.receiver)
            ?? payees.first { $0.account == account }?.name ?? account
    }

    /// Names in the field `to` what begins as what is typed there: accounts in the currency of the one that pays, which
    /// is none of them itself.
    func offer(in form: inout Form, from payer: String?) {
        let currency = accounts.first { $0.id == payer }?.currency
        func fits(_ other: Currency) -> Bool { currency.map { $0 == other } ?? true }
        let own = accounts.filter { $0.id != payer && fits($0.currency) }.map(\.name)
        form.change("to") { field in
            field.offers = own + payees.filter { $0.status != .closed && fits($0.currency) }.map(\.name)
            let fitting = field.fitting.prefix(5)
            field.note = fitting.isEmpty ? TransferTexts.toNote : TransferTexts.offers(Array(fitting))
        }
    }
}

/// What a scene has in which somebody says who gets money.
protocol RecipientState: Sendable {
    /// Who that can be, as far as it is known.
    var recipients: Recipients { get set }
}

extension StatePresenter where State: RecipientState {
    /// Asks who can get money.
    ///
    /// - Returns: The person's own accounts that can be used.
    func loadRecipients() async throws -> [LedgerSignal.Account] {
        let accounts = try await ask(LedgerSignal.Accounts()).accounts.filter { $0.status == .active }
        // Without payees accounts are paid by their ids.
        let payees = (try? await ask(LedgerSignal.Payees()).payees) ?? []
        (state.recipients.accounts, state.recipients.payees) = (accounts, payees)
        return accounts
    }

    /// Finds out by which account a user name is paid.
    ///
    /// - Returns: Whether it is paid by one.
    func find(_ user: String, _ currency: Currency) async throws -> Bool {
        guard let found = try await ask(LedgerSignal.FindPayee(to: user, currency: currency)).payees.first else {
            return false
        }
        state.recipients.note(found, for: user, currency)
        return true
    }
}
