import Foundation
import MicroHTTPD
import TestSupport
import Testing

@testable import GatewayWeb

/// Random forms against the whole face: nothing crashes, nothing answers 500, and only a form with the ticket of this
/// session, address and screen can reach a method that changes something.
///
/// `FUZZ_SEED` replays a failed run; `FUZZ_ROUNDS` makes it longer.
@Suite @MainActor struct WebFaceFuzz {
    private static let paths = [
        "/", "/history", "/transfer", "/record", "/accounts/open", "/accounts/a1b2c3d4e5f6",
        "/accounts/a1b2c3d4e5f6/rename", "/accounts/a1b2c3d4e5f6/close", "/limits", "/templates", "/schedules",
        "/schedules/new", "/import", "/securities", "/scanner", "/bonds", "/subscriptions", "/subscriptions/new",
        "/inbox", "/settings", "/settings/preferences", "/settings/sessions", "/settings/passkeys",
    ]
    private static let buttons = [
        "enter", "fill", "back", "span", "credential", "perform.yes", "perform.no", "perform.remove", "perform.retry",
        "perform.open", "perform.new", "perform.close", "open.a1b2c3d4e5f6", "open.t1", "perform.enter", "", "open.",
        "perform.", "\u{0}", "do",
    ]
    private static let names = [
        "row", "pane", "field.to", "field.from", "field.amount", "field.description", "field.name", "field.currency",
        "field.file", "field.text", "span-first", "span-last", "credential", "field.account", "ticket ", "field.", "do",
    ]
    private static let values = [
        "", "a1b2c3d4e5f6", "t1", "savings", "5", "-1", "1e309", "9223372036854775808", "0.001", "main", "1 main",
        "\u{202E}", "<script>", "'; DROP TABLE", "../../etc/passwd", "2026-02-30", "\u{0}\u{1}", "💰", "chosen",
        String(repeating: "x", count: 4_000),
    ]

    @Test func randomFormsNeitherCrashNorChangeWhatTheyMayNot() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        let rounds = environment["FUZZ_ROUNDS"].flatMap(Int.init) ?? 300
        print("WebFaceFuzz: FUZZ_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let fixture = try WebFaceFixture()
        let (browser, other) = (try await fixture.browser(of: "anna"), try await fixture.browser(of: "boris"))
        // What pages ask for when they are only looked at.
        for path in Self.paths { _ = await browser.get(path) }
        let reading = Set(fixture.services.calls.map(\.method)).subtracting(["auth.login"])
        #expect(reading.isDisjoint(with: ["ledger.transfer", "ledger.openAccount", "ledger.closeAccount"]))
        var rightForms = 0
        for round in 0..<rounds {
            let path = random.one(of: Self.paths)
            let page = await browser.get(path)
            let right = page.ticket(to: path)
            let (ticket, isRight) = await Self.ticket(right, path, other, &random)
            var fields = Self.fields(&random)
            if let ticket { fields["ticket"] = ticket }
            let before = fixture.services.calls.count
            let answer = await browser.post(path, fields)
            let place = "seed \(seed), round \(round), \(path)"
            #expect([303, 404, 413, 415, 429, 503].contains(answer.status), "\(place): \(answer.status)")
            if isRight {
                rightForms += 1
            } else {
                // Pages listen to events at times of their own.
                let called = Set(fixture.services.calls.dropFirst(before).map(\.method)).filter {
                    !$0.hasSuffix(".events")
                }
                #expect(called.isSubset(of: reading), "\(place): \(called.subtracting(reading))")
            }
            let after = await browser.get(path)
            #expect([200, 303, 404, 503].contains(after.status), "\(place): \(after.status)")
            if after.location == "/sign-in" { try await browser.signIn(as: "anna") }
        }
        #expect(rightForms > rounds / 10, "some forms are right, or the test shows nothing")
    }

    /// A ticket, and whether it is this page's: forged, of another session, of another address, of an older screen.
    private static func ticket(
        _ right: String?, _ path: String, _ other: FormBrowser, _ random: inout SeededGenerator
    ) async -> (String?, Bool) {
        switch random.next() % 8 {
        case 0: return (nil, false)
        case 1: return (await other.get(path).ticket(to: path), false)
        case 2: return (right.map { "1\($0)" }, false)
        case 3: return (right.map { String($0.dropLast()) + ($0.hasSuffix("A") ? "E" : "A") }, false)
        case 4: return (random.one(of: values), false)
        default: return (right, right != nil)
        }
    }

    private static func fields(_ random: inout SeededGenerator) -> [String: String] {
        var fields: [String: String] = [:]
        for _ in 0..<(random.next() % 6) { fields[random.one(of: names)] = random.one(of: values) }
        if random.chance(90) { fields["do"] = random.one(of: buttons) }
        return fields
    }
}
