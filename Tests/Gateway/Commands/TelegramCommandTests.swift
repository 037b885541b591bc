import Coordination
import Domain
import Foundation
import Signals
import Synchronization
import Testing

@testable import GatewayWords

/// `gateway login --telegram` and `gateway telegram …` with scripted services.
@Suite struct TelegramCommandTests {
    private static let begun =
        #"""
        {"attempt":"the-secret","link":"https://t.me/a_bot?start=the-nonce","number":42,\#
        "expiresAt":"2026-11-21T09:00:00Z"}
        """#
    private static let confirmed =
        #"{"state":"confirmed",\#(GatewayFixture.signedIn(expiresAt: GatewayFixture.now + .seconds(3600)).dropFirst())"#

    private func fixture(poll: String = confirmed) throws -> GatewayFixture {
        let fixture = try GatewayFixture()
        fixture.services.answer("auth.telegram.start", json: Self.begun)
        fixture.services.answer("auth.telegram.link", json: Self.begun)
        fixture.services.answer("auth.telegram.poll", json: poll)
        return fixture
    }

    @Test func showsLinkAndNumberAndKeepsTheSession() async throws {
        let fixture = try fixture()
        let outcome = await fixture.run("login", "--telegram", "--json")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.errors.contains("https://t.me/a_bot?start=the-nonce") && outcome.errors.contains("42"))
        #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\r"), "nothing turns off a terminal")
        #expect(outcome.output.hasPrefix(#"{"user":{"id":"u1""#) && outcome.output.contains("refresh-1"))
        #expect(!outcome.output.contains("the-secret") && !outcome.errors.contains("the-secret"))
        #expect(fixture.services.calls(of: "auth.telegram.start").first?.parameters.contains("gateway on ") == true)
        let polls = fixture.services.calls(of: "auth.telegram.poll")
        #expect(polls.map(\.parameters) == [#"{"attempt":"the-secret"}"#])
        #expect(polls.first?.context.idempotencyKey != nil, "an answer that is not heard can be asked for again")
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        #expect(await fixture.run("accounts").code == 0)
        #expect(fixture.services.calls(of: "ledger.accounts").first?.context.session == "token-1")
    }

    @Test func atATerminalASignTurnsAndGoes() async throws {
        let fixture = try fixture()
        let outcome = await fixture.run(
            ["login", "--telegram"], variables: ["TERM": "xterm"], isTerminal: true)
        #expect(outcome.code == 0 && outcome.output.contains("signed in as"))
        #expect(outcome.errors.hasSuffix("\r\u{1B}[K") || !outcome.errors.contains("\r"))
        let dumb = await fixture.run(["login", "--telegram"], variables: ["TERM": "dumb"], isTerminal: true)
        #expect(!dumb.errors.contains("\u{1B}") && !dumb.errors.contains("\r"))
    }

    @Test(arguments: [("refused", "refused in Telegram"), ("expired", "in time")])
    func whatWasNotConfirmedKeepsNoSession(state: String, words: String) async throws {
        let fixture = try fixture(poll: #"{"state":"\#(state)"}"#)
        let outcome = await fixture.run("login", "--telegram")
        #expect(outcome.code == GatewayExitCode.signInNeeded.rawValue && outcome.errors.contains(words))
        #expect(await fixture.run("whoami").code == GatewayExitCode.signInNeeded.rawValue)
    }

    @Test func goesOnWhileAuthIsRestartedAndWaits() async throws {
        let fixture = try fixture()
        let asked = Mutex(0)
        fixture.services.answer("auth.telegram.poll") { _ in
            switch asked.withLock({
                $0 += 1; return $0
            }) {
            case 1: throw Fault(.unavailable, "Auth is not there.")
            case 2: return #"{"state":"waiting"}"#
            default: return Self.confirmed
            }
        }
        #expect(await fixture.run("login", "--telegram").code == 0)
        #expect(fixture.services.calls(of: "auth.telegram.poll").count == 3)
    }

    @Test func oneOfTheTwoWaysIsToBeChosen() async throws {
        let fixture = try fixture()
        #expect(await fixture.run("login", "anna", "--telegram").code == GatewayExitCode.usage.rawValue)
        #expect(await fixture.run("login").code == GatewayExitCode.usage.rawValue)
        #expect(fixture.services.calls.isEmpty)
    }

    @Test func linkingAndStatusAreTold() async throws {
        let fixture = try fixture(
            poll: #"{"state":"confirmed","user":{"id":"u1","name":"Anna","email":"anna@example.org"}}"#)
        try await fixture.signIn()
        let secret = fixture.directory + "/secret"
        try "verdant harbour lamp 7\n492039\n".write(toFile: secret, atomically: true, encoding: .utf8)
        let linked = await fixture.run("telegram", "link", "--password-file", secret)
        let asked = fixture.services.calls(of: "auth.telegram.link").first?.parameters
        #expect(asked == #"{"password":"verdant harbour lamp 7","code":"492039"}"#)
        #expect(linked.code == 0 && linked.output.contains("gateway login --telegram"), "\(linked)")
        fixture.services.answer(
            "auth.telegram.status",
            json: #"{"state":"off","reason":"Put the token into its file.","isLinked":false}"#)
        let status = await fixture.run("telegram", "status")
        #expect(status.output.contains("is off") && status.output.contains("Put the token"), "\(status)")
        fixture.services.refuse(
            "auth.telegram.link", Fault(.telegramUnavailable, "Put the token into its file."))
        #expect(
            await fixture.run("telegram", "link", "--password-file", secret).code
                == GatewayExitCode.serviceDown.rawValue)
        #expect(await fixture.run("telegram", "link", "--no-input").code == GatewayExitCode.usage.rawValue)
    }
}
