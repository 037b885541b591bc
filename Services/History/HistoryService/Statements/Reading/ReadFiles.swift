import Signals
import Synchronization

/// The files that were read last and have pages left, so that a long file is not read again for each page.
///
/// A file is identified by its bytes and all hints, and belongs to one user. It is taken out for a page and kept again
/// while pages are left. So a client that reads all pages leaves nothing here, and one that stops leaves little.
package final class ReadFiles: Sendable {
    /// The most files, of at most ``FileContent/mostBytes`` each.
    static let most = 2

    /// The identity of a file and the way to read it.
    package struct Key: Hashable, Sendable {
        let user: String
        let content: [UInt8]
        /// Detected by the content when nil.
        let kind: HistorySignal.FileFormat?
        let encoding: HistorySignal.FileEncoding?
        let hints: StatementHints
        /// True to leave unreadable lines out; false to refuse the whole file.
        let skipsBadLines: Bool

        package init(
            user: String, content: [UInt8], kind: HistorySignal.FileFormat?, encoding: HistorySignal.FileEncoding?,
            hints: StatementHints, skipsBadLines: Bool
        ) {
            self.user = user
            self.content = content
            self.kind = kind
            self.encoding = encoding
            self.hints = hints
            self.skipsBadLines = skipsBadLines
        }
    }

    private let kept = Mutex<[(key: Key, file: ReadFile)]>([])

    /// The number of files.
    var count: Int { kept.withLock { $0.count } }

    /// Removes and returns a file.
    func take(_ key: Key) -> ReadFile? {
        kept.withLock { kept in
            kept.firstIndex { $0.key == key }.map { kept.remove(at: $0).file }
        }
    }

    /// Keeps a file for its next page and evicts the oldest one beyond ``most``.
    func keep(_ file: ReadFile, as key: Key) {
        kept.withLock { kept in
            kept.removeAll { $0.key == key }
            kept.append((key, file))
            if kept.count > Self.most { kept.removeFirst() }
        }
    }
}
