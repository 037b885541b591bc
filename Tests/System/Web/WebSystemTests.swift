import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// `gateway web` and `gateway up --web` as processes: where they listen, how they stop, and what survives.
@Suite(.enabled(if: ["/usr/bin/openssl", "/usr/bin/curl"].allSatisfy(FileManager.default.isExecutableFile)))
struct WebSystemTests {
    @Test func theLinkIsPrintedOnceItServesAndItStopsInGoodOrder() async throws {
        let page = try await ServedPage(["--listen", "127.0.0.1:0"])
        #expect(page.link.hasPrefix("http://localhost:") && page.link.hasSuffix("/"))
        #expect(try await page.ask().output == "404")
        // Another name that leads here is another site.
        #expect(try await page.ask(["-H", "Host: evil.example"]).output == "421")
        for name in ["web", "web/web-sessions.key"] {
            let path = page.house.dataDirectory + "/" + name
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == (name == "web" ? 0o700 : 0o600), "\(name)")
        }

        // One page a house, one program a port.
        let second = try await page.house.run("gateway", ["web", "--listen", "127.0.0.1:0"])
        #expect(second.status == .exited(75) && second.errors.contains("already running (pid \(page.processID))"))
        let port = page.link.dropLast().drop { $0 != ":" }.dropFirst().drop { $0 != ":" }.dropFirst()
        let other = try await RunningHouse().run("gateway", ["web", "--listen", "127.0.0.1:\(port)", "--json"])
        #expect(other.status == .exited(75) && other.errors.contains("another program listens"), "\(other)")
        #expect(try await page.ask().output == "404")

        // An open connection does not hold it up.
        let number = try #require(Int(port))
        let stream = try #require(RawStream(port: number))
        stream.write(Array("GET / HTTP/1.1\r\n".utf8))
        let begun = ContinuousClock.now
        #expect(try await page.stop() == .exited(0), "\(page.log)")
        #expect(ContinuousClock.now - begun < .seconds(30))
        #expect(page.log.contains("page ends"))
        // Another test may have the port for a while.
        try await eventually("the port is closed") { try await page.ask().status == .exited(7) }
    }

    @Test func scriptsGetTheLinkAsJSON() async throws {
        let page = try await ServedPage(["--listen", "[::1]:0", "--json"])
        let link = try #require(try JSONDocument(text: page.link).root.member("link")?.string)
        #expect(link.hasPrefix("http://[::1]:"))
        #expect(try await page.ask(at: link).output == "404")
    }

    @Test func aNewCertificateIsUsedAfterSIGHUPAndABadOneIsNot() async throws {
        let house = RunningHouse()
        func makeCertificate(_ name: String) async throws {
            let made = try await FinishedProcess.run(
                executable: "/usr/bin/openssl",
                arguments: [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                    house.directory.file("\(name).key"), "-out", house.directory.file("\(name).pem"), "-days", "2",
                    "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
                ], environment: [:])
            try #require(made.status == .exited(0), "\(made)")
        }
        /// Puts a certificate and a key at their places.
        func use(_ certificate: String, _ key: String) throws {
            _ = try house.directory.write(house.directory.read("\(certificate).pem"), to: "cert")
            _ = try house.directory.write(house.directory.read("\(key).key"), to: "key")
        }
        try await makeCertificate("old")
        try await makeCertificate("new")
        try use("old", "old")
        let (cert, key) = (house.directory.file("cert"), house.directory.file("key"))
        let page = try await ServedPage(
            ["--listen", "127.0.0.1:0", "--certificate", cert, "--key", key], in: house)
        func ask(trusting name: String) async throws -> FinishedProcess {
            try await page.ask(["--cacert", house.directory.file("\(name).pem")])
        }
        #expect(page.link.hasPrefix("https://"))
        #expect(try await ask(trusting: "old").output == "404")

        // The key of another certificate: the old one stays, and the log says so.
        try use("new", "old")
        page.send(SIGHUP)
        try await eventually("the refusal is logged") { page.log.contains("the old one stays") }
        #expect(try await ask(trusting: "old").output == "404")

        try use("new", "new")
        page.send(SIGHUP)
        try await eventually("the new one is used") { page.log.contains("certificate replaced") }
        #expect(try await ask(trusting: "new").output == "404")
        #expect(try await ask(trusting: "old").status == .exited(60))
        #expect(try await page.stop() == .exited(0))
    }

    @Test func anInheritedPortIsTakenOver() async throws {
        let port = try ListeningPort(address: "127.0.0.1", port: 0)
        let number = port.port
        let descriptor = port.takeDescriptor()
        defer { close(descriptor) }
        // The settings name another address: what was inherited comes first.
        let page = try await ServedPage(["--listen", "127.0.0.1:1"], inheriting: [("web", descriptor)])
        #expect(page.link == "http://localhost:\(number)/")
        #expect(try await page.ask().output == "404")
        #expect(try await page.stop() == .exited(0))
        // It is ours as before: the next copy goes on with it.
        let next = try await ServedPage([], in: page.house, inheriting: [("web", descriptor)])
        #expect(try await next.ask().output == "404")
    }

    @Test func anInheritedSocketOfAnotherNameIsNotGuessed() async throws {
        let descriptor = try ListeningPort(address: "127.0.0.1", port: 0).takeDescriptor()
        defer { close(descriptor) }
        let error = await #expect(throws: WaitedInVain.self) {
            try await ServedPage([], inheriting: [("ledger", descriptor)])
        }
        #expect(error?.description.contains("(exit 2)") == true && error?.description.contains("ledger") == true)
    }

    @Test(arguments: [false, true]) func aProxyReachesItAtAUnixSocketThatOthersDoNot(isInherited: Bool) async throws {
        let house = RunningHouse()
        let path = house.directory.file("proxy.sock")
        var (inherited, descriptor): (ListeningSocket?, Int32?) = (nil, nil)
        var flags = ["--host", "bank.example.org"]
        if isInherited {
            let socket = try ListeningSocket.make(name: "web", at: try #require(AbsolutePath(path)))
            (inherited, descriptor) = (socket, socket.takeDescriptor())
        } else {
            flags += ["--socket", path, "--socket-group", String(getegid())]
        }
        defer { if let descriptor { close(descriptor) } }
        let page = try await ServedPage(flags, in: house, inheriting: descriptor.map { [("web", $0)] } ?? [])
        #expect(page.link == "https://bank.example.org/")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == (isInherited ? 0o600 : 0o660))

        let link = "http://bank.example.org/"
        let forwarded = ["--unix-socket", path, "-H", "X-Forwarded-For: 192.0.2.1", "-H", "X-Forwarded-Proto: https"]
        #expect(try await page.ask(forwarded, at: link).output == "404")
        // A proxy that does not say for whom it asks, and a name that is not the page's.
        #expect(try await page.ask(["--unix-socket", path], at: link).output == "400")
        #expect(try await page.ask(forwarded, at: "http://evil.example/").output == "421")
        #expect(try await page.stop() == .exited(0))
        #expect(FileManager.default.fileExists(atPath: path) == isInherited)
        withExtendedLifetime(inherited) {}
    }

    @Test func tenThousandConnectionsLeaveRoomForOneMore() async throws {
        // The test has as many descriptors as the page.
        try #require(DescriptorLimit.raise() > 10_500)
        let page = try await ServedPage(["--listen", "127.0.0.1:0"])
        let port = try #require(Int(page.link.dropLast().split(separator: ":")[2]))
        let streams = try await onThread {
            Held((0..<10_000).compactMap { _ in RawStream(port: port) })
        }
        #expect(streams.count == 10_000)
        #expect(try await page.ask().output == "404")
        withExtendedLifetime(streams) {}
    }

    @Test func upRunsThePageWithTheServicesAndStartsItAgain() async throws {
        let house = RunningHouse(environment: ["KOPILKA_WEB_LISTEN": "127.0.0.1:0", "KOPILKA_LOG": "notice"])
        let flags = ["--services", "auth,ledger", "--web"]
        let up = try await house.run("gateway", ["up", "--detach", "--wait", "60s"] + flags)
        let result: Result<Void, any Error>
        do {
            try #require(up.status == .exited(0), "\(up)")
            try await lookAtPage(of: house, up)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let down = try await house.run("gateway", ["down"])
        #expect(down.status == .exited(0), "\(down)")
        try result.get()
    }

    private func lookAtPage(of house: RunningHouse, _ up: FinishedProcess) async throws {
        func web() async throws -> JSONNode? {
            let status = try await house.run("gateway", ["status", "--json"])
            let root = try JSONDocument(text: status.output).root
            #expect(root.member("services")?.elements.compactMap { $0.member("name")?.string } == ["auth", "ledger"])
            guard status.status == .exited(0) else { return nil }
            return root.member("web")
        }
        var first: JSONNode?
        // A service that does not answer in two seconds is down for that one look.
        try await eventually("all of them serve") {
            first = try await web()
            return first != nil
        }
        let link = try #require(first?.member("status")?.string)
        #expect(up.output.contains("page: \(link)"), "\(up)")
        #expect(try await ServedPage.ask(link).output == "404")
        let pid = try #require(first?.member("pid")?.int64)

        #expect(kill(Int32(pid), SIGKILL) == 0)
        var again: JSONNode?
        try await eventually("the page is back") {
            again = try await web()
            return again?.member("pid")?.int64.map { $0 != pid } ?? false
        }
        #expect(again?.member("restarts")?.int64 == 1)
        let newLink = try #require(again?.member("status")?.string)
        #expect(try await ServedPage.ask(newLink).output == "404")

        let logs = try await house.run("gateway", ["logs", "web", "--json"])
        #expect(logs.output.contains("page ready"), "\(logs)")
        // A second time, it is there already, and no second one is started.
        let twice = try await house.run(
            "gateway", ["up", "--detach", "--wait", "60s", "--services", "auth,ledger", "--web"])
        #expect(twice.status == .exited(0) && twice.output.contains(newLink), "\(twice)")
        let health = try await house.run("gateway", ["health", "web"])
        #expect(health.status == .exited(5) || health.status == .exited(2), "it is no service: \(health)")
        let down = try await house.run("gateway", ["down"])
        #expect(down.status == .exited(0))
        let last = try #require(again?.member("pid")?.int64)
        #expect(kill(Int32(last), 0) != 0, "down stops the page, too")
    }

    @Test func upTellsThatRunningServicesHaveNoPage() async throws {
        let house = RunningHouse()
        let up = try await house.run("gateway", ["up", "--detach", "--wait", "60s", "--services", "ledger"])
        #expect(up.status == .exited(0), "\(up)")
        let refused = try await house.run("gateway", ["up", "--detach", "--services", "ledger", "--web"])
        let wrong = try await house.run(
            "gateway", ["up", "--web", "--services", "ledger"], environment: ["KOPILKA_WEB_LISTEN": "here"])
        _ = try await house.run("gateway", ["down"])
        #expect(refused.status == .exited(7) && refused.errors.contains("gateway web serves it"), "\(refused)")
        #expect(wrong.status == .exited(2) && wrong.errors.contains("KOPILKA_WEB_LISTEN"), "\(wrong)")
    }

    @Test func upInTheForegroundPrintsTheLink() async throws {
        let house = RunningHouse(environment: ["KOPILKA_WEB_LISTEN": "127.0.0.1:0"])
        try house.launch("gateway", arguments: ["up", "--services", "ledger", "--web"])
        try await eventually("the link is printed", within: .seconds(120)) {
            house.log(of: "gateway").contains { $0 == "\n" } && house.log(of: "gateway").contains("http://localhost:")
        }
        let line = house.log(of: "gateway").split(separator: "\n").first { $0.hasPrefix("http://localhost:") }
        let link = String(try #require(line))
        #expect(try await ServedPage.ask(link).output == "404")
        #expect(try await house.stop("gateway") == .exited(0))
    }
}

/// Connections that are kept open.
final class Held: Sendable {
    // Nothing uses the connections: they are only closed with this object.
    nonisolated(unsafe) private let streams: [RawStream]
    let count: Int
    init(_ streams: [RawStream]) { (self.streams, count) = (streams, streams.count) }
}
