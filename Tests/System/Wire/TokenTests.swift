import Coordination
import Domain
import Foundation
import Identity
import SQLite
import Signals
import StrictJSON
import TestSupport
import Testing

/// Invalid tokens: forged, changed, expired, not valid yet, revoked.
@Suite(.bank("auth", "ledger")) struct TokenTests {
    @Test func aTokenSignedWithAnotherKeyIsRefused() async throws {
        let person = try await SharedBank.person()
        let forged = TokenIssuer(key: TokenSigningKey(), clock: .system).issue(
            userID: person.id, sessionID: person.signedIn.session.id)
        try await expectRefused(forged.token)
    }

    @Test func aTokenOfAPersonSignedByAServiceThatIsNotAuthIsRefused() async throws {
        let (bank, person) = (try SharedBank.current(), try await SharedBank.person())
        let keys = try KeyDirectory(dataDirectory: bank.house.dataDirectory)
        let forged = TokenIssuer(key: try keys.signingKey(of: .ledger), clock: .system).issue(
            userID: person.id, sessionID: person.signedIn.session.id)
        try await expectRefused(forged.token)
    }

    @Test func aChangedTokenIsRefused() async throws {
        let token = try await SharedBank.person().session
        let parts = token.split(separator: ".").map(String.init)
        try #require(parts.count == 4)
        let body = Array(parts[2])
        // Each change keeps the form: one character of the claims, of the signature, of the footer that names the key.
        for place in [0, 20, body.count / 2, body.count - 5] {
            var changed = body
            changed[place] = changed[place] == "A" ? "B" : "A"
            try await expectRefused([parts[0], parts[1], String(changed), parts[3]].joined(separator: "."))
        }
        let footer = String(parts[3].dropLast(2)) + (parts[3].hasSuffix("AA") ? "BB" : "AA")
        try await expectRefused([parts[0], parts[1], parts[2], footer].joined(separator: "."))
        try await expectRefused([parts[0], parts[1], parts[2]].joined(separator: "."))
    }

    @Test func aTokenOfAnotherFormIsRefused() async throws {
        let token = try await SharedBank.person().session
        let rest = token.dropFirst("v4.public.".count)
        for forged in [
            "v3.public.\(rest)", "v2.public.\(rest)", "v4.local.\(rest)", "V4.PUBLIC.\(rest)", "\(token)=",
            "\(token)==",
            "\(token).", "\(token).\(rest)", ".\(token)", " \(token)", "\(token)\\n", String(token.dropLast()),
            "v4.public.", "v4.public..", "v4.public.AAAA", "token", "null", String(repeating: "v4.public.", count: 400),
        ] {
            try await expectRefused(forged)
        }
    }

    @Test func anExpiredTokenAndOneThatIsNotValidYetAreRefused() async throws {
        let bank = Bank()
        try await bank.house.start("auth")
        let person = try await bank.person()
        for distance in [Duration.seconds(16 * 60), .seconds(26 * 3600), .seconds(-3600)] {
            let clock = (WallClock.system.now() + distance).description
            try await bank.house.start("ledger", environment: ["KOPILKA_CLOCK": clock])
            let reply = try await bank.ask("ledger.accounts", as: person.session)
            #expect(reply.code == "unauthenticated" && reply.result == nil, "\(distance): \(reply)")
            #expect(!reply.description.contains(person.session))
            try await bank.house.stop("ledger")
        }
        try await bank.house.start("ledger")
        #expect(try await bank.ask("ledger.accounts", as: person.session).result != nil)
        await bank.close()
    }

    @Test func aSessionThatEndedIsRefusedByTheLedgerSoonAndAfterARestartAtOnce() async throws {
        let bank = try await Bank.opened()
        let (leaving, staying) = (try await bank.person(), try await bank.person())
        #expect(try await bank.ask("ledger.accounts", as: leaving.session).result != nil)
        #expect(try await bank.ask("auth.logout", as: leaving.session).result != nil)
        let atAuth = try await bank.ask("auth.me", as: leaving.session)
        #expect(atAuth.code == "unauthenticated", "\(atAuth)")
        try await eventually("the ledger refuses the session") {
            try await bank.ask("ledger.accounts", as: leaving.session).code == "unauthenticated"
        }
        #expect(try await bank.ask("ledger.accounts", as: staying.session).result != nil)

        // Known from disk, not from auth, which is down. The ledger refuses a session a moment before it is on disk.
        let (database, session) = (bank.house.database(of: "ledger"), leaving.signedIn.session.id)
        try await eventually("the ledger has it on disk") {
            try Connection.withConnection(path: database, options: .reader) { connection in
                let kept: [String] = try connection.all("SELECT session_id FROM ended_sessions")
                return kept.contains(session)
            }
        }
        try await bank.house.kill("auth")
        try await bank.house.kill("ledger")
        try await bank.house.start("ledger")
        #expect(try await bank.ask("ledger.accounts", as: leaving.session).code == "unauthenticated")
        #expect(try await bank.ask("ledger.accounts", as: staying.session).result != nil)
        await bank.close()
    }

    /// The forger has a copy of auth's key, which the house has noticed and replaced. The ledger is shown only the old
    /// key.
    @Test func aReplacedKeyOfAuthCountsNoMoreWhereTheNewOneWasNeverShown() async throws {
        let bank = try await Bank.opened()
        let person = try await bank.person()
        let directory = bank.house.dataDirectory
        let stolen = try KeyDirectory(dataDirectory: directory).signingKey(of: .auth)
        func forged() -> String {
            TokenIssuer(key: stolen, clock: .system).issue(userID: person.id, sessionID: Identifier.random(length: 16))
                .token
        }
        let early = forged()
        for token in [early, person.session] {
            #expect(
                try await bank.ask("ledger.accounts", as: token).result != nil, "the key counts until it is replaced")
        }
        try await bank.house.stop("auth")
        try FileManager.default.removeItem(atPath: directory + "/auth/auth.secret")
        try await bank.house.start("auth")
        try await eventually("the ledger has looked at the keys") {
            try await bank.ask("ledger.accounts", as: early).code == "unauthenticated"
        }
        for token in [early, person.session, forged()] {
            #expect(try await bank.ask("ledger.accounts", as: token).code == "unauthenticated")
        }
        let service = ServiceTokens(service: .auth, key: stolen, clock: .system).token(for: .ledger)
        #expect(try await bank.ask("ledger.accounts", as: service).code == "unauthenticated")
        let refreshed = try await bank.ask(
            "auth.refresh", #""refreshToken":"\#(person.signedIn.session.refreshToken)""#)
        let token = try #require(refreshed.text("session", "token"), "\(refreshed)")
        #expect(try await bank.ask("ledger.accounts", as: token).result != nil, "people refresh and go on")
        await bank.close()
    }

    @Test func aServiceIsNobodyWhoHasAccounts() async throws {
        let bank = try SharedBank.current()
        let keys = try KeyDirectory(dataDirectory: bank.house.dataDirectory)
        let tokens = ServiceTokens(service: .history, key: try keys.signingKey(of: .history), clock: .system)
        for (receiver, method) in [(HouseService.ledger, "ledger.accounts"), (.auth, "auth.me")] {
            // Keys of a service that appeared after the start are read at most once a second.
            try await eventually("the key of history is known") {
                try await bank.ask(method, as: tokens.token(for: receiver)).code == "permissionDenied"
            }
        }
    }

    /// A receiver of a service's token presents it to another service as its own.
    @Test func aServicesTokenThatItsReceiverUsesElsewhereIsRefused() async throws {
        let bank = try SharedBank.current()
        let keys = try KeyDirectory(dataDirectory: bank.house.dataDirectory)
        let tokens = ServiceTokens(service: .history, key: try keys.signingKey(of: .history), clock: .system)
        try await eventually("the key of history is known") {
            try await bank.ask("ledger.events", #""after":0"#, as: tokens.token(for: .ledger)).result != nil
        }
        let captured = tokens.token(for: .auth)
        #expect(try await bank.ask("auth.events", #""after":0"#, as: captured).result != nil)
        let reply = try await bank.ask("ledger.events", #""after":0"#, as: captured)
        #expect(reply.code == "unauthenticated" && reply.result == nil, "\(reply)")
    }

    private func expectRefused(_ token: String) async throws {
        let bank = try SharedBank.current()
        for method in ["ledger.accounts", "auth.me"] {
            let reply = try await bank.ask(method, as: token)
            #expect(reply.code == "unauthenticated" && reply.result == nil, "\(token): \(reply)")
            #expect(token.utf8.count < 20 || !reply.description.contains(token))
        }
    }
}
