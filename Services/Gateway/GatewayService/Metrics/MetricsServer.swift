import Coordination
import GatewayCare
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import MicroHTTPD
import Reasons

/// Serves the metrics until SIGTERM or SIGINT.
struct MetricsServer {
    /// The time in which requests on their way are answered when it stops.
    private static let drainLimit = Duration.seconds(3)
    /// The most connections. A machine has few programs that collect metrics.
    private static let connections = 64

    let scene: CommandScene
    let metrics: SharedMetrics

    /// Serves at a place.
    ///
    /// - Throws: ``HostingError``: `alreadyRunning` when another program listens there.
    func run(_ place: MetricsListen) async throws -> GatewayExitCode {
        switch place {
        case .loopback(let address):
            let port: ListeningPort
            do throws(HostingError) {
                port = try ListeningPort(address: address.address, port: address.port)
            } catch {
                guard error.systemError == EADDRINUSE else { throw error }
                throw HostingError(.alreadyRunning, .addressInUse, ["address": .text(address.settingText)])
            }
            let served = ListenAddress(address: address.address, port: port.port)
            try await serve(port.takeDescriptor(), "http://\(served.settingText)/metrics")
        case .socket(let path):
            let socket = try ListeningSocket.make(name: "gateway metrics", at: path)
            try await serve(socket.takeDescriptor(), path.description)
            // Its path is removed with it.
            withExtendedLifetime(socket) {}
        }
        return .done
    }

    private func serve(_ descriptor: Int32, _ link: String) async throws {
        UnixSignals.ignoreBrokenPipes()
        var limits = WebServerLimits()
        (limits.connections, limits.connectionsPerPeer) = (Self.connections, 0)
        let server: WebServer
        do throws(WebServerError) {
            server = try WebServer(listening: descriptor, limits: limits, handler: MetricsPage(metrics: metrics))
        } catch {
            throw HostingError.system(error.message, errno: EIO)
        }
        let signals = try UnixSignals.stream(of: [.terminate, .interrupt])
        let manager = ServiceManager(Environment(variables: scene.house.variables))
        WebProgram.tell(link: link, scene)
        manager.status(link)
        manager.ready()
        for await _ in signals { break }
        manager.stopping()
        await server.stop(within: Self.drainLimit)
    }
}
