import Coordination
import Hosting
import ZeroMQ

// What actors use of their loop. Each member traps on any other thread.

extension SocketLoop {
    private var context: Context {
        guard let context = onLoop({ $0.context }) else { preconditionFailure("The socket loop has ended.") }
        return context
    }

    /// Opens a socket on this thread. Calls `isReadable` when it can be read.
    func open(
        _ kind: SocketKind, options: SocketOptions, isReadable: @escaping @Sendable () -> Void
    ) throws(ZeroMQError) -> Socket {
        let socket = try Socket(kind, in: context, options: options)
        onLoop { $0.watch(socket, isReadable: isReadable) }
        return socket
    }

    /// Watches the connections of `socket`.
    func monitor(
        _ socket: Socket, kinds: MonitorEvent.Kind, isReadable: @escaping @Sendable () -> Void
    ) throws(ZeroMQError) -> Monitor {
        let monitor = try Monitor(of: socket, in: context, for: kinds)
        onLoop { $0.watch(monitor.socket, isReadable: isReadable) }
        return monitor
    }

    /// Admits the peers of `allowed` to the CURVE sockets of `domain`, and nobody else.
    func admit(_ allowed: AllowedPeers, to domain: String) throws(ZeroMQError) {
        if let handler = onLoop({ $0.admission }) { return handler.admit(allowed, to: domain) }
        let socket = try open(.router, options: SocketOptions()) { [weak self] in
            self?.onLoop { $0.admission?.answer() }
        }
        do throws(ZeroMQError) {
            let handler = try ZAPHandler(on: socket)
            handler.admit(allowed, to: domain)
            onLoop { $0.admission = handler }
        } catch {
            close(socket)
            throw error
        }
    }

    /// Pauses polling of `socket` for `delay`. Messages wait in the socket meanwhile.
    func pause(_ socket: Socket, for delay: Duration) {
        let socket = ObjectIdentifier(socket)
        onLoop { $0.pause(socket, true) }
        schedule(after: delay) { [weak self] in self?.onLoop { $0.pause(socket, false) } }
    }

    /// Stops watching `socket` and closes it.
    func close(_ socket: Socket) { onLoop { $0.close(socket, wakeDescriptor: wakeUp.descriptor) } }

    /// Stops a monitor. The socket that it watches must still be open.
    func close(_ monitor: Monitor) {
        onLoop {
            monitor.stop()
            $0.close(monitor.socket, wakeDescriptor: wakeUp.descriptor)
        }
    }

    /// Calls `body` on this thread once, `delay` from now.
    @discardableResult
    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID {
        onLoop { $0.schedule(after: delay, body) }
    }

    /// Cancels a timer.
    func cancel(_ timer: TimerID) { onLoop { $0.cancel(timer) } }
}
