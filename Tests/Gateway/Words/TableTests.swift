import Domain
import Testing

@testable import GatewayWords

/// Goal: a table never makes a terminal wrap a line, and reports what it omits.
@Suite struct TableTests {
    private static let today = CalendarDay("2026-11-22")

    /// Returns the table of history in its full width.
    private static func history() -> Table {
        var table = Table([
            .words(Text("date (UTC)", "дата (UTC)")).short(Text("date", "дата")).ranked(2),
            .numbers(Text("amount", "сумма")).ranked(1), .numbers(Text("balance", "остаток")).ranked(6),
            .words(Text("account", "счёт")).ranked(5), .words(Text("category", "категория")).ranked(8),
            .text(Text("description", "за что")).ranked(3), .words(Text(verbatim: "id")).ranked(4),
        ])
        table.add(
            [
                "2026-11-03 09:12:01", "-2\u{A0}337.05\u{A0}RUB", "1\u{A0}106\u{A0}412.30\u{A0}RUB", "main", "food",
                "Ozon, order 4481-22 with delivery to the pickup point, 漢字 and 🇷🇺 too", "t299",
            ].map { StyledText($0) })
        table.add(
            ["2025-11-22 23:34:53", "+5\u{A0}000.00\u{A0}RUB", "305\u{A0}000.00\u{A0}RUB", "savings", "", "", "t304"]
                .map {
                    StyledText($0)
                })
        return table
    }

    @Test(arguments: [20, 40, 60, 72, 80, 100, 120, 200])
    func noLineIsWider(than width: Int) {
        for language in Language.allCases {
            Language.$current.withValue(language) {
                var page = Page()
                page.table(Self.history())
                page.say(
                    "a word behind the table which is longer than a narrow terminal",
                    "слова за таблицей, которые шире узкого терминала")
                page.facts([(Text("name", "имя"), StyledText("a value of very many words that go on and on and on"))])
                for line in page.rendered(width: width, hasColor: false, today: Self.today).split(separator: "\n") {
                    #expect(DisplayText.width(of: String(line)) <= width, "\(line)")
                }
            }
        }
    }

    @Test func roomIsMadeInOrder() {
        func head(_ width: Int) -> String {
            let lines = Self.history().lines(width: width, hasColor: false, today: Self.today)
            return lines[0].split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(head(200) == "date (UTC) amount balance account category description id")
        #expect(head(110) == "date amount, RUB balance, RUB account category description id")
        #expect(head(60) == "date amount, RUB description id")
        let lines = Self.history().lines(width: 80, hasColor: false, today: Self.today)
        #expect(lines[1].contains("03 Nov") && lines[2].contains("2025-11-22"), "\(lines)")
        #expect(lines[1].contains("…") && lines[1].hasSuffix("t299"), "\(lines)")
    }

    @Test func whatWasLeftOutIsNamedInTheLastLine() {
        var page = Page()
        page.table(Self.history())
        page.say("there is more", "есть ещё")
        let lines = page.rendered(width: 60, hasColor: false, today: Self.today).split(separator: "\n")
        #expect(lines.last == "not shown: time, category, balance, account (--wide)", "\(lines)")
        #expect(!page.rendered(width: nil, hasColor: false).contains("--wide"))
        #expect(!page.rendered(width: 200, hasColor: false, today: Self.today).contains("--wide"))
    }

    @Test func withoutATerminalAllIsWritten() {
        let lines = Self.history().lines(width: nil, hasColor: false)
        #expect(
            lines[1].hasPrefix("2026-11-03 09:12:01  -2\u{A0}337.05\u{A0}RUB  1\u{A0}106\u{A0}412.30\u{A0}RUB  main"))
        #expect(lines[1].contains("with delivery to the pickup point"))
    }

    @Test func whatIsUsualIsSilentOnATerminal() {
        var table = Table([
            .words(Text(verbatim: "name")), .words(Text("status", "состояние")).silent(Text("active", "действует")),
        ])
        table.add([StyledText("main"), StyledText("active")])
        #expect(table.lines(width: 80, hasColor: false) == ["name", "main"])
        #expect(table.lines(width: nil, hasColor: false) == ["name  status", "main  active"])
        table.add([StyledText("old"), StyledText("closed")])
        #expect(table.lines(width: 80, hasColor: false) == ["name  status", "main", "old   closed"])
    }

    /// Without room for the column of the other side, it fills the empty cells of the description.
    @Test func aColumnThatGoesFillsTheBlanksOfAnother() {
        func layout(_ width: Int?, _ descriptions: [String]) -> TableLayout {
            let what = Text("description", "за что")
            var table = Table([
                .words(Text("date", "дата")).ranked(1),
                .words(Text("other side", "кто")).ranked(3).standingIn(for: what), .text(what).ranked(2),
            ])
            for (description, side) in zip(descriptions, ["savings", "landlord", ""]) {
                table.add(["2026-11-03", side, description].map { StyledText($0) })
            }
            return TableLayout(table, width: width)
        }
        let wide = layout(nil, ["lunch", "", ""]).lines(hasColor: false)
        #expect(wide[2] == "2026-11-03  landlord", "where there is room nothing stands twice: \(wide)")
        let mixed = layout(28, ["lunch", "", ""])
        #expect(
            mixed.lines(hasColor: false) == [
                "date        description", "2026-11-03  lunch", "2026-11-03  landlord", "2026-11-03",
            ])
        #expect(mixed.leftOut == [Text("other side", "кто")], "that of lunch is missing")
        #expect(layout(28, ["", "", "gift"]).leftOut == [], "what is all there is not missed")
    }

    @Test func longTextsMayStandBelowTheirRow() {
        var table = Table([
            .words(Text(verbatim: "id")), .numbers(Text(verbatim: "amount")), .text(Text(verbatim: "for")).below(),
        ])
        table.add([StyledText("t1"), StyledText("5.00"), StyledText("a purse for a very rainy day")])
        table.add([StyledText("t2"), StyledText("7.00"), .blank])
        #expect(
            table.lines(width: 24, hasColor: false) == [
                "id  amount", "t1    5.00", "    a purse fo…rainy day", "t2    7.00",
            ])
        #expect(table.lines(width: 60, hasColor: false).count == 3)
    }

    @Test func sumsStandUnderTheirColumns() {
        var table = Table([.text(Text(verbatim: "name")), .numbers(Text(verbatim: "worth"))])
        table.add([StyledText("Kamaz"), StyledText("41\u{A0}292.00\u{A0}RUB")])
        table.addSum([StyledText("total"), StyledText("41\u{A0}292.00\u{A0}RUB")])
        let lines = table.lines(width: nil, hasColor: false)
        #expect(lines.last == "total  41\u{A0}292.00\u{A0}RUB")
    }

    @Test func amountsEndOnTheirDecimalsWhateverTheirUnits() {
        var table = Table([.numbers(Text(verbatim: "amount"))])
        table.add([StyledText("9.99\u{A0}EUR")])
        table.add([StyledText("399.00\u{A0}₽")])
        #expect(table.lines(width: 80, hasColor: false) == ["    amount", "  9.99\u{A0}EUR", "399.00\u{A0}₽"])
    }

    @Test(arguments: [
        ("abcdefghij", 5, "ab…ij"), ("abcdefghij", 6, "abc…ij"), ("short", 5, "short"), ("漢字漢字漢字", 7, "漢…字"),
        ("🇷🇺🇷🇺🇷🇺🇷🇺", 5, "🇷🇺…🇷🇺"), ("e\u{301}e\u{301}e\u{301}e\u{301}", 3, "e\u{301}…e\u{301}"), ("abcdef", 1, "…"),
    ])
    func textIsCutInTheMiddle(_ text: String, _ width: Int, _ cut: String) {
        #expect(DisplayText.width(of: DisplayText.cutInTheMiddle(text, to: width)) <= width)
        #expect(DisplayText.cutInTheMiddle(text, to: width) == cut)
    }

    @Test(arguments: [("🇷🇺", 2), ("✅", 2), ("⌚", 2), ("❤️", 2), ("❤", 1), ("й", 1)])
    func charactersTakeTheCellsOfTheTerminal(_ text: String, _ width: Int) {
        #expect(DisplayText.width(of: text) == width, "\(text)")
    }
}
