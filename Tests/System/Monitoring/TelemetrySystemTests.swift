import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

@testable import GatewaySession

/// Traces and logs of real services, in a collector.
@Suite struct TelemetrySystemTests {
    private static func house(
        _ collector: CollectorStandIn, _ environment: [String: String] = [:], flags: [String] = [],
        _ body: (GatewayHouse) async throws -> Void
    ) async throws {
        let own = ["KOPILKA_OTLP_ENDPOINT": collector.url + "/"]
        try await GatewayHouse.run(flags, environment: own.merging(environment) { $1 }, body)
    }

    /// Registers Anna with two accounts, and transfers between them.
    private static func transfer(in house: GatewayHouse) async throws -> String {
        _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
        for name in ["main", "savings"] { _ = try await house.json("account", "open", "RUB", name) }
        _ = try await house.json("deposit", "main", "1000", "RUB")
        _ = try await house.json("transfer", "main", "savings", "300 RUB", "--description", "private words")
        return try #require(try await house.json("trace").member("trace")?.string)
    }

    /// Waits until the collector has the whole tree of a transfer. Its spans come service by service, in several
    /// requests; the event is told to history a moment after the reply.
    private static func tree(
        of trace: String, in collector: CollectorStandIn
    ) async throws -> [CollectorStandIn.Item] {
        var spans: [CollectorStandIn.Item] = []
        try await eventually("the tree of the transfer is there") {
            spans = try collector.spans.filter { $0.text("traceId") == trace }
            let names = Set(spans.map { "\($0.service) \($0.text("name") ?? "")" })
            return names.isSuperset(of: [
                "kopilka.gateway transfer", "kopilka.ledger ledger.transfer",
                "kopilka.history process ledger.transferPosted",
            ]) && rootCount(of: spans) == 1
        }
        return spans
    }

    /// Counts the spans that hang below no other one.
    private static func rootCount(of spans: [CollectorStandIn.Item]) -> Int {
        let ids = Set(spans.compactMap { $0.text("spanId") })
        return spans.filter { $0.text("parentSpanId").map { !ids.contains($0) } ?? true }.count
    }

    @Test(arguments: [[], ["--one-process"]])
    func aTransferIsOneTree(flags: [String]) async throws {
        let collector = try CollectorStandIn()
        try await Self.house(collector, flags: flags) { house in
            let trace = try await Self.transfer(in: house)
            let spans = try await Self.tree(of: trace, in: collector)
            func span(_ service: String, _ name: String) throws -> CollectorStandIn.Item {
                let found = spans.filter { $0.service == service && $0.text("name") == name }
                try #require(found.count == 1, "\(service) \(name): \(found.count) in \(spans.map { $0.text("name") })")
                return found[0]
            }
            let root = try span("kopilka.gateway", "transfer")
            let ledger = try span("kopilka.ledger", "ledger.transfer")
            let history = try span("kopilka.history", "process ledger.transferPosted")
            #expect(root.node.member("parentSpanId") == nil && root.node.member("kind")?.int64 == 1)
            #expect(ledger.text("parentSpanId") == root.text("spanId") && ledger.node.member("kind")?.int64 == 2)
            #expect(history.text("parentSpanId") == ledger.text("spanId") && history.node.member("kind")?.int64 == 5)
            #expect(ledger.attribute("rpc.method") == "ledger.transfer" && ledger.attribute("error.type") == nil)
            #expect(history.attribute("messaging.destination.name") == "ledger.events")
            // One root, and every other span hangs below another one.
            #expect(Set(spans.compactMap { $0.text("spanId") }).count == spans.count)
            #expect(Self.rootCount(of: spans) == 1)
            for span in spans {
                let (start, end) = (span.text("startTimeUnixNano"), span.text("endTimeUnixNano"))
                #expect(Int64(start ?? "") ?? 0 > 1_700_000_000_000_000_000)
                #expect(Int64(end ?? "") ?? 0 >= Int64(start ?? "") ?? .max)
            }
            let sent = collector.requests.map { String(decoding: $0.body, as: UTF8.self) }.joined()
            for word in ["private", "anna@", "300.00", "main"] { #expect(!sent.contains(word), "\(word)") }
            #expect(
                collector.requests.allSatisfy {
                    $0.method == "POST" && $0.headers["content-type"] == "application/json"
                })
            // It is a program beside the services.
            let status = try await house.json("status")
            #expect(status.member("telemetry")?.member("phase")?.string == "ready")
            #expect(status.member("services")?.count == House.services.count)
            try await eventually("it says what it sent, once the collector has answered") {
                let telemetry = try await house.json("status").member("telemetry")
                return telemetry?.member("status")?.string?.contains("spans sent") == true
            }
        }
    }

    @Test func withoutACollectorNothingIsStarted() async throws {
        try await GatewayHouse.run { house in
            _ = try await Self.transfer(in: house)
            #expect(try await house.json("status").member("telemetry") == nil)
            let files = try FileManager.default.contentsOfDirectory(atPath: house.house.runDirectory)
            #expect(!files.contains { $0.hasPrefix("telemetry") }, "\(files)")
            #expect(house.processes().count == House.services.count + 1)
            let run = try await house.gateway("telemetry")
            #expect(run.status == .exited(2) && run.errors.contains("KOPILKA_OTLP_ENDPOINT"), "\(run)")
        }
    }

    @Test func aCollectorThatIsDownOrBusyLosesNothingOnceItIsBack() async throws {
        // Nobody else may get the port while the collector is away.
        let reserved = try ReservedPort()
        defer { withExtendedLifetime(reserved) {} }
        let away = try CollectorStandIn(port: reserved.number)
        try await Self.house(away) { house in
            away.stop()
            let first = try await Self.transfer(in: house)
            try await eventually("it was noticed") {
                try await house.gateway("logs", "telemetry").output.contains("collector does not take")
            }
            let busy = ServedAnswer.answer(status: 429, headers: [("Retry-After", "1")], body: [])
            let collector = try CollectorStandIn(port: reserved.number, answering: busy)
            try await eventually("it was asked") { collector.requests.count >= 2 }
            #expect(try collector.spans.isEmpty)
            // Services notice nothing of it.
            _ = try await house.json("transfer", "main", "savings", "1 RUB")
            collector.answers(nil)
            _ = try await Self.tree(of: first, in: collector)
            // Rubbish is no success, and is not sent again.
            collector.answers(.answer(status: 200, body: Array("<html>".utf8)))
            _ = try await house.json("transfer", "main", "savings", "2 RUB")
            let lost = try #require(try await house.json("trace").member("trace")?.string)
            try await eventually("it was sent") {
                collector.requests.contains { String(decoding: $0.body, as: UTF8.self).contains(lost) }
            }
            collector.answers(nil)
            _ = try await house.json("transfer", "main", "savings", "3 RUB")
            let last = try #require(try await house.json("trace").member("trace")?.string)
            _ = try await Self.tree(of: last, in: collector)
            #expect(try collector.spans.allSatisfy { $0.text("spanId")?.utf8.count == 16 })
        }
    }

    @Test func aSlowCollectorHoldsUpNobody() async throws {
        let collector = try CollectorStandIn()
        collector.answers(.silence)
        try await Self.house(collector) { house in
            _ = try await Self.transfer(in: house)
            try await eventually("it was asked") { !collector.requests.isEmpty }
            _ = try await house.json("transfer", "main", "savings", "1 RUB")
            #expect(try await house.json("status").member("telemetry")?.member("phase")?.string == "ready")
        }
    }

    @Test func aServiceThatWasKilledIsReadAgainFromItsStart() async throws {
        let collector = try CollectorStandIn()
        try await Self.house(collector) { house in
            let first = try await Self.transfer(in: house)
            _ = try await Self.tree(of: first, in: collector)
            let status = try await house.json("status")
            let ledger = try #require(
                status.member("services")?.elements.first { $0.member("name")?.string == "ledger" }?.member("pid")?
                    .integer(as: Int32.self))
            kill(ledger, SIGKILL)
            _ = try await house.json("transfer", "main", "savings", "1 RUB", "--timeout", "60s")
            let second = try #require(try await house.json("trace").member("trace")?.string)
            let spans = try await Self.tree(of: second, in: collector)
            let instance = spans.first { $0.service == "kopilka.ledger" }?.instance
            let before = try collector.spans.first { $0.text("traceId") == first && $0.service == "kopilka.ledger" }
            #expect(instance != nil && instance != before?.instance)
            let ids = try collector.spans.compactMap { $0.text("spanId") }
            #expect(Set(ids).count == ids.count, "no span comes twice")
        }
    }

    @Test func logLinesComeWithTheirTraces() async throws {
        let collector = try CollectorStandIn()
        try await Self.house(collector, ["KOPILKA_OTLP_LOGS": "notice", "KOPILKA_LOG": "info"]) { house in
            _ = try await Self.transfer(in: house)
            let wrong = try house.house.directory.write("wrong password\n", to: "wrong")
            let refused = try await house.gateway("login", "anna@example.org", "--password-file", wrong)
            #expect(refused.status != .exited(0))
            var line: CollectorStandIn.Item?
            try await eventually("the refused sign-in is there") {
                line = try collector.records.first { $0.attribute("outcome") == "invalidCredentials" }
                return line != nil
            }
            let security = try #require(line)
            #expect(security.service == "kopilka.auth" && security.text("severityText") == "warning")
            #expect(security.node.member("severityNumber")?.int64 == 13)
            #expect(security.node.member("body")?.member("stringValue")?.string == "security")
            #expect(security.attribute("signal.kind") == "auth.login")
            let trace = try #require(security.text("traceId"))
            try await eventually("so is its trace") { try collector.spans.contains { $0.text("traceId") == trace } }
            #expect(try collector.records.allSatisfy { $0.text("severityText") != "info" })
        }
    }

    @Test func openTelemetrysOwnDefinitionsReadIt() async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let python = package.appendingPathComponent(".venv/bin/python").path
        try #require(FileManager.default.isExecutableFile(atPath: python), "`make .venv` makes \(python)")
        let collector = try CollectorStandIn()
        try await Self.house(collector, ["KOPILKA_OTLP_LOGS": "debug", "KOPILKA_LOG": "debug"]) { house in
            let trace = try await Self.transfer(in: house)
            _ = try await house.gateway("transfer", "main", "savings", "9999 RUB")
            _ = try await Self.tree(of: trace, in: collector)
            try await eventually("log lines came") { try !collector.records.isEmpty }
        }
        let requests = collector.requests
        for (number, request) in requests.enumerated() {
            let file = collector.directory.file("\(number).json")
            try Data(request.body).write(to: URL(fileURLWithPath: file))
            let kind = request.target == "/v1/traces" ? "traces" : "logs"
            let read = try await FinishedProcess.run(
                executable: python,
                arguments: [package.appendingPathComponent("Tests/Clients/read_otlp.py").path, kind, file],
                environment: ["PYTHONDONTWRITEBYTECODE": "1"])
            #expect(read.status == .exited(0), "\(read)")
            #expect(Int(read.output.dropLast()) ?? 0 > 0)
        }
    }

    @Test func headersComeFromAPrivateFile() async throws {
        let collector = try CollectorStandIn()
        let house = try GatewayHouse(environment: ["KOPILKA_OTLP_ENDPOINT": collector.url])
        let open = try house.house.directory.write("Authorization=Bearer%20hush", to: "open", mode: 0o644)
        let refused = try await house.house.run(
            "gateway", ["telemetry"], environment: ["KOPILKA_OTLP_HEADERS_FILE": open])
        #expect(refused.status == .exited(2) && refused.errors.contains("chmod 600"), "\(refused)")
        #expect(!refused.errors.contains("hush") && collector.requests.isEmpty)
        for wrong in ["Authorization", "Content-Type=text/plain", "a=%zz"] {
            let file = try house.house.directory.write(wrong, to: "wrong")
            let finished = try await house.house.run(
                "gateway", ["telemetry"], environment: ["KOPILKA_OTLP_HEADERS_FILE": file])
            #expect(finished.status == .exited(2) && !finished.errors.contains(wrong), "\(finished)")
        }
        let missing = try await house.house.run(
            "gateway", ["telemetry"],
            environment: ["KOPILKA_OTLP_HEADERS_FILE": house.house.directory.file("none")])
        #expect(missing.status == .exited(2) && missing.errors.contains("none"), "\(missing)")
        let file = try house.house.directory.write("Authorization=Bearer%20hush, X-Tenant=7\nmore\n", to: "headers")
        try await Self.house(collector, ["KOPILKA_OTLP_HEADERS_FILE": file]) { running in
            _ = try await Self.transfer(in: running)
            try await eventually("spans came") { try !collector.spans.isEmpty }
            #expect(collector.requests.allSatisfy { $0.headers["authorization"] == "Bearer hush" })
            #expect(collector.requests.allSatisfy { $0.headers["x-tenant"] == "7" })
            let again = try await running.gateway("telemetry")
            #expect(again.status == .exited(75), "\(again)")
            let logs = try await running.gateway("logs", "--json")
            #expect(!logs.output.contains("hush"))
        }
    }

    @Test func aSampleIsAWholeTree() async throws {
        let collector = try CollectorStandIn()
        try await Self.house(collector, ["KOPILKA_OTLP_SAMPLE": "0", "KOPILKA_OTLP_LOGS": "off"]) { house in
            _ = try await Self.transfer(in: house)
            try await eventually("it reads") { try await house.json("status").member("telemetry") != nil }
        }
        // The house has ended, and with it the last attempt to send.
        #expect(collector.requests.isEmpty)
    }

    @Test func onlyTheOperatorReadsTheSpansOfAll() async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        try await house.start("auth")
        try await withRawPeer(path: house.socket(of: "auth")) { peer in
            try peer.send(#"{"jsonrpc":"2.0","id":1,"method":"auth.spans"}"#)
            let reply = String(decoding: try peer.receive()?.last ?? [], as: UTF8.self)
            #expect(reply.contains("\"permissionDenied\"") && !reply.contains("incarnation"), "\(reply)")
        }
        let called = try await house.run("gateway", ["call", "auth.spans", #"{"limit":1}"#])
        #expect(called.status == .exited(0) && called.output.contains("incarnation"), "\(called)")
        for wrong in [#"{"limit":0}"#, #"{"limit":513}"#, #"{"after":-1}"#] {
            let refused = try await house.run("gateway", ["call", "auth.spans", wrong])
            #expect(refused.status != .exited(0) && refused.errors.contains("must be"), "\(refused)")
        }
    }
}
