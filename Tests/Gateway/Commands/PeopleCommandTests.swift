import Coordination
import Foundation
import Testing

@testable import GatewayService

/// The identity of the user: passwords, sessions and profiles.
@Suite struct PeopleCommandTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        try await fixture.signIn()
    }

    @Test func aProfileWithoutSessionIsToldHowToSignInAsThatOne() async {
        let outcome = await fixture.run("accounts", "--profile", "boris")
        #expect(outcome.code == 4)
        #expect(outcome.errors.contains("hint: gateway login --profile boris"))
    }

    @Test func aPasswordFileThatIsNotThereIsAMistakeOfTheCommandLine() async {
        let outcome = await fixture.run("login", "anna", "--password-file", fixture.directory + "/none")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("The password cannot be read: open"))
    }

    @Test func passwordsReachTheServiceAndNothingElse() async throws {
        let file = fixture.directory + "/secret"
        try "a sunny day\nsecond line\n".write(toFile: file, atomically: true, encoding: .utf8)
        fixture.services.answer("auth.register", json: GatewayFixture.signedIn(expiresAt: GatewayFixture.now))
        let outcome = await fixture.run("register", "anna@example.org", "--name", "Anna", "--password-file", file)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let call = try #require(fixture.services.calls(of: "auth.register").first)
        let expected = #"{"email":"anna@example.org","password":"a sunny day","name":"Anna","device":"gateway on "#
        #expect(call.parameters.hasPrefix(expected), "\(call.parameters)")
        #expect(call.context.session == nil)
        #expect(!outcome.output.contains("sunny") && !outcome.output.contains("token-1"))
    }

    @Test func twoPasswordsAreTwoLines() async throws {
        let file = fixture.directory + "/secret"
        try "old one\r\nnew one\r\n".write(toFile: file, atomically: true, encoding: .utf8)
        fixture.services.answer("auth.changePassword", json: #"{"done":true}"#)
        #expect(await fixture.run("password", "change", "--password-file", file).code == 0)
        #expect(
            fixture.services.calls(of: "auth.changePassword").first?.parameters
                == #"{"current":"old one","new":"new one"}"#)
        try "only one".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(await fixture.run("password", "change", "--password-file", file).code == 2)
    }

    @Test func withoutInputTheMissingFlagIsNamed() async {
        let outcome = await fixture.run("login", "anna", "--no-input")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--password-stdin"))
    }

    @Test func signingOutForgetsTheSession() async {
        fixture.services.answer("auth.logout", json: #"{"done":true}"#)
        #expect(await fixture.run("logout").code == 0)
        #expect(!FileManager.default.fileExists(atPath: fixture.sessionPath()))
        #expect(await fixture.run("accounts").code == 4)
    }

    @Test func aProfileComesFromTheFlagOrTheVariable() async throws {
        try await fixture.signIn(profile: "boris")
        #expect(await fixture.run("accounts", "--profile", "boris").code == 0)
        #expect(await fixture.run(["accounts"], variables: ["KOPILKA_PROFILE": "boris"]).code == 0)
        #expect(await fixture.run(["accounts"], variables: ["KOPILKA_PROFILE": "nobody"]).code == 4)
    }
}
