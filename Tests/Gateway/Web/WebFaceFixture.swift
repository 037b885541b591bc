import Coordination
import Domain
import MicroHTTPD
import Signals
import StrictJSON
import TestSupport

@testable import GatewayScenes
@testable import GatewaySession
@testable import GatewayWeb

/// A whole face with scripted services, without sockets: the front, the sessions, the tickets and the scenes.
@MainActor final class WebFaceFixture {
    let services = ScriptedServices()
    let sessions: BrowserSessions
    let face: WebFace
    let front: WebFront

    init(sessions change: (inout BrowserSessions.Limits) -> Void = { _ in }, trees: Int = 8) throws {
        var sessionLimits = BrowserSessions.Limits()
        change(&sessionLimits)
        var limits = WebFace.Limits()
        // As long as a busy machine takes; nobody waits for it elsewhere.
        limits.patience = .seconds(60)
        limits.formPatience = .seconds(60)
        (limits.trees, limits.guestTrees, limits.statementBytes) = (trees, trees, 32_768)
        let clock = WallClock { GatewayFixture.now }
        sessions = try BrowserSessions(file: nil, clock: clock, limits: sessionLimits)
        let services = services
        face = WebFace(
            sessions: sessions, hub: EventHub(), clock: clock,
            watch: EventWatch(House.services, caller: services), limits: limits
        ) { place in
            ServiceClient(
                caller: services, sessions: SessionKeeper(place: place, clock: clock, caller: services, profile: nil),
                operatorProof: OperatorProof(dataDirectory: nil, clock: clock), limit: .seconds(10),
                idempotencyKey: Identifier.random(length: 26))
        }
        front = WebFront(
            site: try WebSite(
                address: WebPeer("127.0.0.1"), port: 8080, names: [], isEncrypted: false, isBehindProxy: false),
            sessions: sessions, router: Router(face.routes))
        for service in House.services {
            services.answer("\(service).stats", json: #"{"lastEvent":1}"#)
            services.answer("\(service).events", json: #"{"events":[],"last":1}"#)
        }
        services.answer("ledger.accounts", json: GatewayFixture.accounts)
        services.answer("auth.me", json: GatewayFixture.me)
        services.answer("auth.logout", json: "{}")
        // The token says who asks: "anna-1", "boris-1".
        services.answer("auth.login") { call in
            let login = try JSONDocument(text: call.parameters).root.member("login")?.string ?? ""
            return Self.signedIn(login)
        }
        services.answer("history.transactions") { call in
            let owner = call.context.session?.split(separator: "-").first.map(String.init) ?? "nobody"
            return try Self.page(of: owner)
        }
    }

    deinit {
        let face = face
        Task { @MainActor in face.close() }
    }

    nonisolated static func signedIn(_ name: String) -> String {
        let session =
            #"{"id":"\#(name)-s","userId":"\#(name)","token":"\#(name)-1","refreshToken":"\#(name)-refresh","#
            + #""expiresAt":"\#(GatewayFixture.now + .seconds(3_600))"}"#
        return #"{"user":{"id":"\#(name)","name":"\#(name)","email":"\#(name)@example.org"},"session":\#(session)}"#
    }

    /// Four transactions whose purposes name their owner.
    nonisolated static func page(of owner: String) throws -> String {
        let rows = (0..<4).map { number in
            HistorySignal.Transaction(
                id: "t\(number)", type: .expense, amount: AppSamples.money("100"),
                description: "secret of \(owner) \(number)", date: AppSamples.now, account: "a1b2c3d4e5f6",
                fromAccount: "a1b2c3d4e5f6", toAccount: nil, balanceAfter: AppSamples.money("900"))
        }
        return String(
            decoding: try JSONEncoding.encode(HistorySignal.TransactionPage(transactions: rows, totals: [])),
            as: UTF8.self)
    }

    /// Sends a request as the server would: after the look at its header, and its body bounded.
    func send(_ request: WebRequest) async -> VisitedPage {
        let response: WebResponse
        switch front.admit(request.head) {
        case .answer(let refusal): response = refusal
        case .read(let most) where request.body.count > most: response = front.refuse(.bodyTooLarge, request.head)
        case .read:
            switch front.answer(request) {
            case .now(let ready): response = ready
            case .later(let work):
                response = await withCheckedContinuation { waiting in
                    _ = work { waiting.resume(returning: $0) }
                }
            }
        }
        return VisitedPage(response)
    }

    /// A browser in which somebody has signed in by the form.
    func browser(of name: String) async throws -> FormBrowser {
        let browser = FormBrowser(self)
        try await browser.signIn(as: name)
        return browser
    }
}

/// What came for a request.
struct VisitedPage: Sendable {
    let status: Int
    let headers: [WebHeader]
    let html: String

    init(_ response: WebResponse) {
        status = response.status
        headers = response.headers
        if case .bytes(let bytes) = response.content {
            html = String(decoding: bytes, as: UTF8.self)
        } else {
            html = ""
        }
    }

    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    var location: String? { header("Location") }

    /// Returns the ticket of the form that is sent to an address; nil without one.
    func ticket(to action: String) -> String? {
        guard let form = html.firstRange(of: #"action="\#(action)""#),
            let field = html[form.upperBound...].firstRange(of: #"name="ticket" value=""#)
        else { return nil }
        return String(html[field.upperBound...].prefix { $0 != "\"" })
    }

    /// The number of the screen in a ticket of the page.
    func screen(to action: String) -> UInt64? { ticket(to: action).flatMap { UInt64($0.prefix { $0 != "." }) } }
}

/// A browser that sends the forms of pages, and what no browser would send.
@MainActor final class FormBrowser {
    private let fixture: WebFaceFixture
    /// The value of the session's cookie.
    var cookie: String?
    var peer = "127.0.0.1"

    init(_ fixture: WebFaceFixture, cookie: String? = nil) {
        self.fixture = fixture
        self.cookie = cookie
    }

    func signIn(as name: String) async throws {
        let answer = await send("/sign-in", ["field.login": name, "field.password": "correct horse"])
        guard answer.location == "/" else {
            throw WaitedInVain(description: "\(name) has not signed in: \(answer.status) \(answer.location ?? "")")
        }
    }

    func get(_ target: String, _ more: [(String, String)] = []) async -> VisitedPage {
        await request("GET", target, more, [])
    }

    /// Sends a form as it stands on the page now.
    func send(_ target: String, _ fields: [String: String], _ button: String = "enter") async -> VisitedPage {
        let path = String(target.prefix { $0 != "?" })
        let ticket = await get(target).ticket(to: path) ?? ""
        return await post(target, ["ticket": ticket, "do": button].merging(fields) { $1 })
    }

    /// Sends any form.
    func post(
        _ target: String, _ fields: [String: String], origin: [(String, String)] = [("sec-fetch-site", "same-origin")]
    ) async -> VisitedPage {
        let body = fields.sorted { $0.key < $1.key }
            .map { "\(PercentCoding.encode($0.key))=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
        let type = ("content-type", "application/x-www-form-urlencoded")
        return await request("POST", target, origin + [type], Array(body.utf8))
    }

    /// Sends a form with a file.
    func upload(_ target: String, _ fields: [String: String], file: String, _ bytes: [UInt8]) async -> VisitedPage {
        var body: [UInt8] = []
        for (name, value) in fields {
            body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        body += Array("--b\r\nContent-Disposition: form-data; name=\"field.file\"; filename=\"\(file)\"\r\n\r\n".utf8)
        body += bytes + Array("\r\n--b--\r\n".utf8)
        let headers = [("sec-fetch-site", "same-origin"), ("content-type", "multipart/form-data; boundary=b")]
        return await request("POST", target, headers, body)
    }

    func request(
        _ method: String, _ target: String, _ more: [(String, String)], _ body: [UInt8], host: String = "127.0.0.1:8080"
    ) async -> VisitedPage {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        var headers = [("host", host), ("accept-language", "en")] + more
        if let cookie { headers.append(("cookie", "kopilka=\(cookie)")) }
        let head = WebRequestHead(
            method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil,
            headers: headers.map { WebHeader($0.0, $0.1) }, peer: WebPeer(peer) ?? .unix)
        let answer = await fixture.send(WebRequest(head: head, body: body))
        for header in answer.headers where header.name == "Set-Cookie" && header.value.hasPrefix("kopilka=") {
            cookie = String(header.value.dropFirst("kopilka=".count).prefix { $0 != ";" })
        }
        return answer
    }
}
