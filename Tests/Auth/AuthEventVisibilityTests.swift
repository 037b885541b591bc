import Coordination
import Domain
import Testing

@testable import AuthService

@Suite struct AuthEventVisibilityTests {
    @Test func peopleSeeTheirOwnAndServicesSeeAll() throws {
        let event = Event(
            sequence: 1, type: "auth.signedIn", subject: "u1", time: Instant(microseconds: 0), data: Array("{}".utf8))
        let visibility = AuthEventVisibility()
        func user(_ id: String) -> Caller {
            .user(UserSession(userID: id, sessionID: "s", expiresAt: Instant(microseconds: 0)))
        }
        #expect(try visibility.view(of: event, for: user("u1")) == event)
        #expect(try visibility.view(of: event, for: user("u2")) == nil)
        #expect(try visibility.view(of: event, for: .service("ledger")) == event)
        #expect(throws: Fault.self) { try visibility.view(of: event, for: .anonymous) }
    }
}
