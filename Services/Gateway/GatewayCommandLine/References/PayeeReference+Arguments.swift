import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

// Payees among the arguments of a command.
extension PayeeReference {
    /// Returns the accounts and payees needed to read the fields of `arguments`; nil where none of the fields is given.
    package static func needed(
        by fields: [String], in arguments: ParsedArguments, _ scene: CommandScene
    ) async throws -> PayeeReference? {
        guard fields.contains(where: { arguments.text($0) != nil }) else { return nil }
        return try await PayeeReference(scene.client, scene.named)
    }

    /// Replaces names in the fields of `arguments` with ids of accounts.
    package func resolve(_ fields: [String], in arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
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

    /// Returns the currency of the amount, or else of the paying account.
    private static func currency(
        of arguments: ParsedArguments, _ accounts: [LedgerSignal.Account]
    ) -> Currency? {
        if case .money(let amount)? = arguments["amount"] { return amount.currency }
        return accounts.first { $0.id == arguments.text("from") }?.currency
    }

    /// Returns the account that receives payments to a user name.
    private static func account(
        of text: String, _ currency: Currency?, flag: String, _ scene: CommandScene
    ) async throws -> String {
        let found = try await scene.client.ask(LedgerSignal.FindPayee(to: text, currency: currency)).payees
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
