import Glibc
import Synchronization

/// The destination of log lines.
public protocol LogSink: Sendable {
    /// Writes one line. Called from any thread; must not throw or block for long.
    func write(_ record: LogRecord)
}

/// A sink that writes JSON lines to a descriptor, standard error by default, with one write(2) per line. Lines of
/// several processes on one pipe do not interleave up to `PIPE_BUF` (4,096 bytes). Lines in one file opened with
/// `O_APPEND` do not interleave either.
public struct DescriptorLogSink: LogSink {
    private let descriptor: Int32

    /// Creates a sink.
    ///
    /// - Parameter descriptor: Must stay open as long as the sink is used.
    public init(descriptor: Int32 = STDERR_FILENO) { self.descriptor = descriptor }

    /// Writes the line. A line that cannot be written is lost; the service goes on.
    public func write(_ record: LogRecord) { writeAll(record.encoded(), to: descriptor) }
}

/// A sink that keeps lines in memory, for tests.
public final class InMemoryLogSink: LogSink {
    private let kept = Mutex<[LogRecord]>([])

    /// Creates an empty sink.
    public init() {}

    /// All lines so far, oldest first.
    public var records: [LogRecord] { kept.withLock { $0 } }

    public func write(_ record: LogRecord) { kept.withLock { $0.append(record) } }
}
