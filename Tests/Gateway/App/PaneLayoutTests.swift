import Domain
import Terminal
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

@Suite struct PaneLayoutTests {
    private static let sizes = [(40, 10), (60, 16), (80, 24), (80, 18), (110, 34), (160, 40), (200, 50)]

    private static func text(_ name: String) -> Text { Text(verbatim: name) }

    /// As in the main scene: lists side by side, a third column in wide windows, a drawing below.
    private static let panes = [
        Pane("accounts", text("Accounts"), room: Pane.Room(columns: 46...74, rows: 3...6)),
        Pane("payments", text("Payments"), .aside, room: Pane.Room(columns: 33...64, rows: 2...6)),
        Pane(
            "inbox", text("Inbox"), .aside, room: Pane.Room(columns: 33...60, rows: 2...8),
            places: [.beside.from(columns: 160), .below]),
        Pane(
            "chart", text("Chart"), .companion, room: Pane.Room(columns: 46...74, rows: 6...1000),
            places: [.under("accounts").from(rows: 24)], takesKeys: false),
    ]

    private func place(_ columns: Int, _ rows: Int, focus: PaneName? = nil) -> [PaneName: PaneLayout.Rect] {
        Dictionary(
            uniqueKeysWithValues: PaneLayout.place(Self.panes, focus: focus, columns: columns, rows: rows).map {
                ($0.pane, $0.rect)
            })
    }

    @Test(arguments: sizes) func panesNeitherOverlapNorLeaveTheWindow(columns: Int, rows: Int) throws {
        let rects = Array(place(columns, rows).values)
        for (number, rect) in rects.enumerated() {
            #expect(rect.row >= 1 && rect.row + rect.rows <= rows - PaneLayout.keyRows(of: rows))
            #expect(rect.column >= 0 && rect.column + rect.columns <= columns)
            for other in rects.dropFirst(number + 1) {
                let isApart =
                    rect.row + rect.rows <= other.row || other.row + other.rows <= rect.row
                    || rect.column + rect.columns < other.column || other.column + other.columns < rect.column
                #expect(isApart, "\(rect) \(other)")
            }
        }
    }

    @Test(arguments: sizes) func whatHasTheFocusIsAlwaysSeen(columns: Int, rows: Int) {
        for pane in Self.panes { #expect(place(columns, rows, focus: pane.name)[pane.name] != nil) }
    }

    @Test func aNarrowWindowShowsOnePane() {
        #expect(place(60, 24) == ["accounts": PaneLayout.Rect(row: 1, column: 0, rows: 20, columns: 60)])
    }

    @Test func whatAFormWouldDoStandsBesideItOrBelow() {
        let panes = [
            Pane("form", Self.text("Transfer"), room: Pane.Room(columns: 40...70, rows: 8...14)),
            Pane(
                "outcome", Self.text("Then"), .companion, room: Pane.Room(columns: 34...50, rows: 4...14),
                places: [.beside, .below], takesKeys: false),
        ]
        func rect(_ columns: Int) -> PaneLayout.Rect? {
            PaneLayout.place(panes, focus: nil, columns: columns, rows: 24).first { $0.pane == "outcome" }?.rect
        }
        #expect(rect(80).map { $0.row == 1 && $0.column > 40 } == true)
        #expect(rect(60).map { $0.row > 1 && $0.column == 0 } == true)
    }

    @Test func listsStandBesideEachOtherAndTheDrawingBelow() throws {
        let rects = place(80, 24)
        #expect(rects["accounts"] == PaneLayout.Rect(row: 1, column: 0, rows: 7, columns: 46))
        #expect(rects["payments"] == PaneLayout.Rect(row: 1, column: 47, rows: 7, columns: 33))
        #expect(rects["inbox"] == PaneLayout.Rect(row: 8, column: 47, rows: 14, columns: 33))
        #expect(rects["chart"] == PaneLayout.Rect(row: 8, column: 0, rows: 14, columns: 46))
    }

    @Test func aThirdColumnStandsInAWideWindowOnly() throws {
        #expect(place(110, 34)["inbox"]?.column == place(110, 34)["payments"]?.column)
        #expect(try #require(place(200, 50)["inbox"]?.column) > #require(place(200, 50)["payments"]?.column))
    }

    @Test func theDrawingGoesFirstInALowWindow() {
        #expect(Set(place(80, 18).keys) == ["accounts", "payments", "inbox"])
    }

    @Test func digitsAndTabGoToPanesWhereNoFieldsAre() {
        var screen = Screen(Self.text("Main"), panes: Self.panes)
        #expect(KeyMap.input(for: .character("2"), on: screen, also: [], in: .english) == .scene(.pane("payments")))
        #expect(KeyMap.input(for: .tab, on: screen, also: [], in: .english) == .scene(.pane("payments")))
        #expect(KeyMap.input(for: .backTab, on: screen, also: [], in: .english) == .scene(.pane("inbox")))
        #expect(KeyMap.input(for: .character("4"), on: screen, also: [], in: .english) == nil)
        screen.blocks = [.form(Form([FormField("to", Self.text("To"))]))]
        #expect(KeyMap.input(for: .character("2"), on: screen, also: [], in: .english) == .scene(.type("2")))
        #expect(KeyMap.input(for: .tab, on: screen, also: [], in: .english) == .scene(.nextField))
    }

    @Test func aClickGoesToThePaneUnderIt() {
        var panes = Self.panes
        panes[1].blocks = [
            .list(
                ListBlock(
                    [.words(Self.text("what"))], rows: [[Span(verbatim: "rent")], [Span(verbatim: "tea")]], selected: 0)
            )
        ]
        let screen = Screen(Self.text("Main"), panes: panes)
        let renderer = GridRenderer(rows: 24, columns: 80, language: .english)
        #expect(GridClick.inputs(row: 4, column: 50, on: renderer, screen) == [.pane("payments"), .choose(1)])
        #expect(GridClick.inputs(row: 4, column: 3, on: renderer, screen) == [])
        #expect(GridClick.inputs(row: 15, column: 3, on: renderer, screen) == [])
    }
}
