import Coordination
import Hosting
import Sodium
import StrictJSON
import Synchronization
import TestSupport
import ZeroMQ

@testable import Transport

/// An echo service with a replica port, and another machine that may use it.
final class ReplicatedEcho: Sendable {
    let service: EchoService
    let listener: Listener
    let port: Int
    /// The keys of the machine of the service.
    let serverKeys: MachineKeys
    /// The keys of the other machine.
    let clientKeys: MachineKeys
    let allowed: AllowedPeers
    /// The socket thread of the other machine.
    let loop = SocketLoop()
    private let links = Mutex<[ServiceLink]>([])
    private let isServiceClosed = Mutex(false)

    /// Starts the service.
    init(
        serverKeys: MachineKeys = MachineKeys(), clientKeys: MachineKeys = MachineKeys(), port: Int = 0,
        limits: ListenerLimits = ListenerLimits(), log: Log? = nil
    ) async throws {
        (self.serverKeys, self.clientKeys) = (serverKeys, clientKeys)
        allowed = AllowedPeers([clientKeys.publicKey: "beta"])
        service = log.map { EchoService(log: $0) } ?? EchoService()
        listener = try await service.open(limits: limits)
        self.port = try await listener.open(
            ReplicaPort(address: "127.0.0.1", port: port, keys: serverKeys, allowed: allowed))
    }

    var endpoint: String { ListeningPort.endpoint(address: "127.0.0.1", port: port) }

    /// Creates a link of the other machine, or of one with other keys.
    func link(keys: MachineKeys? = nil, serverKey: [UInt8]? = nil, port: Int? = nil) -> ServiceLink {
        let link = ServiceLink(
            service: "echo",
            endpoint: .replica(
                host: "127.0.0.1", port: port ?? self.port, serverKey: serverKey ?? serverKeys.publicKey,
                keys: keys ?? clientKeys),
            loop: loop)
        links.withLock { $0.append(link) }
        return link
    }

    /// Creates a link of this machine.
    func localLink() -> ServiceLink {
        let link = ServiceLink(service: "echo", runDirectory: service.directory.path, loop: loop)
        links.withLock { $0.append(link) }
        return link
    }

    /// True when the service answers here and on the other machine.
    func isServed() async throws -> Bool {
        for link in [link(), localLink()] {
            guard try await link.send(EchoSignal.Say(text: "alive", count: nil), within: .seconds(120)).text == "alive"
            else { return false }
        }
        return true
    }

    /// The texts that the service was asked to say, without those of ``isServed()``.
    var said: [String] { service.calls.withLock { $0 }.filter { $0 != "alive" } }

    /// Ends the service; the other machine stays.
    func closeService() async {
        let wasClosed = isServiceClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        if !wasClosed { await service.close(listener) }
    }

    func close() async {
        for link in links.withLock({ $0 }) { await link.close() }
        await loop.stop()
        await closeService()
    }
}

/// Runs `body` with a service that has a replica port.
func withReplica(
    limits: ListenerLimits = ListenerLimits(), log: Log? = nil, _ body: (ReplicatedEcho) async throws -> Void
) async throws {
    let echo = try await ReplicatedEcho(limits: limits, log: log)
    do {
        try await body(echo)
    } catch {
        await echo.close()
        throw error
    }
    await echo.close()
}
