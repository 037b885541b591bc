import Foundation
import Hosting
import Synchronization
import TestSupport
import Testing

@testable import Curl

/// The client, with a misbehaving server on this machine.
@Suite struct HTTPClientTests {
    private func server(_ answer: ServedAnswer) throws -> LoopbackServer { try LoopbackServer { _ in answer } }

    private func error(
        of request: HTTPRequest, _ client: HTTPClient = HTTPClient()
    ) async -> HTTPError? {
        do {
            _ = try await client.send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func sendsMethodHeadersAndBodyAsTheyAre() async throws {
        let seen = Mutex<[ServedRequest]>([])
        let server = try LoopbackServer { request in
            seen.withLock { $0.append(request) }
            return .answer(status: 201, headers: [("X-Kind", " odd "), ("X-Kind", "second")], body: Array("done".utf8))
        }
        let client = HTTPClient()
        let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let response = try await client.send(
            HTTPRequest(
                .put, server.url + "/a/../b?c=%20",
                headers: [HTTPHeader("Content-Type", "x/y"), HTTPHeader("X-E", "")],
                body: body))
        #expect(response.status == 201 && response.body == Array("done".utf8))
        #expect(response.header("x-KIND") == "odd")
        let request = try #require(seen.withLock { $0.first })
        #expect(request.method == "PUT" && request.target == "/a/../b?c=%20")
        #expect(request.headers["content-type"] == "x/y" && request.headers["x-e"] == "")
        #expect(request.headers["expect"] == nil)
        #expect(request.body == body)

        for method in [HTTPRequest.Method.get, .head, .post, .delete, .patch] {
            let withoutBody = method == .get || method == .head || method == .delete
            _ = try await client.send(HTTPRequest(method, server.url, body: withoutBody ? nil : []))
            let request = try #require(seen.withLock { $0.last })
            #expect(request.method == method.name && request.body.isEmpty)
            #expect(request.headers["content-type"] == nil)
        }
    }

    @Test func aStatusIsAnAnswerAndARedirectionIsNotFollowed() async throws {
        let server = try server(.answer(status: 302, headers: [("Location", "/elsewhere")]))
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url))
        #expect(response.status == 302 && response.header("location") == "/elsewhere")
    }

    @Test func manyRequestsRunSideBySideAndConnectionsAreKept() async throws {
        let server = try LoopbackServer { .answer(status: 200, body: Array($0.target.utf8)) }
        let client = HTTPClient()
        try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    let response = try await client.send(HTTPRequest(.get, "\(server.url)/\(number)"))
                    #expect(response.body == Array("/\(number)".utf8))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func silenceAndSlownessEndWithTheTime() async throws {
        for answer in [ServedAnswer.silence, .drip(status: 200, body: [1, 2, 3, 4, 5], pause: .milliseconds(200))] {
            let server = try server(answer)
            let request = HTTPRequest(.get, server.url, timeout: .milliseconds(150))
            #expect(await error(of: request)?.code == .timedOut)
        }
    }

    @Test func anAnswerThatIsTooLongIsCutOff() async throws {
        let server = try server(.answer(status: 200, body: [UInt8](repeating: 7, count: 200_000)))
        let client = HTTPClient()
        let exact = HTTPRequest(.get, server.url, maximumResponseBytes: 200_000)
        #expect(try await client.send(exact).body.count == 200_000)
        let short = HTTPRequest(.get, server.url, maximumResponseBytes: 199_999)
        #expect(await error(of: short, client)?.code == .tooLong)
        let headers = try self.server(
            .answer(status: 200, headers: (0..<70).map { ("X-\($0)", String(repeating: "a", count: 1000)) }))
        #expect(await error(of: HTTPRequest(.get, headers.url), client)?.code == .tooLong)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", "", "SSH-2.0-OpenSSH\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhalf",
    ])
    func whatBreaksOffOrIsNoHTTPIsBroken(bytes: String) async throws {
        let server = try server(.raw(Array(bytes.utf8)))
        #expect(await error(of: HTTPRequest(.get, server.url))?.code == .broken)
    }

    @Test func nobodyThereIsTold() async throws {
        let server = try server(.silence)
        let url = server.url
        server.stop()
        #expect(await error(of: HTTPRequest(.get, url))?.code == .cannotConnect)
        // RFC 6761: names of .invalid never resolve.
        #expect(await error(of: HTTPRequest(.get, "http://nobody.invalid/"))?.code == .cannotResolve)
    }

    @Test func cancellingEndsTheRequestAndOthersGoOn() async throws {
        let asked = Mutex(0)
        let server = try LoopbackServer { request in
            asked.withLock { $0 += 1 }
            return request.target == "/silent" ? .silence : .answer(status: 200)
        }
        let client = HTTPClient()
        let url = server.url
        let task = Task { await error(of: HTTPRequest(.get, url + "/silent"), client) }
        try await eventually("the request has arrived") { asked.withLock { $0 } == 1 }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await error(of: HTTPRequest(.get, url + "/silent"), client)
        }
        #expect(await early.value?.code == .cancelled)
        #expect(try await client.send(HTTPRequest(.get, url)).status == 200)
    }

    @Test func closingEndsWhatIsUnderWay() async throws {
        let asked = Mutex(0)
        let server = try LoopbackServer { _ in
            asked.withLock { $0 += 1 }
            return .silence
        }
        let client = HTTPClient()
        let url = server.url
        let task = Task { await error(of: HTTPRequest(.get, url), client) }
        try await eventually("the request has arrived") { asked.withLock { $0 } == 1 }
        client.close()
        client.close()
        #expect(await task.value?.code == .closed)
        #expect(await error(of: HTTPRequest(.get, url), client)?.code == .closed)
    }

    @Test(arguments: [
        "ftp://127.0.0.1/", "file:///etc/passwd", "127.0.0.1", "http:/x", "http://a b/", "http://127.0.0.1/\u{e9}",
        "http://user:secret@127.0.0.1/", "",
    ])
    func whatIsNoWebAddressIsRefused(url: String) async {
        #expect(await error(of: HTTPRequest(.get, url))?.code == .invalidRequest)
    }

    @Test(arguments: [("X-A\r\nX-B", "1"), ("X-A", "1\r\nX-B: 2"), ("", "1"), ("X A", "1"), ("X-A", "1\0")])
    func headersCannotSmuggleLines(name: String, value: String) async {
        let request = HTTPRequest(.get, "http://127.0.0.1:1/", headers: [HTTPHeader(name, value)])
        #expect(await error(of: request)?.code == .invalidRequest)
    }

    private static let openssl = "/usr/bin/openssl"

    /// Returns the error of a request to OpenSSL's own server, with a self-signed certificate for the right address.
    private func errorOfServer(speaking flags: [String]) async throws -> HTTPError {
        let directory = TemporaryDirectory()
        let (key, certificate) = (directory.file("key"), directory.file("certificate"))
        let made = try await FinishedProcess.run(
            executable: Self.openssl,
            arguments: [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
            ], environment: [:])
        try #require(made.status == .exited(0), "\(made)")
        let file = open(directory.file("output"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        // The system chooses the port: one that was free just before may be that of another test by now.
        let child = try ChildProcess.spawn(
            executable: Self.openssl,
            arguments: ["s_server", "-accept", "127.0.0.1:0", "-www", "-key", key, "-cert", certificate] + flags,
            environment: [:], standardOutput: file, standardError: file)
        defer {
            child.kill()
            _ = child.wait()
        }
        var port: Substring?
        try await eventually("the server tells its port") {
            let output = directory.read("output")
            if let status = child.poll() { throw WaitedInVain(description: "openssl ended (\(status)): \(output)") }
            port = output.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)\n/)?.1
            return port != nil
        }
        let chosen = try #require(port)
        let client = HTTPClient()
        var seen: HTTPError?
        try await eventually("the server refuses or is refused") {
            seen = await error(of: HTTPRequest(.get, "https://127.0.0.1:\(chosen)/", timeout: .seconds(5)), client)
            return seen?.code == .untrusted
        }
        return try #require(seen)
    }

    /// `CURLE_PEER_FAILED_VERIFICATION`: the handshake succeeded up to the check of the certificate.
    private static let isAboutCertificate = "(60)"

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: openssl)),
        arguments: [["-tls1_3"], ["-tls1_2"], ["-tls1_2", "-cipher", "ECDHE-RSA-CHACHA20-POLY1305"]])
    func aCertificateThatNobodyVouchesForIsRefused(flags: [String]) async throws {
        let error = try await errorOfServer(speaking: flags)
        #expect(error.message.contains(Self.isAboutCertificate), "\(error)")
    }

    /// TLS 1.1; static keys; a cipher without authentication.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: openssl)),
        arguments: [
            ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], ["-tls1_2", "-cipher", "AES256-GCM-SHA384"],
            ["-tls1_2", "-cipher", "ECDHE-RSA-AES256-SHA384"],
        ])
    func oldVersionsAndCiphersAreNotSpoken(flags: [String]) async throws {
        let error = try await errorOfServer(speaking: flags)
        #expect(!error.message.contains(Self.isAboutCertificate), "\(error)")
    }

    @Test func addressesInsideAreRefusedWhereSomebodyElseChose() async throws {
        let asked = Mutex(0)
        let server = try LoopbackServer { _ in
            asked.withLock { $0 += 1 }
            return .answer(status: 200)
        }
        for host in ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "2130706433"] {
            let request = HTTPRequest(.get, "http://\(host):\(server.port)/", destinations: .publicInternet)
            #expect(await error(of: request)?.code == .forbiddenAddress, "\(host)")
        }
        #expect(asked.withLock { $0 } == 0)
    }

    @Test func aConnectionThatWasMadeForOneWhoMayAskAnybodyIsNotUsedAgain() async throws {
        let server = try LoopbackServer { _ in .answer(status: 200) }
        let client = HTTPClient()
        #expect(try await client.send(HTTPRequest(.get, server.url)).status == 200)
        let outside = HTTPRequest(.get, server.url, destinations: .publicInternet)
        let refused = await #expect(throws: HTTPError.self) { try await client.send(outside) }
        #expect(refused?.code == .forbiddenAddress)
    }

    @Test func publicAddressesAreToldFromOthers() {
        for bytes in [[8, 8, 8, 8], [149, 154, 167, 220], [172, 32, 0, 1], [100, 128, 0, 1], [223, 255, 255, 255]] {
            #expect(PublicAddress.isPublic(ipv4: bytes.map { UInt8($0) }), "\(bytes)")
        }
        for bytes in [
            [0, 0, 0, 0], [10, 1, 2, 3], [127, 0, 0, 1], [169, 254, 169, 254], [172, 31, 255, 255], [192, 168, 0, 1],
            [100, 64, 0, 1], [224, 0, 0, 1], [255, 255, 255, 255], [198, 19, 0, 1],
        ] {
            #expect(!PublicAddress.isPublic(ipv4: bytes.map { UInt8($0) }), "\(bytes)")
        }
        func ipv6(_ start: [UInt8], _ end: [UInt8] = []) -> [UInt8] {
            start + [UInt8](repeating: 0, count: 16 - start.count - end.count) + end
        }
        for bytes in [
            ipv6([0x20, 0x01, 0x48, 0x60], [1]), ipv6([0x2A, 0x00]), ipv6([0, 0x64, 0xFF, 0x9B], [8, 8, 8, 8]),
        ] {
            #expect(PublicAddress.isPublic(ipv6: bytes), "\(bytes)")
        }
        for bytes in [
            ipv6([], [1]), ipv6([0xFE, 0x80], [1]), ipv6([0xFC]), ipv6([0xFF, 0x02], [1]),
            ipv6([0x20, 0x01, 0x0D, 0xB8]),
            ipv6([0, 0x64, 0xFF, 0x9B], [10, 0, 0, 1]), ipv6([0x20, 0x02, 127, 0, 0, 1]), ipv6([0x20, 0x01, 0, 0]),
            ipv6([], [0xFF, 0xFF, 8, 8, 8, 8]),
        ] {
            #expect(!PublicAddress.isPublic(ipv6: bytes), "\(bytes)")
        }
    }

    /// In a process of its own: other tests read the environment meanwhile, and pass it on to programs.
    @Test func proxiesOfTheEnvironmentAreIgnored() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _ in .answer(status: 204) }
            setenv("http_proxy", "http://127.0.0.1:1", 1)
            let client = HTTPClient()
            let response = try await client.send(HTTPRequest(.get, server.url))
            #expect(response.status == 204)
        }
    }

    @Test func requestsAndErrorsPrintNoSecrets() async throws {
        let server = try server(.silence)
        let request = HTTPRequest(
            .post, server.url + "/bot123:SECRET/getMe?key=SECRET", headers: [HTTPHeader("X-Key", "SECRET")],
            body: Array("SECRET".utf8), timeout: .milliseconds(50))
        var dumped = ""
        dump(request, to: &dumped)
        let error = try #require(await error(of: request))
        for text in [dumped, "\(request)", String(reflecting: request), "\(error)", String(reflecting: error)] {
            #expect(!text.contains("SECRET"), "\(text)")
        }
        #expect("\(HTTPRequest(.get, "https://u:SECRET@example.org/SECRET"))" == "GET https://example.org")
    }
}
