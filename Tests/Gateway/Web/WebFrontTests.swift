import Domain
import Hosting
import MicroHTTPD
import TestSupport
import Testing

@testable import GatewayWeb

/// The front behind a real server, asked over a socket.
@Suite struct WebFrontTests {
    /// A face with a few pages.
    private struct Face {
        let server: WebServer
        let port: Int
        let sessions: BrowserSessions
        let hub = EventHub()

        init() throws {
            let listening = try ListeningPort(address: "127.0.0.1", port: 0)
            port = listening.port
            sessions = try BrowserSessions(file: nil, clock: WallClock { Instant(microseconds: 0) })
            let hub = hub
            let front = WebFront(
                site: try WebSite(
                    address: WebPeer("127.0.0.1"), port: port, names: [], isEncrypted: false, isBehindProxy: false),
                sessions: sessions,
                router: Router([
                    Router.Route(.get, "/") { page in
                        let html = HTMLPage(
                            language: page.language, title: "home",
                            content: [.text(page.query.value(of: "name") ?? "nobody")])
                        return .later { done in Task { done(WebResponse(status: 200, body: html.bytes)) } }
                    },
                    Router.Route(.post, "/transfer", bodyLimit: 100) { page in
                        guard let session = page.session,
                            let screen = FormTicket.screen(of: page.form, session, action: page.link)
                        else { return .now(WebResponse(status: 409)) }
                        return .now(
                            WebResponse(
                                status: 303, headers: [WebHeader("Location", WebLink("done", "\(screen)").description)])
                        )
                    },
                    Router.Route(.get, "/events") { page in
                        guard let session = page.session, let response = hub.subscribe(session.id) else {
                            return .now(WebResponse(status: 409))
                        }
                        return .now(response)
                    },
                ]), assets: [StaticAsset("style.css", .styleSheet, Array("a{}".utf8))], styleSheet: "style.css")
            server = try WebServer(listening: listening.takeDescriptor(), handler: front)
        }

        func ask(
            _ line: String, host: String? = nil, _ headers: [String] = [], body: String? = nil
        ) async throws -> String {
            let port = port
            var lines = ["\(line) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + headers
            if let body {
                lines += ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)"]
            }
            let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
            return try await onThread {
                guard let stream = RawStream(port: port) else { throw WaitedInVain(description: "nobody listens") }
                stream.write(Array(text.utf8))
                return String(decoding: stream.read(.max), as: UTF8.self)
            }
        }
    }

    /// Every kind of response: pages, files, refusals of the front and of the server.
    @Test(
        arguments: [
            ("GET /?name=%3Cb%3E", nil, [], nil, "200", "&lt;b&gt;"), ("GET /style.css", nil, [], nil, "200", "a{}"),
            ("GET /none", nil, ["Accept-Language: ru"], nil, "404", "Такой страницы нет."),
            ("GET /none", nil, [], nil, "404", "There is no such page."),
            ("GET /%2e%2e/etc/passwd", nil, [], nil, "404", "no such page"),
            ("PUT /", nil, [], nil, "405", "GET, HEAD, POST"),
            ("GET /transfer", nil, ["Accept-Language: ru"], nil, "405", "Allow: POST"),
            ("GET /", "evil.example", [], nil, "421", "another name"),
            ("POST /transfer", nil, [], "a=1", "403", "does not come from a page"),
            (
                "POST /transfer", nil, ["Sec-Fetch-Site: same-origin"], String(repeating: "a", count: 101), "413",
                "too large"
            ),
            ("POST /transfer", nil, ["Sec-Fetch-Site: same-origin"], "a=%", "415", "cannot be read"),
            (
                "GET /", nil, ["Cookie: \(String(repeating: "a", count: 9_000))", "Accept-Language: ru"], nil, "431",
                "слишком много"
            ),
            ("GET /?a=%", nil, [], nil, "400", "malformed"), ("BREW /", nil, [], nil, "405", "GET, HEAD, POST"),
            ("GET /#a", nil, [], nil, "400", "malformed"),
        ] as [(String, String?, [String], String?, String, String)])
    func everyResponseIsProtected(
        line: String, host: String?, headers: [String], body: String?, status: String, part: String
    ) async throws {
        let face = try Face()
        let answer = try await face.ask(line, host: host, headers, body: body)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.contains(part), "\(answer)")
        #expect(answer.contains("\r\nContent-Security-Policy: default-src 'none'; "), "\(answer)")
        #expect(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
        #expect(answer.contains(line == "GET /style.css" ? "Cache-Control: no-cache" : "Cache-Control: no-store"))
    }

    @Test func aFormIsTakenOnceItsTicketIsRight() async throws {
        let face = try Face()
        let (session, cookie) = face.sessions.begin()
        let ticket = FormTicket.value(session, action: WebLink("transfer"), screen: 7)
        let headers = ["Origin: http://127.0.0.1:\(face.port)", "Cookie: kopilka=\(cookie)"]
        let taken = try await face.ask("POST /transfer", headers, body: "ticket=\(ticket)")
        #expect(taken.hasPrefix("HTTP/1.1 303 ") && taken.contains("Location: /done/7"), "\(taken)")
        for (fields, body) in [
            (headers, "ticket=8\(ticket.dropFirst())"), (Array(headers.prefix(1)), "ticket=\(ticket)"),
            (headers, "a=1"),
        ] {
            #expect(try await face.ask("POST /transfer", fields, body: body).hasPrefix("HTTP/1.1 409 "))
        }
        face.sessions.end(session.id)
        #expect(try await face.ask("POST /transfer", headers, body: "ticket=\(ticket)").hasPrefix("HTTP/1.1 409 "))
    }

    @Test func eventsReachTheirSessionOnly() async throws {
        let face = try Face()
        let (mine, other) = (face.sessions.begin(), face.sessions.begin())
        async let answer = face.ask("GET /events", ["Cookie: kopilka=\(mine.cookie)"])
        try await eventually("the stream is open") { face.hub.count == 1 && face.server.load.streams == 1 }
        face.hub.publish("balance", "not yours", to: other.session.id)
        face.hub.publish("balance", "yours", to: mine.session.id)
        face.hub.publish("house", "everybody's", to: nil)
        face.hub.end(mine.session.id)
        let text = try await answer
        #expect(text.contains("Content-Type: text/event-stream") && text.contains("Cache-Control: no-store"), "\(text)")
        #expect(text.contains("event: balance\ndata: yours\n\n") && text.contains("data: everybody's\n\n"))
        #expect(!text.contains("not yours") && face.hub.count == 0)
    }
}
