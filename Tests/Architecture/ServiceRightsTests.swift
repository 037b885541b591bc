import Coordination
import Foundation
import Hosting
import Identity
import ServiceRuntime
import Signals
import Testing
import Transport

/// The table of rights matches the sources: every call has a row, and every row has a call.
@Suite struct ServiceRightsTests {
    private static let repository = Repository.current
    private static let services = HouseService.allCases

    @Test func everyCallOfAServiceHasItsRowAndEveryRowItsCall() throws {
        let methods = Self.methods()
        #expect(methods.count > 100)
        for service in Self.services {
            let sources = Self.sources(of: service)
            var called = Self.named(in: sources, methods).filter { !SignalMethod($0).belongs(to: service.rawValue) }
            if service != .auth { called.insert("auth.noteUses") }
            if sources.contains("host.tellZones(") { called.insert("auth.adoptZones") }
            if sources.contains(".newestEvent(") { called.insert("ledger.stats") }
            let rows = ServiceRights.calls.union(ServiceRights.callsForPeople).filter {
                $0.caller == .service(service)
            }.map(\.method.name)
            #expect(called.sorted() == rows.sorted(), "\(service)")
        }
    }

    @Test func anExtraServiceFollowsWhatItWasGrantedAndNothingElse() {
        let weather = Caller.service("weather")
        let extra: [String: Set<String>] = ["weather": ["ledger.transferPosted", "ledger.accounts", "network"]]
        let ledger = ServiceRights.rights(at: .ledger, extra: extra)
        #expect(ledger.eventTypes[weather] == ["ledger.transferPosted"])
        #expect(ledger.callers.filter { $0.value.contains(weather) }.map(\.key) == ["ledger.events"])
        let auth = ServiceRights.rights(at: .auth, extra: extra)
        #expect(auth.eventTypes[weather] == ["auth.sessionEnded", "auth.userDeleted"])
        let called = auth.callers.filter { $0.value.contains(weather) }.map(\.key)
        #expect(called.sorted() == ["auth.events", "auth.noteUses"])
        for service in Self.services where ![.ledger, .auth].contains(service) {
            let rights = ServiceRights.rights(at: service, extra: extra)
            #expect(rights.eventTypes[weather] == nil && !rights.callers.values.contains { $0.contains(weather) })
        }
        #expect(ServiceRights.rights(at: .ledger).eventTypes[weather] == nil)
        let own = ServiceRights.rights(at: HouseService(extra: "weather"))
        #expect(own.callers == ["weather.metrics": [.operator], "weather.spans": [.operator]])
    }

    @Test func namesOfTheHouseAreTakenForExtraServices() {
        for name in Self.services.map(\.rawValue) + ["operator"] { #expect(!ExtraService.mayBeNamed(name), "\(name)") }
    }

    @Test func aSignalIsSentByTheServiceItselfOrForPeopleNeverBoth() {
        #expect(ServiceRights.calls.isDisjoint(with: ServiceRights.callsForPeople))
    }

    @Test func whatACommentNamesIsNotCalled() {
        let source =
            "/// As AuthSignal.SetZone.\ntree.send(AuthSignal.CheckCode(code: code), context: context, within: limit)"
        #expect(Self.named(in: Self.code(of: source), Self.methods()) == ["auth.checkCode"])
    }

    @Test func theOperatorMaySendWhatIsForTheOperatorAlone() {
        let access = Self.signals().filter { $0.body.contains("access = SignalAccess.operator") }.map(\.method)
        let rows = ServiceRights.calls.filter { $0.caller == .operator }.map(\.method.name)
        // The gateway has the ledger check the copy of a backup without a signed-in person. The metrics and spans,
        // which every service has, are no signals with types.
        let more =
            ["ledger.check"]
            + HouseService.allCases.flatMap { ["\($0.rawValue).metrics", "\($0.rawValue).spans"] }
        #expect(rows.sorted() == (access + more).sorted())
        let gateway = Self.repository.text("Services/Gateway/GatewaySession/Session/OperatorProof.swift")
        let listed = gateway.matches(of: /(\w+Signal)\.(\w+)\.method/).compactMap {
            Self.methods()["\($0.1).\($0.2)"]
        }
        #expect(listed.sorted() == access.sorted())
    }

    @Test func aServiceSeesTheEventsThatItReadsAndNoOthers() throws {
        let types = Set(EventCatalogue.all.map(\.type))
        for service in Self.services {
            let rows = ServiceRights.readings.filter { $0.reader == service }
            #expect(Set(rows.map(\.source)).count == rows.count, "\(service) has one row for each source")
            let granted = rows.flatMap(\.types)
            #expect(Set(granted).isSubset(of: types))
            let read = Self.typesRead(by: service, types)
            #expect(read.sorted() == granted.sorted(), "\(service)")
        }
    }

    @Test func theProtocolTellsTheWholeTable() {
        let rows = MarkdownTable.rows(
            of: Self.repository.text("Shared/Docs/PROTOCOL.md"), under: "Rights of services")
        let told = Dictionary(
            uniqueKeysWithValues: rows.map { row in
                let cells = row.map { $0.matches(of: /`([\w.]+)`/).map { String($0.1) }.sorted() }
                return (cells[0][0], Array(cells.dropFirst()))
            })
        #expect(told.count == Self.services.count - 1, "auth calls nobody")
        for service in Self.services where service != .auth {
            let calls = ServiceRights.calls.filter { $0.caller == .service(service) }.map(\.method.name)
            let types = ServiceRights.readings.filter { $0.reader == service }.flatMap(\.types)
            #expect(told[service.rawValue] == [calls.sorted(), types.sorted()], "\(service)")
        }
    }

    // MARK: The sources

    private static func sources(of service: HouseService) -> String {
        let folder = "Services/\(service.rawValue.capitalized)/"
        let files = repository.houseFiles.filter { $0.path.hasPrefix(folder) }
        return files.map { code(of: $0.lines.joined(separator: "\n")) }.joined(separator: "\n")
    }

    private static func code(of source: String) -> String {
        source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    }

    /// Returns the methods of the signals that a source names.
    private static func named(in source: String, _ methods: [String: String]) -> Set<String> {
        Set(source.matches(of: /\b(\w+Signal\.\w+)\b/).compactMap { methods[String($0.1)] })
    }

    /// Returns the methods of all signals by the names of their types, `LedgerSignal.Debits`.
    private static func methods() -> [String: String] {
        Dictionary(signals().map { ($0.name, $0.method) }) { first, _ in first }
    }

    private static func signals() -> [(name: String, method: String, body: Substring)] {
        repository.swiftFiles.filter { $0.path.hasPrefix("Shared/Signals/") }.flatMap { file in
            let text = file.lines.joined(separator: "\n")
            guard let space = text.firstMatch(of: /(?:enum|extension) (\w+Signal)\b/)?.1 else {
                return [(String, String, Substring)]()
            }
            return text.split(separator: "\n    public struct ").compactMap { body in
                guard let name = body.firstMatch(of: /^(\w+): Signal\b/)?.1,
                    let method = body.firstMatch(of: /method: SignalMethod = "([^"]+)"/)?.1
                else { return nil }
                return ("\(space).\(name)", String(method), body)
            }
        }
    }

    /// Returns the types of other services' events that the sources of a service name.
    private static func typesRead(by service: HouseService, _ types: Set<String>) -> Set<String> {
        let folder = "Services/\(service.rawValue.capitalized)/"
        var read: Set<String> = []
        for file in repository.houseFiles where file.path.hasPrefix(folder) {
            let text = code(of: file.lines.joined(separator: "\n"))
            read.formUnion(text.matches(of: /"(\w+\.\w+)"/).map { String($0.1) })
            for match in text.matches(of: /\b(\w+)Event\.(\w)(\w*)\.type\b/) {
                read.insert("\(match.1.lowercased()).\(match.2.lowercased())\(match.3)")
            }
            if text.contains("PersonZones.") { read.insert("auth.zoneChanged") }
            if text.contains("host.revocations(") { read.insert("auth.sessionEnded") }
        }
        return read.intersection(types).filter { !$0.hasPrefix(service.rawValue + ".") }
    }
}
