import Coordination
import Domain
import GatewaySession

/// A span on its way to a collector.
package struct ExportedSpan: Sendable, Equatable {
    /// What it says about its place in a tree: `SpanKind` of OTLP.
    package enum Kind: Int, Sendable {
        /// A command of the gateway.
        case command = 1
        /// A request that a service answered.
        case request = 2
        /// A request that the app or the page sent.
        case sentRequest = 3
        /// An event of another service that a service handled.
        case event = 5
    }

    package let source: TelemetrySource
    package let trace: TraceID
    package let id: String
    /// Nil for the root of a tree.
    package let parent: String?
    package let kind: Kind
    /// The command, the method, or the type of the event.
    package let name: String
    package let start: Instant
    package let microseconds: Int64
    /// The code of the fault that ended it.
    package let fault: String?

    /// The end.
    var end: Instant { start + .microseconds(microseconds) }
}

/// A process that spans come from: the resource of OTLP.
package struct TelemetrySource: Hashable, Sendable {
    /// `ledger`, or `gateway`.
    package let name: String
    package let version: String?
    /// Another one after each start; nil for runs of the gateway.
    package let incarnation: String?

    package init(name: String, version: String? = nil, incarnation: String? = nil) {
        self.name = name
        self.version = version
        self.incarnation = incarnation
    }
}

extension ExportedSpan {
    /// The words before the method in the record of a request that the app or the page sent.
    private static let fromApp = "app "

    /// Creates the span of a run of the gateway; nil for a record with an id that is none.
    init?(_ run: RecordedTrace, version: String) {
        guard let trace = TraceID(run.id), Self.isSpanID(run.span), run.microseconds >= 0 else { return nil }
        let isRequest = run.command.hasPrefix(Self.fromApp)
        self.init(
            source: TelemetrySource(name: "gateway", version: version), trace: trace, id: run.span, parent: nil,
            kind: isRequest ? .sentRequest : .command,
            name: isRequest ? String(run.command.dropFirst(Self.fromApp.count)) : run.command, start: run.start,
            microseconds: Int64(run.microseconds), fault: run.exitCode == 0 ? nil : "exit \(run.exitCode)")
    }

    /// Returns true for 16 hexadecimal digits that are not all zero.
    static func isSpanID(_ text: String) -> Bool { text.utf8.count == 16 && TraceID("0000000000000000" + text) != nil }
}
