import CSocketGuard
import CZeroMQ

/// Facts about the libzmq this process runs with.
public enum ZeroMQLibrary {
    /// A feature that is chosen when libzmq is built. `zmq_has`
    public enum Capability: String, Sendable {
        /// Unix sockets.
        case ipc
        /// Encryption and authentication by CurveZMQ.
        case curve
        /// Interfaces that are not stable yet.
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

    /// Whether the library was built with a feature. `zmq_has`
    public static func has(_ capability: Capability) -> Bool {
        zmq_has(capability.rawValue) == 1
    }

    /// The number of connections this process refused because descriptors or memory had run out.
    /// `kopilka_accept_guard_refused`
    public static var refusedConnections: UInt64 {
        kopilka_accept_guard_refused()
    }

    /// The number of connections this process ended because more came on them than ``ReceiveLimits`` allow.
    /// `kopilka_receive_guard_cut`
    public static var cutConnections: UInt64 {
        kopilka_receive_guard_cut()
    }
}
