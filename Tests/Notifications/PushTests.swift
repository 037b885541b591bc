import Curl
import Domain
import Reasons
import Signals
import Sodium
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import NotificationsService

/// Messages to stand-ins for ntfy and Gotify that are well, and that misbehave.
@Suite struct PushTests {
    typealias Kind = NotificationsSignal.ChannelKind

    static let kinds: [Kind] = [.ntfy, .gotify]
    private static let vault = SecretVault(key: .random(count: 32))
    private static let token = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2"

    /// The answers of servers that took a message.
    static func receipt(_ kind: Kind) -> [UInt8] {
        let text =
            kind == .ntfy
            ? #"{"id":"hwQ2YpKdmg","time":1635528741,"event":"message","topic":"annas-money","message":"x"}"#
            : #"{"id":25,"appid":5,"message":"x","title":"y","priority":5,"date":"2026-11-22T01:00:00.5+01:00"}"#
        return Array((text + "\n").utf8)
    }

    static func form(_ kind: Kind, _ vault: SecretVault = Self.vault) -> any WebForm {
        kind == .ntfy ? NtfyForm(vault: vault) : GotifyForm(vault: vault)
    }

    private static func sender(
        _ kind: Kind, within patience: Duration = .seconds(20), allowing blocks: [String] = ["127.0.0.0/8"]
    ) -> WebSender {
        WebSender(
            client: HTTPClient(), clock: .system, allowed: blocks.compactMap { AddressBlock($0) }, form: form(kind),
            patience: patience)
    }

    private static func notice(_ kind: NotificationsSignal.Kind = .signedIn, name: String? = nil) -> Notice {
        let now = WallClock.system.now()
        var facts = NoticeFacts()
        facts.name = name
        if kind == .moneyIn { facts.amount = Currency(code: "RUB").map { Money(minorUnits: 50_000, currency: $0) } }
        return Notice(
            id: Identifier.timeOrdered(at: now), userID: "anna", event: "auth-7", kind: kind, facts: facts,
            occurredAt: now, createdAt: now, isLate: false)
    }

    private static func parcel(
        _ kind: Kind, to server: String, _ notices: [Notice] = [notice()], form: Delivery.Form = .single,
        in language: NotificationsSignal.Language = .en, hasToken: Bool = true
    ) throws -> Parcel {
        let now = WallClock.system.now()
        var channel = Channel(
            id: "c1", userID: "anna", kind: kind, name: "phone",
            address: kind == .ntfy ? NtfyForm.address(server, "annas-money") : server, state: .on, createdAt: now)
        if hasToken { channel.secret = try vault.seal(.token(try #require(ServerToken(token))), of: "c1") }
        let delivery = Delivery(
            id: Identifier.timeOrdered(at: now), userID: "anna", channelID: "c1", form: form, dueAt: now,
            createdAt: now, mayBeRepeat: true)
        return Parcel(channel: channel, delivery: delivery, notices: notices, wording: Wording(language, .utc))
    }

    /// Sends to a stand-in that takes everything, and returns the request.
    private static func served(_ kind: Kind, _ parcel: (String) throws -> Parcel) async throws -> ServedRequest {
        let served = Mutex<[ServedRequest]>([])
        let server = try LoopbackServer { request in
            served.withLock { $0.append(request) }
            return .answer(status: 200, body: receipt(kind))
        }
        let outcome = await sender(kind).send(try parcel(server.url))
        #expect(outcome == .taken(answer: SendAnswer(.webhookStatus, ["status": 200])))
        return try #require(served.withLock { $0.first })
    }

    @Test(arguments: NotificationsSignal.Language.allCases)
    func ntfyGetsTheMessageAsJSONAtItsRoot(language: NotificationsSignal.Language) async throws {
        var id = ""
        let request = try await Self.served(.ntfy) { url in
            let parcel = try Self.parcel(.ntfy, to: url, in: language)
            id = parcel.delivery.id
            return parcel
        }
        #expect(request.method == "POST" && request.target == "/")
        #expect(request.headers["authorization"] == "Bearer \(Self.token)")
        #expect(request.headers["content-type"] == "application/json")
        let body = try JSONDocument(request.body).root
        #expect(body.member("topic")?.string == "annas-money" && body.member("sequence_id")?.string == id)
        #expect(body.member("title")?.string == (language == .ru ? "Новый вход" : "New sign-in"))
        #expect(body.member("priority")?.int64 == 4)
        #expect(body.member("tags")?.elements.compactMap(\.string) == ["lock"])
        let text = try #require(body.member("message")?.string)
        let repeated = language == .ru ? "Возможно, вы это уже получили." : "You may have got this already."
        #expect(text.hasSuffix("\n\n\(repeated) № \(id.suffix(8))"), "\(text)")
        #expect(!text.contains("sign-in") && !text.contains("Новый вход"), "the title stands once: \(text)")
        let open = try await Self.served(.ntfy) { try Self.parcel(.ntfy, to: $0, in: language, hasToken: false) }
        #expect(open.headers["authorization"] == nil, "an open topic needs no token")
    }

    @Test(arguments: NotificationsSignal.Language.allCases)
    func gotifyGetsTheMessageOfItsApplication(language: NotificationsSignal.Language) async throws {
        var id = ""
        let request = try await Self.served(.gotify) { url in
            let parcel = try Self.parcel(
                .gotify, to: url + "/push", [Self.notice(.moneyIn, name: "**Жук**")], in: language)
            id = parcel.delivery.id
            return parcel
        }
        #expect(request.method == "POST" && request.target == "/push/message", "a server may stand below a path")
        #expect(request.headers["x-gotify-key"] == Self.token && request.headers["authorization"] == nil)
        let body = try JSONDocument(request.body).root
        #expect(body.member("title")?.string?.contains(language == .ru ? "Поступило " : " came in") == true)
        #expect(body.member("message")?.string?.hasPrefix("**Жук**.\n\n") == true)
        #expect(body.member("priority")?.int64 == 5)
        let extras = try #require(body.member("extras"))
        #expect(extras.member("client::display")?.member("contentType")?.string == "text/plain")
        #expect(extras.member("kopilka::message")?.member("id")?.string == id)
    }

    @Test(arguments: kinds) func longMessagesAreCutInWholeCharactersAndKeepTheirReference(kind: Kind) async throws {
        var id = ""
        let many = (0..<60).map { _ in Self.notice(.moneyIn, name: String(repeating: "\"Ж👩‍👩‍👧", count: 20)) }
        let request = try await Self.served(kind) { url in
            let parcel = try Self.parcel(kind, to: url, many, form: .digest, in: .ru)
            id = parcel.delivery.id
            return parcel
        }
        #expect(request.body.count < 8192, "ntfy reads no more: \(request.body.count)")
        let body = try JSONDocument(request.body).root
        let text = try #require(body.member("message")?.string)
        #expect(text.utf8.count <= 3000 && text.utf8.count > 2950 && text.contains("…\n\n"))
        #expect(text.hasSuffix("№ \(id.suffix(8))") && !text.contains("\u{FFFD}"))
        #expect(body.member("title")?.string == "Сводка: 60\u{A0}уведомлений")
        #expect(body.member("priority")?.int64 == 2, "a digest does not ring")
    }

    @Test(
        arguments: [
            (200, nil, "taken"), (400, nil, "refused"), (401, nil, "gone"), (403, nil, "gone"), (404, nil, "refused"),
            (408, nil, "later"), (410, nil, "gone"), (413, nil, "refused"), (425, nil, "later"), (301, nil, "later"),
            (307, nil, "later"), (429, "2", "pause 2"), (429, nil, "later"), (429, "soon", "later"),
            (429, "-1", "later"), (503, "999999999", "pause 86400"), (500, nil, "later"), (502, "9", "later 9"),
            (507, nil, "later"), (599, nil, "later"),
        ] as [(Int, String?, String)])
    func answersMeanWhatTheServersSay(status: Int, retryAfter: String?, expected: String) {
        for kind in Self.kinds {
            let headers = retryAfter.map { [HTTPHeader("retry-after", $0)] } ?? []
            let outcome = Self.sender(kind).outcome(
                of: HTTPResponse(status: status, headers: headers, body: Self.receipt(kind)),
                at: Instant(milliseconds: 0))
            let seen =
                switch outcome {
                case .taken: "taken"
                case .gone: "gone"
                case .refused: "refused"
                case .forbidden: "forbidden"
                case .later(_, let after, let pauses):
                    [pauses ? "pause" : "later", after.map { "\($0.components.seconds)" }].compactMap { $0 }.joined(
                        separator: " ")
                }
            #expect(seen == expected, "\(kind)")
            #expect(outcome.answer.explanation != nil, "the answer can be told in both languages")
        }
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "<!DOCTYPE html><title>Sign in</title>", "\u{0}\u{1}", #"{"id":"","topic":""}"#,
        #"{"id":null,"topic":null}"#, #"{"id":1.5,"topic":"annas-money"}"#, #"{"id":"x""#,
        String(repeating: "[", count: 50_000),
    ])
    func whatIsNoReceiptOfTheServerIsTriedAgain(body: String) {
        for kind in Self.kinds {
            let response = HTTPResponse(status: 200, body: Array(body.utf8))
            guard
                case .later(let answer, nil, false) = Self.sender(kind).outcome(
                    of: response, at: Instant(milliseconds: 0))
            else {
                Issue.record("\(kind) took \(body.prefix(20))")
                continue
            }
            let said = answer.text
            #expect(said == "status 200, but this is not an answer of \(kind == .ntfy ? "ntfy" : "Gotify")")
        }
        let other = HTTPResponse(status: 200, body: Self.receipt(.gotify))
        #expect(!Self.sender(.ntfy).outcome(of: other, at: Instant(milliseconds: 0)).isTaken, "this is another server")
    }

    @Test(arguments: kinds) func aServerOnABadDayIsTriedAgainAndNeverFollowedElsewhere(kind: Kind) async throws {
        let asked = Mutex<[String]>([])
        let server = try LoopbackServer { request in
            let count = asked.withLock { asked in
                asked.append(request.target)
                return asked.count
            }
            switch count {
            case 1: return .answer(status: 200, body: [UInt8](repeating: 65, count: 100_000))
            case 2: return .answer(status: 307, headers: [("Location", "/elsewhere")])
            case 3: return .raw(Array("what?\r\n".utf8))
            case 4: return .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{\"id\":".utf8))
            case 5: return .raw([])
            case 6: return .drip(status: 200, body: Self.receipt(kind), pause: .milliseconds(20))
            default: return .silence
            }
        }
        // The time is short where it is to run out. Elsewhere it is long, however busy the machine is.
        let words: [(String, Duration)] = [
            ("longer", .seconds(20)), ("redirects are not followed", .seconds(20)), ("No answer", .seconds(20)),
            ("No answer", .seconds(20)), ("No answer", .seconds(20)), ("timed out", .milliseconds(300)),
            ("timed out", .milliseconds(300)),
        ]
        for (words, patience) in words {
            let outcome = await Self.sender(kind, within: patience).send(try Self.parcel(kind, to: server.url))
            guard case .later(let answer, nil, false)? = outcome else {
                Issue.record("\(words): \(String(describing: outcome))")
                continue
            }
            #expect(answer.text.contains(words) && answer.explanation != nil, "\(answer.text)")
            #expect(!answer.text.contains(Self.token))
        }
        let target = kind == .ntfy ? "/" : "/message"
        #expect(asked.withLock { $0 } == Array(repeating: target, count: words.count))
        server.stop()
        let gone = await Self.sender(kind).send(try Self.parcel(kind, to: server.url))
        guard case .later? = gone else {
            Issue.record("\(String(describing: gone))")
            return
        }
    }

    @Test(arguments: kinds) func aServerInsideIsCalledOnlyWhereTheHouseSaysSo(kind: Kind) async throws {
        let asked = Mutex(0)
        let server = try LoopbackServer { _ in
            asked.withLock { $0 += 1 }
            return .answer(status: 200, body: Self.receipt(kind))
        }
        let named = server.url.replacing("127.0.0.1", with: "localhost")
        for (url, blocks) in [(server.url, []), (named, []), (server.url, ["10.0.0.0/8"])] as [(String, [String])] {
            let sender = Self.sender(kind, allowing: blocks)
            #expect(sender.refusal(of: url) == .addressNotAllowed)
            guard case .forbidden? = await sender.send(try Self.parcel(kind, to: url)) else {
                Issue.record("\(url) was called with \(blocks)")
                continue
            }
        }
        #expect(asked.withLock { $0 } == 0, "not one byte was sent")
    }

    @Test(arguments: kinds) func aTokenThatAnotherKeySealedIsNotSent(kind: Kind) async throws {
        let sender = WebSender(
            client: HTTPClient(), clock: .system, allowed: [],
            form: Self.form(kind, SecretVault(key: .random(count: 32))))
        let outcome = await sender.send(try Self.parcel(kind, to: "https://push.example"))
        #expect(outcome == .later(SendAnswer(.webhookSecretSealed)))
    }

    @Test func tokensFitIntoAFieldOfAHeader() {
        for text in ["", " ", "a b", "a\r\nX: y", "ключ", "a\u{7F}", String(repeating: "a", count: 257)] {
            #expect(ServerToken(text) == nil, "\(text)")
        }
        #expect(ServerToken("A.-_~$k")?.text == "A.-_~$k")
    }
}
