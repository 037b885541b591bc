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

    /// Loads the own accounts and the payees, both in one round trip.
    init(_ desk: ServiceDesk, _ named: NamedAccounts = NamedAccounts()) async throws {
        async let accounts = named.accounts(from: desk)
        async let payees = named.payees(from: desk)
        (self.accounts, self.payees) = try await (accounts, payees)
    }

    init(accounts: [LedgerSignal.Account], payees: [LedgerSignal.Payee]) {
        (self.accounts, self.payees) = (accounts, payees)
    }

    /// Returns the id of the account that `text` means. Any other id is returned unchanged: it may be somebody else's.
    ///
    /// - Throws: ``UsageError`` when `text` is ambiguous, only the beginning of a name, or neither a name nor an id: a
    ///   payment is never a guess.
    func id(of text: String, flag: String) throws(UsageError) -> String {
        let reference = Reference(candidates: candidates, takesBeginnings: false)
        if let id = try reference.id(of: text, field: flag) { return id }
        if !ShortIDs.isMade(text) { try reference.refuseBeginning(text, field: flag) }
        guard ShortIDs.mayBeMade(text) else { throw reference.refuse(text, hint: Self.hint(for: text), field: flag) }
        return text
    }

    private static func hint(for text: String) -> Text {
        Text(
            "another user is @ and the user name: @\(text); gateway payee list lists your payees",
            "другой пользователь — это @ и его имя: @\(text); ваших получателей перечисляет gateway payee list")
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

    /// The accounts and payees by which the fields of `arguments` are read; nil where none of the fields is given.
    static func needed(
        by fields: [String], in arguments: ParsedArguments, _ scene: CommandScene
    ) async throws -> PayeeReference? {
        guard fields.contains(where: { arguments.text($0) != nil }) else { return nil }
        return try await PayeeReference(scene.desk, scene.named)
    }

    /// Replaces names in the fields of `arguments` with ids of accounts.
    func resolve(_ fields: [String], in arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        for field in fields {
            guard let text = arguments.text(field) else { continue }
            if text.hasPrefix("@") {
                let currency = Self.currency(of: arguments, accounts)
                arguments[field] = .text(try await Self.account(of: text, currency, flag: field, scene))
            } else {
                arguments[field] = .text(try id(of: text, flag: field))
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
