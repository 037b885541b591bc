import Domain
import MicroHTTPD
import Testing

@testable import GatewayWeb

/// Paths, pages and files.
@Suite struct RouterTests {
    private static let router = Router(
        ["/", "/accounts/:id", "/accounts/new", "/accounts/:id/history"].map { pattern in
            Router.Route(.get, pattern) { _ in .now(WebResponse(status: 200, body: Array(pattern.utf8))) }
        } + [Router.Route(.post, "/transfer") { _ in .now(WebResponse(status: 303)) }])

    private func found(_ path: String, _ method: Router.Method = .get) -> String {
        guard let path = RoutePath(path) else { return "malformed" }
        switch Self.router.match(method, path) {
        case .page(let route, let parameters): return "\(route.pattern.joined(separator: "/")) \(parameters)"
        case .otherMethods(let methods): return methods.map(\.rawValue).joined(separator: ",")
        case .nothing: return "nothing"
        }
    }

    @Test func pathsLeadToTheirPages() {
        #expect(found("/") == " [:]")
        #expect(found("/accounts/a%20b%2e") == "accounts/:id [\"id\": \"a b.\"]")
        #expect(found("/accounts/new") == "accounts/new [:]")
        #expect(found("/accounts/x/history") == "accounts/:id/history [\"id\": \"x\"]")
        #expect(found("/transfer", .post) == "transfer [:]" && found("/transfer") == "POST")
        #expect(found("/accounts/new", .post) == "GET" && found("/none") == "nothing")
    }

    @Test(arguments: [
        "", "accounts", "//", "/accounts/", "//evil.example", "/accounts//history", "/.", "/..", "/accounts/..",
        "/accounts/%2e%2e", "/accounts/%2E", "/accounts/a%2Fb", "/accounts/a%5Cb", "/accounts/a\\b", "/accounts/%00",
        "/accounts/%0d%0aX", "/accounts/%7F", "/accounts/%", "/accounts/%f", "/accounts/%FF", "/accounts/%C0%AE",
        "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q", "/accounts/" + String(repeating: "a", count: 257),
    ])
    func pathTricksLeadNowhere(path: String) { #expect(found(path) == "malformed") }

    @Test func aFileIsSentOnce() throws {
        let asset = StaticAsset("style.css", .styleSheet, Array("a{}".utf8))
        func head(_ tags: String...) -> WebRequestHead {
            WebRequestHead(method: "GET", path: "/", headers: tags.map { WebHeader("if-none-match", $0) })
        }
        let first = asset.response(to: head())
        #expect(first.status == 200 && first.headers.contains(WebHeader("Content-Type", "text/css; charset=utf-8")))
        let tag = try #require(first.headers.first { $0.name == "ETag" }?.value)
        for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            #expect(asset.response(to: head(known)).status == 304, "\(known)")
        }
        #expect(asset.response(to: head("\"other\"")).status == 200)
        #expect(StaticAsset("style.css", .styleSheet, Array("b{}".utf8)).tag != tag)
    }

    @Test(arguments: [
        ("ru", Language.russian), ("ru-RU,ru;q=0.9,en;q=0.8", .russian), ("en;q=0.5, ru;q=0.8", .russian),
        ("de, fr", .english), ("ru;q=0", .english), ("", .english), ("en,ru", .english), ("ru;q=x, en;q=0.1", .english),
        ("RU", .russian), ("ru;q=0.300, en;q=0.2", .russian),
    ])
    func theLanguageOfTheBrowserIsUsed(wish: String, language: Language) {
        let head = WebRequestHead(method: "GET", path: "/", headers: [WebHeader("accept-language", wish)])
        #expect(PreferredLanguage.of(head) == language)
    }
}
