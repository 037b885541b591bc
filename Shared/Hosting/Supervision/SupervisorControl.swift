import Glibc

/// How a supervisor is told to stop or to restart, from any thread or by signals of the operating system.
///
/// SIGTERM and SIGINT drain, a second one kills; SIGHUP restarts all services one after another; SIGCHLD makes a
/// container's first process look for orphans.
public final class SupervisorControl: Sendable {
    private let pipe: Pipe

    /// - Throws: ``HostingError`` `system`.
    public init() throws(HostingError) { pipe = try Pipe(flags: O_NONBLOCK) }

    /// Hands the supervisor a signal.
    public func send(_ signal: UnixSignal) { writeAll([UInt8(signal.rawValue)], to: pipe.writeEnd.rawValue) }

    /// Hands it the process's own signals from now on. Keep this value as long as the process lives.
    public func receiveUnixSignals() {
        UnixSignals.deliver([.terminate, .interrupt, .hangup, .child], to: pipe.writeEnd.rawValue)
    }

    /// Polls readable when a signal waits.
    var descriptor: Int32 { pipe.readEnd.rawValue }

    /// The next signal, or `nil` when none waits.
    func next() -> UnixSignal? {
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 {
            if let signal = UnixSignal(rawValue: Int32(byte)) { return signal }
        }
        return nil
    }
}
