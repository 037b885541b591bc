import Coordination
import Domain
import Signals

/// The dependencies of ledger's use cases.
package struct LedgerDependencies: Sendable {
    let store: any LedgerStore
    let clock: WallClock
    /// The port to auth for the owners of accounts.
    let people: any PeopleDirectory
    /// The gate for codes and sign-ins.
    let gate: CodeGate
    /// Wakes the jobs.
    let wake: @Sendable () -> Void
    /// The services that may read the balances of all users: those that see the events of all users anyway.
    let readers: Set<String>
    /// The services that may hold mandates.
    let debitors: Set<String>
    /// Makes unguessable ids.
    let makeID: @Sendable () -> String
    let budget = LookUpBudget()

    /// - Parameters:
    ///   - codes: The port for codes; by default no user has set up any.
    ///   - people: The port for owners of accounts; by default none is known.
    package init(
        store: any LedgerStore, clock: WallClock, codes: any ConfirmationCodes = NobodyEnrolled(),
        people: any PeopleDirectory = NobodyKnown(), wake: @escaping @Sendable () -> Void = {},
        readers: Set<String> = [], debitors: Set<String> = ["subscriptions"],
        makeID: @escaping @Sendable () -> String = { Identifier.random(length: 12) }
    ) {
        self.store = store
        self.clock = clock
        self.people = people
        gate = CodeGate(codes: codes)
        self.wake = wake
        self.readers = readers
        self.debitors = debitors
        self.makeID = makeID
    }

    /// The rules for orders that wait for a code.
    var challenges: ChallengeRules { ChallengeRules(makeID: makeID) }

    /// Returns an account as the last commit left it. Only its owner finds it.
    func account(_ id: String, of user: String) throws(Fault) -> Account {
        guard let account = store.account(id), account.owner == user else { throw Fault.noAccount(field: "account") }
        return account
    }

    /// Returns the account with an id, or all accounts of the user without one.
    func accounts(_ id: String?, of user: String) throws(Fault) -> [Account] {
        if let id { return [try account(id, of: user)] }
        return store.accounts(of: user)
    }
}

/// Thrown to roll back a dry run.
private struct Undone: Error {}

extension LedgerTransaction {
    /// Returns the result of `body` after rolling back its changes, stored answers included.
    func dryRun<Value>(_ body: () throws -> Value) throws -> Value {
        var value: Value?
        do {
            try attempt {
                value = try body()
                throw Undone()
            }
        } catch is Undone {}
        guard let value else { preconditionFailure("What was undone had been done.") }
        return value
    }

    /// Returns the `world` account of a currency and opens it when it is missing.
    func world(_ currency: Currency) throws -> Account {
        try account(Account.worldID(of: currency)) ?? open(.world(currency))
    }
}
