import Coordination
import Domain
import Foundation
import Hosting
import Signals
import Testing

@testable import GatewaySession
@testable import GatewayWords

@Suite struct SessionFileTests {
    private let fixture: GatewayFixture
    private let directory: AbsolutePath

    init() throws {
        fixture = try GatewayFixture()
        directory = try #require(AbsolutePath(fixture.directory + "/state/kopilka"))
    }

    private func session(_ token: String = "token-1") -> StoredSession {
        StoredSession(
            user: AuthSignal.User(id: "u1", name: "Anna", email: "anna@example.org"),
            session: AuthSignal.Session(
                id: "s1", userId: "u1", token: token, refreshToken: "r", expiresAt: GatewayFixture.now))
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func aSessionIsKeptFromOthersAndComesBack() throws {
        let file = try SessionFile(directory: directory, profile: nil)
        #expect(try file.load() == nil)
        let kept = session()
        try file.save(kept)
        #expect(try file.load() == kept)
        #expect(try mode(fixture.sessionPath()) == 0o600)
        #expect(try mode(directory.description) == 0o700)
        file.remove()
        #expect(try file.load() == nil)
    }

    @Test func profilesDoNotMix() throws {
        let anna = try SessionFile(directory: directory, profile: "anna")
        let boris = try SessionFile(directory: directory, profile: "boris")
        try anna.save(session("anna"))
        try boris.save(session("boris"))
        #expect(try anna.load()?.session.token == "anna")
        #expect(try boris.load()?.session.token == "boris")
        #expect(try SessionFile(directory: directory, profile: nil).load() == nil)
    }

    @Test(arguments: ["", "../x", "a/b", "a b", "é", String(repeating: "a", count: 65), "a.b", "a\0b"])
    func aProfileIsAPlainWord(_ profile: String) {
        #expect(throws: UsageError.self) { try SessionFile(directory: directory, profile: profile) }
    }

    @Test func aSessionThatOthersMayReadIsNotUsed() throws {
        let file = try SessionFile(directory: directory, profile: nil)
        try file.save(session())
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: fixture.sessionPath())
        let fault = #expect(throws: Fault.self) { try file.load() }
        #expect(fault?.code == .unauthenticated)
    }

    @Test(arguments: ["", "{", "{}", "[]", "{\"user\":1}", String(repeating: "x", count: 70_000)])
    func aFileThatIsNoSessionIsNotUsed(_ content: String) throws {
        let file = try SessionFile(directory: directory, profile: nil)
        try file.save(session())
        try content.write(toFile: fixture.sessionPath(), atomically: false, encoding: .utf8)
        let fault = #expect(throws: Fault.self) { try file.load() }
        #expect(fault?.code == .unauthenticated)
    }

    @Test func oneAtATimeHoldsTheLock() async throws {
        let file = try SessionFile(directory: directory, profile: nil)
        try await file.locked(patience: .seconds(1)) {
            _ = await #expect(throws: Fault.self) { try await file.locked(patience: .milliseconds(30)) { () } }
        }
        try await file.locked(patience: .seconds(1)) { () }
    }
}
