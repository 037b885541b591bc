import Domain
import Foundation
import Hosting
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import NotificationsService
@testable import SubscriptionsService

/// Goal: databases of the version with two zone settings are migrated to one zone per person, without loss. Method:
/// files with the previous schemas, opened by the real services; auth is there before, or comes later.
@Suite struct OldZonesSystemTests {
    /// The settings of each person: in subscriptions, in notifications, and the result.
    private static let people: [(name: String, subscriptions: String, notifications: String, holds: String?)] = [
        ("anna", "Asia/Vladivostok", "Asia/Tokyo", "Asia/Vladivostok"),
        ("boris", "UTC", "Europe/Samara", "Europe/Samara"),
        ("clara", "UTC", "UTC", nil),
    ]

    /// Writes tables of subscriptions as the previous version left them: step 4 was its last.
    private static func writeSubscriptions(of people: [String: String], at path: String) async throws {
        let store = try await Store.open(at: path, migrations: Array(SubscriptionsMigrations.all.prefix(4)))
        let start = try #require(CalendarDay("2026-10-31")).daysSince1970
        // Midnight of 30 November in Vladivostok.
        let due = try #require(Instant("2026-11-29T14:00:00Z")).microseconds
        try await store.write { transaction in
            for person in Self.people {
                guard let id = people[person.name] else { continue }
                try transaction.connection.execute(
                    """
                    INSERT INTO settings (owner, time_zone, currency, account, warn_days)
                    VALUES ('\(id)', '\(person.subscriptions)', 'RUB', NULL, 21);
                    INSERT INTO buffers (owner, account, amount_minor, currency) VALUES ('\(id)', 'a1', 500000, 'RUB');
                    """)
            }
            let anna = people["anna"] ?? ""
            try transaction.connection.execute(
                """
                INSERT INTO subscriptions (id, owner, service, title_ru, title_en, start_day, every_count, every_unit,
                    floor_day, prices, reminders, is_paused, created_us, revision, due_us)
                VALUES ('s1', '\(anna)', 'netflix', 'Кино', 'Cinema', \(start), 1, 'month', \(start + 1),
                    '\(start) 99900 RUB', '3,0', 0, 1000000, 1, \(due));
                INSERT INTO payments (subscription, day, id, owner, title_ru, title_en, amount_minor, currency, status,
                    method, paid_day, failures)
                VALUES ('s1', \(start), 'p1', '\(anna)', 'Кино', 'Cinema', 99900, 'RUB', 'paid', 'byHand', \(start), 0);
                """)
        }
        await store.close()
    }

    /// Writes tables of notifications as the previous version left them: step 4 was its last.
    private static func writeNotifications(of people: [String: String], at path: String) async throws {
        let store = try await Store.open(at: path, migrations: Array(NotificationsMigrations.all.prefix(4)))
        try await store.write { transaction in
            for person in Self.people {
                guard let id = people[person.name] else { continue }
                var preferences = Preferences()
                preferences.zone = person.notifications
                preferences.language = .ru
                preferences.quiet = QuietHours(from: ClockTime(minutes: 23 * 60), to: ClockTime(minutes: 8 * 60))
                let content = try JSONEncoding.encode(preferences)
                try transaction.connection.run(
                    "INSERT INTO preferences (user_id, content) VALUES (?, ?)", id, content)
            }
        }
        await store.close()
    }

    private struct Seen: Equatable {
        var auth: [String?] = []
        var subscriptions: [String?] = []
        var notifications: [String?] = []
    }

    /// - Parameter order: The service that is opened first may be the one whose zone has less weight.
    @Test(arguments: [["notifications", "subscriptions"], ["subscriptions", "notifications"]])
    func theZoneOfSubscriptionsBecomesThatOfThePerson(order: [String]) async throws {
        let house = RunningHouse(
            environment: Bank.cheapHashes.merging(["KOPILKA_CLOCK": "2026-11-21T22:30:00Z"]) { $1 })
        defer { house.remove() }
        for service in ["auth", "ledger"] { try await house.start(service) }
        let password = house.directory.file("password")
        try "correct horse battery staple\n".write(toFile: password, atomically: false, encoding: .utf8)
        func json(_ line: String..., as profile: String) async throws -> JSONNode {
            let finished = try await house.run(
                "gateway", line + ["--json"], environment: ["TZ": "UTC", "KOPILKA_PROFILE": profile])
            try #require(finished.status == .exited(0), "\(line): \(finished)")
            return try JSONDocument(text: finished.output).root
        }
        var ids: [String: String] = [:]
        for person in Self.people {
            _ = try await json(
                "register", "\(person.name)@example.org", "--name", person.name, "--password-file", password,
                as: person.name)
            ids[person.name] = try await json("whoami", as: person.name).member("user")?.member("id")?.string
        }
        try #require(ids.count == 3)
        let layout = DataLayout(root: house.dataDirectory)
        for service in ["subscriptions", "notifications"] { try layout.prepare(for: service) }
        try await Self.writeSubscriptions(of: ids, at: house.database(of: "subscriptions"))
        try await Self.writeNotifications(of: ids, at: house.database(of: "notifications"))
        func zone(of person: String) async throws -> String? {
            try await json("whoami", as: person).member("user")?.member("zone")?.string
        }
        func seen() async throws -> Seen {
            var seen = Seen()
            for person in Self.people {
                seen.auth.append(try await zone(of: person.name))
                seen.subscriptions.append(
                    try await json("subs", "settings", as: person.name).member("settings")?.member("timeZone")?.string)
                seen.notifications.append(
                    try await json("notify", "preferences", as: person.name).member("zone")?.string)
            }
            return seen
        }
        try await house.start(order[0])
        let before = order[0] == "notifications" ? "Asia/Tokyo" : "Asia/Vladivostok"
        try await eventually("auth knows the zone of \(order[0])") { try await zone(of: "anna") == before }
        try await house.start(order[1])
        let wanted = Seen(
            auth: Self.people.map(\.holds), subscriptions: Self.people.map { $0.holds ?? "UTC" },
            notifications: Self.people.map { $0.holds ?? "UTC" })
        try await eventually("everybody goes by the zone that counts") { try await seen() == wanted }

        // Everything else is unchanged.
        let listed = try await json("subs", "list", as: "anna").member("subscriptions")?.elements.first { _ in true }
        #expect(listed?.member("amount")?.member("amount")?.string == "999.00")
        #expect(listed?.member("nextPayment")?.member("date")?.string == "2026-11-30")
        let payments = try await json("subs", "payments", as: "anna").member("payments")?.elements.map {
            $0.member("date")?.string ?? ""
        }
        #expect(payments == ["2026-10-31"])
        for person in Self.people {
            let settings = try await json("subs", "settings", as: person.name).member("settings")
            #expect(settings?.member("warnDays")?.int64 == 21)
            #expect(settings?.member("buffers")?.elements.count { _ in true } == 1)
            let preferences = try await json("notify", "preferences", as: person.name)
            #expect(preferences.member("language")?.string == "ru")
            #expect(preferences.member("quietHours")?.member("from")?.string == "23:00")
        }

        // A reported zone is not reported again, and does not overwrite a later choice.
        for service in order { try await house.stop(service) }
        for service in order { try await house.start(service) }
        #expect(try await seen() == wanted)
        _ = try await json("zone", "Europe/Moscow", as: "anna")
        for service in order { try await house.stop(service) }
        for service in order { try await house.start(service) }
        try await eventually("the zone that was chosen stays") {
            let now = try await seen()
            return now.auth[0] == "Europe/Moscow" && now.subscriptions[0] == "Europe/Moscow"
                && now.notifications[0] == "Europe/Moscow" && now.auth[1] == wanted.auth[1]
        }
    }
}
