import Curl
import Domain
import Foundation
import Reasons
import Signals
import Sodium
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import NotificationsService

/// Webhooks with a misbehaving server, and with the verifier of Standard Webhooks.
@Suite struct WebhookTests {
    private static let vault = SecretVault(key: .random(count: 32))

    private static func sender(allowing blocks: String...) -> WebSender {
        WebSender(
            client: HTTPClient(), clock: .system, allowed: blocks.compactMap { AddressBlock($0) },
            form: WebhookForm(vault: vault))
    }

    private static func parcel(to url: String, secret: WebhookSecret, old: WebhookSecret? = nil) throws -> Parcel {
        let now = WallClock.system.now()
        var facts = NoticeFacts()
        facts.name = "phone “Жук”"
        let notice = Notice(
            id: "n1", userID: "anna", event: "auth-7", kind: .signedIn, facts: facts, occurredAt: now, createdAt: now,
            isLate: false)
        var channel = Channel(
            id: "c1", userID: "anna", kind: .webhook, name: "robot", address: url, state: .on, createdAt: now)
        channel.secret = try vault.seal(.key(secret), of: "c1")
        channel.oldSecret = try old.map { try vault.seal(.key($0), of: "c1") }
        channel.oldSecretUntil = now + .seconds(60)
        let delivery = Delivery(
            id: Identifier.timeOrdered(at: now), userID: "anna", channelID: "c1", form: .single, dueAt: now,
            createdAt: now)
        return Parcel(channel: channel, delivery: delivery, notices: [notice], wording: Wording(.en, .utc))
    }

    /// Returns true when the authors' verifier accepts a request.
    private func verified(_ request: ServedRequest, by secret: WebhookSecret, body: String? = nil) async throws -> Bool
    {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let python = package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with the verifier that this test runs.")
        let folder = TemporaryDirectory()
        let object: [String: Any] = [
            "secret": secret.text, "body": body ?? String(decoding: request.body, as: UTF8.self),
            "headers": request.headers.filter { $0.key.hasPrefix("webhook-") },
        ]
        let json = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        let finished = try await FinishedProcess.run(
            executable: python,
            arguments: [
                package.appendingPathComponent("Tests/Clients/verify_webhook.py").path,
                try folder.write(json, to: "request.json"),
            ], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        #expect(finished.output.hasPrefix("OK") || finished.output.hasPrefix("refused"), "\(finished)")
        return finished.output.hasPrefix("OK")
    }

    @Test(arguments: [
        "https://192.168.1.7/hook", "https://10.0.0.1:8443", "https://127.1/", "https://2130706433/",
        "https://[::1]:1/x",
        "https://[fd00::1]/", "https://localhost/", "https://robot.LOCALHOST:1/", "http://93.184.216.34/",
        "http://robot.example/", "https://169.254.169.254/latest", "https://[::ffff:10.0.0.1]/",
    ])
    func aPrivateAddressIsKnownWhenItIsNamed(url: String) {
        #expect(Self.sender().refusal(of: url) == .addressNotAllowed)
    }

    @Test func addressesThatTheHouseNamesAndNamesAreNotRefusedBeforehand() {
        let sender = Self.sender(allowing: "192.168.1.0/24", "::1")
        for url in [
            "https://192.168.1.7/hook", "http://192.168.1.7:80/hook", "https://[::1]/", "https://93.184.216.34/",
            "https://robot.example/", "http://robot.example/",
        ] { #expect(sender.refusal(of: url) == nil, "\(url)") }
        #expect(sender.refusal(of: "https://192.168.2.7/hook") != nil)
        #expect(WebSender.host(of: "https://[::1]:8/x") == "[::1]" && WebSender.host(of: "http://a:8?x") == "a")
    }

    @Test func theVerifierOfItsAuthorsTakesWhatWeSignWithBothSecrets() async throws {
        let served = Mutex<[ServedRequest]>([])
        let server = try LoopbackServer { request in
            served.withLock { $0.append(request) }
            return .answer(status: 204)
        }
        let (new, old, other) = (WebhookSecret.random(), WebhookSecret.random(), WebhookSecret.random())
        let parcel = try Self.parcel(to: "\(server.url)/hook?key=1", secret: new, old: old)
        let taken = SendOutcome.taken(answer: SendAnswer(.webhookStatus, ["status": 204]))
        #expect(await Self.sender(allowing: "127.0.0.0/8").send(parcel) == taken)
        let request = try #require(served.withLock { $0.first })
        #expect(request.method == "POST" && request.target == "/hook?key=1")
        #expect(request.headers["webhook-id"] == parcel.delivery.id)
        #expect(try await verified(request, by: new))
        #expect(try await verified(request, by: old))
        #expect(try await verified(request, by: other) == false)
        #expect(try await verified(request, by: new, body: "{}") == false)
        let body = try JSONDocument(request.body).root
        #expect(body.member("type")?.string == "notification.signedIn")
        let told = body.member("data")?.member("notifications")?.elements.map { $0 }.first
        #expect(told?.member("event")?.string == "auth-7")
    }

    /// The test vector of the specification's own libraries.
    @Test func theSignatureIsThatOfTheSpecification() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = secret.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(secret.text == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        for text in [
            "", "whsec_", "whsec_AAAA", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa==",
        ] {
            #expect(WebhookSecret(text) == nil, "\(text)")
        }
    }

    @Test(
        arguments: [
            (200, nil, "taken"), (299, nil, "taken"), (301, nil, "later"), (400, nil, "later"), (403, nil, "gone"),
            (404, nil, "later"), (410, nil, "gone"), (500, nil, "later"), (503, "7", "pause 7"), (429, "2", "pause 2"),
            (500, "9", "later 9"), (429, nil, "later"), (503, "999999999", "pause 86400"), (503, "soon", "later"),
        ] as [(Int, String?, String)])
    func answersMeanWhatTheSpecificationSays(status: Int, retryAfter: String?, expected: String) {
        let headers = retryAfter.map { [HTTPHeader("retry-after", $0)] } ?? []
        let outcome = Self.sender().outcome(
            of: HTTPResponse(status: status, headers: headers), at: Instant(milliseconds: 0))
        let seen =
            switch outcome {
            case .taken: "taken"
            case .gone: "gone"
            case .refused, .forbidden: "refused"
            case .later(_, let after, let pauses):
                [pauses ? "pause" : "later", after.map { "\($0.components.seconds)" }].compactMap { $0 }.joined(
                    separator: " ")
            }
        #expect(seen == expected)
        let date = WebSender.retryAfter("Thu, 01 Jan 1970 00:01:40 GMT", at: Instant(milliseconds: 10_000))
        #expect(date == .seconds(90))
    }

    @Test func redirectsAreNotFollowedAndLongAnswersNotRead() async throws {
        let asked = Mutex(0)
        let server = try LoopbackServer { request in
            asked.withLock { $0 += 1 }
            if request.target == "/long" { return .answer(status: 200, body: [UInt8](repeating: 65, count: 100_000)) }
            if request.target == "/nonsense" { return .raw(Array("what?\r\n".utf8)) }
            return .answer(status: 302, headers: [("Location", "/long")])
        }
        let sender = Self.sender(allowing: "127.0.0.1")
        for (path, words) in [("/", "redirects are not followed"), ("/long", "longer"), ("/nonsense", "No answer")] {
            guard
                case .later(let answer, _, _)? = await sender.send(
                    try Self.parcel(to: server.url + path, secret: .random()))
            else {
                Issue.record("\(path) was taken")
                continue
            }
            #expect(answer.text.contains(words) && answer.explanation != nil, "\(answer.text)")
        }
        #expect(asked.withLock { $0 } == 3)
    }

    @Test func privateAddressesAreCalledOnlyWhereTheHouseSaysSo() async throws {
        let asked = Mutex(0)
        let server = try LoopbackServer { _ in
            asked.withLock { $0 += 1 }
            return .answer(status: 200)
        }
        let secret = WebhookSecret.random()
        for (url, blocks) in [
            (server.url, []), (server.url, ["10.0.0.0/8"]), (server.url.replacing("127.0.0.1", with: "localhost"), []),
            (server.url.replacing("127.0.0.1", with: "localhost"), ["::1"]),
        ] as [(String, [String])] {
            let sender = WebSender(
                client: HTTPClient(), clock: .system, allowed: blocks.compactMap { AddressBlock($0) },
                form: WebhookForm(vault: Self.vault))
            guard case .forbidden? = await sender.send(try Self.parcel(to: url, secret: secret)) else {
                Issue.record("\(url) was called with \(blocks)")
                continue
            }
        }
        #expect(asked.withLock { $0 } == 0, "not one byte was sent")
        let allowed = Self.sender(allowing: "127.0.0.1/32")
        let named = try Self.parcel(to: server.url.replacing("127.0.0.1", with: "localhost"), secret: secret)
        let taken = SendOutcome.taken(answer: SendAnswer(.webhookStatus, ["status": 200]))
        #expect(await allowed.send(named) == taken, "the name leads there")
        for text in ["", "1.2.3", "10.0.0.0/33", "10.0.0.1/8", "::1/129", "localhost", "10.0.0.0/8/8", "10.0.0.0/-1"] {
            #expect(AddressBlock(text) == nil, "\(text)")
        }
    }
}
