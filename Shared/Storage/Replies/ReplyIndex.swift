import SQLite
import Sodium
import Synchronization

/// Where the reply to a caller's key is.
///
/// Replies are rows in the order they came. Keys are of no order, so an index of them would change a page of its own for
/// nearly every request: that was most of what a keyed transfer wrote. So the newest keys are in memory; when there are many
/// they go into the index in the order of their hashes, a few with each commit: then many share a page. What a crash takes
/// from memory is read again from the newest rows.
///
/// - Source: the idea is that of the log-structured merge tree (O'Neil and others, 1996), with two parts.
final class ReplyIndex: TransactionParticipant {
    /// How many keys gather in memory before they go into the index.
    private let gathered: Int

    private struct Entry {
        let hash: Int64
        let number: Int64
    }

    /// How far a transaction was.
    private struct Mark {
        static let none = Mark(added: 0, pending: .none)

        let added: Int
        let pending: PendingReplies.Mark
    }

    private struct Keys {
        /// Numbers of replies by hash: those that gather, and those that are on their way into the index.
        var newer: [Int64: Int64] = [:]
        var older: [Int64: Int64] = [:]
        /// ``older`` in the order of the hashes.
        var sweep: [Entry] = []
        /// How many of ``sweep`` are in the index: with the open transaction, and on the disk.
        var swept = 0
        var sweptOnDisk = 0
        /// The newest reply among ``sweep``.
        var sweepEnd: Int64 = 0
        /// The hashes that came since the last commit.
        var added: [Int64] = []
        /// The replies that came since then.
        var pending = PendingReplies()
        var marks: [Mark] = []
        /// The number of the newest reply there ever was.
        var newest: Int64 = 0

        var mark: Mark { Mark(added: added.count, pending: pending.mark) }

        func number(_ hash: Int64) -> Int64? { newer[hash] ?? older[hash] }

        mutating func goBack(to mark: Mark) {
            for hash in added[mark.added...] { newer[hash] = nil }
            added.removeLast(added.count - mark.added)
            pending.goBack(to: mark.pending)
        }
    }

    private let keys = Mutex(Keys())

    init(gathering count: Int) { gathered = count }

    /// What stands for the key of a caller: eight bytes of a BLAKE2b. Whoever finds something by it looks whose it is.
    static func hash(caller: String, key: String) -> Int64 {
        var text = Array(caller.utf8)
        text.append(0)
        text.append(contentsOf: key.utf8)
        return text.withUnsafeBytes { Int64(bitPattern: Digest.blake2b256Words($0).0) }
    }

    /// Takes the keys that are not in the index into memory.
    func load(_ connection: Connection) throws(SQLiteError) {
        var read = Keys()
        read.newest = try connection.first("SELECT replies_indexed FROM storage") { $0.int64(at: 0) } ?? 0
        try connection.query(
            "SELECT number, hash FROM replies WHERE number > ?1 ORDER BY number",
            bind: { $0.bind(read.newest, at: 1) },
            { row throws(SQLiteError) in
                let entry = Entry(hash: row.int64(at: 1), number: row.int64(at: 0))
                read.newest = entry.number
                // One in memory for each hash; should there be two of it, the older one goes into the index.
                guard let other = read.newer.updateValue(entry.number, forKey: entry.hash) else { return }
                try Self.insert(Entry(hash: entry.hash, number: other), connection)
            })
        keys.withLock { [read] in $0 = read }
    }

    /// The numbers of the replies that may be to a key of this hash.
    func numbers(_ hash: Int64, _ connection: Connection) throws(SQLiteError) -> [Int64] {
        var numbers: [Int64] = []
        if let number = keys.withLock({ $0.number(hash) }) { numbers.append(number) }
        try connection.query(
            "SELECT number FROM reply_index WHERE hash = ?1", bind: { $0.bind(hash, at: 1) },
            { numbers.append($0.int64(at: 0)) })
        return numbers
    }

    /// Whether a key of this hash may have come since the last commit.
    func isNew(_ hash: Int64) -> Bool { keys.withLock { $0.newer[hash] != nil } }

    /// The reply of this number and the digest of what it answers, if it is to this key of this caller.
    func reply(
        _ number: Int64, to request: KeyedRequest, _ connection: Connection
    ) throws(SQLiteError) -> (digest: [UInt8], reply: StoredReply)? {
        if let entry = keys.withLock({ $0.pending.entry(number) }) {
            guard entry.request.caller == request.caller, entry.request.key == request.key else { return nil }
            return (entry.request.digest, entry.reply)
        }
        return try connection.first(
            "SELECT digest, kind, content FROM replies WHERE number = ?1 AND caller = ?2 AND key = ?3",
            bind: {
                $0.bind(number, at: 1)
                $0.bind(request.caller, at: 2)
                $0.bind(request.key, at: 3)
            },
            { row in
                (digest: row.bytes(at: 0), reply: StoredReply(stored: row.int64(at: 1), content: row.bytes(at: 2)))
            })
    }

    /// Adds a reply, to be written with its neighbours.
    func add(
        _ reply: StoredReply, to request: KeyedRequest, _ hash: Int64, in transaction: WriteTransaction
    ) throws(SQLiteError) {
        let (number, isTaken) = keys.withLock { keys in
            keys.newest += 1
            keys.pending.add(
                PendingReplies.Entry(number: keys.newest, hash: hash, request: request, reply: reply))
            let isTaken = keys.number(hash) != nil
            if !isTaken {
                keys.newer[hash] = keys.newest
                keys.added.append(hash)
            }
            return (keys.newest, isTaken)
        }
        if isTaken { try Self.insert(Entry(hash: hash, number: number), transaction.connection) }
    }

    /// Writes the replies that were added and not written yet; call it before anything reads or changes the table of them.
    func writePending(_ connection: Connection) throws(SQLiteError) {
        try keys.withLock { keys throws(SQLiteError) in try keys.pending.write(connection) }
    }

    private static func insert(_ entry: Entry, _ connection: Connection) throws(SQLiteError) {
        // Those of a sweep that a crash ended are there already.
        try connection.run("INSERT OR IGNORE INTO reply_index (hash, number) VALUES (?1, ?2)") {
            $0.bind(entry.hash, at: 1)
            $0.bind(entry.number, at: 2)
        }
    }

    // MARK: With each commit

    func mark() { keys.withLock { $0.marks.append($0.mark) } }

    func keep() { keys.withLock { _ = $0.marks.popLast() } }

    func drop() { keys.withLock { keys in if let mark = keys.marks.popLast() { keys.goBack(to: mark) } } }

    func prepare(_ transaction: WriteTransaction) throws {
        try keys.withLock { keys in
            let connection = transaction.connection
            try keys.pending.write(connection)
            guard !keys.added.isEmpty else { return }
            if keys.sweep.isEmpty, keys.newer.count - keys.added.count >= gathered { Self.beginSweep(&keys) }
            guard !keys.sweep.isEmpty else { return }
            // Twice as many as came, so that it is over long before as many have gathered again.
            let end = min(keys.sweep.count, keys.swept + 2 * keys.added.count)
            for entry in keys.sweep[keys.swept..<end] { try Self.insert(entry, connection) }
            keys.swept = end
            guard end == keys.sweep.count else { return }
            try connection.run("UPDATE storage SET replies_indexed = ?1") { $0.bind(keys.sweepEnd, at: 1) }
        }
    }

    /// Has all that is on the disk go into the index.
    private static func beginSweep(_ keys: inout Keys) {
        keys.older = keys.newer
        keys.newer = [:]
        for hash in keys.added { keys.newer[hash] = keys.older.removeValue(forKey: hash) }
        keys.sweep = keys.older.map { Entry(hash: $0.key, number: $0.value) }.sorted { $0.hash < $1.hash }
        keys.sweepEnd = keys.sweep.reduce(0) { max($0, $1.number) }
        (keys.swept, keys.sweptOnDisk) = (0, 0)
    }

    func committed() {
        keys.withLock { keys in
            keys.added.removeAll(keepingCapacity: true)
            keys.pending.goBack(to: .none)
            keys.sweptOnDisk = keys.swept
            guard !keys.sweep.isEmpty, keys.swept == keys.sweep.count else { return }
            (keys.older, keys.sweep, keys.swept, keys.sweptOnDisk) = ([:], [], 0, 0)
        }
    }

    func aborted() {
        keys.withLock { keys in
            keys.marks.removeAll()
            keys.goBack(to: .none)
            keys.swept = keys.sweptOnDisk
        }
    }
}
