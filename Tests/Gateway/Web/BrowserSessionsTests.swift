import Domain
import Foundation
import Hosting
import MicroHTTPD
import Sodium
import Synchronization
import TestSupport
import Testing

@testable import GatewayWeb

/// Sessions of browsers, their cookies and the tickets in their forms.
@Suite struct BrowserSessionsTests {
    /// A clock that a test sets.
    private final class Clock: Sendable {
        private let now = Mutex(Instant(microseconds: 1_795_000_000_000_000))
        var reading: WallClock { WallClock { [self] in now.withLock { $0 } } }
        func advance(by duration: Duration) { now.withLock { $0 = $0 + duration } }
    }

    private let clock = Clock()
    private let directory = TemporaryDirectory()

    private func file() throws -> SealedSessionFile {
        try SealedSessionFile(directory: #require(AbsolutePath(directory.file("web"))))
    }

    private func sessions(
        _ file: SealedSessionFile? = nil, _ change: (inout BrowserSessions.Limits) -> Void = { _ in }
    ) throws -> BrowserSessions {
        var limits = BrowserSessions.Limits()
        change(&limits)
        return try BrowserSessions(file: file, clock: clock.reading, limits: limits)
    }

    @Test func aCookieIsRandomAndOpensItsSessionOnly() throws {
        let all = try sessions()
        let made = (0..<100).map { _ in all.begin() }
        #expect(Set(made.map(\.cookie)).count == 100 && made.allSatisfy { $0.cookie.utf8.count == 43 })
        for (session, cookie) in made { #expect(all.session(ofCookie: cookie)?.id == session.id) }
        let cookie = made[0].cookie
        for wrong in ["", String(cookie.dropLast()), cookie + "A", cookie + "=", "A" + cookie.dropFirst(), "\u{0}"]
        where wrong != cookie {
            #expect(all.session(ofCookie: wrong) == nil, "\(wrong)")
        }
    }

    @Test func signingInChangesTheCookieAndSigningOutEndsIt() throws {
        let all = try sessions()
        let guest = all.begin()
        let person = try all.signIn(guest.session.id, secrets: [1, 2, 3])
        #expect(all.session(ofCookie: guest.cookie) == nil)
        #expect(all.session(ofCookie: person.cookie)?.secrets == [1, 2, 3])
        try all.setSecrets([4], of: person.session.id)
        #expect(all.session(ofCookie: person.cookie)?.secrets == [4])
        #expect(throws: BrowserSessionError.tooLong) {
            try all.setSecrets([UInt8](repeating: 0, count: 4_097), of: person.session.id)
        }
        all.end(person.session.id)
        // A stolen cookie after sign-out.
        #expect(all.session(ofCookie: person.cookie) == nil)
        #expect(throws: BrowserSessionError.ended) { try all.setSecrets([4], of: person.session.id) }
    }

    @Test func sessionsEndWithTime() throws {
        let all = try sessions()
        let guest = all.begin()
        let person = try all.signIn(all.begin().session.id, secrets: [])
        clock.advance(by: .seconds(1_799))
        #expect(all.session(ofCookie: guest.cookie) != nil)
        clock.advance(by: .seconds(1_800))
        #expect(all.session(ofCookie: guest.cookie) == nil && all.session(ofCookie: person.cookie) != nil)
        for _ in 0..<4 {
            clock.advance(by: .seconds(6 * 86_400))
            #expect(all.session(ofCookie: person.cookie) != nil)
        }
        // Used every day, and over all the same.
        clock.advance(by: .seconds(6 * 86_400))
        #expect(all.session(ofCookie: person.cookie) == nil && all.count == 0)
        let idle = try all.signIn(all.begin().session.id, secrets: [])
        clock.advance(by: .seconds(7 * 86_400))
        #expect(all.removeDead() == [idle.session.id])
    }

    @Test func sessionsAreBoundedAndGuestsEndNobodysSession() throws {
        let all = try sessions {
            $0.signedIn = 2
            $0.guests = 3
        }
        let people = try (0..<2).map { _ in try all.signIn(all.begin().session.id, secrets: []) }
        #expect(throws: BrowserSessionError.tooMany) { try all.signIn(all.begin().session.id, secrets: []) }
        let guests = (0..<10).map { _ in
            clock.advance(by: .seconds(1))
            return all.begin()
        }
        #expect(all.count == 5 && people.allSatisfy { all.session(ofCookie: $0.cookie) != nil })
        #expect(guests.suffix(3).allSatisfy { all.session(ofCookie: $0.cookie) != nil })
        #expect(guests.prefix(7).allSatisfy { all.session(ofCookie: $0.cookie) == nil })
        // Signing in again in the same browser takes its own place.
        _ = try all.signIn(people[0].session.id, secrets: [])
    }

    @Test func sessionsSurviveARestartSealed() throws {
        let secret = Array("the access token".utf8)
        let before = try sessions(file())
        let person = try before.signIn(before.begin().session.id, secrets: secret)
        let guest = before.begin()
        try before.save()
        let content = try Data(contentsOf: URL(fileURLWithPath: directory.file("web/web-sessions")))
        #expect(content.range(of: Data(secret)) == nil && content.range(of: Data(person.session.id.hash)) == nil)
        for name in ["web-sessions", "web-sessions.key"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.file("web/\(name)"))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        let after = try sessions(file())
        #expect(after.session(ofCookie: person.cookie)?.secrets == secret)
        #expect(after.session(ofCookie: person.cookie)?.formKey == person.session.formKey)
        #expect(after.session(ofCookie: guest.cookie) == nil)
        clock.advance(by: .seconds(8 * 86_400))
        #expect(try sessions(file()).count == 0)
    }

    @Test func aFileThatDoesNotOpenCountsAsEmpty() throws {
        let before = try sessions(file())
        let person = try before.signIn(before.begin().session.id, secrets: [1])
        try before.save()
        let path = directory.file("web/web-sessions")
        var content = try Data(contentsOf: URL(fileURLWithPath: path))
        content[40] ^= 1
        try content.write(to: URL(fileURLWithPath: path))
        #expect(try sessions(file()).session(ofCookie: person.cookie) == nil)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: directory.file("web/web-sessions.key"))
        #expect(throws: HostingError.self) { try file() }
    }

    // MARK: Cookies

    private func head(_ cookies: String...) -> WebRequestHead {
        WebRequestHead(method: "GET", path: "/", headers: cookies.map { WebHeader("cookie", $0) })
    }

    @Test func theCookieIsForThisHostAlone() {
        let field = SessionCookie.setting("abc", isEncrypted: true)
        #expect(
            field.value
                == "__Host-kopilka=abc; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure")
        #expect(SessionCookie.setting("abc", isEncrypted: false).value.hasPrefix("kopilka=abc; Path=/; "))
        #expect(SessionCookie.clearing(isEncrypted: true).value.contains("__Host-kopilka=; Path=/; Max-Age=0; "))
        #expect(SessionCookie.value(in: head("a=b; __Host-kopilka=abc"), isEncrypted: true) == "abc")
        #expect(SessionCookie.value(in: head("a=b", "kopilka=abc"), isEncrypted: false) == "abc")
        #expect(SessionCookie.value(in: head("kopilka=abc"), isEncrypted: true) == nil)
        #expect(SessionCookie.value(in: head("__Host-kopilka=abc"), isEncrypted: false) == nil)
        #expect(SessionCookie.value(in: head("kopilka=abc; kopilka=planted"), isEncrypted: false) == nil)
        #expect(SessionCookie.value(in: head("kopilka=abc", "kopilka=planted"), isEncrypted: false) == nil)
    }

    // MARK: Tickets

    @Test func aTicketIsForOneSessionOneAddressAndOneScreen() throws {
        let all = try sessions()
        let (mine, other) = (all.begin().session, all.begin().session)
        let action = WebLink("transfer", "a b")
        func screen(_ value: String, _ session: BrowserSession, _ action: WebLink) -> UInt64? {
            var form = WebForm()
            form.fields = [WebForm.Field(FormTicket.field, value)]
            return FormTicket.screen(of: form, session, action: action)
        }
        let value = FormTicket.value(mine, action: action, screen: 42)
        #expect(screen(value, mine, action) == 42)
        #expect(screen(value, mine, WebLink("transfer", "a b", query: [WebForm.Field("step", "2")])) == 42)
        #expect(screen(value, other, action) == nil && screen(value, mine, WebLink("transfer")) == nil)
        let code = value.dropFirst(3)
        for forged in [
            "43.\(code)", "042.\(code)", "+42.\(code)", "42.", "42", "", ".\(code)", value + "A", "42.\(code).1",
        ] {
            #expect(screen(forged, mine, action) == nil, "\(forged)")
        }
        #expect(FormTicket.screen(of: WebForm(), mine, action: action) == nil)
        var twice = WebForm()
        twice.fields = [WebForm.Field(FormTicket.field, value), WebForm.Field(FormTicket.field, value)]
        #expect(FormTicket.screen(of: twice, mine, action: action) == nil)
        #expect(FormTicket.input(mine, action: action, screen: 42).markup.contains("value=\"\(value)\""))
    }
}
