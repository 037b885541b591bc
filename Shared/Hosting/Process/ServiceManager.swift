import Glibc

/// The service's messages to its service manager (systemd, `gateway up`): sd_notify(3).
public struct ServiceManager: Sendable {
    private let path: String?
    /// How often the manager wants to hear that the process works; it is ended when nothing comes for as long. Nil when
    /// nobody watches. `WATCHDOG_USEC`, `WATCHDOG_PID`: sd_watchdog_enabled(3)
    public let watchdogLimit: Duration?

    /// Creates the connection to the service manager.
    ///
    /// - Parameter environment: `NOTIFY_SOCKET` names the datagram socket; a leading `@` means an abstract one. Without
    ///   it, messages are discarded, as they should be.
    public init(_ environment: Environment) {
        let variables = environment.variables
        path = variables["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        let isMeant = variables["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
        let limit = variables["WATCHDOG_USEC"].flatMap { Int64($0) }
        watchdogLimit = limit.flatMap { isMeant && $0 > 0 ? .microseconds($0) : nil }
    }

    /// Reports that requests are served.
    public func ready() { notify("READY=1") }

    /// Reports that the service is not stuck. Waits for nobody: a manager that stands still must not stop its services.
    public func works() { notify("WATCHDOG=1", waits: false) }

    /// Reports that the service drains.
    public func stopping() { notify("STOPPING=1") }

    /// Reports one line for readers of `gateway status` or `systemctl status`.
    public func status(_ sentence: String) { notify("STATUS=\(sentence.filter { !$0.isNewline })") }

    /// Sends one datagram of `NAME=value` lines. A missing receiver is no error.
    ///
    /// - Returns: True when the message was handed over.
    @discardableResult
    public func notify(_ message: String) -> Bool { notify(message, waits: true) }

    @discardableResult
    private func notify(_ message: String, waits: Bool) -> Bool {
        guard let path else { return false }
        return DatagramSocket.send(Array(message.utf8), to: path, waits: waits)
    }
}
