import Synchronization

/// A thread-safe list of values in the order of their arrival.
final class Recorded<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])

    var values: [Value] { list.withLock { $0 } }

    func add(_ value: Value) { list.withLock { $0.append(value) } }
}
