import Coordination
import Domain
import Hosting
import StrictJSON
import Synchronization

/// The trace of one run of the gateway, or of one thing done in the app: every request that is sent for it names it, and services keep what they do for it.
package final class RunTrace: Sendable {
    /// What requests name as their cause.
    package let context = TraceContext.new(isSampled: true)
    private let start = WallClock.system.now()
    private let began = ContinuousClock.now
    private let used = Atomic(false)

    package init() {}

    /// Whether a service was asked.
    package var isUsed: Bool { used.load(ordering: .relaxed) }

    func use() { used.store(true, ordering: .relaxed) }

    /// What is remembered of the run, which ends now.
    ///
    /// - Parameter command: What the person did: the words of a command, or what the app was told to do.
    package func record(of command: String, exitCode: Int32) -> RecordedTrace {
        RecordedTrace(
            id: context.traceID.description, span: context.parentID.description, command: command, start: start,
            microseconds: Int((ContinuousClock.now - began).wholeMicroseconds), exitCode: exitCode)
    }
}

/// Puts the trace of the run on every request, those that refresh the session too.
package struct TracedCaller: ServiceCaller {
    private let caller: any ServiceCaller
    private let trace: RunTrace

    package init(caller: any ServiceCaller, trace: RunTrace) {
        self.caller = caller
        self.trace = trace
    }

    package func call(
        service: String, method: String, parameters: [UInt8], context: SignalContext, within limit: Duration
    ) async throws -> [UInt8] {
        trace.use()
        var context = context
        context.trace = trace.context
        return try await caller.call(
            service: service, method: method, parameters: parameters, context: context, within: limit)
    }
}

/// A run of the gateway as it is remembered: which command, when, and for how long. Not what stood behind the command.
package struct RecordedTrace: Codable, Hashable, Sendable {
    /// The id of the trace.
    package let id: String
    /// The id of the run itself, the parent of what services did.
    package let span: String
    /// `transfer`
    package let command: String
    /// By the machine's clock.
    package let start: Instant
    /// How long it took.
    package let microseconds: Int
    /// How the gateway ended.
    package let exitCode: Int32
}

/// The newest runs of a person's gateway, in a file beside the session.
package struct TraceFile: Sendable {
    /// So many are remembered.
    static let capacity = 16
    private static let maximumBytes = 65_536

    private struct Content: Codable {
        var traces: [RecordedTrace]
    }

    private let directory: AbsolutePath
    private let path: String

    /// The file beside the session's, in the same directory that nobody else can look into.
    package init(beside session: SessionFile) {
        directory = session.directory
        path = session.tracePath
    }

    /// The newest first; none where there are none, or where the file is none of ours.
    package func load() -> [RecordedTrace] {
        guard let bytes = try? readFile(path, limit: Self.maximumBytes),
            let content = try? JSONDocument.read(Content.self, from: bytes)
        else { return [] }
        return content.traces
    }

    /// Remembers one more. What cannot be remembered is not: the run itself went as it went.
    package func add(_ trace: RecordedTrace) {
        let content = Content(traces: Array(([trace] + load()).prefix(Self.capacity)))
        do {
            try PrivateDirectory.prepare(directory)
            try replaceFile(path, with: try JSONEncoding.encode(content))
        } catch {}
    }
}
