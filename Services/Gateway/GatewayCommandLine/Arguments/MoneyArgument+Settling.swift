import Domain
import GatewaySession
import GatewayWords
import Signals

// Amounts of a command whose currency depends on its accounts.
extension MoneyArgument {
    /// Returns the value of a flag as far as it is known before the accounts are: an amount in the currency that it or
    /// `--currency` names by its code; otherwise the text, for ``settle(_:_:among:_:)``.
    package static func value(
        _ text: String, spoken: Currency?, flag: String
    ) throws(UsageError) -> ParsedArguments.Value {
        try whole(text, spoken: spoken, flag: flag).map { .money($0) } ?? .amount(text)
    }

    /// Gives amounts without a currency that of the first named account, or of all accounts where they have only one.
    ///
    /// - Parameters:
    ///   - fields: The fields with ids of accounts, the decisive ones first.
    ///   - accounts: The accounts of the user; empty until they are loaded.
    package static func settle(
        _ arguments: inout ParsedArguments, _ fields: [String], among accounts: [LedgerSignal.Account],
        _ scene: CommandScene
    ) async throws {
        let named = fields.compactMap { arguments.text($0) }
        try await settle(&arguments) {
            let known = accounts.isEmpty ? try await scene.client.ask(LedgerSignal.Accounts()).accounts : accounts
            let account = named.lazy.compactMap { id in known.first { $0.id == id } }.first
            return (account?.currency ?? onlyCurrency(of: known), currencies(of: known))
        }
    }

    /// Gives amounts without a currency the one that `find` returns. `find` is not called if every amount names its
    /// currency.
    package static func settle(
        _ arguments: inout ParsedArguments, by find: () async throws -> Currency?
    ) async throws {
        try await settle(&arguments) { (try await find(), []) }
    }

    private static func settle(
        _ arguments: inout ParsedArguments, by find: () async throws -> (standard: Currency?, own: [Currency])
    ) async throws {
        let open = arguments.values.compactMap { field, value in
            if case .amount(let text) = value { (field, text) } else { nil }
        }
        guard !open.isEmpty else { return }
        let (standard, own) = try await find()
        for (field, text) in open {
            arguments[field] = .money(
                try money(text, standard: standard, own: own, flag: FlagShape.flagName(ofField: field)))
        }
    }
}
