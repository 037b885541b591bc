import GatewaySession
import Signals

/// A person and the session that has just begun.
package typealias SignedInPerson = AuthSignal.SignedIn

/// The session as the gateway keeps it between two runs, shared with its commands.
@MainActor package final class StoredAccount: AppAccount {
    private let sessions: SessionKeeper

    package init(_ sessions: SessionKeeper) { self.sessions = sessions }

    package func userName() -> String? {
        // What is there and cannot be read is said by the first signal that needs it.
        (try? sessions.stored())?.user.name
    }

    package func keep(_ signedIn: SignedInPerson) throws { try sessions.keep(signedIn) }

    package func note(zone: String) async throws { try await sessions.note(zone: zone, within: .seconds(5)) }

    package func forget() { sessions.forget() }
}
