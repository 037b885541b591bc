import Domain
import MicroHTTPD
import Testing

@testable import GatewayScenes
@testable import GatewayWeb
@testable import GatewayWords

/// Pages of long lists: every row is on one of them.
@Suite struct ListMarkupTests {
    private static func html(_ list: ListBlock, from first: String?) -> String {
        let scene = SceneMarkup(
            language: .english, address: .imports, action: WebLink("imports"), ticket: .nothing, firstRow: first)
        return ListMarkup(scene: scene, pane: "main").html(list).markup
    }

    /// Lists to select from turn pages by the names of rows, lists to read by their numbers.
    @Test(arguments: [true, false]) func everyRowIsOnAPage(isKeyed: Bool) {
        let names = (0..<120).map { "row-\($0)." }
        var list = ListBlock([.text(.blank)], rows: names.map { [Span(verbatim: $0)] }, selected: nil)
        if isKeyed { list = list.keyed(names, .selects) }
        var seen: [String] = []
        var first: String?
        for _ in 0..<4 {
            let html = Self.html(list, from: first)
            seen += names.filter { html.contains(">\($0)<") }
            guard let next = html.matches(of: /from=([^"&]*)"[^>]*>Next rows/).first else { break }
            first = PercentCoding.decodeText(next.output.1)
        }
        #expect(seen == names)
    }

    @Test(arguments: ["-1", "120", "99999999999999999999", "x", ""]) func aPageThatIsNotThereIsTheFirst(from: String) {
        let list = ListBlock(
            [.text(.blank)], rows: (0..<120).map { [Span(verbatim: "row-\($0).")] }, selected: nil)
        #expect(Self.html(list, from: from).contains(">row-0.<"))
    }
}
