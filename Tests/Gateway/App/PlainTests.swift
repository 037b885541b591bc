import Domain
import Terminal
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// The app in line mode: pages of long lists, and the output after each typed line.
@Suite struct PlainTests {
    private static func list(_ count: Int, selected: Int?, of all: ListBlock.Count? = nil) -> ListBlock {
        ListBlock(
            [.words(.blank)], rows: (0..<count).map { [Span(verbatim: "row \($0)")] }, selected: selected, count: all)
    }

    private func lines(_ list: ListBlock, _ language: Language = .english) -> [String] {
        PlainRenderer(language: language).lines(
            of: Screen(Text(verbatim: "list"), blocks: [.list(list)]), path: [Text(verbatim: "list")])
    }

    @Test func longListsAreReadInPages() {
        let first = lines(Self.list(50, selected: 0, of: .exactly(3000)))
        #expect(first.count { $0.contains("row ") } == 20 && first.contains("1. row 0 (chosen)"))
        #expect(first.contains("1–20 of 3\u{A0}000"))
        #expect(first.last?.contains("+: more rows") == true && first.last?.contains("-: rows before") == false)
        let last = lines(Self.list(50, selected: 44), .russian)
        #expect(last.count { $0.contains("row ") } == 10 && last.contains("45. row 44 (выбрано)"))
        #expect(last.contains("41–50 из 50"))
        #expect(last.last?.contains("+:") == false && last.last?.contains("-: предыдущие строки") == true)
        #expect(lines(Self.list(20, selected: 3)).count { $0.contains("row ") } == 20)
        #expect(lines(Self.list(20, selected: 3)).last?.contains("+:") == false)
        #expect(lines(Self.list(50, selected: nil)).count { $0.contains("row ") } == 50, "no row could be chosen")
    }

    @Test func signsTurnPages() {
        #expect(PlainPages.row("+", in: Self.list(50, selected: 7)) == 20)
        #expect(PlainPages.row("+", in: Self.list(50, selected: 45)) == nil)
        #expect(PlainPages.row("-", in: Self.list(50, selected: 45)) == 20)
        #expect(PlainPages.row("-", in: Self.list(50, selected: 7)) == nil)
        #expect(PlainPages.row("+", in: Self.list(20, selected: 7)) == nil, "the scene may mean something by it")
        #expect(PlainPages.row("7", in: Self.list(50, selected: 7)) == nil)
    }

    /// The words that can be typed, other than signs and letters.
    @Test func wordsToTypeAreOfTheLanguage() throws {
        for (name, screen) in try GoldenScreenTests.screens() {
            for action in screen.offered {
                let word = PlainWord.word(for: action)
                guard word.spoken(in: .english).count > 1 else { continue }
                let russian = word.spoken(in: .russian)
                #expect(!russian.utf8.contains { $0 != 0x20 && $0 < 0x80 }, "\(name): \(russian)")
            }
        }
    }

    @Test(arguments: [("older", "older"), ("раньше", "older"), ("позже", "newer"), ("newer", "newer")])
    func wordsOfEveryLanguageAreUnderstood(line: String, name: String) throws {
        let screen = try #require(try GoldenScreenTests.screens().first { $0.name == "transaction" }?.screen)
        for language in Language.allCases {
            #expect(
                PlainWord.input(line, on: screen, also: [], in: language)
                    == [.scene(.perform(ActionName(stringLiteral: name)))])
        }
    }

    @Test func onlyWhatHasChangedIsTold() {
        var news = PlainUpdates()
        func tell(_ lines: [String], path: [String] = ["Main"], isAsking: Bool = false) -> [String] {
            news.lines(lines, path: path, chosen: " (chosen)", isAsking: isAsking)
        }
        let rows = ["", "Main", "1. main (chosen)", "2. savings", "", "t: transfer"]
        #expect(tell(rows) == rows)
        #expect(tell(rows).isEmpty)
        #expect(tell(["", "Main", "1. main", "2. savings (chosen)", "", "t: transfer"]) == ["2. savings (chosen)"])
        let question = ["", "Main", "Freeze?", "no: leave it; yes: freeze"]
        #expect(tell(question, isAsking: true) == question, "what is asked is told whole")
        let frozen = ["", "Main", "1. main", "2. savings, frozen (chosen)", "", "t: transfer"]
        #expect(tell(frozen) == ["2. savings, frozen (chosen)"])
        #expect(tell(["Main", "1. tea", "1. tea"]) == ["1. tea", "1. tea"], "two alike are two")
        #expect(tell(["Main", "History"], path: ["Main", "History"]) == ["Main", "History"], "another scene is new")
        #expect(tell(["Main"]) == ["Main"], "and so is the one below it")
        news.forget()
        #expect(tell(["Main"]) == ["Main"])
    }
}
