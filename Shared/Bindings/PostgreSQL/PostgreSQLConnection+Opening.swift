import CPostgreSQL
import Glibc

extension PostgreSQLConnection {
    /// What a connection is opened for.
    public enum Purpose: Sendable {
        /// Reads and writes: a server that accepts no writes is skipped.
        case write
        /// Reads: a standby will do.
        case read
    }

    /// Opens a connection to the first host that fits.
    ///
    /// libpq skips the remaining hosts of a URL after a wrong password, and after a server that is starting up. So each
    /// host is tried on its own, with an equal share of the time that is left, and so is each address of a host.
    ///
    /// - Parameters:
    ///   - url: The hosts, and the means to get in. Its `target_session_attrs` does not count.
    ///   - name: Shown by `pg_stat_activity`; the URL's `application_name` wins.
    ///   - limit: The time for all hosts. Kerberos and LDAP, if the URL asks for them, may exceed it.
    /// - Throws: ``PostgreSQLError`` `notConnected` with the fault of each host, `unavailable`.
    public static func open(
        _ url: PostgreSQLURL, for purpose: Purpose = .write, named name: String = "kopilka",
        limits: PostgreSQLLimits = PostgreSQLLimits(), within limit: Duration
    ) throws(PostgreSQLError) -> PostgreSQLConnection {
        let pq = try PostgreSQLLibrary.functions()
        let deadline = ContinuousClock.now + limit
        var faults: [PostgreSQLHostFault] = []
        for (index, host) in url.hosts.enumerated() {
            let share = part(of: deadline, among: url.hosts.count - index)
            let addresses: [PostgreSQLHost]
            do {
                addresses = try resolve(host, until: share)
            } catch {
                faults.append(error)
                continue
            }
            for (index, address) in addresses.enumerated() {
                do {
                    let opened = try open(
                        url, at: address, for: purpose, named: name, pq,
                        until: part(of: share, among: addresses.count - index))
                    opened.limits = limits
                    return opened
                } catch {
                    faults.append(error)
                }
            }
        }
        throw .notConnected(faults)
    }

    /// Returns the end of the next of several equal parts of the time that is left.
    private static func part(of deadline: ContinuousClock.Instant, among count: Int) -> ContinuousClock.Instant {
        let now = ContinuousClock.now
        return now + max(deadline - now, .zero) / count
    }

    /// Returns the host with each of its addresses.
    private static func resolve(
        _ host: PostgreSQLHost, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLHostFault) -> [PostgreSQLHost] {
        guard let name = host.unresolvedName else { return [host] }
        do {
            return try NameLookup.addresses(of: name, until: deadline).map { host.resolved(to: $0) }
        } catch {
            let reason =
                switch error {
                case .timedOut: "no resolver answered in time"
                case .failed(let reason): reason
                }
            throw PostgreSQLHostFault(host: host, kind: .notResolved, message: reason)
        }
    }

    /// Opens a connection to one address. `PQconnectStartParams`, `PQconnectPoll`
    private static func open(
        _ url: PostgreSQLURL, at host: PostgreSQLHost, for purpose: Purpose, named name: String,
        _ pq: UnsafePointer<kopilka_pq>, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLHostFault) -> PostgreSQLConnection {
        let parameters = url.parameters(with: parameters(url, host, name)).sorted { $0.key < $1.key }
        let handle = withCStrings(parameters.map(\.key)) { names in
            withCStrings(parameters.map(\.value)) { values in
                SocketGuard.connecting { kopilka_PQconnectStartParams(pq, names, values, 0) }
            }
        }
        guard let handle else {
            throw PostgreSQLHostFault(host: host, kind: .failed, message: "there is no memory for a connection")
        }
        let connection = PostgreSQLConnection(adopting: handle, of: host, pq)
        try connection.shakeHands(handle, until: deadline)
        if purpose == .write { try connection.requireWrites(handle, until: deadline) }
        return connection
    }

    /// The parameters that the URL does not decide, or decides only against our default.
    private static func parameters(_ url: PostgreSQLURL, _ host: PostgreSQLHost, _ name: String) -> [String: String] {
        var ours = ["client_encoding": "UTF8", "target_session_attrs": "any"]
        ours["host"] = host.name
        ours["hostaddr"] = host.address
        ours["port"] = host.port.map { "\($0)" }
        let defaults = [
            "application_name": name,
            // Kerberos would be asked first on every connection, and may block for long.
            "gssencmode": "disable",
            // A silent peer is noticed after 10 + 3 * 3 seconds while idle, and after 10 seconds with unsent data.
            "keepalives": "1", "keepalives_idle": "10", "keepalives_interval": "3", "keepalives_count": "3",
            "tcp_user_timeout": "10000",
        ]
        for (parameter, value) in defaults { ours[parameter] = url.value(of: parameter) ?? value }
        return ours
    }

    private func shakeHands(
        _ handle: OpaquePointer, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLHostFault) {
        // The documented start: as if the last poll had asked to wait for writing.
        var state = PGRES_POLLING_WRITING
        while kopilka_PQstatus(pq, handle) != CONNECTION_BAD {
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            // The socket may be another one after each poll.
            let socket = kopilka_PQsocket(pq, handle)
            guard SocketWait.untilReady(socket, for: Int32(events), deadline) != nil else {
                throw fault(.timedOut, "it did not answer in time")
            }
            state = SocketGuard.receiving(&allowance) {
                SocketGuard.connecting { kopilka_PQconnectPoll(pq, handle) }
            }
            if state == PGRES_POLLING_OK {
                guard kopilka_PQsetnonblocking(pq, handle, 1) == 0 else { break }
                return
            }
            if state == PGRES_POLLING_FAILED { break }
        }
        if allowance == 0 { throw fault(.failed, "it sent too much") }
        let isAboutPassword =
            kopilka_PQconnectionNeedsPassword(pq, handle) == 1 || kopilka_PQconnectionUsedPassword(pq, handle) == 1
        throw fault(isAboutPassword ? .password : .failed, text.lastError)
    }

    /// Rejects a server that accepts no writes.
    ///
    /// PostgreSQL 14 and later report both settings on their own. Other servers are asked.
    private func requireWrites(
        _ handle: OpaquePointer, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLHostFault) {
        var settings = ["in_hot_standby", "default_transaction_read_only"].map {
            reported($0, handle)
        }
        if settings.contains(nil) {
            do {
                let rows = try execute("SHOW transaction_read_only", within: deadline - .now)
                settings = try rows.map { row throws(PostgreSQLError) in try row.text(0) }
            } catch {
                throw fault(.failed, "\(error)")
            }
        }
        guard settings.allSatisfy({ $0 == "off" }) else { throw fault(.readOnly, "it accepts no writes") }
    }

    private func reported(_ setting: String, _ handle: OpaquePointer) -> String? {
        text.read(kopilka_PQparameterStatus(pq, handle, setting))
    }

    private func fault(_ kind: PostgreSQLHostFault.Kind, _ message: String) -> PostgreSQLHostFault {
        PostgreSQLHostFault(host: host, kind: kind, message: message)
    }

    /// Calls `body` with C strings and a null pointer behind them.
    private static func withCStrings<Value>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
    ) -> Value {
        let strings = texts.map { strdup($0) }
        defer { for string in strings { free(string) } }
        let pointers = strings.map { UnsafePointer($0) } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
