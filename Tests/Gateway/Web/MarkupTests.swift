import Domain
import MicroHTTPD
import Testing

@testable import GatewayWeb

/// Markup that texts of other people cannot leave.
@Suite struct MarkupTests {
    private static let attacks = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "</textarea><b>",
        "]]><!--", "&lt;script&gt;", "\u{0}<\u{0}script>", "javascript:alert(1)", "</title><script>", "a\u{2028}b",
    ]

    @Test(arguments: attacks)
    func aTextStaysAText(attack: String) {
        let attributes = HTMLAttribute.TextName.allCases.map { HTMLAttribute.text($0, attack) }
        for tag in HTMLTag.allCases {
            let markup = HTML.element(tag, attributes, [.text(attack)]).markup
            // Nothing but the one element: its own two tags at most.
            #expect(markup.count { $0 == "<" } == (tag.isVoid ? 1 : 2), "\(markup)")
            #expect(markup.count { $0 == ">" } == (tag.isVoid ? 1 : 2), "\(markup)")
            #expect(markup.count { $0 == "\"" } == 2 * attributes.count && !markup.contains("'"), "\(markup)")
            #expect(!markup.unicodeScalars.contains("\u{0}"))
        }
        let page = HTMLPage(language: .english, title: attack, content: [.text(attack)])
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(text.lowercased().components(of: "<script").count == 1, "\(text)")
        #expect(text.components(of: "</title>").count == 2)
    }

    @Test(arguments: attacks + ["..", ".", "", "//evil.example", "https://evil.example", "\\evil", "%2e%2e", "a\r\nb"])
    func anAddressStaysWithinTheFace(attack: String) throws {
        let link = WebLink("accounts", attack, query: [WebForm.Field(attack, attack)], fragment: attack).description
        #expect(link.hasPrefix("/accounts/") && !link.dropFirst().hasPrefix("/"))
        #expect(link.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>\"'\\".utf8.contains($0) })
        let path = link.prefix { $0 != "?" }.split(separator: "/")
        #expect(path.count == 2 && path[1] != ".." && path[1] != ".")
        #expect(WebLink(attack).description.dropFirst().first != "/")
    }

    @Test func piecesAreWrittenTheSameEveryTime() {
        let piece = HTML.tag(
            .form, .text(.method, "post"), .link(.action, WebLink("transfer")),
            content: [
                .tag(.label, .text(.for, "amount"), text: "Amount & currency"),
                .tag(.input, .text(.id, "amount"), .text(.inputmode, "decimal"), .flag(.required)),
                .tag(.textarea, .text(.name, "note"), text: "\nfirst"),
                .group([.nothing, .tag(.br)]),
            ])
        #expect(
            piece.markup
                == "<form method=\"post\" action=\"/transfer\"><label for=\"amount\">Amount &amp; currency</label>"
                + "<input id=\"amount\" inputmode=\"decimal\" required><textarea name=\"note\">\n\nfirst</textarea>"
                + "<br></form>")
        #expect(HTML.tag(.p, .text(.id, "a"), .text(.id, "b")).markup == "<p id=\"a\"></p>")
        #expect(HTMLAttribute.data("row-key", "1") != nil && HTMLAttribute.data("x onload", "1") == nil)
    }

    @Test func aPageIsWhole() {
        let page = HTMLPage(
            language: .russian, title: "Счета", content: [.tag(.main, text: "пусто")], styleSheet: WebLink("style.css"),
            module: WebLink("app.js"), manifest: WebLink("app.webmanifest"))
        #expect(
            String(decoding: page.bytes, as: UTF8.self) == """
                <!doctype html>
                <html lang="ru"><head><meta charset="utf-8">\
                <meta name="viewport" content="width=device-width, initial-scale=1">\
                <meta name="color-scheme" content="light dark"><title>Счета</title>\
                <link rel="stylesheet" href="/style.css"><link rel="manifest" href="/app.webmanifest">\
                <script type="module" src="/app.js"></script></head><body><main>пусто</main></body></html>

                """)
    }
}

extension String {
    /// What stands between the occurrences of a text.
    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
