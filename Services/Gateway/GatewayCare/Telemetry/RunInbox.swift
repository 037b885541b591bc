import GatewaySession
import Glibc
import Hosting
import StrictJSON
import Synchronization

/// The runs that gateways of this house report, until they are taken.
///
/// A thread reads them as they come: the kernel keeps few datagrams, and senders do not wait.
package final class RunInbox: Sendable {
    /// The most runs that wait. The oldest give way.
    private static let capacity = 4_096

    private let runs: Mutex<Backlog<RecordedTrace>>
    private let ending: WakeUp

    /// Creates the socket and starts the thread. The caller holds the lock of the exporter.
    ///
    /// - Throws: ``HostingError``.
    package init(in runDirectory: AbsolutePath) throws(HostingError) {
        runs = Mutex(Backlog(capacity: Self.capacity))
        ending = WakeUp()
        let socket = try DatagramSocket(
            at: RunReporter.path(in: runDirectory), maximumBytes: RunReporter.maximumBytes)
        BackgroundThread.start(named: "runs") { [weak self, ending] in
            var polled = [
                pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: ending.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            while true {
                poll(&polled, nfds_t(polled.count), -1)
                while let message = socket.next() { self?.keep(message.bytes) }
                if polled[1].revents != 0 { return }
            }
        }
    }

    deinit { ending.wake() }

    private func keep(_ bytes: [UInt8]) {
        guard let run = try? JSONDocument.read(RecordedTrace.self, from: bytes) else { return }
        runs.withLock { $0.add([run]) }
    }

    /// Returns the runs since the last call, and how many were dropped meanwhile.
    package func take() -> (runs: [RecordedTrace], dropped: Int) {
        runs.withLock { ($0.take($0.count), $0.forgetDropped()) }
    }
}
