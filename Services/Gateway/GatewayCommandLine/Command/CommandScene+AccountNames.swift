import GatewaySession
import GatewayWords
import Signals

extension CommandScene {
    /// Shows a result with account names: the user's own names for their accounts, and the owners' names for those of
    /// others. Names are loaded only where the page mentions accounts; without names it shows ids.
    package func showNamingAccounts(_ answer: [UInt8], _ makePage: () throws -> Page) async rethrows {
        guard !isJSON else { return try show(answer, makePage) }
        let book = AccountName.Book(AccountName.names(named.accounts ?? [], named.payees ?? []))
        let first = try AccountName.$book.withValue(book) { try makePage() }
        guard book.lacksSome else { return show(answer) { first } }
        var names = await accountNames()
        names.merge(await partyNames(of: book, beside: names)) { own, _ in own }
        let named = try AccountName.$book.withValue(AccountName.Book(names)) { try makePage() }
        show(answer) { named }
    }

    private func accountNames() async -> [String: String] {
        guard let accounts = try? await named.accounts(from: nameClient) else { return [:] }
        // Without payees, accounts of others are shown by their owners' names or by ids.
        return AccountName.names(accounts, (try? await named.payees(from: nameClient)) ?? [])
    }

    private func partyNames(of book: AccountName.Book, beside names: [String: String]) async -> [String: String] {
        // A user with transfers has accounts: without own names ledger did not answer, and a second request would only
        // wait.
        guard !names.isEmpty else { return [:] }
        var found: [LedgerSignal.Party] = []
        var transfers = Set(book.transfersOfUnnamed.filter { names[$0.key] == nil }.values).sorted()[...]
        while !transfers.isEmpty {
            let signal = LedgerSignal.Parties(transfers: Array(transfers.prefix(AccountName.transfersAtOnce)))
            guard let parties = try? await nameClient.ask(signal).parties else { break }
            found += parties
            transfers = transfers.dropFirst(AccountName.transfersAtOnce)
        }
        return AccountName.names(of: found, beside: names)
    }

    /// A client with a short time limit: names are best effort.
    private var nameClient: ServiceClient { client.with(limit: min(client.limit, .seconds(2)), idempotencyKey: nil) }
}
