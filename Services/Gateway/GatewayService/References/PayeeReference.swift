import Coordination
import Domain
import Signals

/// How people name whom they pay: one of their own accounts, a payee by its name, an id, or `@` and a user name.
struct PayeeReference {
    /// Commands whose `to` may be a payee.
    static let commands: Set<String> = ["transfer", "hold", "schedule", "template"]

    /// The person's own accounts.
    let accounts: [LedgerSignal.Account]
    /// The person's payees.
    let payees: [LedgerSignal.Payee]

    /// Asks for what words may mean.
    init(_ desk: ServiceDesk) async throws {
        accounts = try await desk.ask(LedgerSignal.Accounts()).accounts
        payees = try await desk.ask(LedgerSignal.Payees()).payees
    }

    init(accounts: [LedgerSignal.Account], payees: [LedgerSignal.Payee]) {
        (self.accounts, self.payees) = (accounts, payees)
    }

    /// Returns the id of the account that `text` means. What is neither own nor a payee stays as it is, for ledger to know.
    ///
    /// - Throws: ``UsageError`` when it could be two of them, or is the beginning of a name only: money goes nowhere by a
    ///   guess.
    func id(of text: String, flag: String) throws(UsageError) -> String {
        let reference = Reference(candidates: candidates, takesBeginnings: false)
        if let id = try reference.id(of: text, field: flag) { return id }
        if !ShortIDs.isMade(text) { try reference.refuseBeginning(text, field: flag) }
        return text
    }

    /// Own accounts, then payees; an account with several names once.
    var candidates: [ReferenceCandidate] {
        let named = Dictionary(grouping: payees, by: \.account)
        return accounts.map(ReferenceCandidate.init)
            + named.sorted { $0.key < $1.key }.map { account, payees in
                ReferenceCandidate(
                    id: account, titles: payees.map(\.name), meaning: payees[0].owner ?? payees[0].currency.code,
                    isOver: payees[0].status == .closed)
            }
    }

    /// Replaces in `arguments` what the fields name by ids of accounts.
    ///
    /// - Parameter accounts: The accounts of the person, empty where nobody has asked for them yet.
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

    /// The currency of the amount, else of the account that gives.
    private static func currency(
        of arguments: ParsedArguments, _ accounts: [LedgerSignal.Account]
    ) -> Currency? {
        if case .money(let amount)? = arguments["amount"] { return amount.currency }
        return accounts.first { $0.id == arguments.text("from") }?.currency
    }

    /// The account by which a user name is paid.
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
