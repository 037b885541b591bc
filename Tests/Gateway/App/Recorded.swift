import Synchronization

/// Values in the order they came, from anywhere.
final class Recorded<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])

    var values: [Value] { list.withLock { $0 } }

    func add(_ value: Value) { list.withLock { $0.append(value) } }
}
