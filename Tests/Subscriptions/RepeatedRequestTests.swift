import Coordination
import Domain
import Signals
import Testing

@testable import SubscriptionsService

/// A repeated request with its idempotency key gets the stored answer, whatever has changed since.
@Suite struct RepeatedRequestTests {
    @Test func aPaymentIsAnsweredAsItWasAndNotAsItIs() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let added = try await house.add("2026-01-15")
            let first = try await house.send(S.Pay(id: added.id), key: "pay")
            #expect(first.payment.status == .paid)
            try await house.send(S.Unpay(id: added.id))
            try await house.send(S.Update(id: added.id, description: "changed since"))
            #expect(try await house.send(S.Pay(id: added.id), key: "pay") == first)
            #expect(try await house.send(S.Payments()).payments == [])
        }
    }

    @Test func aPaymentOfASubscriptionThatIsGoneIsAnsweredAsItWas() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let added = try await house.add("2026-01-15")
            let first = try await house.send(S.Pay(id: added.id), key: "pay")
            try await house.send(S.Remove(id: added.id, removePayments: true), key: "remove")
            #expect(try await house.send(S.Pay(id: added.id), key: "pay") == first)
            let removed = try await house.send(S.Remove(id: added.id, removePayments: true), key: "remove")
            #expect(removed.paymentsRemoved == 1)
        }
    }

    @Test func everyChangeOfASubscriptionIsAnsweredAsItWas() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let id = try await house.add("2026-01-15").id
            let update = S.Update(id: id, description: "first")
            let firsts = (
                try await house.send(update, key: "update"), try await house.send(S.Pause(id: id), key: "pause"),
                try await house.send(S.Resume(id: id), key: "resume"),
                try await house.send(S.Skip(id: id), key: "skip"),
                try await house.send(S.Unpay(id: id), key: "unpay")
            )
            try await house.send(S.Update(id: id, description: "second"))
            #expect(try await house.send(update, key: "update") == firsts.0)
            #expect(try await house.send(S.Pause(id: id), key: "pause") == firsts.1)
            #expect(try await house.send(S.Resume(id: id), key: "resume") == firsts.2)
            #expect(try await house.send(S.Skip(id: id), key: "skip") == firsts.3)
            #expect(try await house.send(S.Unpay(id: id), key: "unpay") == firsts.4)
            let shown = try await house.send(S.Show(id: id)).subscription
            #expect(shown.description == "second" && shown.status == .active)
        }
    }

    @Test func whatWasAddedIsAnsweredWithItsMandateAndAsksLedgerForNoOther() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let add = S.Add(
                service: .known("netflix"), amount: roubles(100), start: try #require(CalendarDay("2026-01-15")),
                every: S.Every(count: 1, unit: .month), payFrom: "anna-main")
            let first = try await house.send(add, key: "add")
            #expect(first.mandate?.change == .granted)
            let update = S.Update(id: first.subscription.id, amount: roubles(200))
            let raised = try await house.send(update, key: "update")
            #expect(raised.mandate?.change == .raised)
            let granted = house.neighbours.now.granted.count
            #expect(try await house.send(add, key: "add") == first)
            #expect(try await house.send(update, key: "update") == raised)
            #expect(house.neighbours.now.granted.count == granted)
        }
    }

    @Test func aZoneThatWasSetSinceIsNotSetBack() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let first = try await house.send(S.SetSettings(timeZone: "Europe/Moscow"), key: "zone")
            try await house.send(S.SetSettings(timeZone: "Asia/Almaty"))
            #expect(try await house.send(S.SetSettings(timeZone: "Europe/Moscow"), key: "zone") == first)
            #expect(try await house.send(S.GetSettings()).settings.timeZone == "Asia/Almaty")
            #expect(house.neighbours.now.zones == ["Europe/Moscow", "Asia/Almaty"])
        }
    }

    @Test func anImportIsAnsweredWithWhatItAdded() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            try await house.add("2026-01-15")
            let file = try await house.send(S.Export(format: .csv)).content
            let kept = try await house.send(S.Import(format: .csv, content: file), as: "boris", key: "import")
            #expect(kept.added.count == 1 && kept.known == 0)
            try await house.send(S.Remove(id: kept.added[0].id), as: "boris")
            #expect(try await house.send(S.Import(format: .csv, content: file), as: "boris", key: "import") == kept)
            #expect(try await house.send(S.List(), as: "boris").subscriptions == [])
        }
    }

    @Test func whatWasAnsweredToSomebodyWhoLeftIsForgotten() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let add = S.Add(
                service: .known("netflix"), amount: roubles(100), start: try #require(CalendarDay("2026-01-15")),
                every: S.Every(count: 1, unit: .month))
            let first = try await house.send(add, key: "add")
            try await house.store.write(deadline: nil, weight: 1) { try $0.forget("anna") }
            #expect(try await house.send(add, key: "add").subscription.id != first.subscription.id)
        }
    }

    @Test func aKeyOfOtherContentIsAConflict() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let id = try await house.add("2026-01-15").id
            try await house.send(S.Pause(id: id), key: "one")
            #expect(try await house.fault(of: S.Resume(id: id), key: "one") == .conflict)
            #expect(try await house.fault(of: S.Update(id: id, description: "x"), key: "one") == .conflict)
        }
    }
}
