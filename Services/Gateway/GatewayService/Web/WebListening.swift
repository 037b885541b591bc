import GatewayCare
import GatewayWords
import Glibc
import Hosting
import MicroHTTPD
import Reasons

/// The listening socket of the page: inherited, a Unix socket, or a port.
struct WebListening: ~Copyable {
    /// The name in `LISTEN_FDNAMES`.
    private static let name = "web"
    /// The name in messages.
    private static let program = "gateway web"
    /// The length of a port's accept queue, as of a Unix socket.
    private static let backlog: Int32 = 4_096

    /// The address; nil for a Unix socket.
    let address: WebPeer?
    /// The port; 0 for a Unix socket.
    let port: Int
    /// Keeps the path of a Unix socket, which is removed with it.
    let socket: ListeningSocket?
    private let descriptor: OwnedDescriptor

    /// Opens the socket. The sockets that were inherited come first, as for services.
    ///
    /// - Throws: ``UsageError`` when nothing of that name was inherited, or the group is unknown; ``HostingError``
    ///   `alreadyRunning` when the address or path is in use, `wrongInheritance`, `pathTooLong`, `system`.
    static func open(_ settings: WebSettings, _ inherited: InheritedSockets = .ofProcess) throws -> WebListening {
        let names = inherited.names
        guard names.isEmpty || names.contains(name) else {
            throw UsageError(
                Text(
                    "None of the inherited sockets (\(names.joined(separator: ", "))) is named web.",
                    "Ни один из переданных сокетов (\(names.joined(separator: ", "))) не назван web."),
                hint: Text(verbatim: "FileDescriptorName=web"))
        }
        if inherited.isUnix(name) == true, let socket = try ListeningSocket.inherited(name, from: inherited) {
            return WebListening(socket)
        }
        if let port = try ListeningPort.inherited(name, from: inherited) { return WebListening(port) }
        if let path = settings.socket {
            return WebListening(
                try ListeningSocket.make(
                    name: program, at: path, group: try settings.socketGroup.map(group)))
        }
        do throws(HostingError) {
            return WebListening(
                try ListeningPort(
                    address: settings.listen.address, port: settings.listen.port, backlog: backlog))
        } catch {
            guard error.systemError == EADDRINUSE else { throw error }
            throw HostingError(.alreadyRunning, .addressInUse, ["address": .text(settings.listen.settingText)])
        }
    }

    private init(_ socket: ListeningSocket) {
        (address, port, self.socket) = (nil, 0, socket)
        descriptor = OwnedDescriptor(owning: socket.takeDescriptor())
    }

    private init(_ listening: consuming ListeningPort) {
        // `tcp://127.0.0.1:8417` or `tcp://[::1]:8417`.
        let host = listening.endpoint.dropFirst("tcp://".count).prefix { $0 != "]" }
        let text = host.first == "[" ? host.dropFirst() : host.prefix { $0 != ":" }
        address = WebPeer(String(text))
        port = listening.port
        socket = nil
        descriptor = OwnedDescriptor(owning: listening.takeDescriptor())
    }

    /// Hands over the descriptor to the server, which closes it.
    consuming func takeDescriptor() -> Int32 { descriptor.take() }

    /// Returns the number of a group: getgrnam_r(3).
    private static func group(_ name: String) throws(UsageError) -> gid_t {
        if let number = gid_t(name) { return number }
        var entry = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        let number = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65_536) { buffer -> gid_t? in
            guard let text = buffer.baseAddress, getgrnam_r(name, &entry, text, buffer.count, &found) == 0,
                found != nil
            else { return nil }
            return entry.gr_gid
        }
        guard let number else {
            throw UsageError(Text("There is no group \(name).", "Нет группы \(name)."), field: "socket-group")
        }
        return number
    }
}
