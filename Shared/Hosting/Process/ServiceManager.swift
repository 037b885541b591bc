import Glibc

/// What a service tells whoever started it (systemd, `gateway up`): sd_notify(3).
public struct ServiceManager: Sendable {
    private let path: String?

    /// - Parameter environment: `NOTIFY_SOCKET` names the datagram socket, `@` standing for an abstract one. Without
    ///   it every message goes nowhere, which is right.
    public init(_ environment: Environment) {
        path = environment.variables["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Requests are served from now on.
    public func ready() { notify("READY=1") }

    /// The service drains.
    public func stopping() { notify("STOPPING=1") }

    /// One line for people who look at `gateway status` or `systemctl status`.
    public func status(_ sentence: String) { notify("STATUS=\(sentence.filter { !$0.isNewline })") }

    /// Sends one datagram of `NAME=value` lines. Nobody listening is no fault of ours.
    ///
    /// - Returns: Whether the message was handed over.
    @discardableResult
    public func notify(_ message: String) -> Bool {
        guard let path, let address = UnixAddress(path) else { return false }
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return false }
        let descriptor = OwnedDescriptor(owning: number)
        let bytes = Array(message.utf8)
        return address.withPointer { pointer, length in
            sendto(descriptor.rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
        } == bytes.count
    }
}
