import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// A payee with the current state of its account, and the owner.
struct PayeeReport: Sendable {
    let payee: Payee
    let account: Account
    let owner: KnownPerson?
}

/// Rules for payees.
enum PayeeRules {
    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(_ name: String, field: String) throws(Fault) {
        guard !name.allSatisfy(\.isWhitespace) else { throw Fault.invalidArgument(field, "must not be empty") }
        guard !name.hasPrefix("@") else {
            throw Fault.invalidArgument(field, "must not begin with @, which stands before user names")
        }
        try LedgerLimits.check(name, field: field, limit: LedgerLimits.nameLength)
    }

    static let noPayee = Fault(.notFound, "You have no payee of this name.", field: "name")

    /// Adds owners, best effort: a list of payees is useful without them.
    static func reports(
        of payees: [Payee], store: any LedgerStore, people: any PeopleDirectory, deadline: Instant?
    ) async -> [PayeeReport] {
        let known = payees.compactMap { payee in store.account(payee.account).map { (payee, $0) } }
        let owners = Array(Set(known.compactMap { $0.1.owner })).sorted()
        let found = owners.isEmpty ? [:] : (try? await people.people(ids: owners, deadline: deadline)) ?? [:]
        return known.map { payee, account in
            PayeeReport(payee: payee, account: account, owner: account.owner.flatMap { found[$0] })
        }
    }
}

/// Saves the account of somebody else under a name.
struct SavePayeeInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let payee: Payee
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `sameAccount`, `accountClosed`, `limitExceeded`.
    func execute(_ request: Request, context: SignalContext) async throws -> Payee {
        let user = try context.caller.requireUser().userID
        let payee = request.payee
        try PayeeRules.check(payee.name, field: "name")
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.onceValue(request.keyed) {
                guard let account = books.account(payee.account), !account.isWorld else {
                    throw Fault(.notFound, "There is no account of this id to send money to.", field: "account")
                }
                guard account.owner != user else {
                    throw Fault(
                        .sameAccount, "This account is your own and has a name already.", field: "account")
                }
                guard account.status != .closed else {
                    throw Fault(.accountClosed, "The account is closed.", field: "account")
                }
                try books.orders.put(payee, of: user)
                guard try books.orders.payees(of: user).count <= LedgerLimits.payeesPerUser else {
                    throw Fault.tooMany("payees", LedgerLimits.payeesPerUser)
                }
                return payee
            }
        }.get()
    }
}

/// Renames a payee.
struct RenamePayeeInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let name: String
        let newName: String
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `limitExceeded`.
    func execute(_ request: Request, context: SignalContext) async throws -> Payee {
        let user = try context.caller.requireUser().userID
        try PayeeRules.check(request.newName, field: "newName")
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.onceValue(request.keyed) {
                guard let payee = try books.orders.payee(named: request.name, of: user) else {
                    throw PayeeRules.noPayee
                }
                let isSame = Payee.key(of: request.newName) == Payee.key(of: payee.name)
                guard try isSame || books.orders.payee(named: request.newName, of: user) == nil else {
                    throw Fault(.limitExceeded, "Another payee has this name.", field: "newName")
                }
                try books.orders.removePayee(named: payee.name, of: user)
                let renamed = Payee(name: request.newName, account: payee.account)
                try books.orders.put(renamed, of: user)
                return renamed
            }
        }.get()
    }
}

/// Removes a payee.
struct RemovePayeeInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let name: String
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore

    /// Returns the removed payee.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> Payee {
        let user = try context.caller.requireUser().userID
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.onceValue(request.keyed) {
                guard let payee = try books.orders.payee(named: request.name, of: user) else {
                    throw PayeeRules.noPayee
                }
                try books.orders.removePayee(named: payee.name, of: user)
                return payee
            }
        }.get()
    }
}

/// Lists the payees of the user by name.
struct ListPayeesInteractor: Interactor {
    let store: any LedgerStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func execute(_ request: Void, context: SignalContext) async throws -> [Payee] {
        let user = try context.caller.requireUser().userID
        return try await store.readOrders { try $0.payees(of: user) }
    }
}
