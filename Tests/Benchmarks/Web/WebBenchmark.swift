import Foundation
import Hosting
import MicroHTTPD
import TestSupport

/// The page of the house: pages of a history of 100,000 rows, beside a bare libmicrohttpd that answers the same bytes;
/// open streams of events; the first paint in a browser.
enum WebBenchmark {
    private static let inFlight = 50
    private static let asked = 20_000
    private static let streams = 1_000
    /// The most streams of a session: `EventHub.Limits`.
    private static let streamsOfSession = 8
    private static let idle = Duration.seconds(20)
    /// The time in which the scenes of the newly registered catch up for the last time: `SceneTools.catchUpPauses`.
    private static let rest = Duration.seconds(65)
    private static let proxyName = "bench.example.org"

    static func run() async throws {
        DescriptorLimit.raise()
        let house = try await WebHouse()
        try await measurePages(of: house)
        try await measureStreams(of: house)
        try await house.stop()
    }

    // MARK: Pages

    private static func measurePages(of house: WebHouse) async throws {
        let web = try WebProcess(house.bank.house)
        let host = "127.0.0.1:\(web.port)"
        let client = try PageClient(port: web.port, connections: inFlight)
        let person = try WebPerson(
            client, host: host, at: "/sign-in",
            fields: ["field.login": "bench@example.org", "field.password": house.bank.password])
        let page = try client.ask(person.get("/history"))
        guard page.status == 200, page.body.count > 10_000 else {
            throw LoadClient.Failure(description: "no history: \(page.head)")
        }
        let bare = try await bare(page.body)
        // History announces nothing of its own here, so the same page can be shown again. Links to pages that begin
        // with other rows make each one anew: a browser's tree keeps eight.
        let fresh = (0..<64).map { person.get("/history?from=row\($0)") }
        // Pages of equal bytes, and the dearest case: no page is as it was.
        for (name, requests, promised) in [
            ("a page of history", [person.get("/history")], ("<= 10 ms", "<= 25 ms")),
            ("the same, written anew", fresh, ("", "")),
        ] {
            _ = try client.run(requests, count: asked / 10)
            let before = try web.processorSeconds()
            let measured = try client.run(requests, count: asked)
            let busy = try web.processorSeconds() - before
            Report.time(
                "\(name) (\(house.rows) rows), p50", measured.latencies.quantile(0.5), promised: promised.0,
                baseline: ("bare libmicrohttpd", bare.latencies.quantile(0.5)))
            Report.time(
                "  p99", measured.latencies.quantile(0.99), promised: promised.1,
                baseline: ("bare libmicrohttpd", bare.latencies.quantile(0.99)))
            Report.rate(
                "  pages, \(inFlight) in flight", measured.perSecond, promised: ">= 1,500/s",
                baseline: ("bare libmicrohttpd", bare.perSecond))
            Report.time("  processor time of a page", .seconds(busy / Double(asked)), promised: "")
        }
        Report.figure(
            "  bytes of a page", String(format: "%.1f KB", Double(page.body.count) / 1_024), promised: "<= 60 KB")
        try firstPaint(host, person)
    }

    /// The same bytes from a server that does nothing else.
    private static func bare(_ body: [UInt8]) async throws -> LoadClient.Measured {
        let listening = try ListeningPort(address: "127.0.0.1", port: 0)
        let port = listening.port
        let server = try WebServer(listening: listening.takeDescriptor(), handler: FixedPage(body: body))
        let request = Array("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        let client = try PageClient(port: port, connections: inFlight)
        _ = try client.run([request], count: asked / 10)
        let measured = try client.run([request], count: asked)
        await server.stop(within: .seconds(1))
        return measured
    }

    // MARK: A browser

    private static func firstPaint(_ host: String, _ person: WebPerson) throws {
        let name = "first paint of the main scene, chromium"
        let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        guard let chromium, FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else {
            return Report.figure(name, "-", promised: "<= 300 ms", note: "skipped: no chromium or no python3")
        }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "first-paint.py")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [script.path, chromium, "http://\(host)/", person.cookie]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let times = text.split(separator: "\n").compactMap { Double($0) }.map { Duration.seconds($0 / 1_000) }
        guard process.terminationStatus == 0, !times.isEmpty else {
            throw LoadClient.Failure(description: "\(script.lastPathComponent) ended with \(process.terminationStatus)")
        }
        Report.time("\(name), median", times.quantile(0.5), promised: "<= 300 ms")
        Report.time("  the slowest of \(times.count)", times.quantile(1), promised: "")
    }

    // MARK: Streams

    /// People in networks of their own, behind a proxy: signing in is throttled for each network.
    private static func measureStreams(of house: WebHouse) async throws {
        let web = try WebProcess(house.bank.house, ["--behind-proxy", "--host", proxyName])
        let before = try web.residentKilobytes()
        let first = try PageClient(port: web.port, connections: 1)
        let people = try (0..<streams / streamsOfSession).map { number in
            let person = try WebPerson(
                first, host: proxyName, at: "/register",
                fields: [
                    "field.email": "bench\(number)@example.org", "field.password": house.bank.password,
                    "field.again": house.bank.password,
                ], network: number)
            let main = try first.ask(person.get("/"))
            guard main.status == 200 else { throw LoadClient.Failure(description: main.head) }
            return person
        }
        let signedIn = try web.residentKilobytes()
        let client = try PageClient(port: web.port, connections: streams)
        try client.openStreams(people.map { $0.get("/events") })
        let open = try web.residentKilobytes()
        try await Task.sleep(for: rest)
        let busy = try web.processorSeconds()
        try await Task.sleep(for: idle)
        let used = try web.processorSeconds() - busy
        Report.figure(
            "\(streams) streams, memory", Report.megabytes(open - signedIn), promised: "<= 100 MB",
            note: "the process has \(Report.megabytes(open))")
        Report.figure(
            "  and of the \(people.count) people signed in", Report.megabytes(signedIn - before), promised: "")
        Report.figure(
            "  idle, with heartbeats", String(format: "%.2f %% of a core", used / (idle / .seconds(1)) * 100),
            promised: "<= 1 %")
        withExtendedLifetime(client) {}
    }
}

/// A server's handler that answers everything with the same bytes.
private struct FixedPage: WebHandler {
    let body: [UInt8]

    func admit(_ head: WebRequestHead) -> WebAdmission { .read(atMost: 0) }
    func answer(_ request: WebRequest) -> WebAnswer { .now(WebResponse(status: 200, body: body)) }
    func refuse(_ refusal: WebRefusal, _ head: WebRequestHead) -> WebResponse { WebResponse(status: 500) }
}
