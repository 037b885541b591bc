import Coordination
import StrictJSON

/// The last change sent and its idempotency key, while its outcome is unknown: a repetition takes effect once.
///
/// Only the last change is kept: after another request, the same change is a new one. A user who freezes, unfreezes and
/// freezes again must not get the answer to the first freeze.
struct OpenAttempt {
    /// A change, identified by its method and parameters.
    struct Change: Equatable {
        private let method: SignalMethod
        private let parameters: [UInt8]

        /// Creates the change of a signal.
        ///
        /// - Throws: The error of encoding `signal`.
        init<S: Signal>(_ signal: S) throws {
            method = S.method
            parameters = try JSONEncoding.encode(signal)
        }
    }

    private var last: (change: Change, key: String)?

    /// Returns the key to send a change with.
    /// - Parameter newKey: Creates a key for a change that is not pending.
    mutating func key(for change: Change, new newKey: () -> String) -> String {
        if let last, last.change == change { return last.key }
        let key = newKey()
        last = (change, key)
        return key
    }

    /// Removes a change that was answered.
    mutating func answered(_ change: Change) { if last?.change == change { last = nil } }

    /// Removes a change that was finally refused. After any other failure it may have taken effect, so it is kept.
    mutating func failed(_ change: Change, _ error: any Error) {
        if let fault = error as? Fault, !fault.isRetryable { answered(change) }
    }
}
