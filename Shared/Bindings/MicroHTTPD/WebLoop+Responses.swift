import CMicroHTTPD

extension WebLoop {
    /// Hands a response to the library.
    ///
    /// - Returns: False when the library does not take it, so that the connection is closed.
    func queue(
        _ response: WebResponse, _ connection: WebConnection, _ exchange: WebConnection.Exchange, _ head: WebRequestHead
    ) -> Bool {
        guard let handle = connection.handle else { return false }
        let response = acceptable(response, head)
        guard let made = make(response, connection, exchange) else {
            // The library closes the connection and says nothing more about the stream.
            if case .stream(let stream) = response.content { stream.finish() }
            return false
        }
        defer { kopilka_MHD_destroy_response(library, made) }
        for header in response.headers {
            guard kopilka_MHD_add_response_header(library, made, header.name, header.value) == kopilka_mhd_yes else {
                return false
            }
        }
        if response.closesConnection || isStopping || isOutdated(connection) {
            guard kopilka_MHD_add_response_header(library, made, "Connection", "close") == kopilka_mhd_yes else {
                return false
            }
        }
        // Before the call, which may already read from a stream.
        exchange.step = .answered
        return kopilka_MHD_queue_response(library, handle, UInt32(response.status), made) == kopilka_mhd_yes
    }

    /// Returns the response, or what is sent in its place.
    private func acceptable(_ response: WebResponse, _ head: WebRequestHead) -> WebResponse {
        var chosen = response
        if case .stream = response.content, load.streams >= limits.streams {
            chosen = handler.refuse(.tooManyStreams, head)
        }
        if !isValid(chosen) { chosen = handler.refuse(.invalidResponse, head) }
        if !isValid(chosen) { chosen = WebResponse(status: 500) }
        // A stream that is not sent has ended.
        if case .stream(let refused) = response.content {
            if case .stream(let sent) = chosen.content, sent === refused { return chosen }
            refused.finish()
        }
        return chosen
    }

    private func isValid(_ response: WebResponse) -> Bool {
        (200...599).contains(response.status) && response.headers.allSatisfy(\.isValid)
    }

    private func make(
        _ response: WebResponse, _ connection: WebConnection, _ exchange: WebConnection.Exchange
    ) -> OpaquePointer? {
        switch response.content {
        case .bytes(var bytes):
            connection.phase = .sending
            connection.deadline =
                .now + limits.sending + .seconds(Double(bytes.count) / Double(max(1, limits.slowestBytesPerSecond)))
            return bytes.withUnsafeMutableBytes {
                kopilka_MHD_create_response_from_buffer(library, $0.count, $0.baseAddress, kopilka_mhd_copied)
            }
        case .stream(let stream):
            connection.phase = .streaming
            connection.deadline = stream.heartbeat.map { .now + $0.interval }
            exchange.stream = stream
            load.streams += 1
            let reader = Unmanaged.passRetained(WebStreamReader(self, stream, connection, exchange))
            // The library calls the second function exactly once, when the response ends, also if it is never sent.
            let made = kopilka_MHD_create_response_from_callback(
                library, UInt64.max, 4_096,
                { context, _, buffer, count in
                    guard let context, let buffer else { return Int(kopilka_mhd_broken_stream.rawValue) }
                    return Unmanaged<WebStreamReader>.fromOpaque(context).takeUnretainedValue()
                        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
                }, reader.toOpaque(),
                { context in
                    guard let context else { return }
                    Unmanaged<WebStreamReader>.fromOpaque(context).takeRetainedValue().release()
                })
            if made == nil {
                load.streams -= 1
                exchange.stream = nil
                reader.release()
            }
            return made
        }
    }
}

/// What the library reads a stream's bytes from. The response retains it; it lives on the thread of the server.
private final class WebStreamReader {
    /// Retained: the loop outlives its daemons, and so the response.
    private let loop: WebLoop
    private let stream: WebStream
    private let connection: WebConnection
    private let exchange: WebConnection.Exchange

    init(
        _ loop: WebLoop, _ stream: WebStream, _ connection: WebConnection, _ exchange: WebConnection.Exchange
    ) {
        self.loop = loop
        self.stream = stream
        self.connection = connection
        self.exchange = exchange
    }

    /// Returns the number of bytes, 0 when the connection was put aside until there are some, or that the stream ends.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if case .abandoned = exchange.step { return Int(kopilka_mhd_broken_stream.rawValue) }
        let (orders, connectionNumber, exchangeNumber) = (loop.orders, connection.number, exchange.number)
        // A wake-up between the look and the call of `suspend` leaves an order, which this thread follows later.
        let part = stream.take(into: buffer) {
            orders.add(.wake(connection: connectionNumber, exchange: exchangeNumber))
        }
        switch part {
        case .bytes(let count): return count
        case .end: return Int(kopilka_mhd_end_of_stream.rawValue)
        case .nothing:
            loop.suspend(connection, exchange)
            return 0
        }
    }

    func release() {
        loop.load.streams -= 1
        exchange.stream = nil
        stream.finish()
    }
}
