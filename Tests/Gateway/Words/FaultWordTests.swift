import Coordination
import Domain
import Foundation
import Reasons
import Signals
import StrictJSON
import Testing

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewayWords

/// Goal: people never read the names used by programs: no `segment.to`, `rows[3]`, `minAmount` or `scanner.securities`,
/// in either language.
@Suite struct FaultWordTests {
    /// Returns the names of the API in a text for people: camel case, a path, an element of a list, `_meta`.
    private static func names(in text: String) -> [String] {
        let plain = text.replacing(#/"[^"]*"|--[a-z-]+|whsec_|keys/[a-z.]+/#, with: "")
        return plain.matches(of: #/[A-Za-z_]+\.[a-z][A-Za-z]+|[A-Za-z]+\[[0-9]+\]|\b[a-z]+[A-Z][A-Za-z]*|\b_[a-z]+/#)
            .map { String($0.output) }.filter { !known.contains($0) }
    }

    /// Columns of people's files, values of flags, and addresses in examples.
    private static let known: Set<String> = [
        "asOf", "ratePercent", "remindDaysBefore", "moneyIn", "moneyOut", "paymentDone", "priceChanged", "example.org",
        "rpc.discover", "nextCursor", "perTransfer",
    ]

    /// Returns every field that a request may have, as faults name it.
    private static func fields(of schema: JSONSchema, behind path: String) -> [String] {
        switch schema.shape {
        case .object(let fields):
            fields.flatMap { field in
                let name = path.isEmpty ? field.name : "\(path).\(field.name)"
                return [name] + self.fields(of: field.schema, behind: name)
            }
        case .array(let element): ["\(path)[3]"] + fields(of: element, behind: "\(path)[3]")
        case .oneOf(let schemas): schemas.flatMap { fields(of: $0, behind: path) }
        default: []
        }
    }

    /// The fields of every command that corresponds to a signal, and those that faults name in addition.
    private static let fields: Set<String> = {
        let schemas = [
            try? JSONSchema.of(LedgerSignal.MakeTransfers.self), try? JSONSchema.of(LedgerSignal.ImportRows.self),
            try? JSONSchema.of(LedgerSignal.MakeSchedule.self), try? JSONSchema.of(LedgerSignal.SetLimits.self),
            try? JSONSchema.of(LedgerSignal.Debits.self), try? JSONSchema.of(LedgerSignal.Hold.self),
            try? JSONSchema.of(ScannerSignal.Scan.self), try? JSONSchema.of(ScannerSignal.ImportCandles.self),
            try? JSONSchema.of(BondsSignal.Import.self), try? JSONSchema.of(BondsSignal.Figures.self),
            try? JSONSchema.of(BondsSignal.Shares.self), try? JSONSchema.of(PatternsSignal.List.self),
            try? JSONSchema.of(SubscriptionsSignal.Add.self), try? JSONSchema.of(SubscriptionsSignal.SetSettings.self),
            try? JSONSchema.of(NotificationsSignal.SetPreferences.self),
            try? JSONSchema.of(NotificationsSignal.AddChannel.self), try? JSONSchema.of(AuthSignal.Register.self),
            try? JSONSchema.of(HistorySignal.Transactions.self), try? JSONSchema.of(HistorySignal.FindSimilar.self),
            try? JSONSchema.of(HistorySignal.ReadStatement.self),
        ]
        let more = [
            "_meta.idempotencyKey", "_meta.deadline", "_meta.maxStaleMilliseconds", "transfers[0].idempotencyKey",
            "rows[0].amount.currency",
            "activities[0].terms.coupons[1].date", "recoveryCode", "resetCode", "tickers[2]", "every.count",
        ]
        return Set(schemas.compactMap { $0 }.flatMap { fields(of: $0, behind: "") } + more)
    }()

    @Test func everyFieldHasAWordOrItsFlag() {
        #expect(Self.fields.count > 100)
        for field in Self.fields.sorted() {
            let fault = Fault.invalidArgument(field, .mustNotBeEmpty)
            for said in [FaultSentence.of(fault), FaultSentence.atField(fault)] {
                let (english, russian) = (said.spoken(in: .english), said.spoken(in: .russian))
                #expect(Self.names(in: english).isEmpty, "\(field): \(english)")
                #expect(Self.names(in: russian).isEmpty, "\(field): \(russian)")
                let isWord = FieldWords.of(field[...]) == nil
                #expect(isWord || !russian.contains(#/[a-z]{3}/#), "\(field) has no Russian word: \(russian)")
            }
        }
    }

    @Test func everyReasonIsInWords() throws {
        for reason in ReasonCatalogue.house.all {
            // Numbers stand for the details of the services.
            let details = Dictionary(
                uniqueKeysWithValues: ReasonTemplate(reason.english).names.map { ($0, ReasonDetail.number(7)) })
            let said = try #require(ReasonText.said(reason, details), "\(reason.name)")
            for language in Language.allCases {
                #expect(Self.names(in: said.spoken(in: language)).isEmpty, "\(said.spoken(in: language))")
            }
        }
    }

    /// Words in Latin letters in Russian texts of bonds, scanner and patterns: keys and columns of people's files, the
    /// names of services, and formats.
    private static let written: Set<String> = [
        "activities", "history", "coupons", "amortizations", "principal", "face", "ratePercent", "frequency", "issued",
        "maturity", "JSON", "candles", "upload", "date", "open", "high", "low", "close", "scanner", "patterns", "isin",
        "ISIN", "UTC",
    ]

    @Test func noSentenceOfTheMarketNamesAFieldInRussian() {
        let topics = [
            Reason.bonds, Reason.bondFiles, Reason.market, Reason.fileLines, Reason.exchange, Reason.patterns,
        ]
        for russian in topics.flatMap({ $0 }).map(\.russian) {
            let plain = russian.replacing(#/\{[^}]*\}/#, with: "7").replacing(#/gateway [a-z ]+/#, with: "")
            let names = plain.matches(of: #/[A-Za-z]{3,}/#).map { String($0.output) }
            #expect(names.allSatisfy { Self.written.contains($0) || $0 == "Infinity" }, "\(russian)")
        }
    }

    @Test func noHelpOfTheMarketIsInNamesOfTheAPI() {
        let commands = CommandTable.all.filter { $0.part == .market }
        #expect(commands.count > 15)
        for command in commands {
            var texts = [command.summary] + command.notes + command.flags.map(\.summary)
            texts += command.examples.map(\.meaning)
            for text in texts {
                for language in Language.allCases {
                    let said = text.spoken(in: language)
                    let names = Self.names(in: said).filter { $0 != "Investing.com" }
                    #expect(names.isEmpty, "\(command.name): \(said)")
                }
            }
        }
    }

    @Test(arguments: [(20_000, "20\u{A0}000"), (100, "100")])
    func countsAreWrittenAsInTables(most: Int, written: String) {
        let fault = Fault.invalidArgument("segment", .tooManyCandles, ["most": .number(most), "candles": 25_000])
        let said = FaultSentence.of(fault)
        #expect(said.spoken(in: .english).contains("\(written) candles"), "\(said.spoken(in: .english))")
        #expect(said.spoken(in: .russian).contains(written), "\(said.spoken(in: .russian))")
    }

    @Test(arguments: [
        (
            "rows[3].amount.currency", "The currency of the amount of row 4 must not be empty.",
            "Строка 4, сумма, валюта: не может быть пустым."
        ),
        ("segment.to", "The end of the segment must not be empty.", "Отрезок, конец: не может быть пустым."),
        (
            "_meta.idempotencyKey", "The idempotency key must not be empty.",
            "Ключ идемпотентности: не может быть пустым."
        ),
        ("shares[0]", "Share 1 must not be empty.", "Доля 1: не может быть пустым."),
        ("limit", "limit must not be empty.", "limit: не может быть пустым."),
    ])
    func fieldsAreCalledByWords(field: String, english: String, russian: String) {
        let said = FaultSentence.of(Fault.invalidArgument(field, .mustNotBeEmpty))
        #expect(said.spoken(in: .english) == english)
        #expect(said.spoken(in: .russian).prefix { $0 != ":" } == russian.prefix { $0 != ":" })
    }

    @Test func whoeverWritesTheRequestReadsItsFields() throws {
        let call = try #require(CommandTable.all.first { $0.name == "call" })
        let fault = Fault.invalidArgument("segment.to", .mustNotBeBefore, ["other": "segment.from"])
        func said(_ command: (any Command)?) -> String {
            FaultReport(fault, of: command).page.rendered(width: nil, hasColor: false)
        }
        #expect(said(call).contains("segment.to must not be before segment.from."))
        #expect(said(nil).contains("The end of the segment must not be before the beginning of the segment."))
    }

    @Test func onlyFaultsOfOursNameATrace() throws {
        let trace = try #require(TraceID("4bf92f3577b34da6a3ce929d0e0e4736"))
        for code in FaultCode.all {
            let report = FaultReport(Fault(code, "No."), trace: trace)
            let isTold = report.page.rendered(width: nil, hasColor: false).contains("gateway trace")
            #expect(isTold == FaultAdvice.ours.contains(code) && report.exitCode != .serviceDown || !isTold, "\(code)")
        }
        let wrong = FaultReport(Fault(.invalidCredentials, "No."), trace: trace)
        #expect(!wrong.page.rendered(width: nil, hasColor: false).contains("trace"))
        #expect(
            String(decoding: wrong.json, as: UTF8.self).contains(trace.description), "programs read it all the same")
    }
}
