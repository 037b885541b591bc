import Coordination
import Domain
import Reasons
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: each trait of MT940 and MT942 is read as SWIFT means it, and what is wrong is told with line and field.
@Suite struct MT940StatementTests {
    private static func read(
        _ content: String, currency: Currency? = nil, account: String? = nil, skipBad: Bool? = nil
    ) async throws -> HistorySignal.StatementRows {
        try await HistoryHouse(store: InMemoryHistoryStore()).send(
            HistorySignal.ReadStatement(
                content: content, currency: currency, fileAccount: account, skipBad: skipBad))
    }

    private static func fault(_ content: String) async throws -> Fault {
        try #require(
            try await HistoryHouse(store: InMemoryHistoryStore()).fault(
                of: HistorySignal.ReadStatement(content: content)))
    }

    private static func message(_ fields: String..., account: String = "123") -> String {
        ([":20:A", ":25:" + account, ":28C:1", ":60F:C260101EUR100,00"] + fields).joined(separator: "\n") + "\n-\n"
    }

    private static func row(_ field: String) async throws -> HistorySignal.StatementRow? {
        try await read(message(":61:" + field)).rows.first
    }

    @Test(
        arguments: [
            ("2603010301C1,00NTRFNONREF", 100), ("2603010301D1,00NTRFNONREF", -100), ("260301CR1,5NTRFNONREF", 150),
            ("2603010301RC1,00NTRFNONREF", -100), ("2603010301RD1,00NTRFNONREF", 100), ("260301RDR2,NTRFNONREF", 200),
            ("260301DR000000000012,34NTRFNONREF", -1_234), ("260301    C1,00NTRFNONREF", 100), ("260301C 1,NTRF", 100),
        ] as [(String, Int64)])
    func theMarkSaysWhichWayMoneyWent(field: String, amount: Int64) async throws {
        #expect(try await Self.row(field)?.amount.minorUnits == amount)
    }

    @Test(arguments: [
        ("260301", "", "2026-03-01"), ("260301", "0302", "2026-03-02"), ("251231", "0102", "2026-01-02"),
        ("260102", "1231", "2025-12-31"), ("240301", "0229", "2024-02-29"), ("991231", "0101", "2000-01-01"),
    ])
    func theDayIsThatOfBookingInTheYearNearestToTheValueDate(value: String, entry: String, day: String) async throws {
        #expect(try await Self.row(value + entry + "C1,00NTRFNONREF")?.date == day)
    }

    @Test func whatTheBankExpectsIsPendingAndNothingIsAMemo() async throws {
        let read = try await Self.read(
            Self.message(":61:260301EC1,00NTRFNONREF", ":61:260301ED1,00NTRFNONREF", ":61:260301C0,00NINTNONREF"))
        #expect(read.rows.isEmpty && read.leftOut.map { "\($0.reason) \($0.count)" } == ["pending 2", "memo 1"])
    }

    @Test(arguments: [
        ("plain text", "plain text"), ("first\nsecond", "first second"),
        (String(repeating: "x", count: 65) + "\ny", String(repeating: "x", count: 65) + "y"),
        ("166?00GUTSCHRIFT?20SVWZ+Rent?32Anna?33 Beispiel", "Anna Beispiel / Rent"),
        ("166?00GUTSCHRIFT?20EREF+NOTPROVIDED?21KREF+1?22SVWZ+Rent A+B?23ABWA+X?32Anna", "Anna / Rent A+B"),
        ("166?00GUTSCHRIFT?32Anna", "Anna / GUTSCHRIFT"), ("105?00ENTGELT", "ENTGELT"),
        ("166?00G?20old purpose?60and more?32A", "A / old purpose and more"),
        ("166?00G?20abcdefghijklmnopqrstuvwxyza?21bc", "abcdefghijklmnopqrstuvwxyzabc"),
        ("166?00G?20a\nb?2\n1c", "ab c"),
        ("020<00PRZELEW<20za prad<27adres<32Firma", "Firma / za prad"),
        ("020^00P^20rata^27Firma^28Lodz", "Firma Lodz / rata"),
        (">00K>20text>32Name", "Name / text"), ("~00K~20text", "text"),
        ("/TRTP/SEPA/IBAN/NL1/NAME/J. Jansen/REMI/huur 1/2/EREF/X", "J. Jansen / huur 1/2"),
        ("/EREF/1//CNTP/NL1/INGBNL2A/Winkel///REMI/USTD//koffie/", "Winkel / koffie"),
        ("/ORDP//NAME/P. de Boer/REMI/", "P. de Boer"), ("/TRTP/ACCEPTGIRO/NAME/Notprovided", "ACCEPTGIRO"),
        ("/a path/of no words", "/a path/of no words"), ("20% of 1?20", "20% of 1?20"),
    ])
    func theTextIsReadInEveryStructure(field: String, text: String) async throws {
        let read = try await Self.read(Self.message(":61:260301C1,00NTRFNONREF", ":86:" + field))
        #expect(read.rows.map(\.description) == [text])
    }

    @Test func withoutATextWhatStandsInTheRowIsShown() async throws {
        #expect(try await Self.row("260301C1,00NTRFSALARY 3//B1")?.description == "SALARY 3")
        #expect(try await Self.row("260301C1,00NTRFNONREF//B1\nby card")?.description == "by card")
        #expect(try await Self.row("260301C1,00NTRFNONREF")?.description == "")
        let read = try await Self.read(
            Self.message(":61:260301C1,00NTRFNONREF", ":62F:C260301EUR101,00", ":86:of all"))
        #expect(read.rows.map(\.description) == [""], "a text behind the balance is about the statement")
    }

    @Test func theReferenceOfTheBankIsTheId() async throws {
        #expect(try await Self.row("260301C1,00NTRFX1//B-77")?.reference == "id:B-77/2026-03-01/1.00")
        #expect(try await Self.row("260301C1,00NTRFX1//NONREF")?.reference.hasPrefix("row:") == true)
        #expect(try await Self.row("260301C1,00NTRFX1")?.reference.hasPrefix("row:") == true)
    }

    @Test func aStatementIsContinuedOnFurtherPages() async throws {
        let pages =
            Self.message(":61:260301C1,00NTRFNONREF", ":62M:C260301EUR101,00")
            + ":20:A\n:25:123\n:60M:C260301EUR101,00\n:61:260302D2,00NTRFNONREF\n:62F:C260302EUR99,00\n-\n"
        let read = try await Self.read(pages)
        #expect(read.rows.map(\.amount.minorUnits) == [100, -200])
        #expect(read.openingBalance?.decimalText == "100.00" && read.closingBalance?.decimalText == "99.00")
        let apart = try await Self.read(
            pages.replacing(":60M:C260301EUR101,00", with: ":60M:C260301EUR500,00")
                .replacing("EUR99,00", with: "EUR498,00"))
        #expect(apart.rows.count == 2, "a page is missing")
        #expect(apart.openingBalance == nil && apart.closingBalance == nil)
    }

    @Test func rowsThatDoNotLeadToTheClosingBalanceAreTold() async throws {
        let content = Self.message(":61:260301C1,00NTRFNONREF", ":62F:C260301EUR111,00")
        #expect(
            try await Self.fault(content).message
                == "Line 6 of the file says that the closing balance is 111.00 EUR, but the rows lead to 101.00 EUR.")
        #expect(try await Self.read(content, skipBad: true).rows.count == 1)
    }

    @Test func oneOfSeveralAccountsIsChosen() async throws {
        let content =
            Self.message(":61:260301C1,00NTRFNONREF") + Self.message(":61:260301C2,00NTRFNONREF", account: "456EUR")
        #expect(try await Self.fault(content).message.contains("several accounts, 123, 456: choose one"))
        #expect(try await Self.read(content, account: "456").rows.map(\.amount.minorUnits) == [200])
    }

    @Test func aReportWithinADayHasItsCurrencyFromTheFloorLimit() async throws {
        let head = ":20:A\n:25:123\n:28C:1\n"
        let rows = ":13D:2603011200+0100\n:61:260301C1,00NTRFNONREF\n:90C:1EUR1,00\n-\n"
        let read = try await Self.read(head + ":34F:EURD0,\n:34F:EURC0,\n" + rows)
        #expect(read.currency == .known("EUR") && read.rows.count == 1 && read.openingBalance == nil)
        #expect(try await Self.read(head + rows, currency: .known("CHF")).rows[0].amount.currency == .known("CHF"))
        #expect(try await Self.fault(head + rows).details["cause"] == .text("fileWithoutCurrency"))
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func linesEndInAnyWayAndAnEnvelopeIsOptional(end: String) async throws {
        let plain = Self.message(":61:260301C1,00NTRFNONREF", ":86:a\nb", ":62F:C260301EUR101,00")
        let envelope = "{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:\n" + plain.dropLast(2) + "-}{5:{CHK:1}}\n"
        for content in [plain, envelope, "BANKNL2A\n940\nBANKNL2A\n" + plain, ":940:\n" + plain] {
            let read = try await Self.read(content.replacing("\n", with: end))
            #expect(read.rows.map(\.description) == ["a b"] && read.closingBalance?.decimalText == "101.00")
        }
    }

    @Test(arguments: [
        ("2603XXC1,00NTRF", "\"2603XXC1,00NTRF\""), ("2602300301C1,00NTRF", "\"2602300301C1,00NTRF\""),
        ("2603011399C1,00NTRF", "\"1399C1,00NTRF\""), ("26030103C1,00NTRF", "\"03C1,00NTRF\""),
        ("260301X1,00NTRF", "\"X1,00NTRF\""), ("260301C1.00NTRF", "\"1.00NTRF\""), ("260301CNTRF", "\"TRF\""),
        ("", "\"\""),
    ])
    func faultsNameTheLineTheFieldAndThePart(field: String, part: String) async throws {
        let content = Self.message(":61:260301C7,00NTRF", ":61:" + field)
        #expect(
            try await Self.fault(content).message
                == "Line 6 of the file has an invalid value in the field 61: \(part).")
        let read = try await Self.read(content, skipBad: true)
        #expect(read.rows.map(\.amount.minorUnits) == [700] && read.problems.map(\.line) == [6])
    }

    @Test func aBalanceThatCannotBeReadIsTold() async throws {
        let fault = try await Self.fault(Self.message(":62F:C260301EUR1.00"))
        #expect(fault.message == "Line 5 of the file has an invalid value in the field 62F: \"1.00\".")
    }

    @Test func everythingIsBounded() async throws {
        let long = Self.message(":61:260301C1,00NTRF", ":86:" + String(repeating: "x", count: 5_000))
        #expect(try await Self.fault(long).details["cause"] == .text("tooLongLine"))
        let lines = Self.message(":61:260301C1,00NTRF", ":86:" + String(repeating: "x\n", count: 20_000))
        #expect(try await Self.fault(lines).details["cause"] == .text("tooLongValue"))
        let many = String(repeating: ":20:A\n:25:1\n-\n", count: BankStatement.most + 1)
        #expect(try await Self.fault(many).details["cause"] == .text("tooManyStatements"))
    }
}
