import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// `gateway conform` with the services of the house, with one in another language, and with broken ones.
struct ConformanceTests {
    /// What cannot be tried without a method and a process that the person names.
    private static let needsPermission: Set<String> = [
        "progress.form", "keys.repeat", "keys.conflict", "stopping.orderly",
    ]

    @Test func everyServiceOfTheHouseConforms() async throws {
        try await GatewayHouse.run { house in
            let registered = try await house.gateway(
                "register", "anna@example.org", "--password-file", house.passwordFile)
            try #require(registered.status == .exited(0), "\(registered)")
            let ledger = [
                "--method", "ledger.openAccount", "--parameters", #"{"currency":"RUB","name":"a"}"#, "--other",
                #"{"currency":"RUB","name":"b"}"#,
            ]
            for service in [
                "ledger", "auth", "history", "scanner", "patterns", "bonds", "subscriptions", "notifications",
            ] {
                // auth is needed for the sessions of the others.
                let process = service == "auth" ? nil : try await Self.processID(of: service, in: house)
                let stopping = process.map { ["--process", "\($0)"] } ?? []
                let rules = try await Self.rules(
                    of: service, (service == "ledger" ? ledger : []) + stopping, in: house.house)
                #expect(rules.broken.isEmpty, "\(service): \(rules.text)")
                var left = service == "ledger" ? ["progress.form"] : Self.needsPermission
                if process != nil { left.remove("stopping.orderly") }
                // Nothing has happened there yet.
                if service != "ledger" && service != "auth" { left.insert("events.form") }
                #expect(rules.notTried.isSubset(of: left), "\(service): \(rules.text)")
                #expect(rules.count > 45)
            }
        }
    }

    @Test func aServiceInPythonConforms() async throws {
        let house = try await Self.notes("notes_service.py")
        let rules = try await Self.rules(of: "notes", Self.notesMethod, in: house)
        #expect(rules.broken.isEmpty && rules.notTried == ["stopping.orderly"], "\(rules.text)")
        let russian = try await house.run(
            "gateway", ["conform", "notes", "--lang", "ru", "--timeout", "60s"] + Self.notesMethod, environment: [:])
        #expect(russian.status == .exited(0) && russian.output.contains("нарушено 0, не проверено 1"), "\(russian)")
        let careful = try await Self.rules(of: "notes", [], in: house)
        #expect(careful.broken.isEmpty && careful.notTried == Self.needsPermission, "\(careful.text)")
        let process = try #require(house.processID(of: "notes"))
        let last = try await Self.rules(of: "notes", Self.notesMethod + ["--process", "\(process)"], in: house)
        #expect(last.broken.isEmpty && last.notTried.isEmpty, "\(last.text)")
        #expect(try await house.stop("notes") == .exited(0))
    }

    private static func processID(of service: String, in house: GatewayHouse) async throws -> Int64 {
        let services = try #require(try await house.json("status").member("services"))
        return try #require(
            services.elements.first { $0.member("name")?.string == service }?.member("pid")?.int64)
    }

    /// A way to break the protocol, and the rules that are broken then.
    struct Breach: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let broken: Set<String>

        init(_ kind: String, _ broken: Set<String>) { (testDescription, self.broken) = (kind, broken) }
    }

    static let breaches = [
        Breach("duplicates", ["json.duplicates"]),
        Breach("numbers", ["requests.unknownMethod", "faults.form"]),
        Breach("ids", ["requests.ids"]),
        Breach(
            "notifications",
            ["frames.notification", "requests.notification", "batches.mixed", "batches.notifications"]),
        Breach("envelopes", ["frames.envelope"]),
        Breach("deadlines", ["deadlines.passed", "requests.order"]),
        Breach("cancelling", ["cancel.running", "cancel.ofOthers", "limits.requests"]),
        Breach("keys", ["keys.repeat", "keys.conflict"]),
        Breach("order", ["events.order"]),
        Breach("sessions", ["access.session", "requests.order"]),
        Breach("batches", ["batches.size"]),
        Breach("crowds", ["limits.requests"]),
        Breach("discovery", ["discovery.served"]),
        Breach("cursors", ["events.order"]),
        Breach("stopping", ["stopping.orderly"]),
    ]

    @Test(arguments: breaches) func aBrokenServiceFailsExactlyWhatItBreaks(breach: Breach) async throws {
        let house = try await Self.notes("broken_notes_service.py", breach.testDescription)
        let process = try #require(house.processID(of: "notes"))
        let rules = try await Self.rules(
            of: "notes", Self.notesMethod + ["--process", "\(process)"], in: house, code: 1)
        #expect(rules.broken == breach.broken, "\(rules.text)")
        #expect(try await house.stop("notes") == .exited(0))
    }

    private static let notesMethod = [
        "--method", "notes.write", "--parameters", #"{"texts":["milk","bread"]}"#, "--other", #"{"texts":["tea"]}"#,
    ]

    /// Starts a service in Python in a house of its own.
    private static func notes(_ script: String, _ arguments: String...) async throws -> RunningHouse {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let python = package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with the library that the service needs.")
        let house = RunningHouse(environment: ["PYTHONDONTWRITEBYTECODE": "1"], programs: ["notes": python])
        let path = package.appendingPathComponent("Tests/Clients/\(script)").path
        try house.launch("notes", arguments: [path] + arguments + [house.runDirectory])
        try await eventually("the service is ready") { try await house.isReady("notes") }
        return house
    }

    private struct Rules {
        var broken: Set<String> = []
        var notTried: Set<String> = []
        var count = 0
        let text: String
    }

    private static func rules(
        of service: String, _ arguments: [String], in house: RunningHouse, code: Int32 = 0
    ) async throws -> Rules {
        // Broken services leave requests without an answer, which is waited for that long.
        let limit = code == 0 ? "60s" : "15s"
        let finished = try await house.run(
            "gateway", ["conform", service, "--json", "--timeout", limit] + arguments, within: .seconds(300))
        #expect(finished.status == .exited(code), "\(finished)")
        let root = try JSONDocument(text: finished.output).root
        #expect(root.member("conforms")?.bool == (code == 0))
        var rules = Rules(text: finished.output)
        for rule in root.member("rules")?.elements.map({ $0 }) ?? [] {
            let name = try #require(rule.member("rule")?.string)
            rules.count += 1
            switch rule.member("result")?.string {
            case "holds": #expect(rule.member("remark") == nil)
            case "doesNotHold": rules.broken.insert(name)
            default: rules.notTried.insert(name)
            }
        }
        return rules
    }
}
