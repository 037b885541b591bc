import Coordination
import GatewayWords
import Glibc
import Hosting
import StrictJSON
import Synchronization
import Transport

/// Reaches services over ZeroMQ. Links open with the first call.
package final class LinkedServiceCaller: ServiceCaller {
    /// How long to wait for a missing socket: its service may be starting. Under a supervisor the socket always exists.
    private static let patienceForSocket = Duration.seconds(1)

    private struct Links {
        var loop: SocketLoop?
        var byService: [String: ServiceLink] = [:]
    }

    private let runDirectory: String
    private let links = Mutex(Links())

    package init(runDirectory: String) { self.runDirectory = runDirectory }

    package func call(
        service: String, method: String, parameters: [UInt8], effect: SignalEffect, context: SignalContext,
        within limit: Duration
    ) async throws -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        try await socketExists(of: service, until: min(deadline, .now + Self.patienceForSocket))
        let result = try await link(to: service).call(
            SignalMethod(method), parameters: parameters, effect: effect, context: context,
            within: max(.milliseconds(1), deadline - .now))
        return Array(result.rawBytes)
    }

    private func link(to service: String) -> ServiceLink {
        links.withLock { links in
            if let link = links.byService[service] { return link }
            let loop = links.loop ?? SocketLoop(maximumSockets: 64)
            let link = ServiceLink(service: service, runDirectory: runDirectory, loop: loop)
            links.loop = loop
            links.byService[service] = link
            return link
        }
    }

    /// Fails at once for a house that does not run, instead of waiting for the whole time limit.
    private func socketExists(of service: String, until deadline: ContinuousClock.Instant) async throws {
        let path = ListeningSocket.path(of: service, runDirectory: runDirectory)
        while access(path, F_OK) != 0 {
            guard ContinuousClock.now < deadline else {
                throw Fault(.unavailable, "\(away(service, path))")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Names all services that do not run, so that one message covers them all.
    private func away(_ service: String, _ path: String) -> Text {
        let all = House.services.filter {
            $0 == service || access(ListeningSocket.path(of: $0, runDirectory: runDirectory), F_OK) != 0
        }
        let names = all.joined(separator: ", ")
        return switch all.count {
        case ...1:
            Text("\(service) does not run: there is no socket \(path).", "\(service) не работает: нет сокета \(path).")
        case House.services.count:
            Text(
                "No service runs: there are no sockets in \(runDirectory).",
                "Ни одна служба не работает: в \(runDirectory) нет сокетов.")
        default:
            Text(
                "These do not run: \(names); there are no sockets of theirs in \(runDirectory).",
                "Не работают: \(names); их сокетов в \(runDirectory) нет.")
        }
    }
}
