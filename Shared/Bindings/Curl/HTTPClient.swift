import CCurl
import Glibc

/// Asks servers over HTTP and HTTPS. libcurl does the work on one thread of its own, many requests at once.
///
/// What libcurl could do and this does not: it follows no redirects, knows no schemes but http and https, decompresses
/// nothing, keeps no cookies, reads no `.netrc`, and takes no proxy from the environment (`http_proxy` and the like are
/// ignored: they would be a way to have all traffic read). Certificates and host names are always checked, against the
/// system's list of authorities, with TLS 1.2 or newer and no old cipher. Connections are kept and used again.
public final class HTTPClient: Sendable {
    private let transfers: TransferQueue

    /// Starts the thread, which ends with the client. `curl_multi_init`
    ///
    /// - Precondition: There is memory and room for one more thread.
    public init() {
        CurlLibrary.initialize()
        let transfers = TransferQueue()
        self.transfers = transfers
        TransferThread.start(transfers)
    }

    // The thread holds the queue, ends what is under way with the error `closed`, and goes.
    deinit { transfers.close() }

    /// Sends a request and brings back the whole answer.
    ///
    /// Cancelling the task ends it at once; whether the server did what was asked is not known then, as after a timeout.
    /// - Throws: ``HTTPError``.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try request.check()
        return try await transfers.run(.http(request)).get()
    }

    /// Ends all that is under way with the error `closed`, and takes nothing new. Closing twice is fine.
    public func close() { transfers.close() }
}

/// The thread of a client.
enum TransferThread {
    /// Runs the queue's transfers until it is closed. Signals of the process go to other threads. `pthread_create`
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
