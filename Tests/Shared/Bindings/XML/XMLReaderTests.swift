import Testing
import XML

/// Goal: pieces arrive in order with their lines, and untrusted text can neither fetch nor expand anything nor nest
/// deeply.
@Suite struct XMLReaderTests {
    private func events(_ text: String) throws -> [XMLEvent] {
        var events: [XMLEvent] = []
        try XMLReader.read(Array(text.utf8), isUTF8: true) { (event, _) throws(XMLError) in
            if case .text(let text) = event, case .text(let before)? = events.last {
                events[events.count - 1] = .text(before + text)
            } else {
                events.append(event)
            }
        }
        return events
    }

    private func error(_ text: String) -> XMLError? {
        do {
            _ = try events(text)
            return nil
        } catch {
            return error as? XMLError
        }
    }

    @Test func piecesComeInOrder() throws {
        #expect(
            try events("<a x='1'><b>1 &lt; 2 &#1050;</b><c/></a>") == [
                .start("a"), .start("b"), .text("1 < 2 К"), .end("b"), .start("c"), .end("c"), .end("a"),
            ])
    }

    @Test func attributesAreReportedWhenTheyAreAskedFor() throws {
        var events: [XMLEvent] = []
        try XMLReader.read(
            Array("<a x='1'><b y='&lt;2' x='3' z='4'/></a>".utf8), isUTF8: true, attributes: ["x", "y"]
        ) { (event, _) throws(XMLError) in events.append(event) }
        #expect(
            events == [
                .start("a"), .attribute("x", "1"), .start("b"), .attribute("y", "<2"), .attribute("x", "3"), .end("b"),
                .end("a"),
            ])
    }

    @Test func mistakesHaveALine() {
        #expect(error("<a>\n<b>\n</a>") == XMLError(line: 3, problem: .malformed("mismatched tag")))
        #expect(error("") != nil)
        #expect(error("<a>\u{1}</a>") != nil)
    }

    @Test func documentTypesAreRefusedAndEntitiesWithThem() {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"&c;&c;\"><!ENTITY c \"laugh\">]><a>&b;</a>"
        #expect(error(bomb)?.problem == .documentType)
        #expect(error("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>")?.line == 1)
        #expect(error("<a>&unknown;</a>") != nil)
    }

    @Test func depthIsLimited() throws {
        let deep = { (depth: Int) in
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try events(deep(XMLReader.mostDepth)).count == 2 * XMLReader.mostDepth)
        #expect(error(deep(XMLReader.mostDepth + 1))?.problem == .tooDeep)
    }

    private struct Enough: Error, Equatable {}

    @Test func whatTheTakerThrowsEndsTheReading() {
        var count = 0
        #expect(throws: Enough.self) {
            try XMLReader.read(Array("<a><b/><c/></a>".utf8), isUTF8: true) { (_, _) throws(Enough) in
                count += 1
                if count == 2 { throw Enough() }
            }
        }
        #expect(count == 2)
    }
}
