import Domain
import Glibc
import Terminal
import TestSupport
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// Text input with combining characters.
@Suite struct EditedTextTests {
    @Test(arguments: [
        ("дли\u{301}нное", 7), ("и\u{306}", 1), ("❤\u{FE0F}", 1), ("🇷🇺🇩🇪", 2), ("👍🏽", 1), ("नमस्ते", 3),
        ("👩\u{200D}👩\u{200D}👧", 1), ("각", 1),
    ])
    func scalarsThatJoinArriveOneByOne(text: String, count: Int) {
        var edited = EditedText()
        var form = Form([FormField("name", Text(verbatim: "Name"))])
        for scalar in text.unicodeScalars {
            edited.insert(String(scalar))
            _ = form.receive(.type(Character(scalar)))
        }
        #expect(edited.text.unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(edited.clusters.count == Array(text).count && edited.cursor == edited.clusters.count)
        #expect(form["name"].unicodeScalars.elementsEqual(text.unicodeScalars))
        if text != "नमस्ते" { #expect(edited.clusters.count == count) }
        for _ in 0..<count + 3 { edited.erase() }
        #expect(edited.isEmpty && edited.cursor == 0)
    }

    @Test func whatIsInsertedMayJoinWhatStandsBehindIt() {
        var edited = EditedText("\u{1F1FA}x")
        edited.move(by: -.max)
        edited.insert("\u{1F1F7}")
        #expect(edited.clusters == ["🇷🇺", "x"] && edited.cursor == 1, "the cursor stands behind the flag")
        edited.eraseForward()
        #expect(edited.text == "🇷🇺")
    }

    @Test func whatIsPastedHasNeitherControlNorEnd() {
        var edited = EditedText()
        edited.insert("a\r\nb\tc\u{1B}[2J\u{7}\u{202E}d\n")
        #expect(edited.text == "a b c[2Jd ")
        edited.clear()
        edited.insert(String(repeating: "я", count: 100_000))
        #expect(edited.clusters.count == EditedText.longest)
        edited.insert("\u{301}")
        #expect(edited.clusters.count == EditedText.longest)
        edited = EditedText("a" + String(repeating: "\u{301}", count: 100_000))
        #expect(edited.text.unicodeScalars.count == EditedText.mostScalars)
        edited.erase()
        #expect(edited.isEmpty)
    }

    /// Characters of every combining kind, and some others.
    private static let samples: [Unicode.Scalar] = [
        "a", "Я", " ", "и", "\u{306}", "\u{301}", "\u{200D}", "\u{FE0F}", "❤", "👍", "🏽", "👩", "\u{1F1F7}", "\u{1F1FA}",
        "न", "\u{94D}", "\u{93F}", "ก", "\u{E33}", "ᄒ", "ᅡ", "ᆫ", "각", "你", "\u{20E3}", "1", "\r", "\n", "\u{7}",
        "\u{202E}",
        "\u{600}", "\u{E0061}", "\u{AD}", "\u{10FFFF}",
    ]

    /// Random typing never traps, the clusters equal those of the text, and the display equals the content.
    @Test func randomTypingShowsWhatIsKept() {
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for round in 0..<40 {
            var form = Form([FormField("name", Text(verbatim: "Name"))])
            for _ in 0..<80 {
                _ = form.receive(Self.input(&random))
                guard let edited = form.focused?.edited else { return }
                let note: Comment = "seed \(seed), round \(round): \(edited.text.debugDescription)"
                #expect(Array(edited.text) == edited.clusters, note)
                #expect((0...edited.clusters.count).contains(edited.cursor), note)
                #expect(edited.clusters.count <= EditedText.longest, note)
                Self.expectShown(form, edited, note)
            }
        }
    }

    private static func input(_ random: inout SeededGenerator) -> SceneInput {
        func scalar() -> Unicode.Scalar {
            if Int.random(in: 0..<4, using: &random) > 0 { return samples.randomElement(using: &random) ?? "a" }
            return Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) ?? "�"
        }
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return .erase
        case 1: return .eraseForward
        case 2: return .step(.left)
        case 3: return .step(.right)
        case 4: return Bool.random(using: &random) ? .step(.first) : .step(.last)
        case 5: return .paste(String(String.UnicodeScalarView((0..<20).map { _ in scalar() })))
        case 6: return Int.random(in: 0..<8, using: &random) == 0 ? .clearField : .step(.left)
        default: return .type(Character(scalar()))
        }
    }

    /// Expects that a field as wide as its text shows all of it, with the cursor in the right cell, and that a narrow
    /// one shows the cursor.
    private static func expectShown(_ form: Form, _ edited: EditedText, _ note: Comment) {
        let whole = DisplayText.width(of: edited.text)
        for width in [whole + 30, 24] {
            var grid = CellGrid(rows: 1, columns: width)
            let page = GridRenderer(rows: 1, columns: width, language: .english)
            FormRenderer(page: page, width: width).draw(form, &grid, row: 0, column: 0, height: 1)
            guard let cursor = grid.cursor else {
                Issue.record(note)
                continue
            }
            #expect(cursor.column < width, note)
            guard width > 24 else { continue }
            #expect(cursor.column == 7 + DisplayText.width(of: edited.beforeCursor), note)
            let drawn = (7..<(7 + whole)).map { grid[0, $0].text }.joined()
            // A character without width has no cell of its own before the first one with width.
            let lead = edited.text.prefix { DisplayText.width(of: String($0)) == 0 }
            #expect(drawn.unicodeScalars.elementsEqual(edited.text.dropFirst(lead.count).unicodeScalars), note)
        }
    }
}

/// The width of characters, compared with the C library, which ncurses uses.
@Suite struct ScalarWidthTests {
    @Test(arguments: [
        ("abc", 3), ("дли\u{301}нное", 7), ("❤\u{FE0F}", 2), ("🇷🇺", 2), ("👍🏽", 4), ("你好", 4), ("각", 2), ("⌚", 2),
        ("✅", 2),
        ("1\u{FE0F}\u{20E3}", 2), ("नि", 2),
    ])
    func clustersTakeWhatTheirScalarsTake(text: String, width: Int) {
        #expect(DisplayText.width(of: text) == width)
    }

    @Test func scalarsTakeWhatTheTerminalLibraryTakes() throws {
        guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return }
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        // Glibc's header declares it for X/Open programs only.
        let wcwidth = unsafeBitCast(
            try #require(dlsym(nil, "wcwidth")), to: (@convention(c) (wchar_t) -> Int32).self)
        var others: [Unicode.Scalar] = []
        for value in UInt32(0x20)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value), (0x7F...0x9F).contains(value) == false else { continue }
            let known = wcwidth(wchar_t(value))
            // The library does not know newer characters, and one letter of Ahom has changed its kind since.
            if known >= 0, Int(known) != ScalarWidth.of(scalar), value != 0x1171E { others.append(scalar) }
        }
        #expect(others.isEmpty, "\(others.count): \(others.prefix(80).map { String($0.value, radix: 16) })")
    }
}
