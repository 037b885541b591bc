import Coordination
import Domain
import GatewaySession
import GatewayWords
import StrictJSON

/// What services say of themselves when asked how they are.
struct HealthReport: Sendable {
    /// What one of them said.
    struct Entry: Sendable {
        /// Who was asked.
        let service: String
        /// The answer as it came, or why there is none.
        let result: Result<[UInt8], Fault>

        /// `ready`, another word of the service's own, or the code of the fault.
        var status: String {
            switch result {
            case .success: text("status") ?? "unknown"
            case .failure(let fault): fault.code.name
            }
        }
        /// Whether it serves.
        var isReady: Bool { status == "ready" }
        /// The version it says it is.
        var version: String? { text("version") }
        /// For how long it has run.
        var uptimeSeconds: Int? { node?.member("uptimeSeconds")?.integer(as: Int.self) }

        /// What time it says it is.
        var time: Instant? { text("time").flatMap { Instant($0) } }

        /// Whether the kernel keeps it to its own files; nil when it does not say.
        var isConfined: Bool? { node?.member("confined")?.bool }

        private var node: JSONNode? {
            guard case .success(let bytes) = result else { return nil }
            return (try? JSONDocument(bytes))?.root
        }
        private func text(_ member: String) -> String? { node?.member(member)?.string }
    }

    /// In the order asked.
    let entries: [Entry]

    /// Whether all serve.
    var isReady: Bool { entries.allSatisfy(\.isReady) }

    subscript(service: String) -> Entry? { entries.first { $0.service == service } }

    /// Asks all at once.
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
