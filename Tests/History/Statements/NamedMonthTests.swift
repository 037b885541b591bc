import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: dates with the name of a month are read in the languages of their files, and none is guessed.
@Suite struct NamedMonthTests {
    private static func read(_ content: String) async throws -> HistorySignal.StatementRows {
        try await HistoryHouse(store: InMemoryHistoryStore()).send(
            HistorySignal.ReadStatement(content: content, currency: .known("EUR")))
    }

    @Test(arguments: [
        ("05 Nov 2026", "2026-11-05"), ("Nov 5, 2026", "2026-11-05"), ("5 ноября 2026", "2026-11-05"),
        ("05-Nov-26", "2026-11-05"), ("05-NOV-2026", "2026-11-05"), ("5. November 2026", "2026-11-05"),
        ("05. Nov. 2026", "2026-11-05"), ("5 нояб. 2026 г.", "2026-11-05"), ("5 ноября 2026\u{A0}г.", "2026-11-05"),
        ("2026-Nov-05", "2026-11-05"), ("2026 Nov 5", "2026-11-05"), ("November 5th, 2026", "2026-11-05"),
        ("1er août 2026", "2026-08-01"), ("5 de noviembre de 2026", "2026-11-05"), ("5/nov/2026", "2026-11-05"),
        ("5. Mär 2026", "2026-03-05"), ("29 Feb 2028", "2028-02-29"), ("1. Jänner 2026", "2026-01-01"),
        ("05 Nov 69", "2069-11-05"), ("05 Nov 70", "1970-11-05"), ("Sept 5, 2026", "2026-09-05"),
    ])
    func aMonthByItsNameIsRead(text: String, day: String) async throws {
        let written = try #require(WrittenDate(text), "\(text)")
        for order in HistorySignal.DateOrder.allCases {
            #expect(written.day(order)?.description == day, "\(text) \(order)")
        }
        #expect(written.timeOfDay == nil)
        let read = try await Self.read("Date;Amount;Description\n\(text);7;a\n")
        #expect(read.rows.map(\.date) == [day])
    }

    @Test(arguments: ["05 Nov 2026 08:51", "Nov 5, 2026, 08:51:00", "5 ноября 2026 г., 08:51", "05-Nov-26T08:51:00Z"])
    func theTimeBehindItIsReadToo(text: String) {
        let time: Int64 = (8 * 60 + 51) * 60_000_000
        #expect(WrittenDate(text)?.timeOfDay == time)
        #expect(WrittenDate(text)?.day(.dmy)?.description == "2026-11-05")
    }

    /// The names of CLDR, full and as part of a date, each in its shortest form.
    private static let languages = [
        ("en", "January February March April May June July August September October November December"),
        ("en", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
        ("ru", "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
        ("ru", "янв февр мар апр мая июн июл авг сент окт нояб дек"),
        ("ru", "Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь"),
        ("de", "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
        ("de", "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez"),
        ("fr", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
        ("es", "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
        ("it", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
        ("pt", "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
        ("nl", "januari februari maart april mei juni juli augustus september oktober november december"),
    ]

    @Test(arguments: languages) func allMonthsOfALanguageAreKnown(language: String, names: String) throws {
        let names = names.split(separator: " ")
        try #require(names.count == 12)
        for (index, name) in names.enumerated() {
            #expect(WrittenDate("5 \(name) 2026")?.day(.dmy)?.components.month == index + 1, "\(name)")
            #expect(WrittenDate("\(name.uppercased()). 5, 2026")?.day(.dmy)?.components.month == index + 1)
        }
    }

    /// `lis` is November in Polish and October in Croatian, `Ju` may be June or July.
    @Test(arguments: [
        "5 lis 2026", "5 Ju 2026", "5 Ma 2026", "5 Novem 2026", "31 Nov 2026", "29 Feb 2026", "Nov 2026", "5 Nov",
        "5 11 Nov", "05 Nov 2026 Nov", "2026 Nov 2026", "5 Nov 2026 noon", "5 Nov 126", "005 Nov 2026",
        "5 Nov 2026 25:00",
    ])
    func whatIsInDoubtIsRefusedWithItsLine(text: String) async throws {
        #expect(WrittenDate(text)?.day(.dmy) == nil)
        let content = "Date;Amount;Description\n05 Nov 2026;7;a\n\(text);8;b\n"
        let fault = try #require(
            try await HistoryHouse(store: InMemoryHistoryStore()).fault(
                of: HistorySignal.ReadStatement(content: content, currency: .known("EUR"))))
        #expect(fault.message.hasPrefix("Line 3 of the file has an invalid date: \"\(text)\""), "\(fault)")
        let rest = try await HistoryHouse(store: InMemoryHistoryStore()).send(
            HistorySignal.ReadStatement(content: content, currency: .known("EUR"), skipBad: true))
        #expect(rest.rows.map(\.date) == ["2026-11-05"] && rest.problems.count == 1)
    }

    /// Numeric dates beside dates with names stay ambiguous.
    @Test func namesDoNotSayHowNumbersAreMeant() async throws {
        let fault = try #require(
            try await HistoryHouse(store: InMemoryHistoryStore()).fault(
                of: HistorySignal.ReadStatement(
                    content: "Date;Amount;Description\n05 Nov 2026;7;a\n03/04/2026;8;b\n", currency: .known("EUR"))))
        #expect(fault.message.contains("dmy, mdy"), "\(fault)")
    }

    @Test func quickenMayNameMonthsToo() async throws {
        let read = try await Self.read("!Type:Bank\nD5 Nov 2026\nT-12.50\nPShop\n^\n")
        #expect(read.rows.map(\.date) == ["2026-11-05"] && read.rows.first?.amount.minorUnits == -12_50)
    }
}
