import Foundation
import Hosting
import TestSupport
import Testing

@testable import MicroHTTPD

/// TLS, with certificates made for the test and a client of others.
@Suite(.enabled(if: ["/usr/bin/openssl", "/usr/bin/curl"].allSatisfy(FileManager.default.isExecutableFile)))
struct WebServerTLSTests {
    /// A self-signed certificate for 127.0.0.1.
    private struct Made {
        let directory = TemporaryDirectory()
        var path: String { directory.file("certificate") }

        init() async throws {
            let made = try await FinishedProcess.run(
                executable: "/usr/bin/openssl",
                arguments: [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                    directory.file("key"), "-out", directory.file("certificate"), "-days", "2", "-subj",
                    "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
                ], environment: [:])
            try #require(made.status == .exited(0), "\(made)")
        }

        func certificate() -> WebCertificate {
            var key = Array(directory.read("key").utf8)
            let certificate = WebCertificate(chain: Array(directory.read("certificate").utf8), movingKey: &key)
            #expect(key.isEmpty)
            return certificate
        }
    }

    /// Asks with curl, which trusts one certificate.
    private func ask(_ port: Int, trusting path: String, _ flags: [String] = []) async throws -> FinishedProcess {
        try await FinishedProcess.run(
            executable: "/usr/bin/curl",
            // A stream stays open while other processes are started.
            arguments: ["-sS", "--noproxy", "*", "--max-time", "240", "--cacert", path] + flags
                + ["https://127.0.0.1:\(port)/"],
            environment: [:], within: .seconds(300))
    }

    @Test(arguments: [["--tlsv1.3"], ["--tlsv1.2", "--tls-max", "1.2"]])
    func requestsAreEncrypted(flags: [String]) async throws {
        let made = try await Made()
        let handler = ScriptedHandler { _ in .later { .text("encrypted") } }
        let web = try ServedWeb(handler, certificate: made.certificate())
        let answer = try await ask(web.port, trusting: made.path, flags)
        #expect(answer.output == "encrypted", "\(answer)")
        #expect(handler.requests.first?.head.isEncrypted == true)
    }

    @Test(arguments: [
        ["--tlsv1.0", "--tls-max", "1.1", "--ciphers", "ALL:@SECLEVEL=0"],
        ["--tlsv1.2", "--tls-max", "1.2", "--ciphers", "AES256-GCM-SHA384"],
        ["--tlsv1.2", "--tls-max", "1.2", "--ciphers", "ECDHE-ECDSA-AES256-SHA384"],
    ])
    func oldVersionsAndCiphersAreNotSpoken(flags: [String]) async throws {
        let made = try await Made()
        let web = try ServedWeb(ScriptedHandler { _ in .now(.text("weak")) }, certificate: made.certificate())
        let answer = try await ask(web.port, trusting: made.path, flags)
        #expect(answer.output.isEmpty && answer.status == .exited(35), "\(answer)")
    }

    @Test func plainTextIsNotAnswered() async throws {
        let made = try await Made()
        let handler = ScriptedHandler { _ in .now(.text("plain")) }
        var limits = WebServerLimits()
        limits.header = .milliseconds(300)
        let web = try ServedWeb(handler, certificate: made.certificate(), limits: limits)
        let answer = try await web.exchange(get("/"))
        #expect(!answer.contains("HTTP") && handler.requests.isEmpty)
        // A handshake that never ends is a header that never comes.
        #expect(try web.connect().isClosed(within: .seconds(60)))
    }

    @Test func aNewCertificateIsUsedWithoutLosingAConnection() async throws {
        let (old, new) = (try await Made(), try await Made())
        let stream = WebStream()
        let web = try ServedWeb(
            ScriptedHandler { request in
                request.head.header("x-stream") == nil
                    ? .now(.text("answer")) : .now(WebResponse(status: 200, content: .stream(stream)))
            }, certificate: old.certificate())
        async let streamed = ask(web.port, trusting: old.path, ["-N", "-H", "X-Stream: yes"])
        try await eventually("the stream is open") { web.server.load.streams == 1 }
        stream.send(Array("before ".utf8))
        try await web.server.replace(new.certificate())
        stream.send(Array("after".utf8))

        #expect(try await ask(web.port, trusting: new.path).output == "answer")
        let refused = try await ask(web.port, trusting: old.path)
        #expect(refused.status == .exited(60), "\(refused)")
        stream.end()
        #expect(try await streamed.output == "before after")
        try await eventually("nothing is left") { web.server.load.connections == 0 }

        // One that cannot be used changes nothing.
        var key = Array(old.directory.read("key").utf8)
        let mixed = WebCertificate(chain: Array(new.directory.read("certificate").utf8), movingKey: &key)
        await #expect(throws: WebServerError(.badCertificate, "")) { try await web.server.replace(mixed) }
        #expect(try await ask(web.port, trusting: new.path).output == "answer")
    }

    @Test(arguments: ["", "no PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func aBrokenCertificateIsRefusedAtTheStart(text: String) async throws {
        var key = Array(text.utf8)
        let certificate = WebCertificate(chain: Array(text.utf8), movingKey: &key)
        // Another test may listen on a port as soon as it is free, but never at this path.
        let directory = TemporaryDirectory()
        let listening = try ListeningSocket.make(name: "web", runDirectory: directory.path)
        let path = listening.path
        do throws(WebServerError) {
            _ = try WebServer(
                listening: listening.takeDescriptor(), certificate: certificate,
                handler: ScriptedHandler { _ in .now(.text("")) })
            Issue.record("it started")
        } catch {
            #expect(error.code == .badCertificate && !error.message.isEmpty, "\(error)")
        }
        // The socket was closed. A process that another test starts has a copy of it until its program runs.
        try await eventually("nobody listens") { RawStream(path: path) == nil }
        // The path goes with them.
        withExtendedLifetime((directory, listening)) {}
    }
}
