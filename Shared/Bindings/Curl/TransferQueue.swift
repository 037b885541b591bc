import CCurl
import Synchronization

/// What a client wants of its thread.
///
/// The only thing that both touch; all of libcurl's handles but the wake-up belong to the thread.
final class TransferQueue: Sendable {
    /// An order to the thread.
    enum Order: Sendable {
        case begin(UInt64, TransferTask, @Sendable (Result<HTTPResponse, HTTPError>) -> Void)
        case cancel(UInt64)
    }

    private struct State {
        var orders: [Order] = []
        var isClosed = false
        /// The address of the multi handle; 0 when there is none (yet, or any more). `curl_multi_wakeup` may be called
        /// from any thread as long as the handle lives, which the lock sees to.
        var multi: UInt = 0
    }

    private let state = Mutex(State())
    private let lastNumber = Atomic<UInt64>(0)

    /// A number that no other transfer has.
    private func newNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    /// Hands an order to the thread. After the close a transfer fails at once.
    func add(_ order: Order) {
        let isTaken = state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            Self.wake(state)
            return true
        }
        if !isTaken, case .begin(_, _, let finish) = order { finish(.failure(Self.closed)) }
    }

    /// Runs a transfer and waits for what comes of it; cancelling the task ends it at once.
    func run(_ task: TransferTask) async -> Result<HTTPResponse, HTTPError> {
        let number = newNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(.begin(number, task) { continuation.resume(returning: $0) })
                // Cancelled before that, the order to cancel may have come first, to no effect.
                if Task.isCancelled { add(.cancel(number)) }
            }
        } onCancel: {
            add(.cancel(number))
        }
    }

    /// No more orders are taken from now on, and the thread ends.
    func close() {
        state.withLock { state in
            state.isClosed = true
            Self.wake(state)
        }
    }

    /// The orders since the last time, and whether the client is closed.
    func take() -> (orders: [Order], isClosed: Bool) {
        state.withLock { state in
            let orders = state.orders
            state.orders = []
            return (orders, state.isClosed)
        }
    }

    /// Says which handle is to be woken; nil when it is about to go.
    func setMulti(_ multi: UnsafeMutableRawPointer?) {
        state.withLock { $0.multi = UInt(bitPattern: multi) }
    }

    /// What everything ends with that is under way when the client is closed.
    static let closed = HTTPError(.closed, "The client was closed.")

    private static func wake(_ state: State) {
        if let multi = UnsafeMutableRawPointer(bitPattern: state.multi) {
            kopilka_curl_wakeup(CurlLibrary.functions, multi)
        }
    }
}
