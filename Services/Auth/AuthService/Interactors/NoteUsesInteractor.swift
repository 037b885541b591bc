import Coordination
import Domain
import Identity
import Signals

/// Notes when sessions were used, as services tell that were shown their tokens.
struct NoteUsesInteractor: Interactor {
    struct Request: Sendable {
        let uses: [SessionUse]
    }

    let store: any AuthStore
    let clock: WallClock

    /// - Returns: How many sessions' last use moved.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a user), `invalidArgument` (too many).
    func execute(_ request: Request, context: SignalContext) async throws -> Int {
        switch context.caller {
        case .service: break
        case .anonymous: throw Fault.unauthenticated("This needs the session of a service.")
        case .user, .operator: throw Fault(.permissionDenied, "Only services tell when sessions were used.")
        }
        guard request.uses.count <= AuthSignal.NoteUses.mostUses else {
            throw Fault.invalidArgument("uses", "must be at most \(AuthSignal.NoteUses.mostUses)")
        }
        return try await note(request.uses, deadline: context.deadline)
    }

    /// The same for what auth itself was shown.
    func note(_ uses: [SessionUse], deadline: Instant? = nil) async throws -> Int {
        let now = clock.now()
        return try await store.write(deadline: deadline) { transaction in
            var noted = 0
            for use in uses {
                // The clock of a service may be ahead; and a use told late must not hide a newer one.
                let lastUsedAt = min(use.lastUsedAt, now)
                guard var session = try transaction.session(id: use.sessionID), session.isAlive(at: now),
                    session.lastUsedAt < lastUsedAt
                else { continue }
                session.lastUsedAt = lastUsedAt
                try transaction.save(session)
                noted += 1
            }
            return noted
        }
    }
}
