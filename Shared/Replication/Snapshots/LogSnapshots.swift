import Domain
import Hosting
import PostgreSQL
import Sodium
import Storage
import StrictJSON

/// A snapshot of a service in the log.
public struct LogSnapshot: Sendable, Hashable {
    /// The number of the last commit that its database has.
    public let number: Int64
    /// The time of that commit: the snapshot is the database as of then.
    public let time: Instant
}

/// The snapshots of a service in the database of its log. With one of them, a database can be rebuilt from the commits
/// that follow it. For one thread, which waits.
public final class LogSnapshots {
    private let access: LogAccess
    private let seal: SnapshotSeal
    private let connection: LogConnection
    private let patience: Duration

    /// Creates the access; nothing is connected yet.
    ///
    /// - Parameter patience: The time for one statement.
    public convenience init(_ access: LogAccess, patience: Duration = .seconds(60)) {
        self.init(
            access, LogConnection(access.url, named: "kopilka \(access.service) snapshots"), patience: patience)
    }

    init(_ access: LogAccess, _ connection: LogConnection, patience: Duration) {
        self.access = access
        self.connection = connection
        self.patience = patience
        seal = SnapshotSeal(access)
    }

    /// Closes the connection.
    public func close() { connection.close() }

    /// Returns the complete snapshots, the oldest first.
    public func list() throws -> [LogSnapshot] {
        try run(Self.list).map {
            LogSnapshot(number: try $0.int64("number"), time: Instant(microseconds: try $0.int64("time_us")))
        }
    }

    /// Saves files as the snapshot of a position; it is there when everything is.
    ///
    /// - Parameters:
    ///   - files: The paths by their names in the snapshot.
    ///   - isStopping: Asked before each part.
    /// - Throws: `CancellationError` when it is to stop; ``CommitLogError``, `HostingError`.
    public func save(
        _ files: [(name: String, path: String)], at position: LogPosition, isStopping: () -> Bool = { false }
    ) throws {
        // Two processes may save the same number. Each has a series of its own, and the last one counts.
        let (number, series) = (position.head.number, Int64.random(in: 0 ... .max))
        var described: [SnapshotContent.File] = []
        for (index, file) in files.enumerated() {
            var part: Int64 = 0
            let (hash, bytes) = try FileBytes.read(file.path, pieceBytes: Self.partBytes) { piece in
                guard !isStopping() else { throw CancellationError() }
                let body = try seal.seal(part: Array(piece), series: series, file: Int64(index), part: part)
                try run(
                    Self.addPart, .int64(number), .int64(series), .int64(Int64(index)), .int64(part), .bytes(body))
                part += 1
            }
            described.append(SnapshotContent.File(name: file.name, bytes: bytes, hash: hash))
        }
        let content = SnapshotContent(
            head: Base64URL.encode(position.head.hash), series: series, files: described)
        let body = try seal.seal(try JSONEncoding.encode(content), number: number, time: position.time)
        try run(Self.add, .int64(number), .int64(series), .int64(position.time.microseconds), .bytes(body))
    }

    /// Writes the files of a snapshot into an empty directory.
    /// - Returns: The head of its database.
    /// - Throws: ``CommitLogError`` `differs` when something is missing or was not made by this house.
    public func load(_ snapshot: LogSnapshot, into directory: String) throws -> CommitHead {
        let damaged = CommitLogError(.differs, "Snapshot \(snapshot.number) of \(access.service) is damaged.")
        guard let row = try run(Self.content, .int64(snapshot.number)).first,
            let bytes = try seal.open(try row.bytes("content"), number: snapshot.number, time: snapshot.time)
        else { throw damaged }
        let content = try JSONDocument(bytes).root.decode(SnapshotContent.self)
        for (index, file) in content.files.enumerated() {
            guard !file.name.contains("/"), !file.name.hasPrefix(".") else { throw damaged }
            var (part, rest): (Int64, ArraySlice<UInt8>) = (0, [])
            let (hash, count) = try FileBytes.write("\(directory)/\(file.name)") { piece in
                if rest.isEmpty {
                    rest = try self.part(part, of: Int64(index), content.series, snapshot.number) ?? []
                    part += 1
                }
                let count = min(rest.count, piece.count)
                piece.copyBytes(from: rest.prefix(count))
                rest = rest.dropFirst(count)
                return count
            }
            guard hash == file.hash, count == file.bytes else { throw damaged }
        }
        guard let hash = Base64URL.decode(content.head) else { throw damaged }
        return CommitHead(number: snapshot.number, hash: hash)
    }

    private func part(_ part: Int64, of file: Int64, _ series: Int64, _ number: Int64) throws -> ArraySlice<UInt8>? {
        guard let row = try run(Self.part, .int64(number), .int64(series), .int64(file), .int64(part)).first
        else { return nil }
        guard let content = try seal.open(part: try row.bytes("body"), series: series, file: file, part: part)
        else { throw CommitLogError(.differs, "A part of a snapshot was not made by this house.") }
        return content[...]
    }

    /// Removes the snapshots before `number`, and the commits that only they need. The commit with this number stays:
    /// the log must never be without its newest commit.
    public func trim(before number: Int64) throws {
        try run(Self.trimSnapshots, .int64(number))
        try run(Self.trimParts, .int64(number))
        // In steps, so that no statement takes long.
        while try run(Self.trimCommits, .int64(number)).affected > 0 {}
    }

    @discardableResult
    private func run(_ statement: PostgreSQLStatement, _ values: PostgreSQLValue...) throws -> PostgreSQLRows {
        try run(statement, values)
    }

    private func run(_ statement: PostgreSQLStatement, _ values: [PostgreSQLValue]) throws -> PostgreSQLRows {
        do {
            return try connection.usable(mayHurry: true).execute(
                statement, [.text(access.house), .text(access.service)] + values, within: patience)
        } catch let error as PostgreSQLError {
            throw CommitLogError(.unreachable, "The commit log cannot be used: \(error)")
        }
    }

    /// The size of a part before it is sealed.
    private static let partBytes = 4 << 20
}

// The statements.
extension LogSnapshots {
    private static let names: [PostgreSQLType] = [.text, .text]

    private static let list = PostgreSQLStatement(
        "snapshots",
        "SELECT number, time_us FROM kopilka_snapshots WHERE house = $1 AND service = $2 ORDER BY number",
        parameters: names)

    private static let content = PostgreSQLStatement(
        "content", "SELECT content FROM kopilka_snapshots WHERE house = $1 AND service = $2 AND number = $3",
        parameters: names + [.int64])

    private static let add = PostgreSQLStatement(
        "add snapshot",
        """
        INSERT INTO kopilka_snapshots (house, service, number, series, time_us, content)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (house, service, number)
        DO UPDATE SET series = excluded.series, time_us = excluded.time_us, content = excluded.content
        """, parameters: names + [.int64, .int64, .int64, .bytes])

    private static let part = PostgreSQLStatement(
        "part",
        """
        SELECT body FROM kopilka_snapshot_parts
        WHERE house = $1 AND service = $2 AND number = $3 AND series = $4 AND file = $5 AND part = $6
        """, parameters: names + [.int64, .int64, .int64, .int64])

    private static let addPart = PostgreSQLStatement(
        "add part",
        """
        INSERT INTO kopilka_snapshot_parts (house, service, number, series, file, part, body)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """, parameters: names + [.int64, .int64, .int64, .int64, .bytes])

    private static let trimSnapshots = PostgreSQLStatement(
        "trim snapshots", "DELETE FROM kopilka_snapshots WHERE house = $1 AND service = $2 AND number < $3",
        parameters: names + [.int64])

    private static let trimParts = PostgreSQLStatement(
        "trim parts", "DELETE FROM kopilka_snapshot_parts WHERE house = $1 AND service = $2 AND number < $3",
        parameters: names + [.int64])

    private static let trimCommits = PostgreSQLStatement(
        "trim commits",
        """
        DELETE FROM kopilka_commits WHERE house = $1 AND service = $2 AND number IN (
            SELECT number FROM kopilka_commits WHERE house = $1 AND service = $2 AND number < $3
            ORDER BY number LIMIT 10000)
        """, parameters: names + [.int64])
}
