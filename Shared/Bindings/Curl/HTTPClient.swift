import CCurl
import Glibc

/// An HTTP and HTTPS client. libcurl works on one thread of its own, with many concurrent requests.
///
/// The client deliberately omits features of libcurl. It follows no redirects, supports only the schemes http and
/// https, decompresses nothing, keeps no cookies and reads no `.netrc`. It ignores proxies in the environment
/// (`http_proxy` and the like), because they could expose all traffic. Certificates and host names are always verified
/// against the system's list of authorities, with TLS 1.2 or newer and modern ciphers. Connections are kept and reused.
public final class HTTPClient: Sendable {
    private let transfers: TransferQueue

    /// Starts the thread, which ends with the client. `curl_multi_init`
    ///
    /// - Precondition: There is enough memory for one more thread.
    public init() {
        CurlLibrary.initialize()
        let transfers = TransferQueue()
        self.transfers = transfers
        TransferThread.start(transfers)
    }

    // The thread retains the queue, ends pending transfers with the error `closed`, and exits.
    deinit { transfers.close() }

    /// Sends a request and returns the whole answer.
    ///
    /// Cancelling the task ends the request at once. As after a timeout, it is then unknown whether the server executed
    /// it.
    /// - Throws: ``HTTPError``.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try request.check()
        return try await transfers.run(.http(request)).get()
    }

    /// Ends pending requests with the error `closed` and refuses new ones. Closing twice is allowed.
    public func close() { transfers.close() }
}

/// The thread of a client.
enum TransferThread {
    /// Runs the queue's transfers until it is closed. Unix signals are delivered to other threads. `pthread_create`
    static func start(_ transfers: TransferQueue) {
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
        let result = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let transfers = Unmanaged<TransferQueue>.fromOpaque(argument).takeRetainedValue()
                TransferLoop(transfers).run()
                return nil
            }, Unmanaged.passRetained(transfers).toOpaque())
        precondition(result == 0, "A thread for HTTP could not be started: \(String(cString: strerror(result))).")
    }
}
