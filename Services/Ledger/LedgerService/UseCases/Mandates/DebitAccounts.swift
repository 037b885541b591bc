import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// Debits accounts by mandates of the calling service. The debits share a transaction; each succeeds or fails alone,
/// once per its key.
struct DebitAccounts: UseCase {
    let dependencies: LedgerDependencies

    /// Returns the results in order.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (for a user), `invalidArgument`.
    func answer(_ signal: LedgerSignal.Debits, context: SignalContext) async throws -> LedgerSignal.TransferResults {
        let service = try context.caller.requireService()
        let count = signal.debits.count
        guard (1...LedgerLimits.transfersPerList).contains(count) else {
            throw Fault.invalidArgument(
                "debits", .mustBeBetween, ["least": 1, "most": .number(LedgerLimits.transfersPerList)])
        }
        var requests: [Result<KeyedRequest?, Fault>] = []
        requests.reserveCapacity(count)
        for (index, item) in signal.debits.enumerated() {
            requests.append(
                try KeyedRequest.item(
                    item, key: item.idempotencyKey, at: "debits[\(index)].idempotencyKey", of: "service:\(service)",
                    method: LedgerSignal.Debits.method))
        }
        let results = try await dependencies.store.write(deadline: context.deadline, weight: count) {
            [requests] transaction in
            var mandates = DebitedMandates()
            var results: [Result<LedgerRecord, Fault>] = []
            results.reserveCapacity(count)
            for (item, request) in zip(signal.debits, requests) {
                do {
                    results.append(.success(try debit(item, request, of: service, with: &mandates, in: transaction)))
                } catch let fault as Fault {
                    results.append(.failure(fault))
                }
            }
            try mandates.put(in: transaction)
            return results
        }
        return LedgerSignal.TransferResults(results)
    }

    private func debit(
        _ item: LedgerSignal.DebitItem, _ request: Result<KeyedRequest?, Fault>, of service: String,
        with mandates: inout DebitedMandates, in transaction: any LedgerTransaction
    ) throws -> LedgerRecord {
        let order = TransferOrder(
            kind: .withdrawal, from: item.account, to: Account.worldID(of: item.amount.currency), amount: item.amount,
            description: item.description ?? "", category: item.category)
        try TransferRules.check(order)
        var debited: Mandate?
        let outcome = try transaction.once(try request.get()) {
            guard let mandate = try mandates.mandate(of: service, for: item.account, in: transaction) else {
                throw Fault(.permissionDenied, .serviceHasNoMandate)
            }
            let record = try TransferRules.post(order, of: mandate.owner, in: transaction, allowance: .mandate(mandate))
            debited = mandate.debited(
                item.amount.minorUnits, at: record.bookedAt, in: try transaction.zone(of: mandate.owner))
            return .posted(record)
        }
        let record = try outcome.get().record
        if let debited { mandates.keep(debited) }
        return record
    }
}

/// A cache of the mandates of one list: each is read once and written once.
private struct DebitedMandates {
    private var known: [String: Mandate?] = [:]
    private var changed: Set<String> = []

    mutating func mandate(of service: String, for account: String, in transaction: any LedgerTransaction) throws
        -> Mandate?
    {
        if let mandate = known[account] { return mandate }
        let mandate = try transaction.liveMandate(of: service, for: account)
        known[account] = .some(mandate)
        return mandate
    }

    mutating func keep(_ mandate: Mandate) {
        known[mandate.account] = .some(mandate)
        changed.insert(mandate.account)
    }

    func put(in transaction: any LedgerTransaction) throws {
        for account in changed.sorted() {
            if let mandate = known[account] ?? nil { try transaction.put(mandate) }
        }
    }
}
