import Coordination
import Domain
import Testing

@testable import AuthService

@Suite struct AuthEventVisibilityTests {
    @Test func peopleSeeTheirOwn() {
        let event = Event(
            sequence: 1, type: "auth.signedIn", subject: "u1", time: Instant(microseconds: 0), data: Array("{}".utf8))
        let visibility = AuthEventVisibility()
        #expect(visibility.view(of: event, for: "u1") == event)
        #expect(visibility.view(of: event, for: "u2") == nil)
    }
}
