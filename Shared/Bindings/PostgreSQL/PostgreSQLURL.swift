import CPostgreSQL

/// The place of a database, and the means to get in: `postgresql://user:password@host1,host2:5433/database?sslmode=...`
///
/// libpq reads the URL, so every parameter of its manual (34.1.2) is known. Parameters that are absent come from the
/// environment, and an absent password from the file named by `passfile` or `PGPASSFILE`. The URL has no text form,
/// because it may contain a password.
public struct PostgreSQLURL: Sendable, CustomStringConvertible, CustomReflectable {
    /// The hosts, in the order in which they are tried; at least one.
    public let hosts: [PostgreSQLHost]

    /// All parameters except those of the hosts.
    private let parameters: [String: String]

    private static let hostParameters = ["host", "hostaddr", "port"]
    private static let greatestCount = 64

    /// Reads a URL. `PQconninfoParse`
    /// - Throws: ``PostgreSQLError`` `badURL`, `unavailable`. libpq's own reason is left out, because it quotes the
    ///   URL.
    public init(_ text: String) throws(PostgreSQLError) {
        // libpq takes other texts for a list of words, with other rules.
        guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://"), !text.utf8.contains(0) else {
            throw .badURL("it does not begin with postgresql://.")
        }
        let all = try Self.parse(text)
        // Without %-escapes, a password with '@' or '/' would become part of a host or of the database's name, which
        // messages quote.
        guard !["host", "hostaddr", "dbname"].contains(where: { all[$0]?.contains("@") == true }) else {
            throw .badURL("a host or the database contains '@'; write %40 for '@' and %2F for '/' in a password.")
        }
        hosts = try Self.hosts(all)
        parameters = all.filter { !Self.hostParameters.contains($0.key) }
    }

    /// Returns the same with a host as the first that is tried; unchanged when it has no such host.
    public func beginning(with host: PostgreSQLHost) -> PostgreSQLURL {
        // The host of a connection may have got an address.
        guard let index = hosts.firstIndex(where: { $0.name == host.name && $0.port == host.port }) else { return self }
        return PostgreSQLURL(hosts: [hosts[index]] + hosts[..<index] + hosts[(index + 1)...], parameters: parameters)
    }

    private init(hosts: [PostgreSQLHost], parameters: [String: String]) {
        self.hosts = hosts
        self.parameters = parameters
    }

    /// The hosts; neither user nor password.
    public var description: String { "PostgreSQL at " + hosts.map(\.description).joined(separator: ", ") }

    /// Reveals no more than ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["hosts": hosts]) }

    /// Returns the value of a parameter, nil when the URL does not set it.
    func value(of name: String) -> String? { parameters[name] }

    /// Returns the parameters for one host: those of the URL under those that we set.
    func parameters(with ours: [String: String]) -> [String: String] { parameters.merging(ours) { $1 } }

    private static func parse(_ text: String) throws(PostgreSQLError) -> [String: String] {
        let pq = try PostgreSQLLibrary.functions()
        var message: UnsafeMutablePointer<CChar>?
        let options = kopilka_PQconninfoParse(pq, text, &message)
        // The message quotes the text.
        if let message { kopilka_PQfreemem(pq, message) }
        guard let options else {
            throw .badURL("libpq cannot read it; write special characters of a password as %-escapes.")
        }
        defer { kopilka_PQconninfoFree(pq, options) }
        var all: [String: String] = [:]
        var option = options
        // The list ends with an option without a name.
        while let name = option.pointee.keyword {
            if let value = option.pointee.val { all[String(cString: name)] = String(cString: value) }
            option += 1
        }
        return all
    }

    /// Makes a list of the hosts as libpq does: there is one port for each host, or one for all.
    private static func hosts(_ all: [String: String]) throws(PostgreSQLError) -> [PostgreSQLHost] {
        let lists = hostParameters.map { name in
            all[name].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
        }
        let (names, addresses, ports) = (lists[0], lists[1], lists[2])
        let count = max(names.count, addresses.count, 1)
        guard count <= greatestCount else { throw .badURL("it has more than \(greatestCount) hosts.") }
        guard names.isEmpty || addresses.isEmpty || names.count == addresses.count,
            ports.count <= 1 || ports.count == count
        else { throw .badURL("the numbers of hosts, addresses and ports differ.") }
        guard ports.allSatisfy({ $0.isEmpty || (UInt16($0) ?? 0) > 0 }) else {
            throw .badURL(
                "a port is not a number from 1 to 65535; write special characters of a password as %-escapes.")
        }
        return (0..<count).map { index in
            func item(_ list: [String]) -> String? {
                list.indices.contains(index) && !list[index].isEmpty ? list[index] : nil
            }
            return PostgreSQLHost(
                name: item(names), address: item(addresses),
                port: ports.count == 1 ? UInt16(ports[0]) : item(ports).flatMap(UInt16.init))
        }
    }
}
