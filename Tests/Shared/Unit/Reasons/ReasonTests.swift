import Coordination
import Domain
import Reasons
import Signals
import Testing

/// Reasons, their templates, and their sentences.
@Suite struct ReasonTests {
    private static let full = Reason(
        "full", "There are {limit channel|channels}; {left limit$} is left before {day} by {other@}: {cause!}.",
        "Каналов {limit канал|канала|каналов}; осталось {left limit$} до {day}, {other@}: {cause!}.")

    private func wording(_ language: Language) -> ReasonWording {
        ReasonWording(in: language, catalogue: .house, instant: { "\($0)" }, field: { "--\($0)" })
    }

    @Test func everyReasonOfTheHouseIsWellFormed() {
        for reason in ReasonCatalogue.house.all {
            let (english, russian) = (ReasonTemplate(reason.english), ReasonTemplate(reason.russian))
            #expect(russian.names.isSubset(of: english.names), "\(reason.name)")
            for case .count(_, let forms) in english.pieces { #expect(forms.count == 2, "\(reason.name)") }
            for case .count(_, let forms) in russian.pieces { #expect(forms.count == 3, "\(reason.name)") }
            #expect(reason.isRule != reason.english.hasSuffix("."), "\(reason.name)")
            #expect(reason.isRule != reason.russian.hasSuffix("."), "\(reason.name)")
            #expect(reason.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }, "\(reason.name)")
            #expect(reason.russian.contains { ("а"..."я").contains($0) } || reason.isRule, "\(reason.name)")
        }
    }

    @Test func aFaultSaysItsReasonInEnglish() {
        let fault = Fault(.conflict, .wrongPart, ["next": 3, "part": 5], field: "part")
        #expect(fault.reason == "wrongPart")
        #expect(fault.message == "Part 3 comes next, not 5; 0 begins anew.")
        #expect(fault.details == ["next": 3, "part": 5])
    }

    @Test func aRuleFollowsItsField() {
        let fault = Fault.invalidArgument("limit", .mustBeBetween, ["least": 1, "most": 1000])
        #expect(fault.message == "limit must be 1 to 1000.")
        #expect(Fault(.invalidArgument, .paramsMissing).message == "params are missing.")
    }

    @Test func aCauseIsAReasonToo() {
        let fault = Fault(.unavailable, .unreachable, ["service": "ledger"], cause: .linkClosed)
        #expect(fault.message == "ledger cannot be reached: the link was closed.")
        #expect(fault.details["cause"] == "linkClosed")
        #expect(
            wording(.russian).text(of: .unreachable, fault.details) == "Служба ledger недоступна: связь закрыта.")
    }

    @Test func wordsTakeTheFormOfTheLanguage() {
        let template = ReasonTemplate(Self.full.english)
        #expect(template.names == ["limit", "left", "day", "other", "cause"])
        let details: [String: ReasonDetail] = [
            "count": 1, "limit": 7680, "amount": "37499.50", "currency": "RUB", "day": "2026-11-23", "other": "from",
        ]
        let reason = Reason(
            "x", "{limit row|rows}, {count row|rows}, {amount currency$}, {day}, {other@}.",
            "{limit строка|строки|строк}, {count строка|строки|строк}, {amount currency$}, {day}, {other@}.")
        #expect(reason.plainEnglish(details) == "7680 rows, 1 row, 37 499.50 RUB, 2026-11-23, from.")
        #expect(
            wording(.english).text(of: reason, details)
                == "7\u{A0}680 rows, 1 row, 37\u{A0}499.50\u{A0}RUB, 2026-11-23, --from.")
        #expect(
            wording(.russian).text(of: reason, details)
                == "7\u{A0}680\u{A0}строк, 1\u{A0}строка, 37\u{A0}499,50\u{A0}₽, 23.11.2026, --from.")
    }

    @Test func aDetailThatANewerServiceLeavesOutIsNotMadeUp() {
        #expect(wording(.english).text(of: .wrongPart, ["next": 3]) == nil)
    }
}
