import Domain

import struct Storage.KeyedRequest

/// An order that waits for a code. The code confirms exactly the order that the user was shown.
package struct Challenge: Codable, Hashable, Sendable {
    package enum State: String, Codable, Hashable, Sendable {
        /// Waits for its code.
        case open
        /// Invalid: too many wrong codes, or replaced by another order.
        case void
        /// Confirmed.
        case done
    }

    /// The time to confirm it.
    package static let lifetime = Duration.seconds(300)
    /// The number of codes that may be tried.
    package static let tries = 3

    package let id: String
    /// The user who gave the order.
    package let owner: String
    package let order: TransferOrder
    /// The expiry of the hold, if the order is a hold.
    package let holdUntil: Instant?
    /// The keyed request of the order, or one made for the challenge. The outcome is stored under it.
    package let request: KeyedRequest
    package let expiresAt: Instant
    /// The number of codes tried so far.
    package var triesUsed = 0
    package var state = State.open

    /// True while a code can confirm it.
    package func isOpen(at now: Instant) -> Bool { state == .open && now < expiresAt && triesUsed < Self.tries }
}
