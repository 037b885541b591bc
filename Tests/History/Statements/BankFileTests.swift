import Coordination
import Domain
import Foundation
import Reasons
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: the direction of money is recognized in every notation of banks, and no line disappears unreported.
@Suite struct BankFileTests {
    private static func read(
        _ content: String, currency: Currency = .known("EUR"), account: String? = nil, skipBad: Bool? = nil,
        invertSigns: Bool? = nil
    ) async throws -> HistorySignal.StatementRows {
        try await HistoryHouse(store: InMemoryHistoryStore()).send(
            HistorySignal.ReadStatement(
                content: content, currency: currency, fileAccount: account, skipBad: skipBad, invertSigns: invertSigns))
    }

    private static func fault(_ content: String) async throws -> Fault {
        try #require(
            try await HistoryHouse(store: InMemoryHistoryStore()).fault(
                of: HistorySignal.ReadStatement(content: content, currency: .known("EUR"))))
    }

    private static func told(_ leftOut: [HistorySignal.LeftOut]) -> String {
        leftOut.map { "\($0.reason) \($0.count)" }.joined(separator: ", ")
    }

    @Test(arguments: BankFile.all) func theFileOfEachBankIsRead(file: BankFile) async throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let bytes = try Data(contentsOf: tests.appendingPathComponent("Samples/Banks/\(file.name).csv"))
        let read = try await HistoryHouse(store: InMemoryHistoryStore()).send(
            HistorySignal.ReadStatement(
                base64: bytes.base64EncodedString(), currency: file.saysCurrency ? nil : .known(file.currency)))
        let rows = read.rows.map {
            BankFile.Row(String($0.date.prefix(10)), $0.amount.minorUnits, $0.description)
        }
        #expect(rows == file.rows)
        #expect(read.rows.allSatisfy { $0.amount.currency == .known(file.currency) })
        #expect(Self.told(read.leftOut) == file.leftOut)
        #expect(read.skipped == read.leftOut.reduce(0) { $0 + $1.count } && read.problems.count == read.skipped)
        #expect(Set(read.rows.map(\.reference)).count == read.rows.count)
    }

    @Test func thereAreSamplesOfManyBanks() throws {
        #expect(BankFile.all.count >= 40 && Set(BankFile.all.map(\.name)).count == BankFile.all.count)
    }

    @Test(arguments: [
        ("Transaction Type", "debit", "credit"), ("Type", "DR", "CR"), ("Тип операции", "Списание", "Зачисление"),
        ("D/C", "D", "C"), ("Soll/Haben", "S", "H"), ("Af Bij", "Af", "Bij"), ("+/-", "-", "+"),
        ("Debit/Credit", "Debit", "Credit"), ("Приход/расход", "расход", "приход"), ("Deebet/Kreedit", "D", "K"),
    ])
    func aColumnOfWordsSaysWhichWayMoneyWent(heading: String, out: String, into: String) async throws {
        func amounts(_ first: String, _ second: String) async throws -> [Int64] {
            try await Self.read(
                "Date;Amount;\(heading);Description\n2026-03-01;\(first);\(out);a\n2026-03-02;\(second);\(into);b\n"
            ).rows.map(\.amount.minorUnits)
        }
        #expect(try await amounts("5.00", "7.00") == [-500, 700], "no signs")
        #expect(try await amounts("-5.00", "7.00") == [-500, 700], "signs that agree")
        #expect(try await amounts("5.00", "-7.00") == [-500, 700], "a card's signs")
    }

    @Test func aWordThatSaysNothingIsToldWhereSignsSayNothing() async throws {
        let content =
            "Date,Amount,Type,Description\n2026-03-01,5,debit,a\n2026-03-02,7,credit,b\n2026-03-03,9,other,c\n"
        let fault = try await Self.fault(content)
        #expect(fault.message == "Line 4 of the file does not show whether money came in or went out: \"other\".")
        let read = try await Self.read(content, skipBad: true)
        #expect(read.rows.map(\.amount.minorUnits) == [-500, 700] && Self.told(read.leftOut) == "unreadable 1")
        let signed = try await Self.read(content.replacing("5,debit", with: "-5,debit"))
        #expect(signed.rows.map(\.amount.minorUnits) == [-500, 700, 900], "signs say it")
    }

    @Test func whatTookSomethingBackOfItsKindHasTheOtherSign() async throws {
        let read = try await Self.read(
            "Date,Amount,Type,Description\n2026-03-01,5,debit,a\n2026-03-02,6,debit,b\n2026-03-03,-5,debit,storno\n")
        #expect(read.rows.map(\.amount.minorUnits) == [-500, -600, 500])
    }

    @Test func linesThatAreNoRowsAreToldWithTheirReasons() async throws {
        let read = try await Self.read(
            """
            Date,Amount,Description,Status
            2026-03-01,-1,a,COMPLETED
            2026-03-02,-2,b,FAILED
            2026-03-03,-3,c,Pending
            2026-03-04,-4,d,отклонён
            2026-03-05,-5,e,В обработке
            Total,-15,,
            """)
        #expect(read.rows.map(\.amount.minorUnits) == [-100])
        #expect(read.skipped == 5 && Self.told(read.leftOut) == "failed 2, pending 2, balance 1")
        #expect(read.problems.map(\.line) == [3, 4, 5, 6, 7])
        #expect(
            read.problems.map { $0.problemReason?.details["cause"]?.plainText } == [
                "lineDidNotHappen", "lineIsPending", "lineDidNotHappen", "lineIsPending", "lineIsBalance",
            ])
        #expect(read.problems[0].problem == "Line 3 says \"FAILED\": the transaction did not happen.")
        #expect(read.problems[1].problem == "Line 4 says \"Pending\": the transaction is not booked yet.")
        #expect(read.problems[4].problem == "Line 7 says \"Total\": a balance or a total, not a transaction.")
    }

    @Test func aReferenceThatPeopleWroteIsNoIdOfARow() async throws {
        func references(_ first: String, _ second: String) async throws -> [String] {
            try await Self.read(
                "Date,Amount,Description,Reference\n2026-03-01,1,a,\(first)\n2026-04-01,1,a,\(second)\n"
            ).rows.map { String($0.reference.prefix(3)) }
        }
        #expect(try await references("SALARY", "SALARY") == ["row", "row"])
        #expect(try await references("Flat 7", "Flat 7") == ["row", "row"], "the same word each month")
        #expect(try await references("AT1001", "AT1002") == ["id:", "id:"])
    }

    @Test func aFileOfSeveralAccountsIsAskedForOne() async throws {
        let content = "Date,Amount,Account,Payee\n2026-03-01,1,Main,a\n2026-03-02,2,Savings,b\n"
        #expect(try await Self.fault(content).message.contains("several accounts, Main, Savings: choose one"))
        #expect(try await Self.read(content, account: "Savings").rows.map(\.amount.minorUnits) == [200])
    }

    @Test func chargesWithoutASignAreTurnedOnRequest() async throws {
        let content = "Date,Description,Amount\n2026-03-01,shop,12.50\n2026-03-02,thanks,-40\n"
        #expect(try await Self.read(content).rows.map(\.amount.minorUnits) == [1_250, -4_000])
        #expect(try await Self.read(content, invertSigns: true).rows.map(\.amount.minorUnits) == [-1_250, 4_000])
    }

    @Test func anAmountOfAnotherCurrencyIsNotTakenForThatOfTheAccount() async throws {
        let fault = try await Self.fault("Date,Currency,Amount,Description\n2026-03-01,EUR,5 USD,a\n")
        #expect(fault.message == "Line 2 of the file has an amount in USD, not in EUR.")
        let read = try await Self.read("Date;Amount;Description\n2026-03-01;-13,38 PLN;a\n", currency: .rubles)
        #expect(read.currency == .known("PLN"))
    }
}

/// Goal: OFX files of banks with an OFX 2 header over an OFX 1 body, or the reverse, are read completely.
@Suite struct OFXFileTests {
    private static let head = "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>AUD"
    private static let end = "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"

    private static func read(_ content: String) async throws -> HistorySignal.StatementRows {
        try await HistoryHouse(store: InMemoryHistoryStore()).send(HistorySignal.ReadStatement(content: content))
    }

    private static func transaction(_ date: String, _ amount: String, _ name: String) -> String {
        "<STMTTRN>\n<TRNTYPE>OTHER\n<DTPOSTED>\(date)\n<TRNAMT>\(amount)\n"
            + "<FITID>\(date)\(amount)\n<NAME>\(name)\n</STMTTRN>\n"
    }

    private static func bank(_ transactions: String, header: String = "OFXHEADER:100\n") -> String {
        header + head + "\n<BANKACCTFROM><BANKID>1\n<ACCTID>22\n</BANKACCTFROM><BANKTRANLIST>" + transactions
            + "</BANKTRANLIST>" + end
    }

    @Test func aHeaderOfXMLMayStandOverABodyOfSGML() async throws {
        let header = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?OFX OFXHEADER=\"200\" VERSION=\"211\"?>\n"
        let read = try await Self.read(
            Self.bank(Self.transaction("20260301", "-5.00", "AT&T Shop"), header: header))
        #expect(read.rows.map(\.amount.minorUnits) == [-500] && read.rows.first?.description == "AT&T Shop")
        #expect(read.account == "22" && read.currency == .known("AUD"))
    }

    @Test(arguments: [
        ("20260301120000[-5:EST]", "2026-03-01T17:00:00Z"), ("20260301003000.250[+3:MSK]", "2026-02-28T21:30:00.250Z"),
        ("20260301120000[5.30:IST]", "2026-03-01T06:30:00Z"), ("20260301120000", "2026-03-01T12:00:00Z"),
        ("20260301000000[+3:MSK]", "2026-03-01"), ("20260301000000.000[-5:EST]", "2026-03-01"),
        ("20260301120000[0:GMT]", "2026-03-01T12:00:00Z"), ("20260301", "2026-03-01"),
    ])
    func timesAreReadWithTheirZone(written: String, meant: String) async throws {
        let read = try await Self.read(Self.bank(Self.transaction(written, "1.00", "a")))
        #expect(read.rows.first?.date == meant)
    }

    @Test func aTextThatWasEscapedTwiceIsReadAsItWasWritten() async throws {
        let texts = ["M&amp;amp;S &amp;lt;food&amp;gt;", "M&amp;S", "Caf&amp;#233;", "A &amp; B &amp;c"]
        let read = try await Self.read(
            Self.bank(
                texts.enumerated().map { Self.transaction("2026030\($0 + 1)", "1.00", $1) }.joined()))
        #expect(read.rows.map(\.description) == ["M&S <food>", "M&S", "Café", "A & B &c"])
    }

    @Test func theMoneyOfAnInvestmentAccountIsReadAndTheRestIsTold() async throws {
        func buy(_ kind: String, _ inner: String, _ total: String, _ id: String) -> String {
            "<\(kind)><\(inner)><INVTRAN><FITID>\(id)<DTTRADE>20260302</INVTRAN><SECID><UNIQUEID>US01<UNIQUEIDTYPE>ISIN"
                + "</SECID><UNITS>3<TOTAL>\(total)<SUBACCTSEC>CASH</\(inner)></\(kind)>"
        }
        let list =
            "<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260301<TRNAMT>1000.00<FITID>b1<NAME>Deposit</STMTTRN>"
            + "<SUBACCTFUND>CASH</INVBANKTRAN>" + buy("BUYSTOCK", "INVBUY", "-300.00", "b2")
            + buy("SELLSTOCK", "INVSELL", "120.50", "b3")
            + "<INCOME><INVTRAN><FITID>b4<DTTRADE>20260303<MEMO>Dividend</INVTRAN><SECID><UNIQUEID>US01</SECID>"
            + "<INCOMETYPE>DIV<TOTAL>7.25</INCOME>"
            + "<INVEXPENSE><INVTRAN><FITID>b5<DTTRADE>20260304<MEMO>Custody</INVTRAN><TOTAL>2.00</INVEXPENSE>"
            + "<REINVEST><INVTRAN><FITID>b6<DTTRADE>20260305</INVTRAN><TOTAL>-9.00</REINVEST>"
            + "<SPLIT><INVTRAN><FITID>b7<DTTRADE>20260305</INVTRAN></SPLIT>"
        let content =
            "OFXHEADER:100\n<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260331<CURDEF>USD"
            + "<INVACCTFROM><BROKERID>broker<ACCTID>7788</INVACCTFROM><INVTRANLIST>" + list
            + "</INVTRANLIST><INVBAL><AVAILCASH>823.75<MARGINBALANCE>0</INVBAL></INVSTMTRS></INVSTMTTRNRS>"
            + "</INVSTMTMSGSRSV1><SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO><SECID><UNIQUEID>US01</SECID>"
            + "<SECNAME>Acme Corp<TICKER>ACME</SECINFO></STOCKINFO></SECLIST></SECLISTMSGSRSV1></OFX>"
        let read = try await Self.read(content)
        #expect(read.account == "7788" && read.currency == .known("USD"))
        #expect(read.rows.map(\.amount.minorUnits) == [100_000, -30_000, 12_050, 725, -200])
        #expect(
            read.rows.map(\.description)
                == ["Deposit", "Buy Acme Corp", "Sell Acme Corp", "Income Acme Corp / Dividend", "Expense / Custody"])
        #expect(read.leftOut == [HistorySignal.LeftOut(reason: .securities, count: 2)] && read.skipped == 2)
        #expect(read.closingBalance?.minorUnits == 82_375)
    }
}
