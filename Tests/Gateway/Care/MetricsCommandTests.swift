import Coordination
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import GatewaySession

/// `gateway metrics` with scripted services.
@Suite struct MetricsCommandTests {
    private let gateway: GatewayFixture

    init() throws {
        gateway = try GatewayFixture()
        for service in House.services { gateway.services.answer("\(service).metrics", json: Self.told()) }
    }

    private static func family(_ name: String, kind: String = "gauge", _ samples: String) -> String {
        #"{"name":"kopilka_\#(name)","kind":"\#(kind)","help":"Help.","samples":[\#(samples)]}"#
    }

    private static func sample(_ value: Int, _ labels: (String, String)...) -> String {
        let labels = labels.map { #"{"name":"\#($0)","value":"\#($1)"}"# }.joined(separator: ",")
        return #"{"labels":[\#(labels)],"value":\#(value)}"#
    }

    private static func told(_ more: String...) -> String {
        let families = [family("peers", sample(2))] + more
        return #"{"families":[\#(families.joined(separator: ","))]}"#
    }

    @Test func theFamiliesOfAllServicesAreOneEach() async throws {
        let outcome = await gateway.run("metrics")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count { $0 == "# TYPE kopilka_peers gauge" } == 1)
        for service in House.services {
            #expect(lines.contains("kopilka_up{service=\"\(service)\"} 1"))
            #expect(lines.contains("kopilka_peers{service=\"\(service)\"} 2"))
        }
        #expect(lines.last == "# EOF" && outcome.output.hasSuffix("\n"))
    }

    @Test func aServiceThatIsDownDoesNotSpoilTheRest() async throws {
        gateway.services.refuse("ledger.metrics", Fault(.unavailable, "ledger cannot be reached."))
        let outcome = await gateway.run("metrics")
        #expect(outcome.code == 0 && outcome.errors.contains("ledger"), "\(outcome)")
        #expect(outcome.output.contains("kopilka_up{service=\"ledger\"} 0\n"))
        #expect(!outcome.output.contains("kopilka_peers{service=\"ledger\"}"))
        #expect(outcome.output.contains("kopilka_peers{service=\"auth\"} 2\n"))
        for service in House.services {
            gateway.services.refuse("\(service).metrics", Fault(.unavailable, "It is down."))
        }
        let down = await gateway.run("metrics")
        #expect(down.code == 69 && down.output.contains("kopilka_up{service=\"auth\"} 0\n"), "\(down)")
    }

    @Test func aReaderIsBehindByTheEventsThatItHasNotHandled() async throws {
        gateway.services.answer("ledger.metrics", json: Self.told(Self.family("newest_event", Self.sample(120))))
        gateway.services.answer(
            "history.metrics",
            json: Self.told(
                Self.family(
                    "event_cursor",
                    [Self.sample(100, ("source", "ledger")), Self.sample(5, ("source", "auth"))]
                        .joined(separator: ","))))
        gateway.services.answer("auth.metrics", json: Self.told(Self.family("newest_event", Self.sample(4))))
        let output = await gateway.run("metrics").output
        #expect(output.contains("kopilka_event_lag_events{service=\"history\",source=\"ledger\"} 20\n"))
        // The source answered before the reader.
        #expect(output.contains("kopilka_event_lag_events{service=\"history\",source=\"auth\"} 0\n"))
    }

    @Test func aNameThatMeansSomethingElseInAnotherServiceIsLeftOut() async throws {
        gateway.services.answer(
            "ledger.metrics", json: #"{"families":[\#(Self.family("peers", kind: "counter", Self.sample(7)))]}"#)
        let output = await gateway.run("metrics").output
        #expect(!output.contains("kopilka_peers_total") && !output.contains("kopilka_peers{service=\"ledger\"}"))
        #expect(output.contains("kopilka_up{service=\"ledger\"} 1\n"))
    }

    @Test func aFileForTheNodeExporterIsReplacedAndReadableForIt() async throws {
        let folder = TemporaryDirectory()
        let path = try folder.write("old", to: "kopilka.prom")
        let outcome = await gateway.run("metrics", "--textfile", path)
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome)")
        let text = folder.read("kopilka.prom")
        #expect(text.contains("kopilka_up{service=\"ledger\"} 1\n") && !text.contains("# EOF"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o644)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kopilka.prom"])
        let wrong = await gateway.run("metrics", "--textfile", folder.file("kopilka.txt"))
        #expect(wrong.code == 2 && wrong.errors.contains(".prom"), "\(wrong)")
    }

    @Test func programsGetThemAsJSON() async throws {
        let root = try JSONDocument(text: await gateway.run("metrics", "--json").output).root
        let names = root.member("families")?.elements.compactMap { $0.member("name")?.string } ?? []
        #expect(names.contains("kopilka_up") && names.contains("kopilka_peers"))
    }

    @Test(arguments: ["0.0.0.0:9417", "192.0.2.7:9417", "[::]:9417", "[2001:db8::1]:9417"])
    func otherMachinesAreNotServed(address: String) async throws {
        let outcome = await gateway.run("metrics", "--listen", address)
        #expect(outcome.code == 2 && outcome.errors.contains("proxy"), "\(outcome)")
        #expect(gateway.services.calls.isEmpty)
        let russian = await gateway.run("metrics", "--listen", address, "--lang", "ru")
        #expect(russian.code == 2 && russian.errors.contains("прокси"), "\(russian)")
    }

    @Test(arguments: ["localhost:9417", "9417", "127.0.0.1", "relative/path"])
    func otherPlacesAreRefused(place: String) async throws {
        let outcome = await gateway.run("metrics", "--listen", place)
        #expect(outcome.code == 2 && outcome.errors.contains("--listen"), "\(outcome)")
    }
}
