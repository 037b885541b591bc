import Synchronization

/// A counter of the bytes of messages that libzmq holds because they are not sent yet, such as those for a peer that
/// does not read. Short messages, below ``Message/handOverSize``, are copied and not counted.
public final class SentBytes: Sendable {
    private let held = Atomic<Int>(0)
    private let total: SentBytes?

    /// Creates a counter at zero.
    /// - Parameter total: A counter of the same bytes together with others.
    public init(total: SentBytes? = nil) { self.total = total }

    /// The current number of bytes. libzmq releases them on its own thread.
    public var count: Int { held.load(ordering: .relaxed) }

    func add(_ bytes: Int) {
        held.wrappingAdd(bytes, ordering: .relaxed)
        total?.add(bytes)
    }
}
