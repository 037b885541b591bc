import Glibc
import Synchronization

/// Where log lines go.
public protocol LogSink: Sendable {
    /// Takes one line; called from any thread, must not throw or wait for long.
    func write(_ record: LogRecord)
}

/// JSON lines to a descriptor, standard error by default, one write(2) a line: lines of several processes on one
/// pipe do not mix up to `PIPE_BUF` (4,096 bytes), nor do those in one file opened with `O_APPEND`.
public struct DescriptorLogSink: LogSink {
    private let descriptor: Int32

    /// - Parameter descriptor: Stays open as long as the sink is used.
    public init(descriptor: Int32 = STDERR_FILENO) { self.descriptor = descriptor }

    /// Writes the line; a line that nobody can take is lost, the service goes on.
    public func write(_ record: LogRecord) { writeAll(record.encoded(), to: descriptor) }
}

/// Keeps lines in memory, for tests.
public final class InMemoryLogSink: LogSink {
    private let kept = Mutex<[LogRecord]>([])

    /// A sink with nothing in it.
    public init() {}

    /// All lines so far, oldest first.
    public var records: [LogRecord] { kept.withLock { $0 } }

    /// Keeps the line.
    public func write(_ record: LogRecord) { kept.withLock { $0.append(record) } }
}
