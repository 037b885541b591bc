import CMicroHTTPD
import Glibc

/// The loop of a server's thread: accepts connections, runs the daemons, follows orders and keeps deadlines.
///
/// After ``init(listening:certificate:limits:handler:orders:)`` it lives on that thread, and so does everything of
/// libmicrohttpd: no other thread ever calls the library for this server. The daemons get the loop as the unretained
/// context of their callbacks. They are stopped at the end of ``run()``, while the caller still holds the loop.
final class WebLoop {
    /// The most connections that are accepted before other work is done.
    private static let acceptsAtOnce = 64
    /// The pause after the system had no descriptor for a connection.
    private static let pauseWithoutDescriptors = Duration.milliseconds(100)

    let library: UnsafePointer<kopilka_mhd>
    let limits: WebServerLimits
    let handler: any WebHandler
    let orders: WebOrders
    /// -1 once the server stops.
    private var listening: Int32
    /// The last one gets new connections; the others have older certificates.
    private var daemons: [(number: Int, daemon: WebDaemon)] = []
    private var daemonsMade = 0
    var connections: [UInt64: WebConnection] = [:]
    private var connectionsByNetwork: [[UInt8]: Int] = [:]
    private var lastNumber: UInt64 = 0
    /// The connection that `MHD_add_connection` is adding: the callback takes it from here.
    var starting: WebConnection?
    var load = WebServerLoad()
    private var lookAt = ContinuousClock.now
    private var acceptAgainAt: ContinuousClock.Instant?
    /// False when the last look found no connection to accept.
    private var mayAccept = true
    private var stopBy: ContinuousClock.Instant?
    private var stopReports: [@Sendable () -> Void] = []

    /// Starts the first daemon. Closes the socket on failure.
    /// - Throws: ``WebServerError`` `unavailable`, `badCertificate`, `system`.
    init(
        listening: Int32, certificate: WebCertificate?, limits: WebServerLimits, handler: any WebHandler,
        orders: WebOrders
    ) throws(WebServerError) {
        do throws(WebServerError) {
            library = try MicroHTTPDLibrary.functions()
        } catch {
            Glibc.close(listening)
            throw error
        }
        self.listening = listening
        self.limits = limits
        self.handler = handler
        self.orders = orders
        do throws(WebServerError) {
            try startDaemon(certificate)
        } catch {
            Glibc.close(listening)
            throw error
        }
    }

    /// True once the server stops: every response then ends its connection.
    var isStopping: Bool { stopBy != nil }

    /// Runs until the server has stopped.
    func run() {
        while true {
            for order in orders.take() { follow(order) }
            let now = ContinuousClock.now
            if let stopBy, connections.isEmpty || now >= stopBy { break }
            acceptConnections(now)
            var isBusy = false
            // A copy: callbacks read the list.
            for (_, daemon) in daemons where daemon.run() { isBusy = true }
            letGoOfOldDaemons()
            if now >= lookAt {
                lookAt = now + limits.interval
                for connection in Array(connections.values) where connection.deadline.map({ $0 <= now }) ?? false {
                    expire(connection, now)
                }
                // What was ended is taken apart by the daemons at once.
                isBusy = true
            }
            orders.setLoad(load)
            // The last connection may have ended just now: then there is nothing to wait for.
            if !isStopping || !connections.isEmpty { wait(isBusy: isBusy) }
        }
        finish()
    }

    /// Returns a number that no connection and no exchange had before.
    func newNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// True when new connections go to a newer daemon than this connection's.
    func isOutdated(_ connection: WebConnection) -> Bool { connection.daemonNumber != daemons.last?.number }

    /// Called when the library has let go of a connection.
    func forget(_ connection: WebConnection) {
        connections[connection.number] = nil
        load.connections -= 1
        daemons.first { $0.number == connection.daemonNumber }?.daemon.connections -= 1
        guard let network = connection.peer.network, let count = connectionsByNetwork[network] else { return }
        connectionsByNetwork[network] = count > 1 ? count - 1 : nil
    }

    // MARK: Orders

    private func follow(_ order: WebOrders.Order) {
        switch order {
        case .answer(let number, let exchangeNumber, let response):
            guard let connection = connections[number], let exchange = connection.exchange,
                exchange.number == exchangeNumber, case .waiting(let head, _) = exchange.step
            else {
                // The connection ended, or the answer came too late.
                if case .stream(let stream) = response.content { stream.finish() }
                return
            }
            exchange.step = .ready(head, response)
            resume(connection, exchange)
        case .wake(let number, let exchangeNumber):
            guard let connection = connections[number], let exchange = connection.exchange,
                exchange.number == exchangeNumber
            else { return }
            resume(connection, exchange)
        case .replace(let certificate, let report):
            do throws(WebServerError) {
                guard !isStopping else { throw WebServerError(.stopped, "The server is stopping.") }
                try startDaemon(certificate)
                report(.success(()))
            } catch {
                report(.failure(error))
            }
        case .stop(let time, let report):
            stopReports.append(report)
            stopBy = min(stopBy ?? .now + time, .now + time)
            close()
            for connection in connections.values {
                if connection.phase == .header { hangUp(connection) }
                connection.exchange?.stream?.end()
            }
        }
    }

    // MARK: Daemons

    private func startDaemon(_ certificate: WebCertificate?) throws(WebServerError) {
        var settings = kopilka_mhd_settings()
        // The loop counts on its own; the library needs a bound that is never reached.
        settings.connection_limit = UInt32(clamping: limits.connections + 1_024)
        settings.connection_memory = limits.connectionMemory
        setCallbacks(&settings)
        let daemon = try WebDaemon(certificate, settings)
        daemonsMade += 1
        daemons.append((daemonsMade, daemon))
    }

    /// Lets go of the daemons without connections, except that for new ones.
    private func letGoOfOldDaemons() {
        guard daemons.count > 1 else { return }
        let last = daemons.count - 1
        daemons = daemons.enumerated().filter { $0.offset == last || $0.element.daemon.connections > 0 }.map(\.element)
    }

    /// Closes the socket of a loop that never ran.
    func close() {
        if listening >= 0 { Glibc.close(listening) }
        listening = -1
    }

    /// Ends all connections and daemons.
    private func finish() {
        for connection in Array(connections.values) { abandon(connection) }
        // No daemon runs between the loop above and its end, so none has a connection that is suspended and not about
        // to be resumed. The list is empty before their callbacks read it.
        let last = daemons
        daemons = []
        withExtendedLifetime(last) {}
        close()
        orders.setLoad(load)
        orders.end()
        for report in stopReports { report() }
    }

    // MARK: Connections

    private func acceptConnections(_ now: ContinuousClock.Instant) {
        if let again = acceptAgainAt, now < again { return }
        acceptAgainAt = nil
        guard mayAccept, listening >= 0, let (number, daemon) = daemons.last else { return }
        var accepted = 0
        while accepted < Self.acceptsAtOnce, load.connections < limits.connections {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let descriptor = kopilka_mhd_accept(listening, &address, &length)
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                // EAGAIN: no more. Anything else (EMFILE, ENOMEM) may pass.
                if errno != EAGAIN { acceptAgainAt = now + Self.pauseWithoutDescriptors }
                return
            }
            accepted += 1
            let peer = WebPeer(address)
            // The library keeps a copy of the address, which nothing reads. That of a Unix socket may exceed the
            // length says, when it was cut.
            if peer == .unix { length = socklen_t(MemoryLayout<sa_family_t>.size) }
            let connection = WebConnection(
                number: newNumber(), descriptor: descriptor, peer: peer, isEncrypted: daemon.isEncrypted,
                daemonNumber: number)
            guard count(connection) else {
                load.turnedAway += 1
                Glibc.close(descriptor)
                continue
            }
            kopilka_mhd_bound_silence(descriptor, UInt32(clamping: Int(limits.silence / .milliseconds(1))))
            connection.deadline = now + limits.header
            connections[connection.number] = connection
            load.connections += 1
            load.accepted += 1
            daemon.connections += 1
            starting = connection
            let isAdded = daemon.add(descriptor, &address, length)
            // The callback has taken it, and given it back if the library failed later.
            if !isAdded, starting != nil { forget(connection) }
            starting = nil
        }
    }

    /// Counts a connection of its network; false when there are too many.
    private func count(_ connection: WebConnection) -> Bool {
        guard let network = connection.peer.network else { return true }
        let count = connectionsByNetwork[network, default: 0]
        guard limits.connectionsPerPeer == 0 || count < limits.connectionsPerPeer else { return false }
        connectionsByNetwork[network] = count + 1
        return true
    }

    private func wait(isBusy: Bool) {
        var entries = [pollfd(fd: orders.bell, events: Int16(POLLIN), revents: 0)]
        for (_, daemon) in daemons {
            entries.append(pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0))
        }
        let now = ContinuousClock.now
        var until: ContinuousClock.Instant? = connections.isEmpty ? nil : lookAt
        if let stopBy { until = min(until ?? stopBy, stopBy) }
        let looksForConnections = acceptAgainAt == nil && listening >= 0 && load.connections < limits.connections
        if looksForConnections { entries.append(pollfd(fd: listening, events: Int16(POLLIN), revents: 0)) }
        if let again = acceptAgainAt { until = min(until ?? again, again) }
        let milliseconds = isBusy ? 0 : until.map { max(0, Int((($0 - now) / .milliseconds(1)).rounded(.up))) } ?? -1
        poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
        mayAccept = !looksForConnections || entries.last?.revents != 0
    }
}
