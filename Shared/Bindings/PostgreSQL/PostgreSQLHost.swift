import Glibc

/// One host of a ``PostgreSQLURL``.
public struct PostgreSQLHost: Hashable, Sendable, CustomStringConvertible {
    /// The name or the address, or the directory of a Unix socket; nil for libpq's default.
    public let name: String?
    /// The address (`hostaddr`), which spares the look-up of the name; nil without one.
    public let address: String?
    /// The port; nil for libpq's default, 5432.
    public let port: UInt16?

    public init(name: String?, address: String?, port: UInt16?) {
        self.name = name
        self.address = address
        self.port = port
    }

    /// `db1.example:5432`, `/run/postgresql:5432`
    public var description: String { "\(name ?? address ?? "local"):\(port ?? 5432)" }

    /// The name that has to be looked up before the connection; nil for sockets and addresses.
    var unresolvedName: String? {
        guard address == nil, let name, !name.hasPrefix("/") else { return nil }
        var bytes = in6_addr()
        return inet_pton(AF_INET, name, &bytes) == 1 || inet_pton(AF_INET6, name, &bytes) == 1 ? nil : name
    }

    /// Returns the host with an address of its name.
    func resolved(to address: String) -> PostgreSQLHost {
        PostgreSQLHost(name: name, address: address, port: port)
    }
}
