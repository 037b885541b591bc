import Domain
import Testing

@testable import GatewayCommandLine
@testable import GatewayWords

@Suite struct RenderingTests {
    private func table() -> Table {
        var table = Table([
            .text(Text(verbatim: "name")), .numbers(Text(verbatim: "balance")), .words(Text(verbatim: "empty")),
            .words(Text(verbatim: "id")),
        ])
        table.add(["main", "1 500.50 RUB", "", "a1"].map { StyledText($0) })
        table.add(["копилка", "-3.00 RUB", "", "b22"].map { StyledText($0) })
        return table
    }

    @Test func numbersEndOnOneLineAndEmptyColumnsAreLeftOut() {
        #expect(
            table().lines(width: nil, hasColor: false) == [
                "name          balance  id",
                "main     1 500.50 RUB  a1",
                "копилка     -3.00 RUB  b22",
            ])
    }

    @Test func freeTextGivesWayOnANarrowTerminal() {
        var table = Table([
            .words(Text(verbatim: "id")), .text(Text(verbatim: "description")), .numbers(Text(verbatim: "amount")),
        ])
        table.add(["a", "a very long story about a lunch", "5.00 RUB"].map { StyledText($0) })
        #expect(
            table.lines(width: 30, hasColor: false) == [
                "id  description         amount",
                "a   a very l…a lunch  5.00 RUB",
            ])
    }

    @Test func coloursTakeNoRoom() {
        var table = Table([.numbers(Text(verbatim: "amount")), .words(Text(verbatim: "id"))])
        table.add([StyledText("5.00", .green), StyledText("a")])
        table.add([StyledText("15.00", .green), StyledText("b")])
        #expect(table.lines(width: nil, hasColor: true)[1] == "  \u{1B}[32m5.00\u{1B}[0m  a")
    }

    @Test(arguments: [("abc", 3), ("привет", 6), ("日本", 4), ("e\u{301}", 1), ("💰", 2), ("", 0)])
    func theWidthOfATextIsThatOfTheTerminal(_ text: String, _ width: Int) {
        #expect(DisplayText.width(of: text) == width)
    }

    @Test func whatOthersWroteCannotSteerTheTerminal() {
        #expect(
            StyledText("a\u{1B}]0;x\u{7}b\nc\u{202E}d\u{9B}1m").text
                == "a\u{FFFD}]0;x\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}1m")
    }

    @Test(
        arguments: [
            (123_456_789, "RUB", "1 234 567.89 RUB"), (100, "RUB", "1.00 RUB"), (-12_345_600, "USD", "-123 456.00 USD"),
            (1234, "JPY", "1 234 JPY"), (1, "KWD", "0.001 KWD"),
            (Int64.min, "RUB", "-92 233 720 368 547 758.08 RUB"),
        ] as [(Int64, String, String)])
    func amountsAreGroupedAndHeldTogether(_ minorUnits: Int64, _ code: String, _ text: String) throws {
        let money = Money(minorUnits: minorUnits, currency: try #require(Currency(code: code)))
        #expect(ValueText.money(money) == text.replacing(" ", with: "\u{A0}"))
    }

    @Test(arguments: [(0, "0s"), (59, "59s"), (61, "1m 1s"), (3600, "1h"), (90_061, "1d 1h")])
    func durationsHaveTheirTwoLargestUnits(_ seconds: Int, _ text: String) {
        #expect(ValueText.duration(seconds: seconds) == text)
    }

    @Test func aTimeIsInUTCAndWithoutFractions() {
        #expect(ValueText.time(Instant(microseconds: 1_795_251_108_123_456)) == "2026-11-21 08:51:48")
    }

    @Test(
        arguments: [
            (true, [:], false, true), (false, [:], false, false), (true, ["NO_COLOR": "1"], false, false),
            (true, ["NO_COLOR": ""], false, true), (true, ["TERM": "dumb"], false, false),
            (false, ["FORCE_COLOR": "1"], false, true), (false, ["FORCE_COLOR": "0"], false, false),
            (true, ["FORCE_COLOR": "1"], true, false), (false, ["FORCE_COLOR": "1", "NO_COLOR": "1"], false, false),
        ] as [(Bool, [String: String], Bool, Bool)])
    func coloursAreForThoseWhoWantThem(
        _ isTerminal: Bool, _ variables: [String: String], _ noColor: Bool, _ expected: Bool
    ) {
        #expect(ColorRule.allows(isTerminal: isTerminal, variables: variables, noColor: noColor) == expected)
    }
}
