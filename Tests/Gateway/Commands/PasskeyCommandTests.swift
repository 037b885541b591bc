import Coordination
import Domain
import Foundation
import Signals
import Testing

@testable import GatewaySession

@Suite struct PasskeyCommandTests {
    private static let id = "4qm5detcyk11rjcp"
    private static let list = #"""
        {"passkeys":[{"id":"4qm5detcyk11rjcp","name":"phone","createdAt":"2026-11-20T09:00:00Z",\#
        "lastUsedAt":"2026-11-21T08:00:00Z","isBackedUp":true},\#
        {"id":"9qm5detcyk11rjcq","name":"key","createdAt":"2026-11-20T10:00:00Z","isBackedUp":false}]}
        """#
    private static let me = #"""
        {"user":{"id":"u1","name":"Anna","email":"a@b"},"hasPassword":true,"totp":true,"recoveryCodesLeft":0}
        """#

    private let fixture: GatewayFixture

    init() throws { fixture = try GatewayFixture() }

    private func file(_ lines: String...) throws -> String {
        let path = fixture.directory + "/" + Identifier.random()
        try lines.map { $0 + "\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func theyAreListedInBothLanguages() async throws {
        try await fixture.signIn()
        fixture.services.answer("auth.passkeys.list", json: Self.list)
        let english = await fixture.run("passkeys")
        #expect(english.code == 0 && english.output.contains("phone") && english.output.contains("never"), "\(english)")
        #expect(english.output.contains("on several devices"))
        let russian = await fixture.run("passkeys", "--lang", "ru")
        #expect(
            russian.output.contains("никогда") && russian.output.contains("на нескольких устройствах"), "\(russian)")
        fixture.services.answer("auth.passkeys.list", json: #"{"passkeys":[]}"#)
        #expect(await fixture.run("passkeys").output == "you have no passkeys\n")
    }

    @Test func oneIsRenamedByTheBeginningOfItsIdOrItsName() async throws {
        try await fixture.signIn()
        fixture.services.answer("auth.passkeys.list", json: Self.list)
        fixture.services.answer(
            "auth.passkeys.rename",
            json: #"{"id":"4qm5detcyk11rjcp","name":"mine","createdAt":"2026-11-20T09:00:00Z","isBackedUp":true}"#)
        for text in ["4qm5", "phone"] {
            let renamed = await fixture.run("passkeys", "rename", text, "mine")
            #expect(renamed.code == 0 && renamed.output.contains("mine"), "\(renamed)")
        }
        #expect(
            fixture.services.calls(of: "auth.passkeys.rename").map(\.parameters)
                == Array(repeating: #"{"id":"4qm5detcyk11rjcp","name":"mine"}"#, count: 2))
    }

    @Test func removingTakesThePasswordAndACode() async throws {
        try await fixture.signIn()
        fixture.services.answer("auth.me", json: Self.me)
        fixture.services.answer("auth.passkeys.remove", json: #"{"ended":2}"#)
        let secrets = try file("correct horse", "123456")
        let removed = await fixture.run("passkeys", "remove", Self.id, "--password-file", secrets)
        #expect(removed.code == 0 && removed.output.contains("2 sessions that began with it ended"), "\(removed)")
        let flag = await fixture.run(
            "passkeys", "remove", Self.id, "--password-file", try file("correct horse"), "--code", "654321")
        #expect(flag.code == 0, "\(flag)")
        #expect(
            fixture.services.calls(of: "auth.passkeys.remove").map(\.parameters) == [
                #"{"id":"4qm5detcyk11rjcp","password":"correct horse","code":"123456"}"#,
                #"{"id":"4qm5detcyk11rjcp","password":"correct horse","code":"654321"}"#,
            ])
        fixture.services.answer(
            "auth.me", json: Self.me.replacingOccurrences(of: "hasPassword\":true", with: "hasPassword\":false"))
        #expect(await fixture.run("passkeys", "remove", Self.id).code == 0)
        #expect(
            fixture.services.calls(of: "auth.passkeys.remove").last?.parameters == #"{"id":"4qm5detcyk11rjcp"}"#)
        fixture.services.refuse("auth.passkeys.remove", Fault(.notFound, .noSuchPasskey, field: "id"))
        let missing = await fixture.run("passkeys", "remove", Self.id)
        #expect(missing.code != 0 && missing.errors.contains("gateway passkeys lists your passkeys"), "\(missing)")
    }
}
