/// Answers requests. The server calls it on its one thread, so it must never block; longer work is done in
/// ``WebAnswer/later(_:)``.
public protocol WebHandler: Sendable {
    /// Decides about a request before its body is read.
    func admit(_ head: WebRequestHead) -> WebAdmission

    /// Answers a complete request.
    func answer(_ request: WebRequest) -> WebAnswer

    /// Returns the page for a request that the server itself refuses.
    func refuse(_ refusal: WebRefusal, _ head: WebRequestHead) -> WebResponse
}

/// What happens to a request whose header is there.
public enum WebAdmission: Sendable {
    /// The body is read, if it has at most this number of bytes.
    case read(atMost: Int)
    /// The request is answered without its body.
    case answer(WebResponse)
}

/// The answer to a complete request.
public enum WebAnswer: Sendable {
    /// A response that is there already.
    case now(WebResponse)
    /// Starts a task that makes the response and gives it to `done`. The connection waits meanwhile. The task is
    /// cancelled when the connection ends or ``WebServerLimits/answer`` is over.
    ///
    /// The handler starts the task, so that it begins where its work is: each change of the thread costs a page more
    /// than its own work.
    case later(@Sendable (_ done: @escaping @Sendable (WebResponse) -> Void) -> Task<Void, Never>)
}

/// The reason why the server refuses a request on its own.
public enum WebRefusal: Hashable, Sendable {
    /// The library accepted the request, but two readers could understand it differently: 400.
    case malformed
    /// The method or the coding of the body is unknown: 501.
    case notImplemented
    /// The header exceeds ``WebServerLimits/headerBytes``: 431.
    case headerTooLarge
    /// The body exceeds what was admitted: 413.
    case bodyTooLarge
    /// The bodies of all requests exceed ``WebServerLimits/bodyBytesInAll``: 503.
    case busy
    /// There are ``WebServerLimits/streams`` streams already: 503.
    case tooManyStreams
    /// The answer was not there in time: 503.
    case answerTooLate
    /// The handler made a response with an impossible status or header field: 500.
    case invalidResponse
}
