import Coordination
import Domain
import Signals

/// Finds the owner of an account before a payment.
struct FindPayee: UseCase {
    let dependencies: LedgerDependencies

    /// - Returns: At least one account.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`,
    ///   `tooManyAttempts`, `notFound`, `unavailable`.
    func answer(_ signal: LedgerSignal.FindPayee, context: SignalContext) async throws -> LedgerSignal.PayeesFound {
        let user = try context.caller.requireUser().userID
        try LedgerLimits.check(signal.to, field: "to", limit: LedgerLimits.nameLength)
        guard !signal.to.isEmpty else { throw Fault.invalidArgument("to", .mustNotBeEmpty) }
        let names = try await dependencies.store.read { try $0.payees(of: user) }
        let found =
            signal.to.hasPrefix("@")
            ? try await byUsername(String(signal.to.dropFirst()), names, user, context)
            : try await byID(signal.to, names, user, context)
        let fitting = found.filter { signal.currency == nil || $0.currency == signal.currency }
        guard !fitting.isEmpty else { throw nobody(signal.to) }
        return LedgerSignal.PayeesFound(payees: fitting)
    }

    private func byID(
        _ id: String, _ names: [Payee], _ user: String, _ context: SignalContext
    ) async throws -> [LedgerSignal.FoundPayee] {
        let account = dependencies.store.account(id)
        if let account, account.owner == user {
            return [LedgerSignal.FoundPayee(account, isOwn: true, owner: nil, name: nil)]
        }
        let name = names.first { $0.account == id }?.name
        if name == nil { try dependencies.budget.take(of: user, at: dependencies.clock.now()) }
        guard let account, !account.isWorld else { return [] }
        // Best effort: without auth the account can still be paid, and its owner stays unnamed.
        let people = await dependencies.owners(of: [account], context)
        return [
            LedgerSignal.FoundPayee(
                account, isOwn: false, owner: account.owner.flatMap { people[$0] }, name: name)
        ]
    }

    private func byUsername(
        _ username: String, _ names: [Payee], _ user: String, _ context: SignalContext
    ) async throws -> [LedgerSignal.FoundPayee] {
        try dependencies.budget.take(of: user, at: dependencies.clock.now())
        guard let person = try await dependencies.people.person(username: username, deadline: context.deadline) else {
            return []
        }
        let ids = try await dependencies.store.read { try $0.payableAccounts(of: person.id) }
        return ids.compactMap { dependencies.store.account($0) }.filter { $0.status != .closed }.map { account in
            LedgerSignal.FoundPayee(
                account, isOwn: account.owner == user, owner: account.owner == user ? nil : person,
                name: names.first { $0.account == account.id }?.name)
        }
    }

    /// One fault for unknown names and for names that cannot be paid, so that names cannot be probed.
    private func nobody(_ to: String) -> Fault {
        to.hasPrefix("@")
            ? Fault(.notFound, .nobodyByUsername, field: "to")
            : Fault(.notFound, .noAccountToPay, field: "to")
    }
}

extension LedgerSignal.FoundPayee {
    /// - Parameters:
    ///   - owner: Nil for own accounts, and while auth is down.
    ///   - name: The name of the payee, if the account is one.
    fileprivate init(_ account: Account, isOwn: Bool, owner: KnownPerson?, name: String?) {
        self.init(
            account: account.id, currency: account.currency, status: account.status, isOwn: isOwn,
            owner: owner?.shownName, name: name)
    }
}
