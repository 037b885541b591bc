import CCurl
import Synchronization

/// The orders of a client to its thread.
///
/// It is the only state that both share. All of libcurl's handles belong to the thread, except for the wake-up.
final class TransferQueue: Sendable {
    /// An order to the thread.
    enum Order: Sendable {
        case begin(UInt64, TransferTask, @Sendable (Result<HTTPResponse, HTTPError>) -> Void)
        case cancel(UInt64)
    }

    private struct State {
        var orders: [Order] = []
        var isClosed = false
        /// The address of the multi handle; 0 when there is none. `curl_multi_wakeup` may be called from any thread
        /// while the handle exists, which the lock guarantees.
        var multi: UInt = 0
    }

    private let state = Mutex(State())
    private let lastNumber = Atomic<UInt64>(0)

    /// Returns a unique number for a transfer.
    private func newNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    /// Passes an order to the thread. After the close a transfer fails at once.
    func add(_ order: Order) {
        let isTaken = state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            Self.wake(state)
            return true
        }
        if !isTaken, case .begin(_, _, let finish) = order { finish(.failure(Self.closed)) }
    }

    /// Runs a transfer and returns its result; cancelling the task ends the transfer at once.
    func run(_ task: TransferTask) async -> Result<HTTPResponse, HTTPError> {
        let number = newNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(.begin(number, task) { continuation.resume(returning: $0) })
                // If the task was already cancelled, the order to cancel may have come first, without effect.
                if Task.isCancelled { add(.cancel(number)) }
            }
        } onCancel: {
            add(.cancel(number))
        }
    }

    /// Refuses further orders and ends the thread.
    func close() {
        state.withLock { state in
            state.isClosed = true
            Self.wake(state)
        }
    }

    /// Returns the orders since the last call, and whether the client is closed.
    func take() -> (orders: [Order], isClosed: Bool) {
        state.withLock { state in
            let orders = state.orders
            state.orders = []
            return (orders, state.isClosed)
        }
    }

    /// Sets the handle to wake up; nil before it is destroyed.
    func setMulti(_ multi: UnsafeMutableRawPointer?) {
        state.withLock { $0.multi = UInt(bitPattern: multi) }
    }

    /// The error of transfers that are pending when the client is closed.
    static let closed = HTTPError(.closed, "The client was closed.")

    private static func wake(_ state: State) {
        if let multi = UnsafeMutableRawPointer(bitPattern: state.multi) {
            kopilka_curl_wakeup(CurlLibrary.functions, multi)
        }
    }
}
