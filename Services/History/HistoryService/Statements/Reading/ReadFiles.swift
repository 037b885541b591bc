import Signals
import Synchronization

/// The files that were read last and of which there are pages left, so that a long file is read once and not anew for
/// each page.
///
/// A file is known by its bytes and by all that was said about it, and it is its reader's alone. It is taken out for a
/// page and kept again while there are more, so whoever asks for all pages leaves nothing here, and whoever breaks off
/// leaves little.
final class ReadFiles: Sendable {
    /// So many are kept, of at most ``ReadStatement/mostBytes`` each.
    static let most = 2

    /// Which file, and how it is to be read.
    struct Key: Hashable, Sendable {
        let user: String
        let content: [UInt8]
        /// Found by the content when absent.
        let kind: HistorySignal.FileFormat?
        let encoding: HistorySignal.FileEncoding?
        let hints: StatementHints
        /// Whether lines that cannot be read are left out; otherwise the whole file is refused.
        let skipsBadLines: Bool
    }

    private let kept = Mutex<[(key: Key, file: ReadFile)]>([])

    /// How many are kept.
    var count: Int { kept.withLock { $0.count } }

    /// Takes a file out.
    func take(_ key: Key) -> ReadFile? {
        kept.withLock { kept in
            kept.firstIndex { $0.key == key }.map { kept.remove(at: $0).file }
        }
    }

    /// Keeps a file for its next page; the one that was kept first goes when there are too many.
    func keep(_ file: ReadFile, as key: Key) {
        kept.withLock { kept in
            kept.removeAll { $0.key == key }
            kept.append((key, file))
            if kept.count > Self.most { kept.removeFirst() }
        }
    }
}
