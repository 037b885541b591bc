import Signals

extension StatePresenter {
    /// What accounts are called, by id, as far as ledger can be asked. Without names there are ids, which is less but not
    /// nothing.
    func accountNames() async -> [String: String] {
        guard let accounts = try? await ask(LedgerSignal.Accounts()).accounts else { return [:] }
        return AccountName.names(accounts, (try? await ask(LedgerSignal.Payees()).payees) ?? [])
    }
}
