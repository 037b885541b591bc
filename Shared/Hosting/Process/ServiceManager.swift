import Glibc

/// The service's messages to its service manager (systemd, `gateway up`): sd_notify(3).
public struct ServiceManager: Sendable {
    private let path: String?

    /// Creates the connection to the service manager.
    ///
    /// - Parameter environment: `NOTIFY_SOCKET` names the datagram socket; a leading `@` means an abstract one. Without
    ///   it, messages are discarded, as they should be.
    public init(_ environment: Environment) {
        path = environment.variables["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reports that requests are served.
    public func ready() { notify("READY=1") }

    /// Reports that the service drains.
    public func stopping() { notify("STOPPING=1") }

    /// Reports one line for readers of `gateway status` or `systemctl status`.
    public func status(_ sentence: String) { notify("STATUS=\(sentence.filter { !$0.isNewline })") }

    /// Sends one datagram of `NAME=value` lines. A missing receiver is no error.
    ///
    /// - Returns: True when the message was handed over.
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
