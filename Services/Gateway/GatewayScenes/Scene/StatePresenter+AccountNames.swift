import GatewaySession
import GatewayWords
import Signals

extension StatePresenter {
    /// Returns the names of accounts by id, best effort: without ledger, scenes show ids.
    func accountNames() async -> [String: String] {
        guard let accounts = try? await ask(LedgerSignal.Accounts()).accounts else { return [:] }
        return AccountName.names(accounts, (try? await ask(LedgerSignal.Payees()).payees) ?? [])
    }

    /// Returns the owners' names of the other sides of transactions that have no name yet, by id.
    ///
    /// - Returns: Nil when the names are not available now.
    func partyNames(
        of transactions: [HistorySignal.Transaction], beside names: [String: String]
    ) async -> [String: String]? {
        let sides = transactions.compactMap { one in one.otherSide.map { ($0, one.id) } }
        let unnamed = Dictionary(sides) { first, _ in first }.filter { names[$0.key] == nil }
        var transfers = Set(unnamed.values).sorted()[...]
        var found: [LedgerSignal.Party] = []
        while !transfers.isEmpty {
            let signal = LedgerSignal.Parties(transfers: Array(transfers.prefix(AccountName.transfersAtOnce)))
            let parties = try? await AppWork.$isItsOwn.withValue(true) { try await ask(signal).parties }
            guard let parties else { return nil }
            found += parties
            transfers = transfers.dropFirst(AccountName.transfersAtOnce)
        }
        return AccountName.names(of: found, beside: names)
    }
}
