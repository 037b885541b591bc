import Coordination
import Domain
import Signals

/// What the use cases of ledger are made with.
package struct LedgerDependencies: Sendable {
    let store: any LedgerStore
    let clock: WallClock
    /// The owners of accounts, for those who pay them.
    let people: any PeopleDirectory
    /// Where codes and sign-ins are checked.
    let gate: CodeGate
    /// Wakes the jobs: there may be something to do.
    let wake: @Sendable () -> Void
    /// The services that may ask what is in the accounts of anybody: those that see the events of all users anyway.
    let readers: Set<String>
    /// The services that take money by mandates: no other can use one.
    let debitors: Set<String>
    /// Makes ids that nobody guesses.
    let makeID: @Sendable () -> String
    let budget = LookUpBudget()

    /// - Parameters:
    ///   - codes: Where one-time codes are checked; nobody has any unless said otherwise.
    ///   - people: The owners of accounts; nobody is known unless said otherwise.
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

    /// Has orders wait for a code.
    var challenges: ChallengeRules { ChallengeRules(makeID: makeID) }

    /// An account of a user's, as the last commit left it; another's is not found.
    func account(_ id: String, of user: String) throws(Fault) -> Account {
        guard let account = store.account(id), account.owner == user else { throw Fault.noAccount(field: "account") }
        return account
    }

    /// The account of a user's that is named, or all of theirs.
    func accounts(_ id: String?, of user: String) throws(Fault) -> [Account] {
        if let id { return [try account(id, of: user)] }
        return store.accounts(of: user)
    }
}

/// Thrown to roll back a dry run.
private struct Undone: Error {}

extension LedgerTransaction {
    /// What `body` would return: all that it does is undone, keys included.
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

    /// The world's account of a currency, opened when it is the first.
    func world(_ currency: Currency) throws -> Account {
        try account(Account.worldID(of: currency)) ?? open(.world(currency))
    }
}
