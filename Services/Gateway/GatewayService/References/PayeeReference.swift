import Coordination
import Domain
import Signals

/// Resolves the receiver of a payment: an own account, a payee by name, an id, or `@` and a user name.
struct PayeeReference {
    /// Commands whose `to` takes a payee.
    static let commands: Set<String> = ["transfer", "hold", "schedule", "template"]

    /// The person's own accounts.
    let accounts: [LedgerSignal.Account]
    /// The person's payees.
    let payees: [LedgerSignal.Payee]

    /// Loads the own accounts and the payees.
    init(_ desk: ServiceDesk) async throws {
        accounts = try await desk.ask(LedgerSignal.Accounts()).accounts
        payees = try await desk.ask(LedgerSignal.Payees()).payees
    }

    init(accounts: [LedgerSignal.Account], payees: [LedgerSignal.Payee]) {
        (self.accounts, self.payees) = (accounts, payees)
    }

    /// Returns the id of the account that `text` means. Any other text is returned unchanged, for ledger to resolve.
    ///
    /// - Throws: ``UsageError`` when `text` is ambiguous, or only the beginning of a name: a payment is never a guess.
    func id(of text: String, flag: String) throws(UsageError) -> String {
        let reference = Reference(candidates: candidates, takesBeginnings: false)
        if let id = try reference.id(of: text, field: flag) { return id }
        if !ShortIDs.isMade(text) { try reference.refuseBeginning(text, field: flag) }
        return text
    }

    /// Own accounts, then payees. An account with several names appears once.
    var candidates: [ReferenceCandidate] {
        let named = Dictionary(grouping: payees, by: \.account)
        return accounts.map(ReferenceCandidate.init)
            + named.sorted { $0.key < $1.key }.map { account, payees in
                ReferenceCandidate(
                    id: account, titles: payees.map(\.name), meaning: payees[0].owner ?? payees[0].currency.code,
                    isOver: payees[0].status == .closed)
            }
    }

    /// Replaces names in the fields of `arguments` with ids of accounts.
    ///
    /// - Parameter accounts: The accounts of the person; empty if they are not loaded yet.
    static func resolve(
        _ fields: [String], in arguments: inout ParsedArguments, among accounts: [LedgerSignal.Account],
        _ scene: CommandScene
    ) async throws {
        let named = fields.filter { arguments.text($0) != nil }
        guard !named.isEmpty else { return }
        let reference =
            accounts.isEmpty
            ? try await PayeeReference(scene.desk)
            : PayeeReference(accounts: accounts, payees: try await scene.desk.ask(LedgerSignal.Payees()).payees)
        for field in named {
            guard let text = arguments.text(field) else { continue }
            if text.hasPrefix("@") {
                let currency = Self.currency(of: arguments, reference.accounts)
                arguments[field] = .text(try await account(of: text, currency, flag: field, scene))
            } else {
                arguments[field] = .text(try reference.id(of: text, flag: field))
            }
        }
    }

    /// The currency of the amount, or else of the paying account.
    private static func currency(
        of arguments: ParsedArguments, _ accounts: [LedgerSignal.Account]
    ) -> Currency? {
        if case .money(let amount)? = arguments["amount"] { return amount.currency }
        return accounts.first { $0.id == arguments.text("from") }?.currency
    }

    /// The account that receives payments to a user name.
    private static func account(
        of text: String, _ currency: Currency?, flag: String, _ scene: CommandScene
    ) async throws -> String {
        let found = try await scene.desk.ask(LedgerSignal.FindPayee(to: text, currency: currency)).payees
        guard let only = found.first, found.count == 1 else {
            let list = found.map { "\($0.currency.code) \($0.account)" }.joined(separator: ", ")
            throw UsageError(
                Text(
                    "\(text) is paid in several currencies: \(list).", "\(text) получает в нескольких валютах: \(list)."
                ),
                hint: Text("write the id of the account", "напишите id счёта"), field: flag)
        }
        return only.account
    }
}
