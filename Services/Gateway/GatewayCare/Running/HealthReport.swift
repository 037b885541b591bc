import Coordination
import Domain
import GatewaySession
import GatewayWords
import StrictJSON

/// The health of the services, as they report it.
struct HealthReport: Sendable {
    /// The report of one service.
    struct Entry: Sendable {
        let service: String
        /// The answer as it came, or the reason for its absence.
        let result: Result<[UInt8], Fault>
        /// When it came.
        let answeredAt = ContinuousClock.now

        /// `ready`, another word from the service, or the code of the fault.
        var status: String {
            switch result {
            case .success: text("status") ?? "unknown"
            case .failure(let fault): fault.code.name
            }
        }
        /// True when the service answers requests.
        var isReady: Bool { status == "ready" }
        /// The reported version.
        var version: String? { text("version") }
        var uptimeSeconds: Int? { node?.member("uptimeSeconds")?.integer(as: Int.self) }

        /// The reported time.
        var time: Instant? { text("time").flatMap { Instant($0) } }

        /// True when the kernel restricts the service to its own files; nil if it does not report this.
        var isConfined: Bool? { node?.member("confined")?.bool }

        /// What this machine does for the service; nil in a house on one machine.
        var replica: ReplicaReport? { ReplicaReport(node?.member("replica")) }

        /// What the service knows of its commit log; nil in a house without one.
        var log: LogReport? { LogReport(node?.member("log")) }

        private var node: JSONNode? {
            guard case .success(let bytes) = result else { return nil }
            return (try? JSONDocument(bytes))?.root
        }
        private func text(_ member: String) -> String? { node?.member(member)?.string }
    }

    /// The reports in the order of the request.
    let entries: [Entry]

    /// True when all services answer requests.
    var isReady: Bool { entries.allSatisfy(\.isReady) }

    subscript(service: String) -> Entry? { entries.first { $0.service == service } }

    /// Asks all services concurrently.
    static func ask(_ services: [String], _ client: ServiceClient) async -> HealthReport {
        await withTaskGroup(of: Entry.self) { group in
            for service in services {
                group.addTask { await Entry(service: service, result: ask(service, client)) }
            }
            var entries: [Entry] = []
            for await entry in group { entries.append(entry) }
            return HealthReport(
                entries: services.compactMap { service in entries.first { $0.service == service } })
        }
    }

    private static func ask(_ service: String, _ client: ServiceClient) async -> Result<[UInt8], Fault> {
        do {
            return .success(try await client.askOpenly(service: service, method: "\(service).health"))
        } catch let fault as Fault {
            return .failure(fault)
        } catch {
            return .failure(
                Fault(
                    .internalFault,
                    "\(Text("\(service) could not be asked: \(error).", "Спросить \(service) не удалось: \(error)."))"))
        }
    }
}
