import Coordination
import Domain
import GatewaySession
import StrictJSON

/// Reads the new spans of all services, each once.
package struct SpanReader {
    /// What one turn has found.
    package struct Turn: Sendable {
        package fileprivate(set) var spans: [ExportedSpan] = []
        /// How many spans were overwritten before they were read.
        package fileprivate(set) var lost: Int64 = 0
        /// The services that did not answer, and their faults.
        package fileprivate(set) var faults: [(service: String, fault: Fault)] = []
    }

    /// How far a service was read.
    private struct Cursor: Sendable {
        var incarnation: String?
        var last: Int64 = 0
    }

    /// The answer of `<service>.spans`.
    private struct Told: Decodable, Sendable {
        let version: String
        let incarnation: String
        let spans: [ToldSpan]
        let last: Int64
        let lost: Int64
    }

    private struct ToldSpan: Decodable, Sendable {
        let trace: String
        let kind: String
        let name: String
        let span: String
        let parent: String
        let start: Instant
        let microseconds: Int64
        let fault: String?
    }

    /// The most answers of one service in a turn: more than it keeps.
    private static let mostPages = 5
    private static let pageSize = 512

    private let services: [String]
    private let client: ServiceClient
    private let share: TraceShare
    private let began: Instant
    private var cursors: [String: Cursor] = [:]

    /// Creates a reader.
    ///
    /// - Parameter began: Spans that ended earlier are left out: an exporter before this one has sent them.
    package init(_ services: [String], _ client: ServiceClient, share: TraceShare, began: Instant) {
        self.services = services
        self.client = client
        self.share = share
        self.began = began
    }

    /// Asks all services concurrently, with the time limit of the client.
    package mutating func read() async -> Turn {
        typealias Read = (service: String, cursor: Cursor, turn: Turn)
        let reads = await withTaskGroup(of: Read.self) { [cursors, client, share, began] group in
            for service in services {
                let cursor = cursors[service] ?? Cursor()
                group.addTask {
                    var (cursor, turn) = (cursor, Turn())
                    await Self.read(service, client, &cursor, &turn)
                    turn.spans.removeAll { $0.end < began || !share.includes($0.trace) }
                    return (service, cursor, turn)
                }
            }
            var reads: [Read] = []
            for await read in group { reads.append(read) }
            return reads
        }
        var whole = Turn()
        for read in reads {
            cursors[read.service] = read.cursor
            whole.spans += read.turn.spans
            whole.lost += read.turn.lost
            whole.faults += read.turn.faults
        }
        return whole
    }

    private static func read(
        _ service: String, _ client: ServiceClient, _ cursor: inout Cursor, _ turn: inout Turn
    ) async {
        do {
            for _ in 0..<mostPages {
                var writer = JSONWriter()
                writer.beginObject()
                writer.member("incarnation", ifPresent: cursor.incarnation)
                writer.member("after", cursor.last)
                writer.endObject()
                let answer = try await client.askAsOperator(
                    service: service, method: "\(service).spans", parameters: writer.finish())
                let told = try client.decode(Told.self, from: answer)
                let source = TelemetrySource(name: service, version: told.version, incarnation: told.incarnation)
                turn.spans += told.spans.compactMap { span(of: source, $0) }
                // What a service has overwritten before the exporter knew it belongs to nobody.
                if cursor.incarnation == told.incarnation { turn.lost += told.lost }
                cursor = Cursor(incarnation: told.incarnation, last: told.last)
                if told.spans.count < pageSize { return }
            }
        } catch {
            let fault = error as? Fault ?? Fault(.internalFault, "\(service) could not be asked: \(error).")
            turn.faults.append((service, fault))
        }
    }

    private static func span(of source: TelemetrySource, _ told: ToldSpan) -> ExportedSpan? {
        guard let trace = TraceID(told.trace), ExportedSpan.isSpanID(told.span), ExportedSpan.isSpanID(told.parent)
        else { return nil }
        return ExportedSpan(
            source: source, trace: trace, id: told.span, parent: told.parent,
            kind: told.kind == "event" ? .event : .request, name: told.name, start: told.start,
            microseconds: max(0, told.microseconds), fault: told.fault)
    }
}
