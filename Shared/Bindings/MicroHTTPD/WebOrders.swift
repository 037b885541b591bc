import CMicroHTTPD
import Glibc
import Synchronization

/// What other threads ask the thread of a server to do.
///
/// All calls of libmicrohttpd are made on that thread. Others only leave orders here and ring.
final class WebOrders: Sendable {
    enum Order: Sendable {
        /// The answer of a task is there.
        case answer(connection: UInt64, exchange: UInt64, WebResponse)
        /// A stream has bytes for a sleeping connection.
        case wake(connection: UInt64, exchange: UInt64)
        /// New connections get another certificate.
        case replace(WebCertificate?, @Sendable (Result<Void, WebServerError>) -> Void)
        /// The server stops within a time.
        case stop(Duration, @Sendable () -> Void)
    }

    private struct State {
        var orders: [Order] = []
        var hasEnded = false
        var load = WebServerLoad()
    }

    /// Polls readable when there are orders. It is closed with the last reference: nobody rings another's descriptor.
    let bell: Int32
    private let state = Mutex(State())

    /// - Throws: ``WebServerError`` `system`.
    init() throws(WebServerError) {
        bell = kopilka_mhd_bell()
        guard bell >= 0 else { throw WebServerError(.system, "eventfd: \(String(cString: strerror(errno)))") }
    }

    deinit { close(bell) }

    /// Leaves an order. After the end of the thread it is answered here.
    func add(_ order: Order) {
        let isTaken = state.withLock { state in
            if !state.hasEnded { state.orders.append(order) }
            return !state.hasEnded
        }
        if isTaken { kopilka_mhd_ring(bell) } else { Self.decline(order) }
    }

    /// Returns the orders since the last call.
    func take() -> [Order] {
        kopilka_mhd_silence(bell)
        return state.withLock { state in
            let orders = state.orders
            state.orders = []
            return orders
        }
    }

    /// Declines the orders that are left, and later ones.
    func end() {
        let orders = state.withLock { state in
            state.hasEnded = true
            let orders = state.orders
            state.orders = []
            return orders
        }
        for order in orders { Self.decline(order) }
    }

    var load: WebServerLoad { state.withLock { $0.load } }

    func setLoad(_ load: WebServerLoad) { state.withLock { $0.load = load } }

    private static func decline(_ order: Order) {
        switch order {
        case .answer(_, _, let response):
            // Nobody will read it, and whoever sends to it learns so.
            if case .stream(let stream) = response.content { stream.finish() }
        case .wake: break
        case .replace(_, let report): report(.failure(WebServerError(.stopped, "The server has stopped.")))
        case .stop(_, let report): report()
        }
    }
}
