import GatewaySession
import Signals

/// A user and the session that has just begun.
package typealias SignedInPerson = AuthSignal.SignedIn

/// The gateway's stored session, shared with its commands.
@MainActor package final class StoredAccount: AppAccount {
    private let sessions: SessionKeeper

    package init(_ sessions: SessionKeeper) { self.sessions = sessions }

    package func userName() -> String? {
        // The first signal that needs an unreadable session reports it.
        (try? sessions.stored())?.user.name
    }

    package func keep(_ signedIn: SignedInPerson) throws { try sessions.keep(signedIn) }

    package func note(zone: String) async throws { try await sessions.note(zone: zone, within: .seconds(5)) }

    package func forget() { sessions.forget() }
}
