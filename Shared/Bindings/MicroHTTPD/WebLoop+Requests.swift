import CMicroHTTPD

extension WebLoop {
    /// Called by the library for each part of a request: once for the header, for each piece of the body, once at its
    /// end, and again after the connection was suspended there.
    ///
    /// - Returns: False to close the connection.
    func access(
        _ connection: WebConnection, method: String, version: String, body: UnsafeRawBufferPointer
    ) -> Bool {
        guard let exchange = connection.exchange else { return false }
        switch exchange.step {
        case .target(let target):
            return begin(connection, exchange, method: method, version: version, target: target)
        case .body(let head, let limit):
            guard body.isEmpty else {
                take(body, exchange, head, limit: limit)
                return true
            }
            return answer(connection, exchange, head)
        case .dropping(let head, let response):
            guard body.isEmpty else {
                exchange.dropped += body.count
                return exchange.dropped <= limits.droppedBodyBytes
            }
            return queue(response, connection, exchange, head)
        case .ready(let head, let response):
            return queue(response, connection, exchange, head)
        case .waiting, .answered: return true
        case .abandoned: return false
        }
    }

    /// Called by the library at the end of a request, also when its connection broke.
    func complete(_ connection: WebConnection) {
        guard let exchange = connection.exchange else { return }
        if case .waiting(_, let task) = exchange.step { task.cancel() }
        if case .ready(_, let response) = exchange.step, case .stream(let stream) = response.content { stream.finish() }
        if case .dropping(_, let response) = exchange.step, case .stream(let stream) = response.content {
            stream.finish()
        }
        load.bodyBytes -= exchange.body.count
        connection.exchange = nil
        connection.phase = .header
        connection.deadline = .now + limits.header
        if isStopping { hangUp(connection) }
    }

    private func begin(
        _ connection: WebConnection, _ exchange: WebConnection.Exchange, method: String, version: String, target: String
    ) -> Bool {
        guard let handle = connection.handle else { return false }
        let reading = WebHeadReader(library, handle, limits)
            .read(method: method, version: version, target: target, connection)
        let head = reading.head
        connection.phase = .body
        connection.deadline = .now + limits.body
        let response: WebResponse
        if let refusal = reading.refusal {
            response = closing(handler.refuse(refusal, head))
        } else {
            switch handler.admit(head) {
            case .read(let limit):
                guard reading.declaredBytes ?? 0 > limit else {
                    exchange.step = .body(head, limit: limit)
                    return true
                }
                response = handler.refuse(.bodyTooLarge, head)
            case .answer(let answer): response = answer
            }
        }
        // The library closes the connection when the body was not read. So that the other side reads the answer, a
        // short body is read and dropped, unless it waits for the answer before it sends the body.
        let isTooLong = reading.declaredBytes ?? 0 > limits.droppedBodyBytes
        if reading.hasBody, isTooLong || reading.expectsContinue {
            return queue(response, connection, exchange, head)
        }
        exchange.step = .dropping(head, response)
        return true
    }

    private func take(
        _ bytes: UnsafeRawBufferPointer, _ exchange: WebConnection.Exchange, _ head: WebRequestHead, limit: Int
    ) {
        let refusal: WebRefusal
        if exchange.body.count + bytes.count > limit {
            refusal = .bodyTooLarge
        } else if load.bodyBytes + bytes.count > limits.bodyBytesInAll {
            refusal = .busy
        } else {
            exchange.body += bytes
            load.bodyBytes += bytes.count
            return
        }
        load.bodyBytes -= exchange.body.count
        exchange.dropped = exchange.body.count + bytes.count
        exchange.body = []
        exchange.step = .dropping(head, handler.refuse(refusal, head))
    }

    private func answer(
        _ connection: WebConnection, _ exchange: WebConnection.Exchange, _ head: WebRequestHead
    ) -> Bool {
        switch handler.answer(WebRequest(head: head, body: exchange.body)) {
        case .now(let response): return queue(response, connection, exchange, head)
        case .later(let work):
            // Suspended before the task begins, which may end at once.
            suspend(connection, exchange)
            connection.phase = .answer
            connection.deadline = .now + limits.answer
            let (orders, connectionNumber, exchangeNumber) = (orders, connection.number, exchange.number)
            let task = work { response in
                orders.add(.answer(connection: connectionNumber, exchange: exchangeNumber, response))
            }
            exchange.step = .waiting(head, task)
            return true
        }
    }

    private func closing(_ response: WebResponse) -> WebResponse {
        var response = response
        response.closesConnection = true
        return response
    }
}
