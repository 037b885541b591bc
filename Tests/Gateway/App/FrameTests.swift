import Domain
import Terminal
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// The parts around the blocks of a pane: path, corner, rules, keys.
@Suite struct FrameTests {
    private static func text(_ name: String) -> Text { Text(verbatim: name) }

    private static func hint(_ key: String, _ title: String, _ rank: SceneAction.Rank, short: String? = nil)
        -> KeyLines.Hint
    {
        KeyLines.Hint(key: key, title: title, short: short ?? title, rank: rank)
    }

    private func lines(
        _ screen: Screen, path: [Text] = [], corner: WindowCorner = WindowCorner(), columns: Int = 80, rows: Int = 24
    ) -> [String] {
        GridRenderer(rows: rows, columns: columns, language: .english)
            .grid(of: GridRenderer.Page(path: path, screen: screen, corner: corner)).lines
    }

    // MARK: Keys

    @Test func titlesBecomeShortBeforeKeysGo() {
        let hints = [
            Self.hint("Enter", "open the account", .must, short: "open"), Self.hint("x", "something else", .seldom),
        ]
        #expect(KeyLines.fitted(hints, into: 30, keeps: .must).map(\.words) == ["open", "something else"])
        let narrow = KeyLines.fitted(hints, into: 20, keeps: .must)
        #expect(narrow.map(\.key) == ["Enter", "+1"])
    }

    @Test(arguments: 5...60) func whatMustBeThereNeverGoes(room: Int) {
        let hints = [
            Self.hint("y", "yes", .must), Self.hint("a", "often", .often), Self.hint("b", "seldom", .seldom),
            Self.hint("n", "no", .must),
        ]
        let keys = KeyLines.fitted(hints, into: room, keeps: .must).map(\.key)
        #expect(keys.contains("y") && keys.contains("n"))
        if keys.contains("b") { #expect(keys.contains("a")) }
    }

    @Test(arguments: [(80, 24), (40, 24), (40, 10), (110, 34)]) func helpAndEscStandInTheSameCells(
        columns: Int, rows: Int
    ) {
        let many = (0..<9).map { SceneAction(ActionName("a\($0)"), .character("a"), Self.text("action number \($0)")) }
        for actions in [[], many] {
            let drawn = lines(
                Screen(Self.text("list"), actions: actions), path: [Self.text("a"), Self.text("b")], columns: columns,
                rows: rows)
            #expect(drawn[rows - 1].hasSuffix("Esc back"))
            #expect(DisplayText.width(of: drawn[rows - 1]) == columns - 1)
            if rows >= PaneLayout.rowsForTwoKeyRows { #expect(drawn[rows - 2].hasSuffix("? help")) }
        }
    }

    @Test func escSaysWhatItDoesNow() {
        var screen = Screen(Self.text("chart"))
        screen.back = Self.text("drop period")
        #expect(lines(screen, path: [Self.text("a")]).last?.hasSuffix("Esc drop period") == true)
    }

    // MARK: Path and corner

    @Test func thePathLosesItsMiddleAndNeverItsEnd() {
        let path = ["Main", "Securities", "Dashboard of everything", "Pattern"].map(Self.text)
        let first = lines(Screen(Self.text("x")), path: path, columns: 40)[0]
        #expect(first == " … › Dashboard of everything › Pattern")
    }

    @Test func whoIsSignedInGivesWayAndWhatIsGoneDoesNot() {
        let corner = WindowCorner(unread: 2, lost: ["ledger"], user: "anna@example.org")
        let path = ["Main", "History"].map(Self.text)
        let wide = lines(Screen(Self.text("x")), path: path, corner: corner)[0]
        #expect(wide.hasPrefix(" Kopilka › Main › History") && wide.hasSuffix("anna@example.org"))
        let narrow = lines(Screen(Self.text("x")), path: path, corner: corner, columns: 50)[0]
        #expect(narrow.contains("History") && narrow.contains("● 2 new") && narrow.hasSuffix("no answer: ledger"))
    }

    @Test func servicesThatAreGoneAreNamedAsLongAsNamesFit() {
        func corner(_ count: Int) -> String {
            let names = ["auth", "bonds", "history", "ledger", "notifications", "patterns", "scanner"].prefix(count)
            let corner = WindowCorner(unread: 2, lost: Array(names), user: "anna@example.org")
            return lines(Screen(Self.text("x")), path: [Self.text("Main")], corner: corner)[0]
        }
        #expect(corner(5).hasSuffix("! no answer: auth, bonds, history, ledger, notifications"))
        #expect(corner(7).contains("! 7 services do not answer"))
        #expect(corner(7).contains("Main"))
    }

    // MARK: Rules

    private static func list(_ count: Int, of all: ListBlock.Count? = nil, selected: Int = 2) -> ListBlock {
        ListBlock(
            [.words(text("what"))], rows: (0..<count).map { [Span(verbatim: "row \($0)")] }, selected: selected,
            count: all)
    }

    @Test func thePositionIsInTheWholeAndNotInWhatIsLoaded() {
        func rule(_ list: ListBlock) -> String { lines(Screen(Self.text("History"), blocks: [.list(list)]))[1] }
        #expect(rule(Self.list(50, of: .exactly(3000))).hasPrefix("━1 History · 3 of 3\u{A0}000 ━"))
        #expect(rule(Self.list(50, of: .atLeast(50))).hasPrefix("━1 History · 3 of 50+ ━"))
        #expect(rule(Self.list(5)).hasPrefix("━1 History · 5 ━"))
    }

    @Test func howManyThereAreIsEnoughWhereThePlaceLeavesNoRoomForTheSum() {
        var screen = Screen(Self.text("History"), blocks: [.list(Self.list(50, of: .exactly(3000)))])
        screen.panes[0].totals = [Self.text("-18 240.50 RUB")]
        #expect(lines(screen, columns: 50)[1].hasPrefix("━1 History · 3 of 3\u{A0}000 ━"))
        let narrow = lines(screen, columns: 40)[1]
        #expect(narrow.hasPrefix("━1 History · 3\u{A0}000 ━") && narrow.hasSuffix("━ -18 240.50 RUB ━"), "\(narrow)")
    }

    @Test func theThumbStandsWhereTheChosenRowIs() {
        let drawn = lines(Screen(Self.text("History"), blocks: [.list(Self.list(100, selected: 99))]))
        // Twenty rows below the column headings.
        #expect(drawn.map { $0.hasSuffix("┃") }.firstIndex(of: true) == 21)
        #expect(!lines(Screen(Self.text("History"), blocks: [.list(Self.list(5))])).contains { $0.contains("┃") })
    }

    @Test func theLongestTotalThatFitsIsTaken() {
        let totals = ["in +4 650 000.00  out -4 637 499.50 RUB", "+4 650 000.00 -4 637 499.50", "+12 500.50"]
        var screen = Screen(Self.text("History of everything"))
        screen.panes[0].totals = totals.map(Self.text)
        #expect(lines(screen)[1].hasSuffix("━ \(totals[0]) ━"))
        #expect(lines(screen, columns: 60)[1].hasSuffix("━ \(totals[1]) ━"))
        #expect(lines(screen, columns: 42)[1].hasSuffix("━ \(totals[2]) ━"))
    }

    @Test func monthsStandBetweenRowsAndAreNotChosen() {
        let list = ListBlock(
            [.words(Self.text("what"))], rows: (0..<4).map { [Span(verbatim: "row \($0)")] }, selected: 2,
            groups: [0: [Self.text("November"), Self.text("+1")], 2: [Self.text("October")]])
        let screen = Screen(Self.text("History"), blocks: [.list(list)])
        let drawn = lines(screen)
        #expect(drawn[3].hasPrefix(" ── November ── +1 ────"))
        #expect(drawn[6].hasPrefix(" ── October ──"))
        #expect(drawn[7] == "▸ row 2")
        let renderer = GridRenderer(rows: 24, columns: 80, language: .english)
        #expect(GridClick.inputs(row: 8, column: 5, on: renderer, screen) == [.choose(3)])
        #expect(GridClick.inputs(row: 6, column: 5, on: renderer, screen) == [])
    }

    // MARK: Columns and fields

    @Test func aNumberIsNeverCutItsColumnGoes() {
        let list = ListBlock(
            [
                .words(Self.text("date")), .text(Self.text("what for")), .numbers(Self.text("amount")).priority(1),
                .words(Self.text("category")).priority(5),
            ],
            rows: [
                ["2026-11-05", "Coffee at the corner of the street", "-2 597.51", "food and drinks"].map {
                    Span(verbatim: $0)
                }
            ],
            selected: nil)
        let drawn = lines(Screen(Self.text("x"), blocks: [.list(list)]), columns: 46)
        #expect(drawn[3] == " 2026-11-05  Coffee at …the street  -2 597.51")
    }

    @Test func whatIsWrongWithAFieldIsToldInFull() {
        var form = Form([FormField("amount", Self.text("Amount"))])
        form.setProblems(["amount": Self.text("There are 12 000.50 RUB, and 500 000.00 RUB are needed for that.")])
        let drawn = lines(Screen(Self.text("x"), blocks: [.form(form)]), columns: 40)
        #expect(drawn[3...4].joined(separator: " ").contains("12 000.50 RUB, and"))
        #expect(!drawn.joined().contains("…"))
    }
}
