import MicroHTTPD
import Synchronization

/// Server-sent events: each open page of a session has one stream, and learns by it what has changed.
package final class EventHub: Sendable {
    /// The bounds.
    package struct Limits: Sendable {
        /// The most streams of one session. The oldest makes room: a page that was left open elsewhere.
        package var perSession = 8
        /// The most streams.
        package var all = 1_024
        /// The most bytes that wait for a slow page.
        package var waitingBytes = 65_536
        /// The time between two heartbeats, which find pages that were closed.
        package var heartbeat = Duration.seconds(15)

        /// Creates the default bounds.
        package init() {}
    }

    private struct Subscription {
        let number: UInt64
        let session: BrowserSession.ID
        let stream: WebStream
    }

    private struct State {
        var subscriptions: [UInt64: Subscription] = [:]
        var lastNumber: UInt64 = 0
    }

    private let limits: Limits
    private let state = Mutex(State())

    /// Creates a hub without streams.
    package init(limits: Limits = Limits()) { self.limits = limits }

    /// Opens a stream for a page.
    ///
    /// - Returns: The response, without the fields that all responses have; nil when there are too many streams.
    package func subscribe(_ session: BrowserSession.ID) -> WebResponse? {
        // A comment: HTML Standard, section 9.2.6.
        let stream = WebStream(
            heartbeat: WebStream.Heartbeat(Array(":\n\n".utf8), every: limits.heartbeat),
            maximumWaitingBytes: limits.waitingBytes)
        let (number, displaced) = state.withLock { state -> (UInt64?, WebStream?) in
            var displaced: Subscription?
            let own = state.subscriptions.values.filter { $0.session == session }
            if own.count >= limits.perSession { displaced = own.min { $0.number < $1.number } }
            if let displaced { state.subscriptions[displaced.number] = nil }
            guard state.subscriptions.count < limits.all else { return (nil, displaced?.stream) }
            state.lastNumber += 1
            state.subscriptions[state.lastNumber] = Subscription(
                number: state.lastNumber, session: session, stream: stream)
            return (state.lastNumber, displaced?.stream)
        }
        displaced?.end()
        guard let number else { return nil }
        stream.onEnd { [weak self] in
            self?.state.withLock { $0.subscriptions[number] = nil }
        }
        // Something at once, so that the browser knows that the stream is open.
        stream.send(Array("retry: 3000\n\n".utf8))
        return WebResponse(
            status: 200, headers: [WebHeader("Content-Type", "text/event-stream")], content: .stream(stream))
    }

    /// Sends an event to the pages of a session, or to all.
    ///
    /// - Parameters:
    ///   - event: Its name, of small letters and hyphens.
    ///   - data: Its text; may have several lines.
    ///   - session: Nil for all sessions.
    /// - Precondition: The name is valid: it is a word of the program, never one of a user.
    package func publish(_ event: String, _ data: String, to session: BrowserSession.ID?) {
        let bytes = Self.encode(event, data)
        let streams = state.withLock { state in
            state.subscriptions.values.filter { session == nil || $0.session == session }.map(\.stream)
        }
        for stream in streams { stream.send(bytes) }
    }

    /// Ends the streams of a session that is over.
    package func end(_ session: BrowserSession.ID) {
        let streams = state.withLock { state in
            let own = state.subscriptions.values.filter { $0.session == session }
            for subscription in own { state.subscriptions[subscription.number] = nil }
            return own.map(\.stream)
        }
        for stream in streams { stream.end() }
    }

    /// True when a page of the session has a stream.
    package func hasStream(of session: BrowserSession.ID) -> Bool {
        state.withLock { $0.subscriptions.values.contains { $0.session == session } }
    }

    /// The number of open streams.
    package var count: Int { state.withLock { $0.subscriptions.count } }

    /// Returns the bytes of an event: HTML Standard, section 9.2.6. Each line of the text gets its field, so that no
    /// text can begin another event. All three ends of lines count there.
    static func encode(_ event: String, _ data: String) -> [UInt8] {
        precondition(
            !event.isEmpty && event.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") },
            "An event has a name of small letters and hyphens, not \(event).")
        // One character in Swift, "\r\n" is one end of a line there, too.
        let lines = data.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
        return Array(("event: \(event)\n" + lines.map { "data: \($0)\n" }.joined() + "\n").utf8)
    }
}
