import Signals

/// A person and the session that has just begun.
typealias SignedInPerson = AuthSignal.SignedIn

/// The session as the gateway keeps it between two runs, shared with its commands.
@MainActor final class StoredAccount: AppAccount {
    private let sessions: SessionKeeper

    init(_ sessions: SessionKeeper) { self.sessions = sessions }

    func userName() -> String? {
        // What is there and cannot be read is said by the first signal that needs it.
        (try? sessions.stored())?.user.name
    }

    func keep(_ signedIn: SignedInPerson) throws { try sessions.keep(signedIn) }

    func note(zone: String) async throws { try await sessions.note(zone: zone, within: .seconds(5)) }

    func forget() { sessions.forget() }
}
