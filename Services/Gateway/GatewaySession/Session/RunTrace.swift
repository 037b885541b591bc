import Coordination
import Domain
import Hosting
import StrictJSON
import Synchronization

/// The trace of one run of the gateway, or of one action in the app. Every request carries it, and services keep the
/// spans of their work under it.
package final class RunTrace: Sendable {
    /// The trace context of the requests.
    package let context = TraceContext.new(isSampled: true)
    private let start = WallClock.system.now()
    private let began = ContinuousClock.now
    private let used = Atomic(false)

    package init() {}

    /// True once a service was called.
    package var isUsed: Bool { used.load(ordering: .relaxed) }

    func use() { used.store(true, ordering: .relaxed) }

    /// Returns the record of the run, which ends now.
    ///
    /// - Parameter command: The words of the command, or the action in the app.
    package func record(of command: String, exitCode: Int32) -> RecordedTrace {
        RecordedTrace(
            id: context.traceID.description, span: context.parentID.description, command: command, start: start,
            microseconds: Int((ContinuousClock.now - began).wholeMicroseconds), exitCode: exitCode)
    }
}

/// Adds the trace of the run to every request, including those that refresh the session.
package struct TracedCaller: ServiceCaller {
    private let caller: any ServiceCaller
    private let trace: RunTrace

    package init(caller: any ServiceCaller, trace: RunTrace) {
        self.caller = caller
        self.trace = trace
    }

    package func call(
        service: String, method: String, parameters: [UInt8], effect: SignalEffect, context: SignalContext,
        within limit: Duration
    ) async throws -> [UInt8] {
        trace.use()
        var context = context
        context.trace = trace.context
        return try await caller.call(
            service: service, method: method, parameters: parameters, effect: effect, context: context,
            within: limit)
    }
}

/// The record of a run of the gateway: the command, its time and its duration, but not the command's arguments.
package struct RecordedTrace: Codable, Hashable, Sendable {
    /// The id of the trace.
    package let id: String
    /// The id of the run's own span, the parent of the services' spans.
    package let span: String
    /// The command, such as `transfer`.
    package let command: String
    /// The start, by the machine's clock.
    package let start: Instant
    /// The duration.
    package let microseconds: Int
    /// The exit code of the gateway.
    package let exitCode: Int32
}

/// The newest runs of a user's gateway, in a file beside the session.
package struct TraceFile: Sendable {
    /// The number of runs kept.
    static let capacity = 16
    private static let maximumBytes = 65_536

    private struct Content: Codable {
        var traces: [RecordedTrace]
    }

    private let directory: AbsolutePath
    private let path: String

    /// Creates the file beside the session's, in the same private directory.
    package init(beside session: SessionFile) {
        directory = session.directory
        path = session.tracePath
    }

    /// Loads the runs, the newest first; empty for a missing or foreign file.
    package func load() -> [RecordedTrace] {
        guard let bytes = try? readFile(path, limit: Self.maximumBytes),
            let content = try? JSONDocument.read(Content.self, from: bytes)
        else { return [] }
        return content.traces
    }

    /// Adds a run, best effort: a failure does not affect the run's result.
    package func add(_ trace: RecordedTrace) {
        let content = Content(traces: Array(([trace] + load()).prefix(Self.capacity)))
        do {
            try PrivateDirectory.prepare(directory)
            try replaceFile(path, with: try JSONEncoding.encode(content))
        } catch {}
    }
}
