import Domain
import PostgreSQL
import Sodium

/// The machines of a house, in the database of its log. For one thread, which waits.
///
/// The owner of the database can neither add a machine nor put a row in the place of another: a row opens only with the
/// house's key, its own name, the number of rows, and the generation that all rows share. Each change seals all rows
/// anew with a higher generation, so rows of two lists do not mix, and none is missing unseen. A reader refuses a whole
/// list that is older than one that it has seen, or than the one in which its own machine first stood.
public final class HouseHosts {
    private let house: String
    private let key: SecretBytes
    private let database: HouseDatabase
    private let clock: WallClock
    /// The newest generation seen.
    public private(set) var generation: Int64

    /// Creates the access; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - key: ``key(of:)``.
    ///   - generation: An older list is refused; see ``ReplicaIdentity/listedSince``.
    public convenience init(
        _ url: PostgreSQLURL, house: String, key: SecretBytes, since generation: Int64 = 0,
        clock: WallClock = .system, patience: Duration = .seconds(10)
    ) {
        self.init(house: house, key: key, since: generation, clock: clock, HouseDatabase(url, patience: patience))
    }

    /// Creates the access of a service over a connection that the thread also uses for other things; nil when its house
    /// is on one machine.
    convenience init?(_ access: LogAccess, _ connection: LogConnection, patience: Duration) {
        guard let replica = access.replica else { return nil }
        self.init(
            house: access.house, key: replica.hostsKey, since: replica.listedSince, clock: .system,
            HouseDatabase(connection, patience: patience))
    }

    private init(
        house: String, key: SecretBytes, since generation: Int64, clock: WallClock, _ database: HouseDatabase
    ) {
        self.house = house
        self.key = key
        self.generation = generation
        self.clock = clock
        self.database = database
    }

    /// Creates the access of a service; nil when its house is on one machine.
    public convenience init?(_ access: LogAccess, clock: WallClock = .system, patience: Duration = .seconds(10)) {
        guard let replica = access.replica else { return nil }
        self.init(
            access.url, house: access.house, key: replica.hostsKey, since: replica.listedSince, clock: clock,
            patience: patience)
    }

    /// Returns the key that seals the list, made from the house's key.
    public static func key(of houseKey: SecretBytes) -> SecretBytes { houseKey.derivedKey(for: "commit-log/hosts") }

    /// Closes the connection.
    public func close() { database.connection.close() }

    /// Returns all machines, by name.
    /// - Throws: ``MembershipError`` `unreachable`, `forged`.
    public func list() throws(MembershipError) -> [HouseHost] {
        let found = try read()
        guard found.generation >= generation else { throw Self.isOld }
        generation = found.generation
        return found.hosts
    }

    /// Adds a machine. Adding the same once more changes nothing, so it can be repeated.
    /// - Throws: ``MembershipError`` `unreachable`, `forged`, `taken`.
    public func add(_ host: HouseHost) throws(MembershipError) {
        try change { hosts throws(MembershipError) in
            if hosts.contains(host) { return nil }
            guard !hosts.contains(where: { $0.name == host.name }) else {
                throw MembershipError(.taken, "The house has a host \(host.name) already.")
            }
            if let other = hosts.first(where: { $0.endpoint == host.endpoint || $0.publicKey == host.publicKey }) {
                throw MembershipError(.taken, "Host \(other.name) has the address \(host.endpoint).")
            }
            return hosts + [host]
        }
    }

    /// Removes a machine.
    /// - Throws: ``MembershipError`` `unreachable`, `forged`, `unknownHost`.
    public func remove(_ name: String) throws(MembershipError) {
        try change { hosts throws(MembershipError) in
            guard hosts.contains(where: { $0.name == name }) else {
                throw MembershipError(.unknownHost, "The house has no host \(name).")
            }
            return hosts.filter { $0.name != name }
        }
    }

    /// Replaces the list by what `body` returns; nil leaves it as it is.
    private func change(_ body: ([HouseHost]) throws(MembershipError) -> [HouseHost]?) throws(MembershipError) {
        let newest = try database.transaction {
            // Changes come one after another: the second waits here, and then reads what the first has made.
            try database.run(Self.lock, .text(house))
            let found = try read()
            // No list at all is no older one: who begins a list, or ends it, finds it so.
            guard found.hosts.isEmpty || found.generation >= generation else { throw Self.isOld }
            let (old, seen) = (found.hosts, max(generation, found.generation))
            guard let new = try body(old) else { return seen }
            let next = max(seen + 1, clock.now().microseconds)
            for host in old where !new.contains(where: { $0.name == host.name }) {
                try database.run(Self.delete, .text(house), .text(host.name))
            }
            for host in new {
                let context = context(host.name, next, count: new.count)
                try database.run(
                    Self.put, .text(house), .text(host.name), .int64(next),
                    .bytes(try SecretBox.seal(host.body, key: key, context: context)))
            }
            // An empty list has no row that could tell its generation.
            return new.isEmpty ? 0 : next
        }
        generation = newest
    }

    private func read() throws(MembershipError) -> (hosts: [HouseHost], generation: Int64) {
        let rows = try database.run(Self.list, .text(house))
        return try database.reporting {
            var (hosts, generations): ([HouseHost], Set<Int64>) = ([], [])
            for row in rows {
                let (name, generation) = (try row.text("host"), try row.int64("generation"))
                let context = context(name, generation, count: rows.count)
                guard let body = try SecretBox.openData(try row.bytes("body"), key: key, context: context),
                    let host = HouseHost(name: name, body: body)
                else {
                    throw MembershipError(
                        .forged, "Host \(name.debugDescription) in the database was not added by this house.")
                }
                hosts.append(host)
                generations.insert(generation)
            }
            // A table without its primary key may have one row twice, in the place of a removed one.
            guard generations.count <= 1, Set(hosts.map(\.name)).count == hosts.count else {
                throw MembershipError(.forged, "The list of hosts in the database is mixed with an old one.")
            }
            return (hosts.sorted { $0.name < $1.name }, generations.first ?? 0)
        }
    }

    private static let isOld = MembershipError(.forged, "The list of hosts in the database is an old one.")

    private func context(_ name: String, _ generation: Int64, count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for part in ["host", house, name] {
            bytes.append(contentsOf: part.utf8)
            bytes.append(0)
        }
        for value in [generation, Int64(count)] {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }
}

// The statements.
extension HouseHosts {
    private static let lock = PostgreSQLStatement(
        "lock hosts", "SELECT host FROM kopilka_hosts WHERE house = $1 ORDER BY host FOR UPDATE", parameters: [.text])

    private static let list = PostgreSQLStatement(
        "hosts", "SELECT host, generation, body FROM kopilka_hosts WHERE house = $1 ORDER BY host",
        parameters: [.text])

    private static let put = PostgreSQLStatement(
        "put host",
        """
        INSERT INTO kopilka_hosts (house, host, generation, body) VALUES ($1, $2, $3, $4)
        ON CONFLICT (house, host) DO UPDATE SET generation = excluded.generation, body = excluded.body
        """, parameters: [.text, .text, .int64, .bytes])

    private static let delete = PostgreSQLStatement(
        "delete host", "DELETE FROM kopilka_hosts WHERE house = $1 AND host = $2", parameters: [.text, .text])
}
