import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayService
@testable import GatewayWords

/// The texts of bonds, patterns and scanner, in both languages.
@Suite struct MarketReasonTests {
    private static func said(_ fault: Fault, _ language: Language = .russian) -> String {
        FaultSentence.of(fault).spoken(in: language).replacing("\u{A0}", with: " ")
    }

    @Test func whatIsMissingIsNamed() {
        #expect(
            Self.said(Fault(.notFound, .noCandles, ["ticker": "SBER"]))
                == "Свечей SBER нет; gateway market list перечисляет бумаги.")
        #expect(
            Self.said(Fault(.notFound, .noCandlesInTimeframe, ["ticker": "SBER", "timeframe": "1h"]))
                == "Свечей SBER с шагом 1h нет; gateway market list перечисляет бумаги.")
    }

    @Test(arguments: [(1, "1 строка с ошибкой"), (2, "2 строки с ошибками"), (5, "5 строк с ошибками")])
    func badLinesAreCounted(count: Int, counted: String) {
        let fault = Fault(
            .invalidArgument, .hasBadLines, ["badLines": .number(count), "line": 3, "text": "x", "column": "close"],
            cause: .isNoNumber, field: "csv")
        #expect(
            Self.said(fault)
                == "Файл: ничего не загружено, в нём \(counted): строка 3: цена закрытия — \"x\", это не число.")
    }

    @Test func eachBadLineIsSaidInWords() {
        var details: [String: ReasonDetail] = ["badLines": 2, "line": 4, "text": "x"]
        details.add(Refusal(.dateIsNone, ["text": "x"]), as: "line 04")
        let broken: [String: ReasonDetail] = ["column": "open", "rule": "mustBeAbove", "least": 0]
        details.add(Refusal(.valueIsWrong, broken, phrases: [.mustBeAbove]), as: "line 12")
        let fault = Fault(.invalidArgument, .hasBadLines, details, cause: .dateIsNone, field: "csv")
        #expect(
            fault.message
                == "csv has 2 invalid lines, and nothing was imported: line 4 has an invalid date: \"x\".")
        #expect(fault.details["line 12"] == "open must be above 0")
        let report = Language.$current.withValue(.russian) {
            FaultReport(fault).page.rendered(width: nil, hasColor: false)
        }
        #expect(report.contains("\n  строка 12: цена открытия: нужно больше 0\n"), "\(report)")
        #expect(!report.contains("reason") && !report.contains("mustBeAbove"), "\(report)")
    }

    @Test func theExchangeSaysWhyItIsSilent() {
        let fault = Fault(
            .unavailable, .exchangeUnreachable, ["said": "Timeout was reached (28)"], cause: .serverTooSlow)
        #expect(
            Self.said(fault)
                == "Московская биржа сейчас не отвечает: время вышло (Timeout was reached (28)). Ничего не изменилось.")
        let wrong = Fault(
            .unavailable, .exchangeUnreadable,
            ["date": "2025-10-08", "column": "low", "rule": "mustNotBeAboveBody"], cause: .candleIsWrong,
            phrases: [.mustNotBeAboveBody])
        #expect(
            wrong.message == "The Moscow Exchange gave an unusable answer: in its candle of 2025-10-08, "
                + "low must not be above the open or the close. Nothing was changed.")
        #expect(
            Self.said(wrong) == "Ответ Московской биржи не годится: в свече 08.10.2025 наименьшая цена: "
                + "не может быть выше открытия и закрытия. Ничего не изменилось.")
    }

    @Test func theAgeOfPatternsIsToldByTheReadersClock() {
        let refusal = Refusal(.scannerIsSilentAndStale, ["at": "2026-11-21T08:51:00Z", "stale": 2])
        #expect(
            refusal.description == "scanner is not answering now; this is the state of 2026-11-21T08:51:00Z; "
                + "2 patterns are based on candles that have changed since")
        let text = ReasonText.of(Explanation(refusal), else: nil).spoken(in: .russian).replacing("\u{A0}", with: " ")
        #expect(
            text == "служба scanner сейчас не отвечает; данные на 21.11.2026 08:51:00 UTC; "
                + "у 2 паттернов свечи с тех пор изменились")
    }
}
