import Coordination
import Domain
import Synchronization
import Testing

@testable import GatewayService

@Suite struct SessionKeeperTests {
    private let fixture: GatewayFixture

    init() throws {
        fixture = try GatewayFixture()
        fixture.services.answer("auth.me", json: GatewayFixture.me)
        fixture.services.answer("auth.refresh") { call in
            "{\"session\":\(GatewayFixture.session(expiresAt: GatewayFixture.now + .seconds(900), number: 2))}"
        }
    }

    private var tokens: [String?] { fixture.services.calls(of: "auth.me").map(\.context.session) }

    @Test func aFreshTokenIsUsedAsItIs() async throws {
        try await fixture.signIn(for: 61)
        #expect(await fixture.run("whoami").code == 0)
        #expect(tokens == ["token-1"])
        #expect(fixture.services.calls(of: "auth.refresh").isEmpty)
    }

    @Test(arguments: [60, 1, 0, -3600])
    func aTokenNearItsEndIsTradedFirst(_ seconds: Int) async throws {
        try await fixture.signIn(for: seconds)
        #expect(await fixture.run("whoami").code == 0)
        #expect(await fixture.run("whoami").code == 0)
        #expect(tokens == ["token-2", "token-2"])
        let refreshes = fixture.services.calls(of: "auth.refresh")
        #expect(refreshes.map(\.parameters) == [#"{"refreshToken":"refresh-1"}"#])
        #expect(refreshes.first?.context.session == nil)
    }

    @Test func aTokenThatIsNotAcceptedIsTradedOnceAndTheSameRequestAskedAgain() async throws {
        try await fixture.signIn()
        fixture.services.answer("ledger.openAccount") { call in
            guard call.context.session == "token-2" else { throw Fault.unauthenticated("Expired.") }
            return #"{"account":\#(GatewayFixture.account("a1b2c3d4e5f6", "main", "0.00", "RUB"))}"#
        }
        #expect(await fixture.run("account", "open", "RUB", "--same-name").code == 0)
        let calls = fixture.services.calls(of: "ledger.openAccount")
        #expect(calls.map(\.context.session) == ["token-1", "token-2"])
        #expect(calls[0].context.idempotencyKey == calls[1].context.idempotencyKey)
        #expect(calls[0].context.idempotencyKey != nil)
    }

    @Test func aTokenRefusedTwiceEndsWithSignIn() async throws {
        try await fixture.signIn()
        fixture.services.refuse("auth.me", .unauthenticated("Revoked."))
        let outcome = await fixture.run("whoami")
        #expect(outcome.code == 4)
        #expect(outcome.errors.contains("gateway login"))
        #expect(fixture.services.calls(of: "auth.refresh").count == 1)
    }

    @Test func aSessionThatHasEndedIsForgotten() async throws {
        try await fixture.signIn(for: 0)
        fixture.services.refuse("auth.refresh", .unauthenticated("The session has ended."))
        #expect(await fixture.run("whoami").code == 4)
        #expect(await fixture.run("whoami").errors.contains("Nobody is signed in"))
        #expect(fixture.services.calls(of: "auth.refresh").count == 1)
    }

    @Test func whatIsLeftOfATokenWillDoWhileAuthIsDown() async throws {
        try await fixture.signIn(for: 30)
        fixture.services.refuse("auth.refresh", Fault(.unavailable, "Down."))
        #expect(await fixture.run("whoami").code == 0)
        #expect(tokens == ["token-1"])
    }

    @Test func anExpiredTokenIsNotUsedWhileAuthIsDown() async throws {
        try await fixture.signIn(for: 0)
        fixture.services.refuse("auth.refresh", Fault(.unavailable, "Down."))
        #expect(await fixture.run("whoami").code == 69)
        #expect(tokens.isEmpty)
    }

    @Test func twoGatewaysUseARefreshTokenOnce() async throws {
        try await fixture.signIn(for: 0)
        await withTaskGroup(of: Int32.self) { group in
            for _ in 0..<8 { group.addTask { [fixture] in await fixture.run("whoami").code } }
            for await code in group { #expect(code == 0) }
        }
        #expect(fixture.services.calls(of: "auth.refresh").count == 1)
        #expect(tokens.allSatisfy { $0 == "token-2" })
    }

    @Test func aRefreshWhoseAnswerWasLostIsAskedAgainAsTheSameRequest() async throws {
        try await fixture.signIn(for: 0)
        fixture.services.refuse("auth.refresh", Fault(.deadlineExceeded, "Lost."))
        #expect(await fixture.run("whoami").code == 75)
        #expect(await fixture.run("whoami").code == 75)
        let keys = fixture.services.calls(of: "auth.refresh").map(\.context.idempotencyKey)
        #expect(keys.count == 2)
        #expect(keys[0] == keys[1])
    }

    /// Its secrets are lost, so it could be ended only from another device.
    @Test(arguments: [3600, 0])
    func aSessionThatAnotherTakesThePlaceOfEnds(_ seconds: Int) async throws {
        fixture.services.answer("auth.logout", json: #"{"done":true}"#)
        try await fixture.signIn(for: seconds)
        #expect(fixture.services.calls(of: "auth.logout").isEmpty, "there was none before")
        let newer = GatewayFixture.signedIn(expiresAt: GatewayFixture.now + .seconds(3600), number: 7)
        fixture.services.answer("auth.login", json: newer.replacing(#""id":"s1""#, with: #""id":"s7""#))
        let login = ["login", "anna", "--password-file", fixture.directory + "/password"]
        #expect(await fixture.run(login).code == 0)
        let ended = fixture.services.calls(of: "auth.logout").map(\.context.session)
        #expect(ended == [seconds > 0 ? "token-1" : "token-2"])
        #expect(await fixture.run("whoami").code == 0)
        #expect(tokens == ["token-7"])
        fixture.services.refuse("auth.logout", Fault(.unavailable, "Down."))
        fixture.services.answer("auth.login", json: newer.replacing(#""id":"s1""#, with: #""id":"s8""#))
        #expect(await fixture.run(login).code == 0, "signing in does not depend on it")
    }

    @Test func nobodyIsSignedInAtFirst() async {
        let outcome = await fixture.run("whoami", "--profile", "boris")
        #expect(outcome.code == 4)
        #expect(outcome.errors.contains("Nobody is signed in as profile boris."))
        let russian = await fixture.run(["whoami"], variables: ["LANG": "ru_RU.UTF-8"])
        #expect(russian.errors.contains("Никто не вошёл.") && !russian.errors.contains("Nobody"))
        #expect(fixture.services.calls.isEmpty)
    }

    @Test func anyMethodCanBeCalledWhileTheSessionCannotBeRefreshed() async throws {
        try await fixture.signIn(for: 0)
        fixture.services.refuse("auth.refresh", Fault(.unavailable, "Down."))
        fixture.services.answer("ledger.health", json: "{}")
        #expect(await fixture.run("call", "ledger.health").code == 0)
        #expect(fixture.services.calls(of: "ledger.health").first?.context.session == nil)
    }

    @Test func withoutAHomeOnlySigningInFails() async {
        let homeless = ["HOME": "", "XDG_STATE_HOME": "", "KOPILKA_DATA": "/nowhere"]
        fixture.services.answer("ledger.health", json: #"{"status":"ready"}"#)
        #expect(await fixture.run(["health", "ledger"], variables: homeless).code == 0)
        #expect(await fixture.run(["whoami"], variables: homeless).code == 4)
    }
}
