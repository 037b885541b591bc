import Domain
import GatewaySession
import GatewayWords
import Signals

/// The possible payees: own accounts and saved payees by name, any account by its id, and users by `@` and their name.
struct Recipients: Sendable {
    /// The user's own accounts that can be paid.
    var accounts: [LedgerSignal.Account] = []
    /// The saved payees.
    var payees: [LedgerSignal.Payee] = []
    /// The owners found so far, by the searched user name or by the account's id.
    private var found: [String: LedgerSignal.FoundPayee] = [:]

    init(accounts: [LedgerSignal.Account] = [], payees: [LedgerSignal.Payee] = []) {
        (self.accounts, self.payees) = (accounts, payees)
    }

    private static func squeezed(_ typed: String) -> String {
        let words = typed.split(whereSeparator: \.isWhitespace)
        return words.joined(separator: words.first?.hasPrefix("@") == true ? "" : " ")
    }

    private static func key(_ user: String, _ currency: Currency) -> String { "\(currency) \(user)" }

    /// Returns the id of the account that a text means; nil for an empty text, and for a user name that was not looked
    /// up yet.
    ///
    /// - Throws: ``UsageError`` when it is ambiguous: a payment is never a guess.
    func id(of typed: String, in currency: Currency) throws(UsageError) -> String? {
        let typed = Self.squeezed(typed)
        guard !typed.isEmpty else { return nil }
        if typed.hasPrefix("@") { return found[Self.key(typed, currency)]?.account }
        return try PayeeReference(accounts: accounts, payees: payees).id(of: typed, flag: "to")
    }

    /// Returns the user name in the text if it was not looked up yet.
    func unknownUser(in typed: String, _ currency: Currency) -> String? {
        let typed = Self.squeezed(typed)
        guard typed.hasPrefix("@"), typed.count > 1, found[Self.key(typed, currency)] == nil else { return nil }
        return typed
    }

    /// Stores the account that receives payments to a user name.
    mutating func note(_ payee: LedgerSignal.FoundPayee, for user: String, _ currency: Currency) {
        found[Self.key(user, currency)] = payee
        note(payee)
    }

    /// Stores the owner of an account.
    mutating func note(_ payee: LedgerSignal.FoundPayee) { found[payee.account] = payee }

    /// True when the owner of the account is known.
    func knows(_ account: String) -> Bool { found[account] != nil || accounts.contains { $0.id == account } }

    /// Returns the name of an account: the user's own name for it, or else its owner's name if it is known.
    func name(of account: String) -> String {
        accounts.first { $0.id == account }?.name ?? found[account].map(TransferTexts.receiver)
            ?? payees.first { $0.account == account }?.name ?? account
    }

    /// Suggests names in the field `to` that begin with the typed text: accounts in the payer's currency, without the
    /// payer itself.
    func offer(in form: inout Form, from payer: String?) {
        let currency = accounts.first { $0.id == payer }?.currency
        func fits(_ other: Currency) -> Bool { currency.map { $0 == other } ?? true }
        let own = accounts.filter { $0.id != payer && fits($0.currency) }.map(\.name)
        form.change("to") { field in
            field.offers = own + payees.filter { $0.status != .closed && fits($0.currency) }.map(\.name)
            let fitting = field.fitting.prefix(5)
            field.keysNote = fitting.isEmpty ? nil : TransferTexts.offers(Array(fitting))
        }
    }
}

/// The state of a scene in which the user enters a payee.
protocol RecipientState: Sendable {
    /// The possible payees, as far as they are known.
    var recipients: Recipients { get set }
}

extension StatePresenter where State: RecipientState {
    /// Loads the possible payees.
    ///
    /// - Returns: The user's own accounts that can be used.
    func loadRecipients() async throws -> [LedgerSignal.Account] {
        let accounts = try await ask(LedgerSignal.Accounts()).accounts.filter { $0.status == .active }
        // Without saved payees, accounts can still be paid by their ids.
        let payees = (try? await ask(LedgerSignal.Payees()).payees) ?? []
        (state.recipients.accounts, state.recipients.payees) = (accounts, payees)
        return accounts
    }

    /// Looks up the account that receives payments to a user name.
    ///
    /// - Returns: True if there is one.
    func find(_ user: String, _ currency: Currency) async throws -> Bool {
        guard let found = try await ask(LedgerSignal.FindPayee(to: user, currency: currency)).payees.first else {
            return false
        }
        state.recipients.note(found, for: user, currency)
        return true
    }
}
