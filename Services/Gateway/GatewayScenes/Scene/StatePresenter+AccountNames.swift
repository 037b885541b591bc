import GatewaySession
import GatewayWords
import Signals

extension StatePresenter {
    /// What accounts are called, by id, as far as ledger can be asked. Without names there are ids, which is less but not
    /// nothing.
    func accountNames() async -> [String: String] {
        guard let accounts = try? await ask(LedgerSignal.Accounts()).accounts else { return [:] }
        return AccountName.names(accounts, (try? await ask(LedgerSignal.Payees()).payees) ?? [])
    }

    /// What the other sides of transactions that have no name yet are called by their owners, by id.
    ///
    /// - Returns: Nil when the names cannot be had now.
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
