import Hosting
import Synchronization

/// Keeps the newest lines of all logs, for the report of a run that failed.
final class RecentLog: LogSink {
    private static let most = 400
    private let lines = Mutex<[String]>([])

    func write(_ record: LogRecord) {
        let line = String(decoding: record.encoded(), as: UTF8.self)
        lines.withLock { lines in
            lines.append(line)
            if lines.count > 2 * Self.most { lines.removeFirst(Self.most) }
        }
    }

    /// The newest lines.
    var text: String { lines.withLock { $0.suffix(Self.most).joined() } }
}
