import Coordination
import Domain
import Foundation
import Reasons
import Signals
import Testing

@testable import HistoryService

/// Goal: files of banks whose header the reader does not know are read by the layouts beside them.
@Suite struct LearnedBankTests {
    struct Bank: Sendable, CustomTestStringConvertible {
        let name: String
        let currency: String
        let rows: [BankFile.Row]
        var opening: String?
        var closing: String?
        var testDescription: String { name }
    }

    static let banks = [
        Bank(
            name: "monobank", currency: "UAH",
            rows: [
                .init("2026-03-04", 250_000, "Від: Олена К."), .init("2026-03-05", -800, "Київський метрополітен"),
                .init("2026-03-05", -41_235, "Сільпо"),
            ], opening: "7508.00", closing: "9587.65"),
        Bank(
            name: "fio", currency: "CZK",
            rows: [
                .init("2026-03-02", -149_950, "Nájem s.r.o. / Nájem březen"),
                .init("2026-03-10", 100_000, "Jan Novák / Díky; příště zas"),
                .init("2026-03-12", -25_000, "Nákup: POTRAVINY"),
            ]),
        Bank(
            name: "danske", currency: "DKK",
            rows: [
                .init("2026-03-02", 2_500_000, "Løn"), .init("2026-03-03", -23_456, "Netto Nørrebro"),
                .init("2026-03-05", -800_000, "Husleje"),
            ], opening: "6234.56", closing: "23000.00"),
        Bank(
            name: "nubank", currency: "BRL",
            rows: [
                .init("2026-03-01", -4_590, "Compra no débito - PADARIA DO BAIRRO"),
                .init("2026-03-03", 320_000, "Transferência recebida pelo Pix - EMPRESA LTDA"),
                .init("2026-03-05", -120_000, "Pagamento de boleto efetuado - ALUGUEL"),
            ]),
        Bank(
            name: "split-columns", currency: "NOK",
            rows: [
                .init("2026-03-02", -89_000, "Strøm"), .init("2026-03-03", 3_150_000, "Lønn"),
                .init("2026-03-05", -4_550, "Kiosk"),
            ]),
    ]

    private static func learn(_ layout: HistorySignal.StatementLayout) -> HistorySignal.LearnStatement {
        HistorySignal.LearnStatement(
            name: layout.name, header: layout.header, columns: layout.columns, dateOrder: layout.dateOrder,
            decimal: layout.decimal, invertSigns: layout.invertSigns)
    }

    @Test(arguments: banks) func theFileIsReadOnceItWasLearned(bank: Bank) async throws {
        let (content, layout) = try LayoutSamples.bank(bank.name)
        let house = HistoryHouse(store: InMemoryHistoryStore())
        let signal = HistorySignal.ReadStatement(
            base64: content.base64EncodedString(), currency: .known(bank.currency))
        #expect(try await house.fault(of: signal) != nil, "its header is known without a layout")
        _ = try await house.send(Self.learn(layout))
        let read = try await house.send(signal)
        let rows = read.rows.map { BankFile.Row(String($0.date.prefix(10)), $0.amount.minorUnits, $0.description) }
        #expect(rows == bank.rows)
        #expect(read.skipped == 0 && read.layout == layout.name)
        #expect(read.rows.allSatisfy { $0.amount.currency == .known(bank.currency) })
        #expect(read.openingBalance?.decimalText == bank.opening && read.closingBalance?.decimalText == bank.closing)
        #expect(Set(read.rows.map(\.reference)).count == read.rows.count)
    }

    @Test(arguments: banks) func itsHeaderIsFound(bank: Bank) async throws {
        let (content, layout) = try LayoutSamples.bank(bank.name)
        let house = HistoryHouse(store: InMemoryHistoryStore())
        let signal = HistorySignal.SampleStatement(base64: content.base64EncodedString())
        let sample = try await house.send(signal)
        let header = try #require(sample.lines.first { $0.line == sample.header })
        #expect(header.cells == layout.header)
        #expect(sample.layout == nil)
        _ = try await house.send(Self.learn(layout))
        let known = try await house.send(signal)
        #expect(known.layout == layout.name && known.columns == layout.columns && known.header == sample.header)
    }

    @Test func aKnownHeaderCanBeTaughtDifferently() async throws {
        let house = HistoryHouse(store: InMemoryHistoryStore())
        let content = "Date,Amount,Description,Total\n2026-03-01,-1,a,-1.50\n"
        func amounts() async throws -> [Int64] {
            try await house.send(HistorySignal.ReadStatement(content: content, currency: .known("EUR"))).rows
                .map(\.amount.minorUnits)
        }
        #expect(try await amounts() == [-100])
        _ = try await house.send(
            LayoutSamples.learn(
                header: ["Date", "Amount", "Description", "Total"],
                columns: LayoutSamples.columns([1: .date, 4: .amount, 3: .description])))
        #expect(try await amounts() == [-150])
    }

    @Test func aBalanceThatDoesNotAddUpTellsNothing() async throws {
        let house = HistoryHouse(store: InMemoryHistoryStore())
        _ = try await house.send(
            LayoutSamples.learn(columns: LayoutSamples.columns([1: .date, 2: .amount, 3: .balance])))
        func ends(_ balances: String...) async throws -> String {
            let lines = zip(1..., balances).map { "2026-03-0\($0);\($0).00;\($1);x" }.joined(separator: "\n")
            let read = try await house.send(
                HistorySignal.ReadStatement(
                    content: "Booked;Value;Who;Why\n\(lines)\n", currency: .known("EUR")))
            return "\(read.openingBalance?.decimalText ?? "-") \(read.closingBalance?.decimalText ?? "-")"
        }
        #expect(try await ends("11.00", "13.00", "16.00") == "10.00 16.00")
        #expect(try await ends("16.00", "15.00", "13.00") == "10.00 16.00", "the newest first")
        #expect(try await ends("11.00", "13.00", "16.01") == "- -")
        #expect(try await ends("11.00", "", "16.00") == "- -")
        #expect(try await ends("11.00") == "10.00 11.00")
    }

    @Test(arguments: [
        ("words alone", "notCSV"), ("one\ntwo\nthree\n", "notCSV"), ("a;\"b\n1;2\n", "csvOpenQuote"),
        ((1...10_000).map { "c\($0)" }.joined(separator: ",") + "\n", "csvTooManyFields"),
    ])
    func whatIsNoTableHasNoSample(content: String, cause: String) async throws {
        let house = HistoryHouse(store: InMemoryHistoryStore())
        let fault = try await house.fault(of: HistorySignal.SampleStatement(content: content))
        #expect(fault?.code == .invalidArgument && fault?.field == "content")
        #expect(fault?.details["cause"] == .text(cause), "\(String(describing: fault))")
    }

    @Test func aSampleTellsWhatTheWordsOfTheHeaderSay() async throws {
        let house = HistoryHouse(store: InMemoryHistoryStore())
        let sample = try await house.send(
            HistorySignal.SampleStatement(
                content: "Account;DE02\nDate;Betrag X;Description;Payee;Currency\n2026-03-01;5;a;b;EUR\n"))
        #expect(sample.separator == .semicolon && sample.header == 2 && sample.lines.count == 3)
        #expect(sample.columns == LayoutSamples.columns([1: .date, 3: .description, 5: .currency, 4: .description]))
    }
}
