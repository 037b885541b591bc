import Glibc

/// A port of the loopback interface that the system gives to nobody else as long as this value lives. Servers that are
/// told its number can listen there, one after another.
///
/// It is bound and does not listen, and has SO_REUSEADDR, as the servers must have: socket(7).
public final class ReservedPort: Sendable {
    /// The number.
    public let number: UInt16
    private let descriptor: Int32

    /// Reserves a port that the system chooses.
    public init() throws { (descriptor, number) = try LoopbackPort.bound() }

    deinit { close(descriptor) }
}
