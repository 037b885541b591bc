import Foundation
import Testing

@testable import GatewayWeb

/// The style sheet: what it names exists, and its colours can be read.
@Suite struct StyleSheetTests {
    /// Without comments.
    private static let css = String(
        decoding: WebAssets.texts.first { $0.name == WebAssets.styleSheet }?.bytes ?? [], as: UTF8.self
    ).replacing(#/(?s)/\*.*?\*//#, with: "")

    private static let classes = Set(css.matches(of: /\.([a-z][a-z-]*)/).map { String($0.1) })

    /// The classes of pages, besides those of charts that only the modules look for.
    private static let vocabulary: Set<String> = [
        // The page.
        "skip", "unseen", "top", "brand", "slot", "me", "nav", "inner", "sub", "badge", "scene", "head", "acts",
        "toast", "note", "wait", "again", "more", "panes", "two", "pane", "rest", "gate",
        // Words and figures.
        "line", "say", "strong", "faint", "good", "bad", "waits", "here", "pointed", "second", "underlined", "label",
        "code", "money", "kop", "hero", "fig", "up", "down", "below", "soon", "total", "calm", "coin", "old",
        // Blocks.
        "facts", "stats", "bars", "deck", "day", "chosen", "n", "w", "field", "form", "big", "error", "drop", "over",
        "sheet", "work", "qr", "btn", "go", "risk", "plain", "chips", "chip", "steps",
        // Charts.
        "chart", "wide", "slim", "hairs", "hair", "on", "band", "grip", "key",
    ]

    @Test func itNamesTheClassesOfPagesAndNoOthers() {
        #expect(Self.classes.subtracting(Self.vocabulary).sorted() == [])
        #expect(Self.vocabulary.subtracting(Self.classes).sorted() == [])
    }

    @Test func everyTokenIsDefinedAndUsed() {
        let defined = Set(Self.css.matches(of: /(?m)^--([a-z0-9]+):/).map { String($0.1) })
        let used = Set(Self.css.matches(of: /var\(--([a-z0-9]+)\)/).map { String($0.1) })
        #expect(defined == used && defined.count > 20)
    }

    @Test func itsBracesMatch() {
        var depth = 0
        for character in Self.css {
            if character == "{" { depth += 1 }
            if character == "}" { depth -= 1 }
            #expect((0...3).contains(depth))
        }
        #expect(depth == 0)
        #expect(!Self.css.contains("!important") && !Self.css.contains("outline:none"))
    }

    /// WCAG 2.2: 4.5 for text (1.4.3), 3 for marks and edges of controls (1.4.11).
    @Test(arguments: [0, 1])
    func coloursContrast(theme: Int) throws {
        let grounds = ["page", "sunk", "wash", "wound"]
        let pairs: [(String, [String], Double)] = [
            ("ink", grounds, 4.5), ("soft", grounds, 4.5), ("hand", ["page", "sunk", "wash"], 4.5),
            ("gain", ["page", "sunk", "wash"], 4.5), ("loss", ["page", "sunk", "wash", "wound"], 4.5),
            ("on", ["coin"], 4.5), ("page", ["ink"], 4.5), ("edge", ["page", "sunk", "wash"], 3),
            ("s1", ["page"], 3), ("s2", ["page"], 3),
        ]
        for (front, backs, least) in pairs {
            for back in backs {
                let ratio = try Self.contrast(Self.colour(front, theme), Self.colour(back, theme))
                #expect(ratio >= least, "\(front) on \(back): \(ratio)")
            }
        }
    }

    private static func colour(_ token: String, _ theme: Int) throws -> [Double] {
        let pattern = try Regex("--\(token):(?:light-dark\\((#[0-9a-f]+),(#[0-9a-f]+)\\)|(#[0-9a-f]+));")
        let found = try #require(css.firstMatch(of: pattern)?.output)
        let text = try #require(found[3].substring ?? found[1 + theme].substring).dropFirst()
        let digits = text.count == 3 ? text.map { "\($0)\($0)" }.joined() : String(text)
        let number = try #require(Int(digits, radix: 16))
        return [16, 8, 0].map { Double(number >> $0 & 0xFF) / 255 }
    }

    /// WCAG 2.2, definitions of contrast ratio and relative luminance.
    private static func contrast(_ first: [Double], _ second: [Double]) -> Double {
        let luminances = [first, second].map { colour in
            zip(colour, [0.2126, 0.7152, 0.0722]).reduce(0.0) { sum, part in
                sum + part.1 * (part.0 <= 0.04045 ? part.0 / 12.92 : pow((part.0 + 0.055) / 1.055, 2.4))
            }
        }
        return ((luminances.max() ?? 0) + 0.05) / ((luminances.min() ?? 0) + 0.05)
    }
}
