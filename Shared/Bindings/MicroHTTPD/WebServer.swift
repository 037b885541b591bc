import CMicroHTTPD
import Glibc

/// A server for HTTP/1.1, with or without TLS. libmicrohttpd parses, one thread of the server does everything.
///
/// Connections beyond a bound wait, requests beyond a bound are refused, and whoever is too slow is cut off: see
/// ``WebServerLimits``. The server ends with its last reference; ``stop(within:)`` ends it in good order.
public final class WebServer: Sendable {
    private let orders: WebOrders

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - descriptor: A listening socket of TCP or Unix. It is the server's from now on, also on failure. It is made
    ///     non-blocking.
    ///   - certificate: For TLS; nil for a server without it.
    /// - Throws: ``WebServerError`` `unavailable`, `badCertificate`, `system`.
    public init(
        listening descriptor: Int32, certificate: WebCertificate? = nil, limits: WebServerLimits = WebServerLimits(),
        handler: any WebHandler
    ) throws(WebServerError) {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw WebServerError(.system, "fcntl: \(reason)")
        }
        do throws(WebServerError) {
            orders = try WebOrders()
        } catch {
            close(descriptor)
            throw error
        }
        let loop = try WebLoop(
            listening: descriptor, certificate: certificate, limits: limits, handler: handler, orders: orders)
        // The thread gets the only reference, so the loop and its daemons are never used on two threads at once.
        try Self.startThread(Unmanaged.passRetained(loop))
    }

    // The thread retains the orders and the loop, ends all connections and exits.
    deinit { orders.add(.stop(.zero, {})) }

    /// Gives new connections another certificate. Existing ones keep the old one and are closed after the response
    /// on its way; streams go on until they end. No connection is lost, also when this fails.
    ///
    /// - Throws: ``WebServerError`` `badCertificate`, `system`, `stopped`. The server then keeps the old one.
    public func replace(_ certificate: WebCertificate?) async throws(WebServerError) {
        let result = await withCheckedContinuation { continuation in
            orders.add(.replace(certificate) { continuation.resume(returning: $0) })
        }
        try result.get()
    }

    /// Stops: no new connections, streams end, requests on their way are answered. After `time` the rest is cut off.
    /// Returns when all is over. Stopping twice is allowed.
    public func stop(within time: Duration) async {
        await withCheckedContinuation { continuation in
            orders.add(.stop(time) { continuation.resume() })
        }
    }

    /// What the server does at the moment.
    public var load: WebServerLoad { orders.load }

    /// `pthread_create`. Unix signals are delivered to other threads.
    private static func startThread(_ loop: Unmanaged<WebLoop>) throws(WebServerError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        var everySignal = sigset_t()
        var before = sigset_t()
        sigfillset(&everySignal)
        pthread_sigmask(SIG_BLOCK, &everySignal, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                kopilka_mhd_name_thread("web")
                Unmanaged<WebLoop>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, loop.toOpaque())
        guard failure == 0 else {
            loop.takeUnretainedValue().close()
            loop.release()
            throw WebServerError(.system, "No thread could be started: \(String(cString: strerror(failure))).")
        }
    }
}
