import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Goal: a person has one time zone, that of their machine from the first use on, and every service uses it. Method:
/// real services and the real executable, at a moment when it is another day in UTC.
struct ZoneSystemTests {
    @Test func oneZoneIsThatOfTheMachineAndOfEveryService() async throws {
        // 2026-11-21 22:30 in UTC, the 22nd in Moscow.
        let clock = ["KOPILKA_CLOCK": "2026-11-21T22:30:00Z"]
        let house = RunningHouse(environment: Bank.cheapHashes.merging(clock) { $1 })
        defer { house.remove() }
        for service in ["auth", "ledger", "history", "subscriptions", "notifications"] {
            try await house.start(service)
        }
        let password = house.directory.file("password")
        try "correct horse battery staple\n".write(toFile: password, atomically: false, encoding: .utf8)
        func gateway(_ line: String..., zone: String = "Europe/Moscow") async throws -> FinishedProcess {
            let finished = try await house.run("gateway", line, environment: ["TZ": zone])
            #expect(finished.status == .exited(0), "\(line): \(finished)")
            return finished
        }
        func json(_ line: String...) async throws -> JSONNode {
            let finished = try await house.run("gateway", line + ["--json"], environment: ["TZ": "Asia/Tokyo"])
            try #require(finished.status == .exited(0), "\(line): \(finished)")
            return try JSONDocument(text: finished.output).root
        }
        _ = try await gateway("register", "anna@example.org", "--name", "Anna", "--password-file", password)
        #expect(try await json("whoami").member("user")?.member("zone")?.string == "Europe/Moscow")
        try await eventually("every service knows the zone") {
            let settings = try await json("subs", "settings").member("settings")
            let preferences = try await json("notify", "preferences")
            return settings?.member("timeZone")?.string == "Europe/Moscow"
                && preferences.member("zone")?.string == "Europe/Moscow"
        }
        _ = try await gateway("account", "open", "RUB", "--name", "main")
        _ = try await gateway("deposit", "main", "1000 RUB")
        _ = try await gateway("limits", "set", "main", "--daily", "500 RUB")
        _ = try await gateway("withdraw", "main", "400 RUB")
        try await eventually("ledger and history count by it") {
            let limits = try await json("limits", "show", "main").member("limits")
            let newest = try await json("history", "summary", "day").member("rows")?.elements.first { _ in true }
            return limits?.member("resetsAt")?.string == "2026-11-22T21:00:00Z"
                && newest?.member("key")?.string == "2026-11-22"
        }
        // People see local times; JSON stays in UTC.
        let shown = try await gateway("history").output
        #expect(shown.contains("2026-11-22 01:3") && !shown.contains("UTC"), "\(shown)")
        let rows = try await json("history").member("transactions")?.elements
        let date = rows?.first { _ in true }?.member("date")?.string
        #expect(date?.hasPrefix("2026-11-21T22:3") == true, "\(date ?? "none")")

        // The two previous settings now set this zone.
        _ = try await gateway("subs", "set", "--time-zone", "Asia/Vladivostok")
        try await eventually("a zone set in one service is that of all") {
            try await json("notify", "preferences").member("zone")?.string == "Asia/Vladivostok"
        }
        _ = try await gateway("notify", "preferences", "--zone", "Asia/Tokyo")
        #expect(try await json("zone").member("zone")?.string == "Asia/Tokyo")
        let unknown = try await house.run("gateway", ["zone", "Mars/Olympus"])
        #expect(unknown.status == .exited(2), "\(unknown)")
        #expect(try await gateway("zone", "yekaterinburg").output.contains("Asia/Yekaterinburg"))

        // Neither another machine nor another zone resets the limit of the current day.
        try await eventually("ledger goes by the new zone") {
            try await json("limits", "show", "main").member("limits")?.member("spentToday")?.member("amount")?.string
                == "400.00"
        }
        let refused = try await house.run("gateway", ["withdraw", "main", "200 RUB"])
        #expect(refused.errors.contains("limitExceeded"), "\(refused)")
    }
}
