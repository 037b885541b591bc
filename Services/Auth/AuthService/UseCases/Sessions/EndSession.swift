import Coordination
import Domain
import Signals

/// Ends a session of the caller by its id.
struct EndSession: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service); `notFound` for a session that is over or
    ///   belongs to another user.
    func answer(_ signal: AuthSignal.EndSession, context: SignalContext) async throws -> AuthSignal.Done {
        let caller = try context.caller.requireUser()
        let (sessions, now) = (dependencies.sessions, dependencies.clock.now())
        let ended = EndedSessions()
        let answer = try await dependencies.store.once(signal, by: caller.userID, context: context) { transaction in
            guard let session = try transaction.session(id: signal.id), session.userID == caller.userID,
                session.isAlive(at: now)
            else { throw Fault(.notFound, .noSuchSession, field: "id") }
            try sessions.end(session, at: now, in: transaction, noting: ended)
            if session.id != caller.sessionID {
                try sessions.tellEnd(of: 1, by: caller.sessionID, at: now, in: transaction)
            }
            return AuthSignal.Done(done: true)
        }
        sessions.revoke(ended)
        return answer
    }
}

/// Ends the calling session. No answer is stored: a repetition comes from no session any more.
struct SignOut: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(_ signal: AuthSignal.Logout, context: SignalContext) async throws -> AuthSignal.Done {
        let caller = try context.caller.requireUser()
        let (sessions, now) = (dependencies.sessions, dependencies.clock.now())
        let ended = EndedSessions()
        try await dependencies.store.write(deadline: context.deadline) { transaction in
            guard let session = try transaction.session(id: caller.sessionID), session.isAlive(at: now) else { return }
            try sessions.end(session, at: now, in: transaction, noting: ended)
        }
        sessions.revoke(ended)
        return AuthSignal.Done(done: true)
    }
}

/// Ends all sessions of the caller except the calling one.
struct EndOtherSessions: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: AuthSignal.EndOtherSessions, context: SignalContext
    ) async throws -> AuthSignal.EndedSessions {
        let caller = try context.caller.requireUser()
        let (sessions, now) = (dependencies.sessions, dependencies.clock.now())
        let ended = EndedSessions()
        let answer = try await dependencies.store.once(signal, by: caller.userID, context: context) { transaction in
            let count = try sessions.endAll(
                of: caller.userID, but: caller.sessionID, at: now, in: transaction, noting: ended)
            try sessions.tellEnd(of: count, by: caller.sessionID, at: now, in: transaction)
            return AuthSignal.EndedSessions(ended: count)
        }
        sessions.revoke(ended)
        return answer
    }
}

/// Ends all sessions of a user. The listener admits only the operator.
struct EndSessions: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `emptyField`, `notFound`.
    func answer(_ signal: AuthSignal.EndSessions, context: SignalContext) async throws -> AuthSignal.EndedSessions {
        try Fault.requireFilled(signal.login, "login")
        guard let user = try await dependencies.store.read({ try $0.user(login: signal.login) }) else {
            throw Fault(.notFound, .nobodyByName, field: "login")
        }
        context.note?.concerns(user.id)
        let (sessions, now) = (dependencies.sessions, dependencies.clock.now())
        let ended = EndedSessions()
        // Stored by the id: nothing may remain of the login when the user leaves.
        let kept = AuthSignal.EndSessions(login: user.id)
        let answer = try await dependencies.store.once(kept, by: "operator", context: context) { transaction in
            let count = try sessions.endAll(of: user.id, but: nil, at: now, in: transaction, noting: ended)
            return AuthSignal.EndedSessions(ended: count)
        }
        sessions.revoke(ended)
        return answer
    }
}
