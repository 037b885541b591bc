import Coordination
import Domain
import Reasons
import Signals

/// Notes the last uses of sessions, as reported by the services that verified their tokens. Services report every
/// minute, and a repeated report changes nothing: no answer is stored.
struct NoteSessionUses: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a user), `invalidArgument` (too
    ///   many).
    func answer(_ signal: AuthSignal.NoteUses, context: SignalContext) async throws -> AuthSignal.NotedUses {
        try context.caller.requireService(orRefuse: .onlyServicesTellUses)
        guard signal.uses.count <= AuthSignal.NoteUses.mostUses else {
            throw Fault.invalidArgument("uses", .mustBeAtMost, ["most": .number(AuthSignal.NoteUses.mostUses)])
        }
        return AuthSignal.NotedUses(
            noted: try await dependencies.note(
                signal.uses.map { ($0.session, $0.lastUsedAt) }, deadline: context.deadline))
    }
}

extension AuthDependencies {
    /// Notes uses, including those that auth itself sees.
    ///
    /// - Returns: The number of sessions whose last use changed.
    @discardableResult
    func note(_ uses: [(sessionID: String, lastUsedAt: Instant)], deadline: Instant? = nil) async throws -> Int {
        let now = clock.now()
        return try await store.write(deadline: deadline) { transaction in
            var noted = 0
            for use in uses {
                // The clock of a service may be ahead, and a late report must not hide a newer use.
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
