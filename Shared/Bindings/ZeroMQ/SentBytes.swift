import Synchronization

/// Counts the bytes of messages that were handed to libzmq and are not on their way yet, as those for a peer who does not
/// read. Short messages, below ``Message/handOverSize``, are copied and not counted.
public final class SentBytes: Sendable {
    private let held = Atomic<Int>(0)
    private let total: SentBytes?

    /// Counts from zero.
    /// - Parameter total: Counts the same bytes, and those of others.
    public init(total: SentBytes? = nil) { self.total = total }

    /// How many bytes there are now. libzmq lets them go on its own thread.
    public var count: Int { held.load(ordering: .relaxed) }

    func add(_ bytes: Int) {
        held.wrappingAdd(bytes, ordering: .relaxed)
        total?.add(bytes)
    }
}
