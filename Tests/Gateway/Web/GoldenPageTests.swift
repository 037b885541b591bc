import Domain
import Foundation
import MicroHTTPD
import Testing

@testable import GatewayScenes
@testable import GatewayWeb
@testable import GatewayWords

/// The pages stored in Tests/Gateway/Pages: the golden screens as markup, in both languages. `GOLDEN_WRITE=1` stores
/// the current ones.
@Suite struct GoldenPageTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Pages")

    /// Returns the page of a screen.
    static func page(_ screen: Screen, _ language: Language, at address: SceneAddress = .main) -> ScenePage {
        let ticket: HTML = .tag(.input, .text(.type, "hidden"), .text(.name, "ticket"), .text(.value, "T"))
        return ScenePage(
            scene: SceneMarkup(
                language: language, address: address, action: WebAddress.link(to: address), ticket: ticket,
                firstRow: nil),
            signOutTicket: ticket, languageTicket: ticket,
            content: ScenePage.Content(screen: screen, corner: WindowCorner(unread: 2, user: "anna")))
    }

    /// One element a line, so that a change is seen where it is. The shapes of charts are left out: where they lie
    /// depends on the fonts of this machine.
    private static func lines(of page: ScenePage) -> String {
        String(decoding: page.bytes, as: UTF8.self).replacingOccurrences(of: "><", with: ">\n<")
            .replacing(/(<\/desc>\n)[\s\S]*?(<\/svg>)/) { "\($0.output.1)\($0.output.2)" }
    }

    @Test(arguments: Language.allCases) func pagesLookAsTheyAreKept(language: Language) throws {
        let mayWrite = ProcessInfo.processInfo.environment["GOLDEN_WRITE"] != nil
        for (name, screen) in try GoldenScreenTests.screens() {
            let drawn = Self.lines(of: Self.page(screen, language))
            let file = Self.folder.appendingPathComponent("\(name).\(language.rawValue).html")
            if mayWrite { try drawn.write(to: file, atomically: true, encoding: .utf8) }
            let kept = try String(contentsOf: file, encoding: .utf8)
            #expect(drawn == kept, "\(name) in \(language.rawValue)")
        }
    }

    @Test func everyKeptPageIsDrawn() throws {
        let names = try GoldenScreenTests.screens().flatMap { screen in
            Language.allCases.map { "\(screen.name).\($0.rawValue).html" }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files.filter { $0.hasSuffix(".html") }) == Set(names))
    }

    /// What browsers and readers need of every page, whatever its scene.
    @Test(arguments: Language.allCases) func everyPageIsSound(language: Language) throws {
        for (name, screen) in try GoldenScreenTests.screens() {
            let html = String(decoding: Self.page(screen, language).bytes, as: UTF8.self)
            #expect(html.utf8.count <= 60 * 1_024, "\(name) is \(html.utf8.count) bytes")
            let ids = html.matches(of: /\ id="([^"]*)"/).map { String($0.output.1) }
            #expect(Set(ids).count == ids.count, "\(name) has an id twice: \(ids.sorted())")
            // Each reference leads to an element of the page.
            for match in html.matches(of: /(?:for|aria-describedby|aria-labelledby|list)="([^"]*)"/) {
                for id in match.output.1.split(separator: " ") {
                    #expect(ids.contains(String(id)), "\(name) refers to \(id)")
                }
            }
            let forms = html.matches(of: /<form .*?<\/form>/)
            #expect(forms.allSatisfy { $0.output.contains(#"name="ticket""#) }, "\(name) has a form without a ticket")
            #expect(html.matches(of: /<h1>/).count == 1)
            #expect(!html.contains(" style=") && !html.contains(" onclick="))
        }
    }

    /// A name that somebody else has chosen stands on the page as its letters.
    @Test func textsOfStrangersAreNoMarkup() {
        let hostile = #"<script>alert(1)</script>"><img src=x onerror=alert(1)>'&"#
        let text = Text(verbatim: hostile)
        var list = ListBlock([.text(text), .words(text)], rows: [[Span(text), Span(text)]], selected: 0)
        list = list.keyed([hostile], .enters)
        var form = Form([
            FormField("amount", text, text: hostile, note: text), FormField("choice", text, .choice([text])),
            FormField("pick", text, .pick([text, text])), FormField("secret", text, .secret, text: hostile),
        ])
        form.setProblems(["amount": text])
        let screen = Screen(
            text,
            panes: [
                Pane(
                    .main, text, badge: Pane.Badge(text), totals: [text],
                    blocks: [
                        .line([Span(text), Span(text, .bad)]), .paragraph(text, .waits), .facts([Fact(text, text)]),
                        .list(list), .cards([Card(title: text, value: Span(text), note: text)]),
                        .bars([Bar(name: text, value: text, share: 0.5)]), .progress(0.5, text),
                        .choices(ChoiceLine([[ChoiceLine.Choice(text, "go", isChosen: true)]], tail: [Span(text)])),
                        .picture(hostile), .form(form),
                    ], actions: [SceneAction("go", nil, text, obstacle: text)]),
                Pane("aside", text, .aside, blocks: [.question(Question(text, yes: text))]),
            ])
        for language in Language.allCases {
            let page = Self.page(screen, language, at: .history(of: hostile, searching: hostile))
            let html = String(decoding: page.bytes, as: UTF8.self)
            #expect(!html.contains("<script>") && !html.contains("<img"))
            #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        }
    }
}
