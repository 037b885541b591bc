import Coordination
import Domain
import Foundation
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: days and months of filters, summaries and statements follow the user's time zone; instants stay in UTC.
@Suite struct LocalDayHistoryTests {
    private static func script() throws -> LedgerScript {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        // 23:30 on 30 November in UTC is December in Moscow.
        let night = try #require(Instant("2026-11-30T23:30:00Z"))
        try script.move(1000, from: "world-RUB", to: "main", at: night + .seconds(-86_400))
        try script.move(100, from: "main", to: "world-RUB", at: night)
        return script
    }

    private static func rows(
        _ house: HistoryHouse, by group: HistorySignal.SummaryGroup
    ) async throws -> [String] {
        try await house.send(HistorySignal.Summary(by: group)).rows.compactMap(\.key)
    }

    @Test(arguments: StoreKind.allCases) func daysAndMonthsAreThoseOfTheWall(kind: StoreKind) async throws {
        let script = try Self.script()
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            #expect(try await Self.rows(house, by: .month) == ["2026-11"])
            #expect(try await house.list(HistorySignal.Transactions(to: "2026-11-30")).transactions.count == 2)
            try await house.setZone("Europe/Moscow", of: "anna")
            #expect(try await Self.rows(house, by: .month) == ["2026-12", "2026-11"])
            #expect(try await Self.rows(house, by: .day) == ["2026-12-01", "2026-11-30"])
            #expect(try await house.list(HistorySignal.Transactions(to: "2026-11-30")).transactions.map(\.id) == ["t1"])
            let december = try await house.list(HistorySignal.Transactions(from: "2026-12-01"))
            #expect(december.transactions.map(\.date.description) == ["2026-11-30T23:30:00Z"])
            // West of Greenwich it is still the previous evening.
            try await house.setZone("America/New_York", of: "anna", revision: 2)
            #expect(try await Self.rows(house, by: .day) == ["2026-11-30", "2026-11-29"])
            // An older change that arrives late has no effect.
            if kind == .sqlite {
                try await house.setZone("Pacific/Kiritimati", of: "anna", revision: 1)
                #expect(try await Self.rows(house, by: .day) == ["2026-11-30", "2026-11-29"])
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func statementsHaveTheDaysOfTheWall(kind: StoreKind) async throws {
        let script = try Self.script()
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            try await house.setZone("Europe/Moscow", of: "anna")
            let december = try #require(CalendarDay("2026-12-01"))
            let signal = HistorySignal.Statement(account: "main", from: december, to: december, format: .csv)
            let lines = try await house.send(signal).content.split(whereSeparator: \.isNewline)
            #expect(lines.count == 4)
            #expect(lines[1].hasPrefix("2026-12-01,2026-11-30T21:00:00Z,opening"))
            #expect(lines[2].hasPrefix("2026-12-01,2026-11-30T23:30:00Z,expense"))
            #expect(lines[3].hasPrefix("2026-12-01,2026-12-01T20:59:59.999999Z,closing"))
        }
    }

    private static let zones = ["UTC", "Europe/Moscow", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"]

    /// Reads a sample in a time zone. Returns each row with its local day.
    private static func read(
        _ path: String, _ currency: Currency?, in name: String
    ) async throws -> (answer: HistorySignal.StatementRows, days: [String]) {
        let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Samples")
        let bytes = try Data(contentsOf: samples.appendingPathComponent(path))
        let house = HistoryHouse(store: InMemoryHistoryStore())
        try await house.setZone(name, of: "anna")
        let content = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
        let known = Domain.TimeZone(name: name, content: Array(content))
        let zone = try #require(known)
        let answer = try await house.send(
            HistorySignal.ReadStatement(base64: bytes.base64EncodedString(), currency: currency))
        return (answer, answer.rows.map { Instant($0.date).map { zone.day(at: $0).description } ?? $0.date })
    }

    /// Goal: rows are booked on the days in the file, whatever the time zone.
    @Test(arguments: BankFile.all, zones) func rowsOfBanksKeepTheirDays(file: BankFile, zone: String) async throws {
        let currency = file.saysCurrency ? nil : Currency.known(file.currency)
        let read = try await Self.read("Banks/\(file.name).csv", currency, in: zone)
        #expect(read.days == file.rows.map(\.date))
        #expect(read.answer.from?.description == read.days.min() && read.answer.to?.description == read.days.max())
    }

    @Test(arguments: ReadStatementTests.samples, zones) func samplesKeepTheirDays(
        sample: ReadStatementTests.Sample, zone: String
    ) async throws {
        let read = try await Self.read("Statements/\(sample.name)", sample.currency, in: zone)
        // The first and last day as the user sees them.
        #expect(read.answer.from?.description == read.days.min() && read.answer.to?.description == read.days.max())
        // A time with an offset is an instant: it has the day of the file only in the zone of the bank.
        let printed = [
            "american-bank.ofx": ("America/New_York", "2026-02-01 2026-02-28"),
            "russian-bank.ofx": ("Europe/Moscow", "2026-03-01 2026-03-31"),
        ]
        if let (home, days) = printed[sample.name] {
            if zone == home { #expect("\(read.days.min() ?? "") \(read.days.max() ?? "")" == days) }
        } else {
            #expect("\(read.days.min() ?? "") \(read.days.max() ?? "")" == sample.days)
        }
    }

    @Test func timesOfABanksFileAreThoseOfTheWall() async throws {
        try await HistoryHouse.with(.sqlite) { house in
            try await house.setZone("Europe/Moscow", of: "anna")
            let file = "Date,Amount,Description\n2026-11-30 01:30:00,-5.00,coffee\n"
            let read = try await house.send(HistorySignal.ReadStatement(content: file, currency: .rubles))
            #expect(read.rows.map(\.date) == ["2026-11-29T22:30:00Z"])
            #expect(read.rows.first?.reference.hasPrefix("row:2026-11-30") == true)
        }
    }
}
