import CSocketGuard
import CZeroMQ

/// The libzmq of this process.
public enum ZeroMQLibrary {
    /// An optional feature of libzmq, chosen at its build. `zmq_has`
    public enum Capability: String, Sendable {
        /// Unix sockets.
        case ipc
        /// Encryption and authentication by CurveZMQ.
        case curve
        /// Unstable interfaces.
        case draft
    }

    /// Major, minor and patch, such as `4.3.4`. `zmq_version`
    public static var version: String {
        var major: Int32 = 0
        var minor: Int32 = 0
        var patch: Int32 = 0
        zmq_version(&major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }

    /// Returns true when the library was built with a feature. `zmq_has`
    public static func has(_ capability: Capability) -> Bool {
        zmq_has(capability.rawValue) == 1
    }

    /// The number of connections that this process refused because descriptors or memory were exhausted.
    /// `kopilka_accept_guard_refused`
    public static var refusedConnections: UInt64 {
        kopilka_accept_guard_refused()
    }

    /// The number of connections that this process ended because they exceeded ``ReceiveLimits``.
    /// `kopilka_receive_guard_cut`
    public static var cutConnections: UInt64 {
        kopilka_receive_guard_cut()
    }
}
