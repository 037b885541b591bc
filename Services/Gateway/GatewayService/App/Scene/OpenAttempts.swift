import Coordination
import StrictJSON

/// Changes that were sent and whose outcome is not known, with the key of each: sent again, such a change is done once.
struct OpenAttempts {
    /// A change by its method and its params.
    struct Change: Hashable {
        private let method: SignalMethod
        private let parameters: [UInt8]

        /// - Throws: What `signal` throws while it is encoded.
        init<S: Signal>(_ signal: S) throws {
            method = S.method
            parameters = try JSONEncoding.encode(signal)
        }
    }

    private var keys: [Change: String] = [:]

    /// The key to send a change by.
    /// - Parameter newKey: Makes one for a change that is not on its way.
    mutating func key(for change: Change, new newKey: () -> String) -> String {
        let key = keys[change] ?? newKey()
        keys[change] = key
        return key
    }

    /// Forgets a change that was answered.
    mutating func answered(_ change: Change) { keys[change] = nil }

    /// Forgets a change that was refused for good; what failed otherwise may have been done all the same.
    mutating func failed(_ change: Change, _ error: any Error) {
        if let fault = error as? Fault, !fault.isRetryable { keys[change] = nil }
    }
}
