import Signals
import StrictJSON
import TestSupport
import Testing

/// The last use of a session, as auth learns it from the services that people call.
@Suite struct SessionUseSystemTests {
    /// Services report to auth almost at once.
    private static let often = ["KOPILKA_TELL_SESSION_USES_EVERY": "50ms"]

    /// Returns the start and the last use of a session, as another session of the same person sees them.
    private func times(
        of session: String, seenBy other: String, _ bank: Bank
    ) async throws -> (began: String, lastUsed: String) {
        let reply = try await bank.ask("auth.sessions", as: other)
        let seen = try #require(
            reply.result?.member("sessions")?.elements.first { $0.member("id")?.string == session }, "\(reply)")
        return (
            try #require(seen.member("createdAt")?.string), try #require(seen.member("lastUsedAt")?.string)
        )
    }

    /// Returns a person with two sessions: the observed one, and the token of the observer.
    private func twice(_ bank: Bank) async throws -> (person: Person, watched: String, looking: String) {
        let person = try await bank.person()
        let reply = try await bank.ask(
            "auth.login", #""login":"\#(person.email)","password":"\#(person.password)""#)
        return (person, person.signedIn.session.id, try #require(reply.text("session", "token"), "\(reply)"))
    }

    @Test(arguments: ["ledger.accounts", "history.transactions", "auth.me"])
    func whatAnyServiceIsAskedMovesTheLastUse(method: String) async throws {
        let bank = try await Bank.opened(["auth", "ledger", "history"], environment: Self.often)
        let (person, watched, looking) = try await twice(bank)
        let before = try await times(of: watched, seenBy: looking, bank)
        #expect(before.lastUsed == before.began, "nobody has used it yet")
        #expect(try await bank.ask(method, as: person.session).result != nil)
        try await eventually("auth knows of the use") {
            try await times(of: watched, seenBy: looking, bank).lastUsed > before.began
        }
        await bank.close()
    }

    @Test func whatAuthCouldNotBeToldItIsToldWhenItIsBack() async throws {
        let bank = try await Bank.opened(environment: Self.often.merging(["KOPILKA_LOG": "info"]) { $1 })
        let (person, watched, looking) = try await twice(bank)
        try await bank.house.kill("auth")
        #expect(try await bank.ask("ledger.accounts", as: person.session).result != nil)
        try await eventually("the ledger has tried in vain") {
            bank.house.log(of: "ledger").contains("auth could not be told of uses")
        }
        try await bank.house.start("auth")
        try await eventually("auth knows of the use") {
            let times = try await times(of: watched, seenBy: looking, bank)
            return times.lastUsed > times.began
        }
        await bank.close()
    }

    @Test func nobodyButAServiceTells() async throws {
        let bank = try await Bank.opened(["auth"], environment: Self.often)
        let (person, watched, looking) = try await twice(bank)
        let uses = #""uses":[{"session":"\#(watched)","lastUsedAt":"2099-01-01T00:00:00Z"}]"#
        let reply = try await bank.ask("auth.noteUses", uses, as: looking)
        #expect(reply.code == "permissionDenied", "\(reply)")
        let times = try await times(of: watched, seenBy: looking, bank)
        #expect(times.lastUsed == times.began, "\(person.id)")
        await bank.close()
    }
}
