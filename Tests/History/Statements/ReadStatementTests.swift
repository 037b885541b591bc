import Coordination
import Domain
import Foundation
import Reasons
import Signals
import StrictJSON
import Tables
import TestSupport
import Testing

@testable import HistoryService

/// Goal: files of banks are read without loss, or refused with the line and the rule.
@Suite struct ReadStatementTests {
    /// A file of `Tests/Samples/Statements` in the format of a real bank's, with its expected content.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        var currency: Currency?
        let days: String
        /// In minor units, in booking order.
        let amounts: [Int64]
        let first: String
        let last: String
        var opening: String?
        var closing: String?
        /// The number of lines that are not rows.
        var skipped = 0
        var testDescription: String { name }
    }

    static let samples = [
        Sample(
            name: "american-bank.ofx", days: "2026-02-01 2026-03-01", amounts: [200_000, -3_550, -125_000],
            first: "ACME PAYROLL / SALARY", last: "RENT & UTILITIES FEBRUARY", opening: "500.00", closing: "1214.50"),
        Sample(
            name: "card-on-one-line.ofx", days: "2026-01-15 2026-01-16", amounts: [-1_234, -500, -500],
            first: "Bäckerei Müller & Söhne", last: "Tram", opening: "0.00", closing: "-22.34"),
        Sample(
            name: "russian-bank.ofx", days: "2026-02-28 2026-03-31",
            amounts: [15_000_000, -4_600, -4_600, -1_000_000], first: "Зарплата", last: "К & на вклад",
            opening: "5000.00", closing: "144908.00"),
        Sample(
            name: "russian-bank-1251.csv", days: "2026-03-01 2026-03-05", amounts: [5_000_000, -129_990, -92_540],
            first: "Перевод от мамы", last: "Облако", skipped: 1),
        Sample(
            name: "british-bank.csv", currency: .known("GBP"), days: "2026-01-12 2026-01-13",
            amounts: [200_000, -1_250], first: "SALARY", last: "TESCO, LONDON"),
        Sample(
            name: "app-export.csv", days: "2026-02-01 2026-02-03", amounts: [10_000, -2_150], first: "Top-Up",
            last: "Café \"Zürich\"", skipped: 1),
        Sample(
            name: "with-preamble.csv", currency: .rubles, days: "2026-01-08 2026-01-09",
            amounts: [1_000_055, -350_000],
            first: "Иванов И. И.", last: "ООО \"Ромашка\" / Оплата по договору №7"),
        Sample(
            name: "quicken.qif", currency: .known("USD"), days: "2026-01-15 2026-02-28",
            amounts: [-123_456, 250_000, -2_500], first: "Hardware Store / Drill & bits", last: "Split only",
            opening: "1000.00"),
        Sample(
            name: "european.qif", currency: .known("EUR"), days: "2026-01-31 2026-02-28", amounts: [-123_450, -99],
            first: "Elektromarkt", last: "Kaffee"),
    ]

    private static func file(_ name: String) throws -> [UInt8] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return Array(try Data(contentsOf: tests.appendingPathComponent("Samples/Statements/\(name)")))
    }

    private static func read(_ signal: HistorySignal.ReadStatement) async throws -> HistorySignal.StatementRows {
        try await HistoryHouse(store: InMemoryHistoryStore()).send(signal)
    }

    private static func fault(_ signal: HistorySignal.ReadStatement) async throws -> Fault {
        try #require(try await HistoryHouse(store: InMemoryHistoryStore()).fault(of: signal))
    }

    @Test(arguments: samples) func filesOfBanksAreRead(sample: Sample) async throws {
        let bytes = try Self.file(sample.name)
        let read = try await Self.read(
            HistorySignal.ReadStatement(base64: Data(bytes).base64EncodedString(), currency: sample.currency))
        #expect(read.rows.map(\.amount.minorUnits) == sample.amounts)
        #expect("\(read.from?.description ?? "") \(read.to?.description ?? "")" == sample.days)
        #expect(read.rows.first?.description == sample.first && read.rows.last?.description == sample.last)
        #expect(read.openingBalance?.decimalText == sample.opening)
        #expect(read.closingBalance?.decimalText == sample.closing)
        #expect(read.format.rawValue == String(sample.name.suffix(3)))
        #expect(read.count == sample.amounts.count && read.skipped == sample.skipped && read.nextOffset == nil)
        #expect(Set(read.rows.map(\.reference)).count == read.count, "every row has a reference of its own")
    }

    @Test func datesStayThoseOfTheBank() async throws {
        let bytes = try Self.file("russian-bank.ofx")
        let read = try await Self.read(HistorySignal.ReadStatement(base64: Data(bytes).base64EncodedString()))
        #expect(read.rows.first?.date == "2026-02-28T21:30:00Z", "half past midnight in Moscow")
        #expect(read.rows.last?.date == "2026-03-31")
        #expect(read.rows.map(\.reference) == ["id:M-1", "id:M-2", "id:M-3", "id:M-4"])
        #expect(read.account == "40817810000000000001" && read.currency == .rubles)
    }

    @Test func equalRowsWithoutIdsAreToldApartAndKnownAgainInAnotherFile() async throws {
        let day = "Date,Amount,Description\n2026-03-01,-46,Tram\n2026-03-01,-46,Tram\n2026-03-02,-46,Tram\n"
        let longer = day + "2026-03-02,-46,Tram\n2026-03-03,-46,Tram\n"
        func references(_ content: String) async throws -> [String] {
            try await Self.read(HistorySignal.ReadStatement(content: content, currency: .rubles)).rows.map(\.reference)
        }
        let first = try await references(day)
        #expect(Set(first).count == 3)
        #expect(Set(first).isSubset(of: Set(try await references(longer))))
        #expect(first[0] == "row:2026-03-01:-46.00:1:Tram" && first[1] == "row:2026-03-01:-46.00:2:Tram")
    }

    @Test func withoutAnOrderOfItsOwnIncomeComesBeforeExpense() async throws {
        func amounts(_ lines: String) async throws -> [Int64] {
            try await Self.read(
                HistorySignal.ReadStatement(content: "Date,Amount,Description\n" + lines, currency: .rubles)
            ).rows.map(\.amount.minorUnits)
        }
        #expect(try await amounts("2026-03-01,-5,a\n2026-03-01,7,b\n2026-03-01,-1,c\n") == [700, -500, -100])
        #expect(try await amounts("2026-03-02,-5,a\n2026-03-01,-1,b\n2026-03-01,7,c\n") == [700, -100, -500])
        #expect(try await amounts("2026-03-01,-1,b\n2026-03-01,7,c\n2026-03-02,-5,a\n") == [-100, 700, -500])
    }

    @Test func whatTheFileLeavesOpenIsAskedFor() async throws {
        let dates = "Date,Amount,Description\n03/04/2026,1,a\n05/06/2026,2,b\n"
        let ambiguous = try await Self.fault(HistorySignal.ReadStatement(content: dates, currency: .rubles))
        #expect(ambiguous.code == .invalidArgument && ambiguous.message.contains("dmy, mdy"))
        let read = try await Self.read(
            HistorySignal.ReadStatement(content: dates, currency: .rubles, dateOrder: .mdy))
        #expect(read.rows.map(\.date) == ["2026-03-04", "2026-05-06"])
        let currency = try await Self.fault(HistorySignal.ReadStatement(content: dates, dateOrder: .dmy))
        #expect(currency.details["cause"] == .text(Reason.fileWithoutCurrency.name))
        let comma = try await Self.read(
            HistorySignal.ReadStatement(
                content: "Date;Amount;Description\n2026-03-04;1,234;a\n", currency: .known("KWD"), decimal: .comma))
        #expect(comma.rows.first?.amount.minorUnits == 1_234)
    }

    @Test func badLinesAreToldAndLeftOutOnRequest() async throws {
        let content = "Date,Amount,Description\n2026-03-01,1.50,a\n32.03.2026,2,b\n2026-03-03,much,c\n2026-03-04,4,d\n"
        let fault = try await Self.fault(HistorySignal.ReadStatement(content: content, currency: .rubles))
        #expect(fault.code == .invalidArgument && fault.field == "content" && fault.details["line"] == .number(3))
        #expect(fault.message == "Line 3 of the file has an invalid date: \"32.03.2026\". There are 2 such lines.")
        let read = try await Self.read(
            HistorySignal.ReadStatement(content: content, currency: .rubles, skipBad: true))
        #expect(read.rows.map(\.amount.minorUnits) == [150, 400])
        #expect(read.skipped == 2 && read.problems.map(\.line) == [3, 4])
        let reasons = read.problems.map(\.problemReason)
        #expect(reasons.allSatisfy { $0?.reason == Reason.lineLeftOut.name })
        #expect(reasons.map { $0?.details["cause"]?.plainText } == ["rowWithBadDate", "rowWithBadAmount"])
        #expect(reasons[0]?.details["text"] == "32.03.2026" && reasons[0]?.details["line"] == 3)
    }

    @Test(
        arguments: [
            ("", .isEmpty, nil), ("just words", .unknownFileFormat, nil), ("a,b\n1,2\n", .badFile, .fileWithoutHeader),
            ("Date,Amount\n2026-01-01,\"1", .badFileLine, .csvOpenQuote),
            ("<OFX><STMTRS", .badFileLine, .strayAngleBracket), ("<OFX></OFX>", .badFile, .ofxWithoutStatement),
            ("!Type:Invst\n", .badFileLine, .investmentsRefused), ("!Account\nNx\n^\n", .badFile, .notQIF),
            (
                "<?xml version=\"1.0\"?><!DOCTYPE OFX [<!ENTITY a \"b\">]><OFX>&a;</OFX>", .badFileLine,
                .documentTypeRefused
            ),
            ("<?xml version=\"1.0\"?><OFX><A></OFX>", .badFileLine, .malformedXML),
            ("Date,Amount\n\u{0}", .hasZeroBytes, nil),
            ("<?xml version=\"1.0\"?><OFX>" + String(repeating: "<A>", count: 70), .badFileLine, .tooDeepXML),
            ("Date,Amount\n2026-01-01," + String(repeating: "1", count: 20_000), .badFileLine, .csvTooLongField),
            (String(repeating: "Date,Amount,", count: 60), .badFileLine, .csvTooManyFields),
        ] as [(String, Reason, Reason?)])
    func whatIsNoStatementIsRefusedWithAReason(content: String, reason: Reason, cause: Reason?) async throws {
        let fault = try await Self.fault(HistorySignal.ReadStatement(content: content, currency: .rubles))
        #expect(fault.code == .invalidArgument && fault.reason == reason.name, "\(fault)")
        #expect(fault.details["cause"] == cause.map { .text($0.name) }, "\(fault)")
        #expect(!fault.message.contains("{"), "\(fault)")
    }

    @Test func sizesAreLimited() async throws {
        let long = String(repeating: "x", count: FileContent.mostBytes + 1)
        #expect(try await Self.fault(HistorySignal.ReadStatement(content: long)).message.contains("split the file"))
        let rows = String(repeating: "2026-01-01,1,a\n", count: StatementFile.mostRows + 1)
        let many = try await Self.fault(
            HistorySignal.ReadStatement(content: "Date,Amount,Description\n" + rows, currency: .rubles, skipBad: true))
        #expect(many.message.contains("at most 50000"))
        let both = try await Self.fault(HistorySignal.ReadStatement(content: "a", base64: "YQ=="))
        #expect(both.field == "content")
        #expect(try await Self.fault(HistorySignal.ReadStatement(base64: "YQ")).field == "base64")
    }

    @Test func aFileOfSeveralAccountsIsAskedForOne() async throws {
        func statement(_ account: String, _ amount: String) -> String {
            "<STMTRS><CURDEF>RUB<BANKACCTFROM><ACCTID>\(account)</BANKACCTFROM><BANKTRANLIST><STMTTRN>"
                + "<DTPOSTED>20260101<TRNAMT>\(amount)<FITID>1</STMTTRN></BANKTRANLIST></STMTRS>"
        }
        let content = "OFXHEADER:100\n<OFX>" + statement("111", "1.00") + statement("222", "2.00") + "</OFX>"
        #expect(try await Self.fault(HistorySignal.ReadStatement(content: content)).message.contains("111, 222"))
        let read = try await Self.read(HistorySignal.ReadStatement(content: content, fileAccount: "222"))
        #expect(read.rows.map(\.amount.minorUnits) == [200])
    }

    @Test func rowsComeInPages() async throws {
        let rows = (1...25).map { "2026-01-\($0 < 10 ? "0" : "")\($0),\($0),row" }.joined(separator: "\n")
        var offset: Int? = 0
        var amounts: [Int64] = []
        while let from = offset {
            let read = try await Self.read(
                HistorySignal.ReadStatement(
                    content: "Date,Amount,Description\n" + rows, currency: .rubles, offset: from, limit: 10))
            #expect(read.count == 25)
            amounts += read.rows.map(\.amount.minorUnits)
            offset = read.nextOffset
        }
        #expect(amounts == (1...25).map { $0 * 100 })
    }

    @Test func aLongFileIsReadOnceForAllPagesAndNotKeptLonger() async throws {
        let useCase = ReadStatement(store: InMemoryHistoryStore())
        func read(_ user: String, _ text: String, from offset: Int) async throws -> HistorySignal.StatementRows {
            let content = "Date,Amount,Description\n2026-01-01,1,\(text)\n2026-01-02,2,\(text)\n2026-01-03,3,\(text)"
            let session = UserSession(userID: user, sessionID: "s", expiresAt: Instant(microseconds: .max))
            return try await useCase.answer(
                HistorySignal.ReadStatement(content: content, currency: .rubles, offset: offset, limit: 2),
                context: SignalContext(caller: .user(session)))
        }
        let first = try await read("ann", "a", from: 0)
        #expect(first.rows.map(\.amount.minorUnits) == [100, 200] && first.count == 3)
        #expect(useCase.files.count == 1)
        // The same bytes of another user are another file, and so are other bytes.
        #expect(try await read("bob", "a", from: 2).rows.count == 1)
        #expect(useCase.files.count == 1)
        let last = try await read("ann", "a", from: 2)
        #expect(last.rows.map(\.amount.minorUnits) == [300] && last.count == 3 && last.from == first.from)
        #expect(useCase.files.count == 0, "nothing is left")
        for text in ["a", "b", "c", "d"] { _ = try await read("ann", text, from: 0) }
        #expect(useCase.files.count == ReadFiles.most)
        #expect(try await read("ann", "b", from: 2).rows.first?.description == "b", "read anew")
        #expect(try await read("ann", "d", from: 5).rows.isEmpty)
    }

    @Test func aPageFitsAMessageHoweverLongTheTexts() async throws {
        let long = String(repeating: "ж", count: 240) + String(repeating: "\\'", count: 90)
        let lines = (0..<4_200).map { "2026-01-01,\($0 + 1),\(long)\($0)" }.joined(separator: "\n")
        let content = "Date,Amount,Description\n" + lines
        let first = try await Self.read(HistorySignal.ReadStatement(content: content, currency: .rubles))
        let next = try #require(first.nextOffset)
        #expect(first.count == 4_200 && first.rows.count == next && next < 4_200)
        #expect(try JSONEncoding.encode(first).count < 4 << 20)
        let second = try await Self.read(
            HistorySignal.ReadStatement(content: content, currency: .rubles, offset: next))
        #expect(second.rows.first?.amount.minorUnits == Int64(next + 1) * 100)
    }

    @Test(arguments: [HistorySignal.StatementFormat.csv, .ofx, .qif])
    func whatWasWrittenIsReadBack(format: HistorySignal.StatementFormat) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("ReadStatementTests: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        let start = try #require(Instant("2026-02-01T00:00:00Z"))
        try script.move(5_000_000, from: "world-RUB", to: "main", at: start, "before")
        var time = start + .seconds(86_400)
        for _ in 0..<150 {
            time = time + .milliseconds(random.below(20_000_000))
            let isIncome = random.chance(60)
            try script.move(
                Int64(random.below(20_000) + 1), from: isIncome ? "world-RUB" : "main",
                to: isIncome ? "main" : "world-RUB", at: time, random.one(of: StatementTests.nasty),
                category: random.chance(30) ? "food" : nil)
        }
        try await HistoryHouse.with(.sqlite) { [script] house in
            try await house.follow(script.events)
            let (from, to) = (try #require(CalendarDay("2026-02-02")), try #require(CalendarDay("2026-12-31")))
            let content = try await house.send(
                HistorySignal.Statement(account: "main", from: from, to: to, format: format)
            ).content
            let read = try await house.send(HistorySignal.ReadStatement(content: content, currency: .rubles))
            let booked = try await house.list(
                HistorySignal.Transactions(account: "main", from: "2026-02-02", limit: 1_000)
            ).transactions.reversed().map { $0 }
            #expect(read.rows.count == booked.count)
            for (row, transaction) in zip(read.rows, booked) {
                let sign: Int64 = transaction.type == .income ? 1 : -1
                #expect(row.amount.minorUnits == sign * transaction.amount.minorUnits, "seed \(seed)")
                #expect(row.date.prefix(10) == transaction.date.description.prefix(10), "seed \(seed)")
                #expect(row.description == Self.kept(transaction.description, in: format), "seed \(seed)")
                if format != .qif { #expect(row.reference == "kopilka:main:\(transaction.id)") }
            }
            let sum = read.rows.reduce(0) { $0 + $1.amount.minorUnits }
            #expect(read.openingBalance?.minorUnits == 5_000_000, "seed \(seed)")
            if format != .qif { #expect(read.closingBalance?.minorUnits == 5_000_000 + sum, "seed \(seed)") }
        }
    }

    /// Returns a description as it is read back.
    private static func kept(_ text: String, in format: HistorySignal.StatementFormat) -> String {
        switch format {
        case .csv, .json: CleanText.exact(text)
        case .ofx: CleanText.line(OFXStatementWriter.cut(text, to: 255).replacing("\u{FFFE}", with: "\u{FFFD}"))
        case .qif: CleanText.line(text)
        }
    }

    /// A bank's file is not refused for a character: controls become spaces, directional marks are dropped.
    @Test func charactersThatSteerAreTakenOutOfDescriptions() async throws {
        let content = "Date,Amount,Description\n2026-01-01,-5,a\u{1B}[2Jb\u{9B}1m c\u{202E}d\u{2066}e\n"
        let read = try await Self.read(HistorySignal.ReadStatement(content: content, currency: .rubles))
        #expect(read.rows.map(\.description) == ["a [2Jb 1m cde"])
    }

    @Test func hostileFilesNeverTrap() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("ReadStatementTests: FUZZ_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let house = HistoryHouse(store: InMemoryHistoryStore())
        let files = try Self.samples.map { try Self.file($0.name) }
        let end = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < end {
            var bytes = random.one(of: files)
            for _ in 0..<random.below(12) {
                let place = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.below(40)))
                case 2:
                    bytes.insert(
                        contentsOf: random.one(of: ["<", "\"", "&#", "^\n", "!", "-", "9999999"]).utf8, at: place)
                default: bytes += bytes[place...].prefix(random.below(200))
                }
                if bytes.isEmpty { bytes = [0x3C] }
            }
            let read = try? await house.send(
                HistorySignal.ReadStatement(
                    base64: Data(bytes).base64EncodedString(), currency: .rubles, skipBad: random.chance(50)))
            for row in read?.rows ?? [] {
                #expect(row.amount.minorUnits != 0 && row.description.unicodeScalars.count <= 500, "seed \(seed)")
                #expect(Instant(row.date) != nil || CalendarDay(row.date) != nil, "seed \(seed)")
            }
        }
    }
}
