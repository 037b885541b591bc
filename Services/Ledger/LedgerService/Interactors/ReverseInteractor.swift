import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// Gives back what a transfer brought, once.
struct ReverseInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let transfer: String
        let reason: String
        let code: String?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore
    let gate: CodeGate

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `permissionDenied`, `notReversible`, `alreadyReversed`, `accountClosed`, `accountFrozen`,
    ///   `insufficientFunds`, `limitExceeded`, `amountOverflow`, `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    func execute(_ request: Request, context: SignalContext) async throws -> Posting {
        let user = try context.caller.requireUser().userID
        guard !request.reason.isEmpty else { throw Fault.invalidArgument("reason", "must not be empty") }
        try LedgerLimits.check(request.reason, field: "reason", limit: LedgerLimits.descriptionLength)
        return try await gate.pass(with: request.code, context: context) { proof in
            try await store.write(deadline: context.deadline, weight: 1) { books in
                try books.once(request.keyed) {
                    .posted(try reverse(request, of: user, proved: proof, in: books))
                }
            }.get().posting
        }
    }

    private func reverse(
        _ request: Request, of user: String, proved proof: Proof, in books: any LedgerBooks
    ) throws -> Posting {
        guard let story = try books.story(ofTransfer: request.transfer), story.made.isSeen(by: user) else {
            throw Fault(.notFound, "You have no transfer of this id.", field: "transfer")
        }
        let moved = story.newest
        let (payer, receiver) = try moved.accounts(in: books)
        guard receiver.owner == user || (receiver.isWorld && payer.owner == user) else {
            throw Fault(
                .permissionDenied, "Only the payee can give the money back; ask them to.", field: "transfer")
        }
        guard moved.kind.movesMoney, moved.kind != .reversal, moved.kind != .exchange else {
            throw Fault(.notReversible, Self.obstacle(moved.kind), field: "transfer")
        }
        if let reversed = story.reversed {
            throw Fault(
                .alreadyReversed, "The transfer was reversed already, by \(reversed.id).", field: "transfer",
                details: ["reversedBy": .text(reversed.id)])
        }
        try TransferRules.checkStanding([(receiver, "transfer"), (payer, "transfer")])
        guard receiver.covers(moved.amount.minorUnits) else {
            throw TransferRules.insufficient(receiver, moved.amount, field: "transfer")
        }
        try LimitRules.check(moved.amount, from: receiver, in: books, field: "transfer")
        try TransferRules.checkOverflow(moved.amount, from: receiver, to: payer)
        try LimitRules.require(proof, for: moved.amount, from: receiver, "to give back \(moved.amount)")
        var draft = RecordDraft(.reversal, moved.amount)
        draft.target = story.made.sequence
        draft.targetNumber = story.made.number
        draft.description = moved.description
        draft.category = moved.category
        draft.details = RecordDetails(reversedNumber: story.made.number, reason: request.reason)
        return try books.record(draft, from: receiver, to: payer)
    }

    private static func obstacle(_ kind: RecordKind) -> String {
        switch kind {
        case .reversal: "It is a reversal itself; send the money again instead."
        case .exchange: "It is one half of an exchange; exchange the money back instead."
        case .hold: "The money is only held; void the hold instead."
        default: "The hold was released: no money moved."
        }
    }
}
