import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// An account that was looked up, with its owner.
struct FoundAccount: Sendable {
    let account: Account
    let isOwn: Bool
    /// The owner; nil for own accounts, and while auth is down.
    let owner: KnownPerson?
    /// The name of the payee, if the account is one.
    let name: String?
}

/// Finds the owner of an account before a payment.
struct FindPayeeInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        /// The id of an account, or `@` and a user name.
        let to: String
        let currency: Currency?
    }

    let store: any LedgerStore
    let people: any PeopleDirectory
    let budget: LookUpBudget
    let clock: WallClock

    /// - Returns: At least one account.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `tooManyAttempts`,
    ///   `notFound`, `unavailable`.
    func execute(_ request: Request, context: SignalContext) async throws -> [FoundAccount] {
        let user = try context.caller.requireUser().userID
        try LedgerLimits.check(request.to, field: "to", limit: LedgerLimits.nameLength)
        guard !request.to.isEmpty else { throw Fault.invalidArgument("to", "must not be empty") }
        let names = try await store.readOrders { try $0.payees(of: user) }
        let found =
            request.to.hasPrefix("@")
            ? try await byUsername(String(request.to.dropFirst()), names, user, context)
            : try await byID(request.to, names, user, context)
        let fitting = found.filter { request.currency == nil || $0.account.currency == request.currency }
        guard !fitting.isEmpty else { throw nobody(request.to) }
        return fitting
    }

    private func byID(
        _ id: String, _ names: [Payee], _ user: String, _ context: SignalContext
    ) async throws -> [FoundAccount] {
        let account = store.account(id)
        if let account, account.owner == user {
            return [FoundAccount(account: account, isOwn: true, owner: nil, name: nil)]
        }
        let name = names.first { $0.account == id }?.name
        if name == nil { try budget.take(of: user, at: clock.now()) }
        guard let account, !account.isWorld, let owner = account.owner else { return [] }
        // Best effort: without auth the account can still be paid, and its owner stays unnamed.
        let person = try? await people.people(ids: [owner], deadline: context.deadline)[owner]
        return [FoundAccount(account: account, isOwn: false, owner: person, name: name)]
    }

    private func byUsername(
        _ username: String, _ names: [Payee], _ user: String, _ context: SignalContext
    ) async throws -> [FoundAccount] {
        try budget.take(of: user, at: clock.now())
        guard let person = try await people.person(username: username, deadline: context.deadline) else { return [] }
        let ids = try await store.readOrders { try $0.payableAccounts(of: person.id) }
        return ids.compactMap { store.account($0) }.filter { $0.status != .closed }.map { account in
            FoundAccount(
                account: account, isOwn: account.owner == user, owner: account.owner == user ? nil : person,
                name: names.first { $0.account == account.id }?.name)
        }
    }

    /// One fault for unknown names and for names that cannot be paid, so that names cannot be probed.
    private func nobody(_ to: String) -> Fault {
        to.hasPrefix("@")
            ? Fault(.notFound, "Nobody can be paid by this user name in this currency.", field: "to")
            : Fault(.notFound, "There is no account of this id to send money to.", field: "to")
    }
}

/// Turns payments to an account by the user name of its owner on or off.
struct SetPayableInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let account: String
        let isPayable: Bool
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore
    let people: any PeopleDirectory

    /// - Returns: The accounts of the user that can be paid by user name, by currency.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`, `accountClosed`, `unavailable`,
    ///   `conflict` (the user has no user name, or the key was used for something else).
    func execute(_ request: Request, context: SignalContext) async throws -> [String] {
        let user = try context.caller.requireUser().userID
        guard let account = store.account(request.account), account.owner == user else {
            throw Fault.noAccount(field: "account")
        }
        if request.isPayable {
            guard account.status != .closed else {
                throw Fault(.accountClosed, "The account is closed.", field: "account")
            }
            let person = try await people.people(ids: [user], deadline: context.deadline)[user]
            guard person?.username != nil else {
                throw Fault(.conflict, "You have no user name yet: gateway username NAME chooses one.")
            }
        }
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.onceValue(request.keyed) {
                if request.isPayable {
                    try books.orders.setPayable(account.id, account.currency, of: user)
                } else {
                    try books.orders.removePayable(account.id, of: user)
                }
                return try books.orders.payableAccounts(of: user)
            }
        }.get()
    }
}

/// Lists the accounts of the user that can be paid by user name.
struct ListPayableInteractor: Interactor {
    let store: any LedgerStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func execute(_ request: Void, context: SignalContext) async throws -> [String] {
        let user = try context.caller.requireUser().userID
        return try await store.readOrders { try $0.payableAccounts(of: user) }
    }
}
