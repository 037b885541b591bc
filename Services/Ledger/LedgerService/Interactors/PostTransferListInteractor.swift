import Coordination
import Signals

import struct Storage.KeyedRequest

/// Moves money many times in one go, each transfer on its own or all together.
struct PostTransferListInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let items: [Item]
        /// All or none.
        let isAtomic: Bool
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
        /// Whether only to tell what would come of it.
        var isDryRun = false
    }

    /// One transfer of the list.
    struct Item: Sendable {
        let order: TransferOrder
        /// The transfer by a key of its own, if it has one, or why that is none.
        let keyed: Result<KeyedRequest?, Fault>
        /// Whether it succeeds or fails together with the next.
        var isLinked = false
    }

    /// Ends what was done for a look only, so that it is undone.
    private struct Rehearsed: Error {
        let results: [Result<Posting, Fault>]
    }

    let store: any LedgerStore

    /// What became of each transfer, in order.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument` for an empty list
    ///   or one too long or one that ends within a chain, `conflict`.
    func execute(_ request: Request, context: SignalContext) async throws -> [Result<Posting, Fault>] {
        let user = try context.caller.requireUser().userID
        guard (1...LedgerLimits.transfersPerList).contains(request.items.count) else {
            throw Fault.invalidArgument("transfers", "must be 1 to \(LedgerLimits.transfersPerList)")
        }
        guard request.items.last?.isLinked != true else {
            throw Fault.invalidArgument(
                "transfers[\(request.items.count - 1)].linked", "must not be true for the last: there is no next")
        }
        if request.isDryRun {
            return try await store.write(deadline: context.deadline, weight: request.items.count) { books in
                try rehearse(request, of: user, in: books)
            }
        }
        let outcome = try await store.write(deadline: context.deadline, weight: request.items.count) { books in
            try books.once(request.keyed) { .list(try post(request, of: user, in: books)) }
        }.get()
        guard case .list(let results) = outcome else {
            preconditionFailure("A key brought the outcome of another kind of request, whose digest differs.")
        }
        return results
    }

    private func post(
        _ request: Request, of user: String, in books: any LedgerBooks
    ) throws -> [Result<Posting, Fault>] {
        request.isAtomic
            ? try postTogether(request.items, 0..<request.items.count, of: user, in: books)
            : try postEach(request.items, of: user, in: books)
    }

    /// Does it all and undoes it; keys are neither looked up nor used.
    private func rehearse(
        _ request: Request, of user: String, in books: any LedgerBooks
    ) throws -> [Result<Posting, Fault>] {
        let items = request.items.map { item in
            Item(order: item.order, keyed: item.keyed.map { _ in nil }, isLinked: item.isLinked)
        }
        let plain = Request(items: items, isAtomic: request.isAtomic, keyed: nil)
        do {
            return try books.attempt { () throws -> [Result<Posting, Fault>] in
                throw Rehearsed(results: try post(plain, of: user, in: books))
            }
        } catch let rehearsed as Rehearsed {
            return rehearsed.results
        }
    }

    private func postEach(
        _ items: [Item], of user: String, in books: any LedgerBooks
    ) throws -> [Result<Posting, Fault>] {
        var results: [Result<Posting, Fault>] = []
        results.reserveCapacity(items.count)
        while results.count < items.count {
            let index = results.count
            var end = index
            while items[end].isLinked { end += 1 }
            if end > index {
                results += try postTogether(items, index..<end + 1, of: user, in: books)
                continue
            }
            do {
                results.append(.success(try post(items[index], of: user, in: books)))
            } catch let fault as Fault {
                results.append(.failure(fault.inItem(index)))
            }
        }
        return results
    }

    /// All of the list that stand at `places`, or none.
    private func postTogether(
        _ items: [Item], _ places: Range<Int>, of user: String, in books: any LedgerBooks
    ) throws -> [Result<Posting, Fault>] {
        var refused = places.lowerBound
        do {
            return try books.attempt {
                try places.map { index in
                    refused = index
                    return .success(try post(items[index], of: user, in: books))
                }
            }
        } catch let fault as Fault {
            // The key of the refused transfer never succeeds later, like any other.
            if case .success(let keyed?) = items[refused].keyed, LedgerOutcome.storedRefusals.contains(fault.code) {
                try books.keepAgain(fault, of: keyed)
            }
            let whole = places.count == items.count ? "all-or-nothing list" : "chain"
            let others = Fault(.rolledBack, "Not done, because transfer \(refused + 1) of this \(whole) was refused.")
            return places.map { .failure($0 == refused ? fault.inItem(refused) : others) }
        }
    }

    private func post(_ item: Item, of user: String, in books: any LedgerBooks) throws -> Posting {
        try TransferRules.check(item.order)
        let keyed = try item.keyed.get()
        guard keyed != nil else { return try TransferRules.post(item.order, of: user, in: books) }
        return try books.once(keyed) { .posted(try TransferRules.post(item.order, of: user, in: books)) }.get().posting
    }
}

extension LedgerBooks {
    /// Stores the refusal unless it came out of the store, where it still is.
    fileprivate func keepAgain(_ refusal: Fault, of request: KeyedRequest) throws {
        _ = try once(request) { throw refusal }
    }
}

extension Fault {
    /// The same fault, its field named from the list's point of view.
    fileprivate func inItem(_ index: Int) -> Fault {
        guard let field, !field.hasPrefix("transfers[") else { return self }
        return Fault(
            code: code, message: message, field: "transfers[\(index)].\(field)", isRetryable: isRetryable,
            retryAfterMilliseconds: retryAfterMilliseconds, details: details)
    }
}
