import MicroHTTPD
import Testing

@testable import GatewayWeb

/// Who may ask: forged names, pages of other sites, and what proxies say.
@Suite struct RequestGuardTests {
    private static func site(
        _ address: String = "127.0.0.1", names: [String] = [], isEncrypted: Bool = false, isBehindProxy: Bool = false,
        proxies: [WebPeer] = []
    ) throws -> WebSite {
        try WebSite(
            address: WebPeer(address), port: 8080, names: names, isEncrypted: isEncrypted,
            isBehindProxy: isBehindProxy, proxies: proxies)
    }

    private static func head(
        _ method: String = "GET", host: String = "127.0.0.1:8080", peer: String = "127.0.0.1",
        isEncrypted: Bool = false, _ headers: [(String, String)] = []
    ) -> WebRequestHead {
        WebRequestHead(
            method: method, path: "/", headers: [WebHeader("host", host)] + headers.map { WebHeader($0.0, $0.1) },
            peer: WebPeer(peer) ?? .unix, isEncrypted: isEncrypted)
    }

    private static func refusal(_ site: WebSite, _ head: WebRequestHead) -> RequestGuard.Refusal? {
        do throws(RequestGuard.Refusal) {
            _ = try RequestGuard(site).examine(head)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "2001:db8::1"])
    func anAddressThatOthersReachNeedsTLSOrAProxy(address: String) throws {
        #expect(throws: WebSite.Refused.self) { try Self.site(address) }
        _ = try Self.site(address, names: ["bank.example.org"], isEncrypted: true)
        _ = try Self.site(address, names: ["bank.example.org"], isBehindProxy: true)
        _ = try Self.site("127.0.0.1")
        _ = try Self.site("::1")
    }

    @Test(arguments: [
        "evil.example", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8080.evil.example", "localhost.evil.example:8080", "",
        "127.0.0.1:8080 ", "2130706433:8080",
    ])
    func aForeignNameIsRefused(host: String) throws {
        #expect(try Self.refusal(Self.site(), Self.head(host: host)) == .foreignHost)
    }

    @Test func theNamesOfThisMachineAndThoseOfTheSettingsAreKnown() throws {
        let site = try Self.site(names: ["Bank.Example.org"])
        for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "bank.example.org"] {
            #expect(Self.refusal(site, Self.head(host: host)) == nil, "\(host)")
        }
        var twice = Self.head()
        twice = WebRequestHead(
            method: "GET", path: "/", headers: twice.headers + [WebHeader("host", "localhost:8080")])
        #expect(Self.refusal(site, twice) == .foreignHost)
    }

    @Test(arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", ""])
    func otherMethodsAreRefused(method: String) throws {
        #expect(try Self.refusal(Self.site(), Self.head(method)) == .method)
    }

    @Test(arguments: [
        [("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "same-origin")],
        [("origin", "http://127.0.0.1:8080")],
        [("sec-fetch-site", "same-origin")],
        [("origin", "null"), ("sec-fetch-site", "same-origin")],
    ])
    func aFormOfTheFaceIsAdmitted(headers: [(String, String)]) throws {
        #expect(try Self.refusal(Self.site(), Self.head("POST", headers)) == nil)
    }

    @Test(arguments: [
        [], [("origin", "null")], [("origin", "http://evil.example")],
        [("origin", "https://127.0.0.1:8080")], [("origin", "http://127.0.0.1:8081")],
        [("origin", "http://127.0.0.1:8080.evil.example")],
        [("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "cross-site")],
        [("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "same-site")],
        [("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "none")],
        [("origin", "null"), ("sec-fetch-site", "cross-site")],
        [("origin", "http://evil.example"), ("sec-fetch-site", "same-origin")],
        [("origin", "http://127.0.0.1:8080"), ("origin", "http://evil.example")],
        [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")],
    ])
    func aFormOfAnotherSiteIsRefused(headers: [(String, String)]) throws {
        #expect(try Self.refusal(Self.site(), Self.head("POST", headers)) == .foreignPage)
    }

    @Test func anotherSiteMayLinkHereButNotEmbed() throws {
        let site = try Self.site()
        func fetched(_ from: String, _ mode: String, _ destination: String) -> RequestGuard.Refusal? {
            Self.refusal(
                site,
                Self.head(
                    "GET",
                    [("sec-fetch-site", from), ("sec-fetch-mode", mode), ("sec-fetch-dest", destination)]))
        }
        #expect(fetched("cross-site", "navigate", "document") == nil)
        #expect(fetched("none", "navigate", "document") == nil && fetched("same-origin", "cors", "empty") == nil)
        for (mode, destination) in [
            ("navigate", "iframe"), ("no-cors", "image"), ("no-cors", "script"), ("cors", "empty"),
            ("navigate", "object"),
        ] {
            #expect(fetched("cross-site", mode, destination) == .foreignPage, "\(mode) \(destination)")
            #expect(fetched("same-site", mode, destination) == .foreignPage, "\(mode) \(destination)")
        }
    }

    // MARK: Proxies

    private static let proxied = [
        ("forwarded", "for=192.0.2.9;proto=https;host=bank.example.org")
    ]

    @Test func whatTheProxySaysCounts() throws {
        let site = try Self.site(names: ["bank.example.org"], isBehindProxy: true)
        for headers in [
            Self.proxied, [("x-forwarded-for", "192.0.2.9"), ("x-forwarded-proto", "https")],
            [("forwarded", "for=6.6.6.6;proto=http, for=\"192.0.2.9:4711\" ; Proto=HTTPS")],
            [("x-forwarded-for", "6.6.6.6, 192.0.2.9"), ("x-forwarded-proto", "http, https")],
        ] {
            let admitted = try RequestGuard(site).examine(Self.head(host: "bank.example.org", headers))
            #expect(admitted.client == WebPeer("192.0.2.9") && admitted.isEncrypted, "\(headers)")
            #expect(admitted.origin == "https://bank.example.org")
        }
        let hidden = try RequestGuard(site).examine(
            Self.head(host: "bank.example.org", [("forwarded", "for=_hidden;proto=https")]))
        #expect(hidden.client == nil && hidden.isEncrypted)
        let six = try RequestGuard(site).examine(
            Self.head(host: "bank.example.org", [("forwarded", "for=\"[2001:db8::1]:80\";proto=https")]))
        #expect(six.client == WebPeer("2001:db8::1"))
    }

    @Test func nobodyElseSpeaksForClients() throws {
        let site = try Self.site("0.0.0.0", names: ["bank.example.org"], isBehindProxy: true)
        #expect(
            Self.refusal(site, Self.head(host: "bank.example.org", peer: "192.0.2.9", Self.proxied)) == .notTheProxy)
        let named = try Self.site(
            "0.0.0.0", names: ["bank.example.org"], isBehindProxy: true,
            proxies: [WebPeer("10.0.0.1")].compactMap(\.self))
        #expect(Self.refusal(named, Self.head(host: "bank.example.org", peer: "10.0.0.1", Self.proxied)) == nil)
        #expect(
            Self.refusal(named, Self.head(host: "bank.example.org", peer: "127.0.0.1", Self.proxied)) == .notTheProxy)
        // Without --behind-proxy the fields are the client's own words.
        let direct = try RequestGuard(Self.site()).examine(Self.head("GET", Self.proxied))
        #expect(direct.client == WebPeer("127.0.0.1") && !direct.isEncrypted)
    }

    @Test(arguments: [
        [], [("forwarded", "for=192.0.2.9")], [("forwarded", "for=\"192.0.2.9;proto=https")],
        [("forwarded", "proto=https;proto=http")], [("forwarded", "proto=gopher")],
        [("x-forwarded-for", "192.0.2.9")], [("x-forwarded-proto", "https, gopher")],
        [("forwarded", "proto=https"), ("x-forwarded-proto", "https")],
        [("forwarded", "proto=https;x=" + String(repeating: "a", count: 3_000))],
    ])
    func aProxyThatIsUnclearIsRefused(headers: [(String, String)]) throws {
        let site = try Self.site(names: ["bank.example.org"], isBehindProxy: true)
        #expect(Self.refusal(site, Self.head(host: "bank.example.org", headers)) == .proxyIsUnclear)
    }

    @Test func everyResponseIsProtected() {
        func fields(_ isEncrypted: Bool, _ keeping: SecurityHeaders.Keeping = .never) -> [String: String] {
            Dictionary(
                SecurityHeaders.fields(keeping: keeping, isEncrypted: isEncrypted).map { ($0.name, $0.value) }
            ) { first, _ in first }
        }
        let plain = fields(false)
        for part in [
            "default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self' data:", "connect-src 'self'",
            "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
        ] {
            #expect(plain["Content-Security-Policy"]?.split(separator: "; ").map(String.init).contains(part) == true)
        }
        #expect(plain["Content-Security-Policy"]?.contains("unsafe") == false)
        #expect(plain["Cache-Control"] == "no-store" && plain["X-Content-Type-Options"] == "nosniff")
        #expect(plain["Referrer-Policy"] == "no-referrer" && plain["Strict-Transport-Security"] == nil)
        #expect(fields(true)["Strict-Transport-Security"] != nil)
        #expect(fields(true, .revalidated)["Cache-Control"] == "no-cache")
    }
}
