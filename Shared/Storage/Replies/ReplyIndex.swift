import SQLite
import Sodium
import Synchronization

/// Finds the reply to a caller's key.
///
/// Replies are rows in the order in which they came. Keys are random, so indexing each at once would change a different
/// page for nearly every request: that was most of what a keyed transfer wrote. So the newest keys are held in memory.
/// When there are many, they move into the index in the order of their hashes, a few with each commit, so that many
/// share a page. After a crash, the keys lost from memory are read again from the newest rows. A filter tells for
/// nearly every new key that it is not in the index, which is then not searched.
///
/// - Source: The idea of the log-structured merge tree (O'Neil and others, 1996), with two components.
package final class ReplyIndex: TransactionParticipant {
    /// The number of keys that gather in memory before they move into the index.
    private let gathered: Int

    private typealias Entry = KeySweep.Entry

    /// A position in a transaction.
    private struct Mark {
        let newest: Int64
        let added: Int
        let pending: PendingReplies.Mark
    }

    private struct Keys {
        /// The numbers of replies by hash: ``newer`` gathers keys; the keys of ``older`` are moving into the index.
        var newer: [Int64: Int64] = [:]
        var older: [Int64: Int64] = [:]
        /// Keys that a load found beside newer ones of the same hash. The next commit moves them into the index.
        var doubled: [Entry] = []
        /// Moves ``older`` into the index.
        var sweep = KeySweep.none
        /// The filter over the keys of the index.
        var filter: IndexFilter
        /// The hashes added since the last commit.
        var added: [Int64] = []
        /// The replies added since the last commit.
        var pending = PendingReplies()
        var marks: [Mark] = []
        /// The numbers of the newest reply: of all replies, and of those on disk.
        var newest: Int64 = 0
        var newestOnDisk: Int64 = 0

        var mark: Mark { Mark(newest: newest, added: added.count, pending: pending.mark) }
        var lastCommit: Mark { Mark(newest: newestOnDisk, added: 0, pending: .none) }

        func number(_ hash: Int64) -> Int64? { newer[hash] ?? older[hash] }

        func numbers(_ hash: Int64) -> [Int64] {
            let numbers = number(hash).map { [$0] } ?? []
            return doubled.isEmpty ? numbers : numbers + doubled.filter { $0.hash == hash }.map(\.number)
        }

        mutating func goBack(to mark: Mark) {
            for hash in added[mark.added...] { newer[hash] = nil }
            added.removeLast(added.count - mark.added)
            pending.goBack(to: mark.pending)
            newest = mark.newest
        }
    }

    private let keys: Mutex<Keys>

    /// Creates an index. Call ``load(_:)`` before its first use.
    ///
    /// - Parameter count: The number of keys that gather in memory before they move into the index.
    package init(gathering count: Int) {
        gathered = count
        keys = Mutex(Keys(filter: IndexFilter(capacity: 0, isWhole: false)))
    }

    /// Returns the hash of a caller's key: eight bytes of a BLAKE2b. Hashes may collide, so a reply found by its hash
    /// is compared with caller and key.
    package static func hash(caller: String, key: String) -> Int64 {
        var text: [UInt8] = []
        text.reserveCapacity(caller.utf8.count + 1 + key.utf8.count)
        text.append(contentsOf: caller.utf8)
        text.append(0)
        text.append(contentsOf: key.utf8)
        return text.withUnsafeBytes { Int64(bitPattern: Digest.blake2b256Words($0).0) }
    }

    /// Loads the keys that are not in the index into memory.
    package func load(_ connection: Connection) throws(SQLiteError) {
        let indexed = try connection.first("SELECT replies_indexed FROM storage") as Int64? ?? 0
        // The number bounds the keys in the index; it does not count them. The filter grows as it is filled. With zero,
        // the keys of a sweep that a crash interrupted are read into memory as well.
        let filter = IndexFilter(
            capacity: max(leastFiltered, min(2 * Int(indexed), Self.mostFilteredAtFirst)), isWhole: indexed == 0,
            round: keys.withLock { $0.filter.round } + 1)
        var read = Keys(filter: filter, newest: indexed)
        try connection.query("SELECT number, hash FROM replies WHERE number > ? ORDER BY number", read.newest) {
            (number: Int64, hash: Int64) throws(SQLiteError) in
            let entry = Entry(hash: hash, number: number)
            read.newest = entry.number
            // Memory holds one reply per hash. When two share a hash, the older one goes into the index: with a commit,
            // because a log gets commits only.
            guard let other = read.newer.updateValue(entry.number, forKey: entry.hash) else { return }
            read.filter.add(entry.hash)
            read.doubled.append(Entry(hash: entry.hash, number: other))
        }
        read.newestOnDisk = read.newest
        keys.withLock { [read] in $0 = read }
    }

    /// Nothing: only a store that leads has an index, and loads it then.
    package func follow(_ connection: Connection) {}

    /// Returns the numbers of the replies whose key may have this hash.
    func numbers(_ hash: Int64, _ connection: Connection) throws(SQLiteError) -> [Int64] {
        let (numbers, mayBeIndexed) = keys.withLock { ($0.numbers(hash), $0.filter.mayHave(hash)) }
        guard mayBeIndexed else { return numbers }
        return numbers + (try connection.all("SELECT number FROM reply_index WHERE hash = ?", hash))
    }

    /// Returns true when a key of this hash may have come since the last commit.
    func isNew(_ hash: Int64) -> Bool { keys.withLock { $0.newer[hash] != nil } }

    /// Returns the reply of this number and the digest of its request, if it belongs to this key of this caller.
    func reply(
        _ number: Int64, to request: KeyedRequest, _ connection: Connection
    ) throws(SQLiteError) -> (digest: [UInt8], reply: StoredAnswer)? {
        if let entry = keys.withLock({ $0.pending.entry(number) }) {
            guard entry.request.caller == request.caller, entry.request.key == request.key else { return nil }
            return (entry.request.digest, entry.reply)
        }
        return try connection.first(
            "SELECT digest, kind, content FROM replies WHERE number = ? AND caller = ? AND key = ?", number,
            request.caller, request.key
        ) { (digest: [UInt8], kind: Int64, content: [UInt8]) in
            (digest: digest, reply: StoredAnswer(stored: kind, content: content))
        }
    }

    /// Adds a reply, to be written together with its neighbours.
    func add(
        _ reply: StoredAnswer, to request: KeyedRequest, _ hash: Int64, in transaction: WriteTransaction
    ) throws(SQLiteError) {
        let (number, isTaken) = keys.withLock { keys in
            keys.newest += 1
            keys.pending.add(
                PendingReplies.Entry(number: keys.newest, hash: hash, request: request, reply: reply))
            let isTaken = keys.number(hash) != nil
            if isTaken {
                keys.filter.add(hash)
            } else {
                keys.newer[hash] = keys.newest
                keys.added.append(hash)
            }
            return (keys.newest, isTaken)
        }
        if isTaken { try Self.insert(Entry(hash: hash, number: number), transaction.connection) }
    }

    /// Writes the added replies that are not written yet. Call it before reading or changing their table.
    func writePending(_ connection: Connection) throws(SQLiteError) {
        try keys.withLock { keys throws(SQLiteError) in try keys.pending.write(connection) }
    }

    private static func insert(_ entry: Entry, _ connection: Connection) throws(SQLiteError) {
        // The keys of a sweep that a crash interrupted are there already.
        try connection.run("INSERT OR IGNORE INTO reply_index (hash, number) VALUES (?, ?)", entry.hash, entry.number)
    }

    // MARK: Transactions

    package func mark() { keys.withLock { $0.marks.append($0.mark) } }

    package func keep() { keys.withLock { _ = $0.marks.popLast() } }

    package func drop() { keys.withLock { keys in if let mark = keys.marks.popLast() { keys.goBack(to: mark) } } }

    package func prepare(_ transaction: WriteTransaction) throws {
        try keys.withLock { keys in
            let connection = transaction.connection
            try keys.pending.write(connection)
            for entry in keys.doubled { try Self.insert(entry, connection) }
            guard !keys.added.isEmpty else { return }
            if keys.sweep.isOver, keys.newer.count - keys.added.count >= gathered { Self.beginSweep(&keys) }
            guard !keys.sweep.isOver else { return }
            // Twice as many as were added, so that the sweep ends long before the next one is due.
            for entry in keys.sweep.take(2 * keys.added.count) {
                keys.filter.add(entry.hash)
                try Self.insert(entry, connection)
            }
            guard keys.sweep.isOver else { return }
            try connection.run("UPDATE storage SET replies_indexed = ?", keys.sweep.newest)
        }
    }

    /// Starts to move all keys of committed replies into the index.
    private static func beginSweep(_ keys: inout Keys) {
        keys.older = keys.newer
        keys.newer = [:]
        for hash in keys.added { keys.newer[hash] = keys.older.removeValue(forKey: hash) }
        keys.sweep = KeySweep(keys.older)
    }

    package func committed() {
        keys.withLock { keys in
            keys.added.removeAll(keepingCapacity: true)
            keys.pending.goBack(to: .none)
            keys.newestOnDisk = keys.newest
            if !keys.doubled.isEmpty { keys.doubled = [] }
            keys.sweep.keep()
            keys.filter.makeRoom(atLeast: leastFiltered)
            if keys.sweep.isOver, !keys.older.isEmpty { (keys.older, keys.sweep) = ([:], .none) }
        }
    }

    package func aborted() {
        keys.withLock { keys in
            keys.marks.removeAll()
            keys.goBack(to: keys.lastCommit)
            keys.sweep.goBack()
        }
    }

    // MARK: The filter

    /// Returns true when the index has to be searched for a key of this hash.
    package func mayBeIndexed(_ hash: Int64) -> Bool { keys.withLock { $0.filter.mayHave(hash) } }

    /// Called after each commit, see ``IndexFilter/beginFilling()``.
    package func beginFilling() -> (round: Int, hash: Int64)? { keys.withLock { $0.filter.beginFilling() } }

    /// Stops the filling, see ``IndexFilter/giveUpFilling(_:)``.
    func giveUpFilling(_ round: Int) { keys.withLock { $0.filter.giveUpFilling(round) } }

    /// Reads a part of the index into the filter.
    /// - Returns: The hash from which more keys may follow; nil when there are none or when another filter has replaced
    ///   this one.
    package func fill(_ round: Int, from hash: Int64, _ connection: Connection) throws(SQLiteError) -> Int64? {
        let found: [Int64] = try connection.all(
            "SELECT hash FROM reply_index WHERE hash >= ? ORDER BY hash LIMIT ?", hash, Self.hashesPerPart)
        return keys.withLock {
            $0.filter.fill(round, with: found, isLast: found.count < Self.hashesPerPart)
        }
    }

    /// The least capacity of the filter. It is small, so that a service with few keys spends little memory on it.
    private var leastFiltered: Int { gathered / 16 }
    /// The initial capacity is at most that of a filter of 4 MB.
    private static let mostFilteredAtFirst = 1 << 21
    /// The number of hashes per part. The writer waits while one part is added.
    private static let hashesPerPart = 8_192
}
