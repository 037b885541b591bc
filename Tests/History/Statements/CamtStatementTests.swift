import Coordination
import Domain
import Foundation
import Reasons
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: each trait of camt is read as ISO 20022 means it, and what is wrong is told with line and field.
@Suite struct CamtStatementTests {
    private static func read(
        _ content: String, currency: Currency? = nil, account: String? = nil, skipBad: Bool? = nil
    ) async throws -> HistorySignal.StatementRows {
        try await HistoryHouse(store: InMemoryHistoryStore()).send(
            HistorySignal.ReadStatement(
                content: content, currency: currency, fileAccount: account, skipBad: skipBad))
    }

    private static func fault(_ content: String, currency: Currency? = nil) async throws -> Fault {
        try #require(
            try await HistoryHouse(store: InMemoryHistoryStore()).fault(
                of: HistorySignal.ReadStatement(content: content, currency: currency)))
    }

    private static func message(_ statements: String...) -> String {
        "<?xml version=\"1.0\"?>\n<Document><BkToCstmrStmt>" + statements.joined() + "</BkToCstmrStmt></Document>"
    }

    private static func statement(_ inner: String, account: String = "DE11", currency: String = "EUR") -> String {
        "<Stmt><Acct><Id><IBAN>\(account)</IBAN></Id><Ccy>\(currency)</Ccy></Acct>\(inner)</Stmt>"
    }

    private static func balance(_ type: String, _ amount: String, _ side: String = "CRDT") -> String {
        "\n<Bal><Tp><CdOrPrtry><Cd>\(type)</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">\(amount)</Amt>"
            + "<CdtDbtInd>\(side)</CdtDbtInd></Bal>"
    }

    /// - Parameter more: What stands behind the date.
    private static func entry(
        _ amount: String, _ side: String = "CRDT", status: String = "<Sts>BOOK</Sts>", currency: String = "EUR",
        date: String = "<Dt>2026-03-01</Dt>", _ more: String = ""
    ) -> String {
        "\n<Ntry><Amt Ccy=\"\(currency)\">\(amount)</Amt><CdtDbtInd>\(side)</CdtDbtInd>\(status)"
            + "<BookgDt>\(date)</BookgDt>\(more)</Ntry>"
    }

    private static func details(_ payments: String...) -> String {
        "<NtryDtls>" + payments.map { "<TxDtls>\($0)</TxDtls>" }.joined() + "</NtryDtls>"
    }

    private static func amount(_ amount: String, _ side: String = "CRDT", currency: String = "EUR") -> String {
        "<Amt Ccy=\"\(currency)\">\(amount)</Amt><CdtDbtInd>\(side)</CdtDbtInd>"
    }

    private static func change(_ entries: String...) async throws -> [Int64] {
        try await read(message(statement(entries.joined()))).rows.map(\.amount.minorUnits)
    }

    @Test func theIndicatorSaysWhichWayMoneyWentAlsoForReversals() async throws {
        let reversal = "<RvslInd>true</RvslInd>"
        #expect(try await Self.change(Self.entry("1.00"), Self.entry("2", "DBIT")) == [100, -200])
        #expect(try await Self.change(Self.entry("3.00", "CRDT", reversal)) == [300], "a debit was taken back")
        #expect(try await Self.change(Self.entry("3.00", "DBIT", reversal)) == [-300], "a credit was taken back")
    }

    @Test(arguments: [
        ("<Sts>BOOK</Sts>", ""), ("<Sts><Cd>BOOK</Cd></Sts>", ""), ("", ""), ("<Sts>PDNG</Sts>", "pending"),
        ("<Sts><Cd>PDNG</Cd></Sts>", "pending"), ("<Sts><Cd>FUTR</Cd></Sts>", "pending"),
        ("<Sts><Cd>INFO</Cd></Sts>", "memo"),
    ])
    func whatIsNotBookedIsLeftOutAndCounted(status: String, reason: String) async throws {
        let read = try await Self.read(Self.message(Self.statement(Self.entry("1.00", status: status))))
        #expect(read.leftOut.map { "\($0.reason) \($0.count)" } == (reason.isEmpty ? [] : ["\(reason) 1"]))
        #expect(read.rows.count == (reason.isEmpty ? 1 : 0))
    }

    @Test(arguments: [
        ("<Dt>2026-03-01</Dt>", "2026-03-01"), ("<Dt>2026-03-01+01:00</Dt>", "2026-03-01"),
        ("<DtTm>2026-03-01T00:00:00</DtTm>", "2026-03-01"), ("<DtTm>2026-03-01T00:00:00+02:00</DtTm>", "2026-03-01"),
        ("<DtTm>2026-03-01T10:15:30+02:00</DtTm>", "2026-03-01T08:15:30Z"),
        ("<DtTm>2026-03-01T10:15:30.250Z</DtTm>", "2026-03-01T10:15:30.250Z"),
        ("<DtTm>2026-03-01T10:15:30</DtTm>", "2026-03-01T10:15:30Z"),
    ])
    func daysAndTimesAreReadWithTheirOffset(written: String, meant: String) async throws {
        let read = try await Self.read(Self.message(Self.statement(Self.entry("1.00", date: written))))
        #expect(read.rows.map(\.date) == [meant])
    }

    @Test func withoutADateOfBookingTheValueDateCounts() async throws {
        let entry = Self.entry("1.00").replacing("BookgDt", with: "ValDt")
        #expect(try await Self.read(Self.message(Self.statement(entry))).rows.first?.date == "2026-03-01")
    }

    @Test func paymentsThatWereBookedTogetherAreRowsIfTheirAmountsAddUp() async throws {
        let mixed = Self.details(Self.amount("8.00"), Self.amount("3.00", "DBIT"))
        #expect(try await Self.change(Self.entry("5.00", "CRDT", mixed)) == [800, -300])
        let old = "<AmtDtls><TxAmt><Amt Ccy=\"EUR\">2.50</Amt></TxAmt></AmtDtls>"
        #expect(try await Self.change(Self.entry("5.00", "DBIT", Self.details(old, old))) == [-250, -250])
        for other in [
            Self.details(Self.amount("2.00"), Self.amount("2.00")), Self.details(Self.amount("5.00"), ""),
            Self.details(Self.amount("4.00", currency: "USD"), Self.amount("1.00", currency: "USD")),
            Self.details(Self.amount("5.00"), Self.amount("0.00")),
        ] {
            #expect(try await Self.change(Self.entry("5.00", "CRDT", other)) == [500], "one row as it was booked")
        }
    }

    @Test func chargesAreInTheAmountAndNotTakenTwice() async throws {
        let charges =
            "<Chrgs><TtlChrgsAndTaxAmt Ccy=\"EUR\">5.00</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy=\"EUR\">5.00</Amt>"
            + "<CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>"
        #expect(try await Self.change(Self.entry("95.00", "CRDT", charges)) == [9_500])
    }

    @Test func anAmountInAnotherCurrencyIsTakenFromTheDetails() async throws {
        let counter =
            "<AmtDtls><InstdAmt><Amt Ccy=\"USD\">10</Amt></InstdAmt><CntrValAmt><Amt Ccy=\"EUR\">9.10</Amt>"
            + "</CntrValAmt></AmtDtls>"
        let entry = Self.entry("10.00", "DBIT", currency: "USD", Self.details(counter))
        #expect(try await Self.change(entry) == [-910])
        let fault = try await Self.fault(Self.message(Self.statement(Self.entry("10.00", currency: "USD"))))
        #expect(fault.message == "Line 3 of the file has an amount in USD, not in EUR.")
    }

    @Test(arguments: [
        ("<RltdPties><Dbtr><Nm>Payer</Nm></Dbtr><Cdtr><Nm>Me</Nm></Cdtr></RltdPties>", "Payer"),
        ("<RltdPties><Dbtr><Pty><Nm>Payer</Nm></Pty></Dbtr></RltdPties>", "Payer"),
        ("<RltdPties><UltmtDbtr><Nm>Payer</Nm></UltmtDbtr></RltdPties>", "Payer"),
        ("<RmtInf><Ustrd>one</Ustrd><Ustrd>two</Ustrd></RmtInf>", "one two"),
        ("<RmtInf><Ustrd>NOTPROVIDED</Ustrd></RmtInf><Refs><EndToEndId>E-1</EndToEndId></Refs>", "E-1"),
        ("<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>", ""),
        ("<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>", "RF18"),
        ("<RmtInf><Ustrd>to RF18</Ustrd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>", "to RF18"),
        ("<RmtInf><Strd><RfrdDocInf><Nb>INV 7</Nb></RfrdDocInf></Strd></RmtInf>", "INV 7"),
        ("<AddtlTxInf>card</AddtlTxInf>", "card"),
        ("<RltdPties><Dbtr><Nm>Shop</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Shop 7</Ustrd></RmtInf>", "Shop 7"),
    ])
    func theTextIsTheOtherSideAndThePurpose(detail: String, text: String) async throws {
        let read = try await Self.read(
            Self.message(Self.statement(Self.entry("1.00", "CRDT", Self.details(detail)))))
        #expect(read.rows.map(\.description) == [text])
    }

    @Test func theReferenceOfTheBankIsStableAndPlaceholdersAreNone() async throws {
        func references(_ entries: String...) async throws -> [String] {
            try await Self.read(Self.message(Self.statement(entries.joined()))).rows.map(\.reference)
        }
        func reference(_ text: String) -> String { "<AcctSvcrRef>\(text)</AcctSvcrRef>" }
        let fee = Self.entry("0.50", "DBIT", reference("B-1"))
        let both = try await references(Self.entry("9.00", "DBIT", reference("B-1")), fee)
        #expect(both == ["id:B-1/2026-03-01/-9.00", "id:B-1/2026-03-01/-0.50"], "a payment and its fee")
        #expect(try await references(fee) == [both[1]], "also in a file with the fee alone")
        #expect(try await references(fee, fee) == [both[1], both[1] + "/2"], "twice in one statement")
        #expect(try await references(Self.entry("1", "CRDT", reference("NONREF")))[0].hasPrefix("row:"))
        #expect(try await references(Self.entry("1", "CRDT", reference("000")))[0].hasPrefix("row:"))
        let batch = Self.details(Self.amount("1.00"), Self.amount("1.00"))
        #expect(
            try await references(Self.entry("2.00", "CRDT", reference("B-2") + batch))
                == ["id:B-2.1/2026-03-01/1.00", "id:B-2.2/2026-03-01/1.00"])
    }

    @Test func rowsThatDoNotLeadToTheClosingBalanceAreTold() async throws {
        let content = Self.message(
            Self.statement(Self.balance("OPBD", "10.00") + Self.balance("CLBD", "3.00", "DBIT") + Self.entry("1.00")))
        let fault = try await Self.fault(content)
        #expect(
            fault.message
                == "Line 4 of the file says that the closing balance is -3.00 EUR, but the rows lead to 11.00 EUR.")
        let read = try await Self.read(content, skipBad: true)
        #expect(read.rows.count == 1 && read.skipped == 1 && read.openingBalance == nil)
        let right = Self.message(
            Self.statement(
                Self.balance("PRCD", "9") + Self.balance("OPBD", "10.00") + Self.balance("CLBD", "11.00")
                    + Self.entry("5.00", status: "<Sts>PDNG</Sts>") + Self.entry("1.00")))
        #expect(try await Self.read(right).openingBalance?.decimalText == "10.00")
        let closing = Self.message(Self.statement(Self.balance("CLBD", "11.00") + Self.entry("1.00")))
        #expect(try await Self.read(closing).openingBalance?.decimalText == "10.00", "from the closing balance")
    }

    @Test func oneOfSeveralAccountsIsChosen() async throws {
        let content = Self.message(
            Self.statement(Self.entry("1.00"), account: "DE11"), Self.statement(Self.entry("2.00"), account: "DE22"),
            Self.statement(Self.entry("4.00"), account: "DE11"),
            Self.statement(Self.entry("3.00", currency: "USD"), account: "DE22", currency: "USD"))
        #expect(try await Self.fault(content).message.contains("DE11, DE22 EUR, DE22 USD: choose one"))
        #expect(try await Self.read(content, account: "de 11").rows.map(\.amount.minorUnits) == [100, 400])
        #expect(try await Self.read(content, account: "DE22 USD").rows.map(\.amount.minorUnits) == [300])
        let byCurrency = try await Self.read(content, currency: .known("EUR"), account: "DE22")
        #expect(byCurrency.rows.map(\.amount.minorUnits) == [200])
    }

    @Test(
        arguments: [
            (entry("x"), "has an invalid value in the field Ntry[1]/Amt: \"x\""),
            (entry("-1.00"), "has an invalid value in the field Ntry[1]/Amt: \"-1.00\""),
            (entry("1,50"), "has an invalid value in the field Ntry[1]/Amt: \"1,50\""),
            (entry("1.505"), "has an amount with more decimals than the currency: \"1.505\""),
            (entry("99999999999999999999"), "has an amount that is too large"),
            (entry("1", "both"), "has an invalid value in the field Ntry[1]/CdtDbtInd: \"both\""),
            (entry("1", status: "<Sts>OPEN</Sts>"), "has an invalid value in the field Ntry[1]/Sts: \"OPEN\""),
            (
                entry("1", date: "<Dt>2026-02-30</Dt>"),
                "has an invalid value in the field Ntry[1]/BookgDt: \"2026-02-30\""
            ),
            (entry("1", date: ""), "has no field Ntry[1]/BookgDt"),
            (
                "\n<Ntry><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-03-01</Dt></BookgDt></Ntry>",
                "has no field Ntry[1]/Amt"
            ),
            (balance("CLBD", "?"), "has an invalid value in the field Bal[CLBD]/Amt: \"?\""),
        ])
    func faultsNameTheLineAndTheField(inner: String, sentence: String) async throws {
        let content = Self.message(Self.statement(inner + Self.entry("7.00")))
        #expect(try await Self.fault(content).message == "Line 3 of the file \(sentence).")
        let read = try await Self.read(content, skipBad: true)
        #expect(read.rows.map(\.amount.minorUnits) == [700] && read.problems.map(\.line) == [3])
    }

    @Test func everythingIsBounded() async throws {
        let note = "<AddtlNtryInf>" + String(repeating: "x", count: 5_000) + "</AddtlNtryInf>"
        let long = Self.entry("1.00", "CRDT", note)
        #expect(try await Self.fault(Self.message(Self.statement(long))).details["cause"] == .text("tooLongValue"))
        let many = String(repeating: "<Stmt></Stmt>", count: BankStatement.most + 1)
        #expect(try await Self.fault(Self.message(many)).details["cause"] == .text("tooManyStatements"))
        let bomb = "<!DOCTYPE a [<!ENTITY b \"c\">]>" + Self.message(Self.statement(Self.entry("1.00")))
        #expect(try await Self.fault(bomb).details["cause"] == .text("documentTypeRefused"))
        #expect(try await Self.fault(Self.message()).details["cause"] == .text("camtWithoutStatement"))
        let rows = String(repeating: Self.entry("1"), count: 1_000)
        #expect(try await Self.read(Self.message(Self.statement(rows))).count == 1_000)
    }
}
