import Coordination
import Domain
import Reasons
import Signals
import StrictJSON
import Tables
import TestSupport
import Testing

@testable import SubscriptionsService

/// The columns that every table needs.
private let header = "service,amount,currency,start,every,unit"

/// Unreadable tables, with the reason and its cause.
private let unreadable: [(content: String, reason: Reason, cause: Reason?)] = [
    ("", .badSubscriptionRow, .csvWithoutHeader), ("service\nnetflix", .badSubscriptionHeader, nil),
    ("\(header)\n", .badSubscriptionCount, nil),
    ("\(header)\nnetflix,1,RUB,2026-01-01,1", .badSubscriptionRow, .csvFieldCount),
    ("\(header)\nnetflix,x,RUB,2026-01-01,1,month", .badSubscriptionRow, .rowWithoutAmount),
    ("\(header)\nnetflix,1,RUB,2026-02-30,1,month", .badSubscriptionValue, .notADay),
    ("\(header)\nnetflix,1,RUB,,1,month", .badSubscriptionValue, .isRequired),
    ("\(header)\nnetflix,1,RUB,2026-01-01,x,month", .badSubscriptionValue, .mustBeInteger),
    ("\(header)\nnetflix,1,RUB,2026-01-01,1,moon", .badSubscriptionRow, .rowWithoutPeriod),
    ("\(header),remindDaysBefore\nnetflix,1,RUB,2026-01-01,1,month,x", .badSubscriptionValue, .badReminders),
    ("\(header)\n,1,RUB,2026-01-01,1,month", .badSubscriptionRow, .rowWithoutTitle),
    ("\(header)\nnothing,1,RUB,2026-01-01,1,month", .subscriptionNotAdded, .isNoService),
    ("\(header)\nnetflix,1,RUB,2026-01-01,0,month", .subscriptionNotAdded, .mustBeBetween),
    ("\(header),ends\nnetflix,1,RUB,2026-01-02,1,month,2026-01-01", .subscriptionNotAdded, .mustNotBeBeforeDay),
    ("\(header)\n\"netflix,1,RUB,2026-01-01,1,month", .badSubscriptionRow, .csvOpenQuote),
]

/// Export and import of files, the catalogue, and suggestions.
@Suite struct SubscriptionFileTests {
    @Test func theCalendarKeepsItsForm() async throws {
        try await SubscriptionsHouse.on("2025-01-01") { house in
            let title = "Клуб, где; учат \\ плавать круглый год, и зимой тоже, и летом"
            let added = try await house.add("2025-01-31", remind: [3], service: .own(title: title, color: nil))
            let file = try await house.send(S.CalendarFile())
            #expect(file.mediaType == "text/calendar")
            let lines = file.content.components(by: "\r\n")
            #expect(!file.content.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
            #expect(lines.allSatisfy { $0.utf8.count <= 75 })
            #expect(lines.contains("UID:\(added.id)@subscriptions.kopilka") && lines.contains("SEQUENCE:0"))
            #expect(lines.contains("RRULE:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"))
            #expect(lines.contains("TRIGGER:-P3D"))
            try await house.send(S.Update(id: added.id, description: "a,b"))
            let again = try await house.send(S.CalendarFile(id: added.id)).content
            #expect(again.contains("SEQUENCE:1") && again.contains("DESCRIPTION:a\\,b"))
        }
    }

    @Test(arguments: S.FileFormat.allCases) func whatIsWrittenCanBeReadAgain(format: S.FileFormat) async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            try await house.add("2026-01-31", remind: [7, 1], trialUntil: "2026-02-03")
            try await house.add("2026-01-05", 2, .week, service: .own(title: "=1+1, \"x\"", color: "#40a0c0"))
            let file = try await house.send(S.Export(format: format))
            let known = try await house.send(S.Import(format: format, content: file.content))
            #expect(known.added.isEmpty && known.known == 2)
            let preview = S.Import(format: format, content: file.content, preview: true)
            #expect(try await house.send(preview, as: "boris").added.count == 2)
            #expect(try await house.send(S.Services(text: "=1+1"), as: "boris").services.isEmpty)
            let first = try await house.send(S.Import(format: format, content: file.content), as: "boris", key: "k")
            let second = try await house.send(S.Import(format: format, content: file.content), as: "boris", key: "k")
            #expect(first.added.map(\.id) == second.added.map(\.id) && first.added.count == 2)
            #expect(first.added.map(\.title.en) == ["Netflix", "=1+1, \"x\""])
            #expect(try await house.send(S.Export(format: format), as: "boris").content == file.content)
        }
    }

    @Test(arguments: unreadable)
    func whatCannotBeReadIsRefusedWhole(content: String, reason: Reason, cause: Reason?) async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let table = try #require(try await house.refusal(of: S.Import(format: .csv, content: content)))
            #expect(table.code == .invalidArgument && table.reason == reason.name, "\(table)")
            #expect(table.details["cause"] == cause.map { .text($0.name) }, "\(table)")
            let json = try #require(try await house.refusal(of: S.Import(format: .json, content: content)))
            #expect(json.code == .invalidArgument && json.reason == Reason.notSubscriptionsJSON.name, "\(json)")
            let list = try await house.send(S.List())
            #expect(list.subscriptions.isEmpty)
        }
    }

    @Test func aFileOfJSONThatIsNoExportIsRefusedWithItsMember() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let empty = try #require(
                try await house.refusal(of: S.Import(format: .json, content: #"{"subscriptions":[{}]}"#)))
            #expect(empty.reason == Reason.badSubscriptionsJSON.name, "\(empty)")
            #expect(empty.details["cause"] == .text(Reason.isRequired.name), "\(empty)")
            try await house.add("2026-01-31", payFrom: "anna-main")
            let content = try await house.send(S.Export(format: .json)).content
            let paying = content.replacing(#""start""#, with: #""payFrom":"anna-main","start""#)
            let paid = try #require(try await house.refusal(of: S.Import(format: .json, content: paying)))
            #expect(paid.details["cause"] == .text(Reason.rowNamesPayingAccount.name), "\(paid)")
        }
    }

    @Test func theCatalogueAndTheCurrenciesAreWhole() async throws {
        #expect(Catalogue.services.count >= 100)
        #expect(Set(Catalogue.services.map(\.id)).count == Catalogue.services.count)
        for service in Catalogue.services {
            #expect(!service.title.ru.isEmpty && !service.title.en.isEmpty && service.color?.utf8.count == 7)
        }
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let currencies = try await house.send(S.Currencies())
            #expect(currencies.currencies.map(\.code) == Currency.all && currencies.standard.code == "RUB")
            #expect(currencies.currencies.first { $0.code.code == "RUB" }?.symbol == "₽")
            #expect(try await house.send(S.Services(text: "кинопоиск")).services.map(\.id) == ["kinopoisk"])
        }
    }

    private func charge(_ id: String, _ day: String, _ amount: Int64, _ text: String) throws
        -> HistorySignal.Transaction
    {
        HistorySignal.Transaction(
            id: id, type: .expense, amount: roubles(amount), description: text,
            date: try #require(Instant("\(day)T10:00:00Z")), account: "anna-main", balanceAfter: roubles(0))
    }

    @Test func regularChargesAreSuggestedAcceptedMergedOrDismissedForGood() async throws {
        try await SubscriptionsHouse.on("2026-06-20") { house in
            let table: [(String, String, Int64, String)] = [
                ("a1", "2026-03-15", 399, "NETFLIX.COM 81"), ("a2", "2026-04-15", 399, "NETFLIX.COM 82"),
                ("a3", "2026-05-16", 420, "NETFLIX.COM 83"), ("b1", "2026-05-30", 100, "Pool"),
                ("b2", "2026-06-06", 100, "Pool"), ("b3", "2026-06-13", 107, "Pool"),
                // Too few, too different, irregular.
                ("c1", "2026-05-01", 50, "Few"), ("c2", "2026-06-01", 50, "Few"), ("d1", "2026-04-01", 50, "Shop"),
                ("d2", "2026-05-01", 70, "Shop"), ("d3", "2026-06-01", 90, "Shop"), ("e1", "2026-04-01", 50, "Ride"),
                ("e2", "2026-04-05", 50, "Ride"), ("e3", "2026-06-01", 50, "Ride"),
            ]
            let charges = try table.map { try charge($0.0, $0.1, $0.2, $0.3) }
            house.neighbours.change { $0.charges = charges }
            let found = try await house.send(S.Suggestions()).suggestions
            #expect(Set(found.map(\.title.en)) == ["Netflix", "Pool"])
            let netflix = try #require(found.first { $0.service == "netflix" })
            #expect(netflix.charges == 3 && netflix.every == S.Every(count: 1, unit: .month))
            let accepted = try await house.send(S.AcceptSuggestion(suggestion: netflix.id), key: "a").subscription
            #expect(accepted.service == "netflix" && accepted.nextPayment?.date.description == "2026-07-15")
            #expect(try await house.send(S.Payments(id: accepted.id)).payments.map(\.transfer) == ["a3", "a2", "a1"])
            #expect(
                try await house.send(S.AcceptSuggestion(suggestion: netflix.id), key: "a").subscription == accepted)
            let pool = try #require(try await house.send(S.Suggestions()).suggestions.first)
            #expect(try await house.send(S.Suggestions()).suggestions.map(\.title.en) == ["Pool"])
            try await house.send(S.MergeSuggestion(suggestion: pool.id, id: accepted.id))
            #expect(try await house.send(S.Suggestions()).suggestions.isEmpty)
            house.neighbours.change {
                $0.charges += $0.charges.filter { $0.description == "Pool" }.map {
                    HistorySignal.Transaction(
                        id: "x" + $0.id, type: .expense, amount: $0.amount, description: "Sauna", date: $0.date,
                        account: $0.account, balanceAfter: $0.balanceAfter)
                }
            }
            let sauna = try #require(try await house.send(S.Suggestions()).suggestions.first)
            try await house.send(S.DismissSuggestion(suggestion: sauna.id))
            #expect(try await house.send(S.Suggestions()).suggestions.isEmpty)
            #expect(try await house.fault(of: S.AcceptSuggestion(suggestion: sauna.id)) == .notFound)
        }
    }
}

extension String {
    fileprivate func components(by separator: String) -> [String] { split(separator: separator).map(String.init) }
}
