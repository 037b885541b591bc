import Coordination
import Foundation
import Hosting
import Signals
import StrictJSON
import Testing

@testable import GatewaySession

@Suite struct DeviceFileTests {
    private let fixture: GatewayFixture
    private let directory: AbsolutePath

    init() throws {
        fixture = try GatewayFixture()
        directory = try #require(AbsolutePath(fixture.directory + "/state/kopilka"))
    }

    private var path: String { "\(directory)/devices.json" }

    private func signedIn(_ name: String, cookie: String?) -> AuthSignal.SignedIn {
        AuthSignal.SignedIn(
            user: AuthSignal.User(id: name, name: name, email: "\(name)@Example.org", username: name),
            session: AuthSignal.Session(
                id: "s1", userId: name, token: "t", refreshToken: "r", expiresAt: GatewayFixture.now),
            deviceCookie: cookie)
    }

    @Test func aCookieIsFoundByEveryNameOfItsUserAndReplacedByTheNext() throws {
        let file = DeviceFile(directory: directory)
        #expect(file.cookie(of: "anna") == nil)
        file.keep(signedIn("anna", cookie: "c1"))
        file.keep(signedIn("boris", cookie: "c2"))
        file.keep(signedIn("boris", cookie: nil))
        for login in ["anna", " ANNA@example.org "] { #expect(file.cookie(of: login) == "c1") }
        file.keep(signedIn("anna", cookie: "c3"))
        #expect(file.cookie(of: "anna") == "c3" && file.cookie(of: "boris") == "c2" && file.cookie(of: "eve") == nil)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func aFileThatOthersMayReadIsNotUsed() throws {
        let file = DeviceFile(directory: directory)
        file.keep(signedIn("anna", cookie: "c1"))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(file.cookie(of: "anna") == nil)
        file.keep(signedIn("anna", cookie: "c2"))
        #expect(file.cookie(of: "anna") == "c2")
    }

    @Test func aBoundedNumberOfPeopleIsKnown() {
        let file = DeviceFile(directory: directory)
        for index in 0...DeviceFile.mostPeople { file.keep(signedIn("p\(index)", cookie: "c\(index)")) }
        #expect(file.cookie(of: "p0") == nil && file.cookie(of: "p1") == "c1")
    }

    /// The cookie accompanies the next sign-in by password, also after signing out.
    @Test func theNextSignInShowsTheCookie() async throws {
        let answer = try JSONEncoding.encode(signedIn("anna", cookie: "c1"))
        fixture.services.answer("auth.login", json: String(decoding: answer, as: UTF8.self))
        let secret = fixture.directory + "/secret"
        try Data("verdant harbour lamp 7\n".utf8).write(to: URL(fileURLWithPath: secret))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        for _ in 0..<2 { _ = await fixture.run("login", "anna", "--password-file", secret) }
        let calls = fixture.services.calls(of: "auth.login").map(\.parameters)
        #expect(calls.count == 2, "\(calls)")
        #expect(calls.first?.contains("deviceCookie") == false && calls.last?.contains(#""deviceCookie":"c1""#) == true)
    }
}
