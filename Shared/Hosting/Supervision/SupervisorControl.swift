import Glibc

/// Commands for a supervisor to stop or to restart, from any thread or by signals of the operating system.
///
/// SIGTERM and SIGINT drain, and a second one kills. SIGHUP restarts all services one by one. SIGCHLD makes the first
/// process of a container look for orphans.
public final class SupervisorControl: Sendable {
    private let pipe: Pipe

    /// Creates the control pipe.
    ///
    /// - Throws: ``HostingError`` `system`.
    public init() throws(HostingError) { pipe = try Pipe(flags: O_NONBLOCK) }

    /// Sends the supervisor a signal.
    public func send(_ signal: UnixSignal) { writeAll([UInt8(signal.rawValue)], to: pipe.writeEnd.rawValue) }

    /// Delivers the process's own signals to the supervisor from now on. Keep this value as long as the process lives.
    public func receiveUnixSignals() {
        UnixSignals.deliver([.terminate, .interrupt, .hangup, .child], to: pipe.writeEnd.rawValue)
    }

    /// Becomes readable in poll(2) when a signal waits.
    var descriptor: Int32 { pipe.readEnd.rawValue }

    /// Returns the next signal; `nil` when none waits.
    func next() -> UnixSignal? {
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 {
            if let signal = UnixSignal(rawValue: Int32(byte)) { return signal }
        }
        return nil
    }
}
