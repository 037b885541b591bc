import Coordination
import Domain
import Signals
import StrictJSON
import Testing

@testable import SubscriptionsService

/// The events that tell clients to read subscriptions again.
@Suite struct ChangedEventTests {
    /// Returns the published changes with their users, and whether they name a subscription.
    private func told(_ house: SubscriptionsHouse) async throws -> [String] {
        try await house.told("subscriptions.changed").map { facts in
            "\(facts.member("userId")?.string ?? "") \(facts.member("change")?.string ?? "")"
        }
    }

    @Test func everyChangeIsToldOnceToItsUser() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-01-05")
            try await house.add("2026-01-06", as: "boris")
            try await house.send(S.Update(id: added.id, category: "films"), key: "k1")
            try await house.send(S.Update(id: added.id, category: "films"), key: "k1")
            try await house.send(S.Pause(id: added.id))
            try await house.send(S.Pause(id: added.id))
            try await house.send(S.Resume(id: added.id))
            try await house.send(S.Skip(id: added.id))
            try await house.send(S.SetSettings(warnDays: 5))
            try await house.send(S.Remove(id: added.id, removePayments: true))
            #expect(
                try await told(house) == [
                    "anna added", "boris added", "anna updated", "anna paused", "anna resumed", "anna skipped",
                    "anna settings", "anna removed",
                ])
            let facts = try await house.told("subscriptions.changed")
            #expect(facts.map { $0.member("id")?.string == added.id }.filter { $0 }.count == 6)
            #expect(facts[6].member("id") == nil, "settings are nobody's in particular")
        }
    }

    @Test func whatWasRefusedIsNotTold() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-01-05")
            #expect(try await house.fault(of: S.Update(id: added.id, category: "x"), as: "boris") == .notFound)
            #expect(try await house.fault(of: S.Remove(id: added.id, removePayments: true), as: "boris") == .notFound)
            #expect(
                try await house.fault(
                    of: S.Add(
                        service: .known("nothing of the kind"), amount: roubles(5), start: added.start,
                        every: added.every))
                    == .notFound)
            #expect(try await told(house) == ["anna added"])
        }
    }

    @Test func theLastPaymentEndsIt() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            try await house.add("2026-01-03", 1, .day, ends: "2026-01-04")
            try await house.pass(days: 2)
            #expect(try await told(house) == ["anna added"])
            try await house.pass(days: 3)
            #expect(try await told(house) == ["anna added", "anna ended"])
            #expect(try await house.told("subscriptions.paid").count == 2)
        }
    }

    @Test func aFileTellsOfEachThatItAdded() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            try await house.add("2026-01-05")
            let file = try await house.send(S.Export(format: .json))
            try await house.send(S.Import(format: .json, content: file.content), as: "boris", key: "k")
            try await house.send(S.Import(format: .json, content: file.content), as: "boris", key: "k")
            try await house.send(S.Import(format: .json, content: file.content), as: "boris")
            #expect(try await told(house) == ["anna added", "boris added"], "what is there already is not new")
        }
    }
}
