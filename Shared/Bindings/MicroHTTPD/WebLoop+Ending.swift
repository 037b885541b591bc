import CMicroHTTPD
import Glibc

extension WebLoop {
    /// Acts on a deadline that is over.
    func expire(_ connection: WebConnection, _ now: ContinuousClock.Instant) {
        switch connection.phase {
        case .header, .body, .sending:
            load.timedOut += 1
            hangUp(connection)
        case .answer:
            guard let exchange = connection.exchange, case .waiting(let head, let task) = exchange.step else { return }
            task.cancel()
            exchange.step = .ready(head, handler.refuse(.answerTooLate, head))
            connection.deadline = now + limits.sending
            resume(connection, exchange)
        case .streaming:
            guard let exchange = connection.exchange, let stream = exchange.stream, let heartbeat = stream.heartbeat
            else { return }
            let takes = stream.takesWhileBytesWait
            if let takes, takes == exchange.takesAtLastHeartbeat {
                // It has not read anything since the last heartbeat.
                load.timedOut += 1
                return hangUp(connection)
            }
            exchange.takesAtLastHeartbeat = takes
            connection.deadline = now + heartbeat.interval
            stream.send(heartbeat.bytes)
        }
    }

    /// Continues a suspended connection. `MHD_resume_connection`
    func resume(_ connection: WebConnection, _ exchange: WebConnection.Exchange) {
        guard exchange.isSuspended, let handle = connection.handle else { return }
        exchange.isSuspended = false
        kopilka_MHD_resume_connection(library, handle)
    }

    /// Puts a connection aside until ``resume(_:_:)``. `MHD_suspend_connection`
    func suspend(_ connection: WebConnection, _ exchange: WebConnection.Exchange) {
        guard !exchange.isSuspended, let handle = connection.handle else { return }
        exchange.isSuspended = true
        kopilka_MHD_suspend_connection(library, handle)
    }

    /// Ends a connection without its response. shutdown(2)
    func abandon(_ connection: WebConnection) {
        if let exchange = connection.exchange {
            if case .waiting(_, let task) = exchange.step { task.cancel() }
            if case .ready(_, let response) = exchange.step, case .stream(let stream) = response.content {
                stream.finish()
            }
            exchange.step = .abandoned
            resume(connection, exchange)
        }
        hangUp(connection)
    }

    /// Lets the library find the end of the connection. The descriptor is still ours: the connection is forgotten
    /// before the library closes it. shutdown(2)
    func hangUp(_ connection: WebConnection) {
        connection.deadline = nil
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
        if let exchange = connection.exchange, exchange.stream != nil {
            exchange.step = .abandoned
            resume(connection, exchange)
        }
    }
}
