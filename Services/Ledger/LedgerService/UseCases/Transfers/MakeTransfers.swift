import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// Makes a list of transfers, each on its own or all together.
struct MakeTransfers: UseCase {
    let dependencies: LedgerDependencies

    /// Returns the results in order.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument` for a list that
    ///   is empty, too long or ends within a chain, `conflict`.
    func answer(
        _ signal: LedgerSignal.MakeTransfers, context: SignalContext
    ) async throws -> LedgerSignal.TransferResults {
        let user = try context.caller.requireUser().userID
        let count = signal.transfers.count
        guard (1...LedgerLimits.transfersPerList).contains(count) else {
            throw Fault.invalidArgument(
                "transfers", .mustBeBetween, ["least": 1, "most": .number(LedgerLimits.transfersPerList)])
        }
        guard signal.transfers.last?.linked != true else {
            throw Fault.invalidArgument(
                "transfers[\(count - 1)].linked", .nothingIsLinked)
        }
        let isDryRun = signal.dryRun ?? false
        var items: [TransferList.Item] = []
        items.reserveCapacity(count)
        for (index, item) in signal.transfers.enumerated() {
            // A dry run touches no idempotency keys, but refuses invalid ones.
            let request = try KeyedRequest.item(
                item, key: item.idempotencyKey, at: "transfers[\(index)].idempotencyKey", of: user,
                method: LedgerSignal.MakeTransfers.method)
            items.append(TransferList.Item(item, isDryRun ? request.map { _ in nil } : request))
        }
        let list = TransferList(items: items, isAtomic: signal.atomic ?? false, user: user)
        guard !isDryRun else {
            return LedgerSignal.TransferResults(
                try await dependencies.store.write(deadline: context.deadline, weight: count) { transaction in
                    try transaction.dryRun { try list.post(in: transaction) }
                })
        }
        let outcome = try await dependencies.store.once(
            signal, by: user, context: context, weight: count
        ) { transaction -> LedgerOutcome in .list(try list.post(in: transaction)) }
        return LedgerSignal.TransferResults(outcome.results)
    }
}

/// The transfers of a list.
private struct TransferList {
    /// One transfer of the list.
    struct Item {
        let order: TransferOrder
        /// The keyed request of the transfer, if it has a key, or the fault of an invalid key.
        let request: Result<KeyedRequest?, Fault>
        /// True when it succeeds or fails together with the next one.
        let isLinked: Bool

        init(_ item: LedgerSignal.TransferItem, _ request: Result<KeyedRequest?, Fault>) {
            order = TransferOrder(
                kind: .transfer, from: item.from, to: item.to, amount: item.amount,
                description: item.description ?? "", isUpTo: item.upTo ?? false, closes: item.closes ?? false)
            self.request = request
            isLinked = item.linked ?? false
        }
    }

    let items: [Item]
    /// True when all succeed or none.
    let isAtomic: Bool
    let user: String

    func post(in transaction: any LedgerTransaction) throws -> [Result<LedgerRecord, Fault>] {
        isAtomic ? try postTogether(0..<items.count, in: transaction) : try postEach(in: transaction)
    }

    private func postEach(in transaction: any LedgerTransaction) throws -> [Result<LedgerRecord, Fault>] {
        var results: [Result<LedgerRecord, Fault>] = []
        results.reserveCapacity(items.count)
        while results.count < items.count {
            let index = results.count
            var end = index
            while items[end].isLinked { end += 1 }
            if end > index {
                results += try postTogether(index..<end + 1, in: transaction)
                continue
            }
            do {
                results.append(.success(try post(items[index], in: transaction)))
            } catch let fault as Fault {
                results.append(.failure(fault.inItem(index)))
            }
        }
        return results
    }

    /// Makes the transfers at `places`, all or none.
    private func postTogether(_ places: Range<Int>, in transaction: any LedgerTransaction) throws -> [Result<
        LedgerRecord, Fault
    >] {
        var refused = places.lowerBound
        do {
            return try transaction.attempt {
                try places.map { index in
                    refused = index
                    return .success(try post(items[index], in: transaction))
                }
            }
        } catch let fault as Fault {
            // The key of the refused transfer stores the refusal, like any other.
            if case .success(let request?) = items[refused].request, LedgerOutcome.storedRefusals.contains(fault.code) {
                // A refusal that came from the store is still there.
                _ = try transaction.once(request) { throw fault }
            }
            let whole: Reason = places.count == items.count ? .allOrNothingList : .chain
            let others = Fault(.rolledBack, .listRolledBack, ["position": .number(refused + 1)], cause: whole)
            return places.map { .failure($0 == refused ? fault.inItem(refused) : others) }
        }
    }

    private func post(_ item: Item, in transaction: any LedgerTransaction) throws -> LedgerRecord {
        try TransferRules.check(item.order)
        let request = try item.request.get()
        guard request != nil else { return try TransferRules.post(item.order, of: user, in: transaction) }
        return try transaction.once(request) { .posted(try TransferRules.post(item.order, of: user, in: transaction)) }
            .get()
            .record
    }
}

extension Fault {
    /// Returns the fault with its field named as part of the list.
    fileprivate func inItem(_ index: Int) -> Fault {
        guard let field, !field.hasPrefix("transfers[") else { return self }
        return about("transfers[\(index)].\(field)")
    }
}
