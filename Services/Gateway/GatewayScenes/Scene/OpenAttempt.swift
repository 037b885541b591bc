import Coordination
import StrictJSON

/// The change that was sent last, with its key, while its outcome is not known: sent again, it is done once.
///
/// Only the last one: once something else was asked for, the same change is meant anew. Who freezes, unfreezes and freezes
/// again must not be answered by what became of the first.
struct OpenAttempt {
    /// A change by its method and its params.
    struct Change: Equatable {
        private let method: SignalMethod
        private let parameters: [UInt8]

        /// - Throws: What `signal` throws while it is encoded.
        init<S: Signal>(_ signal: S) throws {
            method = S.method
            parameters = try JSONEncoding.encode(signal)
        }
    }

    private var last: (change: Change, key: String)?

    /// The key to send a change by.
    /// - Parameter newKey: Makes one for a change that is not on its way.
    mutating func key(for change: Change, new newKey: () -> String) -> String {
        if let last, last.change == change { return last.key }
        let key = newKey()
        last = (change, key)
        return key
    }

    /// Forgets a change that was answered.
    mutating func answered(_ change: Change) { if last?.change == change { last = nil } }

    /// Forgets a change that was refused for good; what failed otherwise may have been done all the same.
    mutating func failed(_ change: Change, _ error: any Error) {
        if let fault = error as? Fault, !fault.isRetryable { answered(change) }
    }
}
