import Domain
import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Auth as a process, its bot, and a gateway that signs in, against a local Bot API.
@Suite struct TelegramSystemTests {
    private static let anna = TelegramTestUser(id: 1001, name: "Anna")

    /// Returns a house whose auth has a bot; the log has the finest level.
    private func bank(_ telegram: TelegramStandIn) async throws -> Bank {
        let bank = Bank(environment: ["KOPILKA_TELEGRAM_URL": telegram.url, "KOPILKA_LOG": "trace"])
        try FileManager.default.createDirectory(
            atPath: bank.house.dataDirectory, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        _ = try bank.house.directory.write(TelegramStandIn.token + "\n", to: "data/telegram-token")
        try await bank.house.start("auth")
        return bank
    }

    private struct Attempt {
        let secret: String
        let link: String
        let number: String
    }

    private func begin(_ bank: Bank, as person: Person? = nil) async throws -> Attempt {
        let method = person == nil ? "auth.telegram.start" : "auth.telegram.link"
        let params = person.map { #""password":"\#($0.password)""# } ?? ""
        var reply = try await bank.ask(method, params, as: person?.session)
        try await eventually("the bot knows its name") {
            if reply.code == "unavailable" { reply = try await bank.ask(method, params, as: person?.session) }
            return reply.code != "unavailable"
        }
        return Attempt(
            secret: try #require(reply.text("attempt"), "\(reply)"), link: try #require(reply.text("link")),
            number: try #require(reply.result?.member("number")?.int64.map { String($0) }))
    }

    private func poll(_ attempt: Attempt, _ bank: Bank, key: String? = nil) async throws -> WireReply {
        try await bank.ask("auth.telegram.poll", #""attempt":"\#(attempt.secret)""#, key: key)
    }

    @Test func signingInByTelegramThroughKillsGivesOneSession() async throws {
        let telegram = try TelegramStandIn()
        let bank = try await bank(telegram)
        let person = try await bank.person()
        let link = try await begin(bank, as: person)
        try await telegram.open(link.link, as: Self.anna, awaiting: link.number)
        try telegram.press(label: link.number, as: Self.anna)
        try await eventually("the account is linked") { try await poll(link, bank).text("state") == "confirmed" }
        #expect(try await poll(link, bank).result?.member("session") == nil)

        var sessions: Set<String> = []
        for round in 0..<3 {
            let attempt = try await begin(bank)
            if round == 0 { try await restart(bank) }
            try await telegram.open(attempt.link, as: Self.anna, awaiting: attempt.number)
            try telegram.press(label: attempt.number, as: Self.anna)
            // Killed at a random moment: before the update came, while it was handled, or after.
            if round == 1 { try await restart(bank) }
            try await eventually("the number counts") {
                try await poll(attempt, bank, key: "k\(round)").text("state") == "confirmed"
            }
            if round == 2 { try await restart(bank) }
            let again = try await poll(attempt, bank, key: "k\(round)")
            let id = try #require(again.text("session", "id"), "the client that did not hear asks again: \(again)")
            #expect(again.text("user", "id") == person.id)
            #expect(try await poll(attempt, bank).result?.member("session") == nil)
            sessions.insert(id)
            let token = try #require(again.text("session", "token"))
            #expect(try await bank.ask("auth.me", as: token).text("user", "id") == person.id)
        }
        #expect(sessions.count == 3)
        let listed = try await bank.ask("auth.sessions", as: person.session)
        #expect(listed.result?.member("sessions")?.count == 4, "one for each sign-in: \(listed)")
        let log = bank.house.log(of: "auth")
        #expect(log.contains("telegram bot is ready"))
        for secret in [TelegramStandIn.token, "SECRET", link.secret, String(link.link.suffix(43))] {
            #expect(!log.contains(secret))
        }
        await bank.close()
        telegram.stop()
    }

    private func restart(_ bank: Bank) async throws {
        try await bank.house.kill("auth")
        try await bank.house.start("auth")
    }

    @Test func theGatewaySignsInAndShowsLinkAndNumber() async throws {
        let telegram = try TelegramStandIn()
        let bank = try await bank(telegram)
        // Reads the gateway's output and follows its instructions.
        let person = Task {
            var made: (link: String, number: String)?
            try await eventually("the gateway shows link and number") {
                let text = bank.house.directory.read("shown")
                let link = text.firstMatch(of: /https:\/\/t\.me\/\S+/).map { String($0.0) }
                let number = text.firstMatch(of: /pick this number there:\s+(\d\d)/).map { String($0.1) }
                if let link, let number { made = (link, number) }
                return made != nil
            }
            let (link, number) = try #require(made)
            try await telegram.open(link, as: Self.anna, awaiting: number)
            try telegram.press(label: number, as: Self.anna)
            try await eventually("a new account is offered") {
                telegram.messages(to: Self.anna).last?.buttons.contains { $0.label == "Create a new account" } == true
            }
            try telegram.press(label: "Create a new account", as: Self.anna)
        }
        _ = try await begin(bank)
        let shown = bank.house.directory.file("shown")
        let gateway = RunningHouse.executable("gateway")
        let finished = try await bank.house.run(
            "/bin/sh", ["-c", "exec \"$0\" login --telegram --json 2>\"$1\"", gateway, shown])
        try await person.value
        #expect(finished.status == .exited(0), "\(finished) \(bank.house.directory.read("shown"))")
        let answer = try JSONDocument(text: finished.output).root
        #expect(answer.member("user")?.member("name")?.string == "Anna")
        let who = try await bank.house.run("gateway", ["whoami"])
        #expect(who.status == .exited(0) && who.output.contains("Anna"), "\(who)")
        let status = try await bank.house.run("gateway", ["telegram", "status"])
        #expect(status.output.contains("works") && status.output.contains("Anna"), "\(status)")
        // A person who signed up by Telegram gets a second way to sign in.
        let secret = try bank.house.directory.write("verdant harbour lamp 7\n", to: "secret")
        let set = try await bank.house.run(
            "gateway", ["password", "set", "anna@example.org", "--password-file", secret])
        #expect(set.status == .exited(0) && set.output.contains("gateway login anna@example.org"), "\(set)")
        let login = try await bank.house.run("gateway", ["login", "anna@example.org", "--password-file", secret])
        #expect(login.status == .exited(0), "\(login)")
        let again = try await bank.house.run("gateway", ["telegram", "link", "--password-file", secret])
        #expect(again.status == .exited(7), "linked already: \(again)")
        await bank.close()
        telegram.stop()
    }

    @Test func anOldSessionErasesNobodyWhoHasNoPassword() async throws {
        let telegram = try TelegramStandIn()
        let bank = try await bank(telegram)
        let attempt = try await begin(bank)
        try await telegram.open(attempt.link, as: Self.anna, awaiting: attempt.number)
        try telegram.press(label: attempt.number, as: Self.anna)
        try await eventually("a new account is offered") {
            telegram.messages(to: Self.anna).last?.buttons.contains { $0.label == "Create a new account" } == true
        }
        try telegram.press(label: "Create a new account", as: Self.anna)
        try await eventually("the account is made") {
            try await poll(attempt, bank, key: "k").text("state") == "confirmed"
        }
        let token = try #require(try await poll(attempt, bank, key: "k").text("session", "token"))
        let later = (WallClock.system.now() + .seconds(11 * 60)).description
        try await bank.house.kill("auth")
        try await bank.house.start("auth", environment: ["KOPILKA_CLOCK": later])
        let reply = try await bank.ask("auth.deleteUser", #""name":"Anna""#, as: token)
        #expect(reply.code == "permissionDenied", "\(reply)")
        #expect(reply.message?.contains("sign in with Telegram again") == true, "\(reply)")
        #expect(try await bank.ask("auth.me", as: token).text("user", "name") == "Anna")
        await bank.close()
        telegram.stop()
    }

    @Test func withoutATokenNothingIsAskedOfTheNetworkAndPeopleAreToldWhatToDo() async throws {
        let telegram = try TelegramStandIn()
        let bank = Bank(environment: ["KOPILKA_TELEGRAM_URL": telegram.url])
        try await bank.house.start("auth")
        let reply = try await bank.ask("auth.telegram.start")
        #expect(reply.code == "telegramUnavailable" && reply.message?.contains("telegram-token") == true, "\(reply)")
        let update = try await bank.ask("auth.telegram.update", #""update":"{}","secretToken":"x""#)
        #expect(update.code == "telegramUnavailable", "\(update)")
        let status = try await bank.ask("auth.telegram.status", as: try await bank.person().session)
        #expect(status.text("state") == "off" && status.result?.member("isLinked")?.bool == false, "\(status)")
        #expect(telegram.calls(of: "getMe") == 0)
        let login = try await bank.house.run("gateway", ["login", "--telegram"])
        #expect(login.status == .exited(69) && login.errors.contains("telegram-token"), "\(login)")
        await bank.close()
        telegram.stop()
    }
}
