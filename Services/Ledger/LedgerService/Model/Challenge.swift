import Domain

import struct Storage.KeyedRequest

/// An order that waits for a code: exactly what its user was shown, and nothing else, is done when the code comes.
package struct Challenge: Codable, Hashable, Sendable {
    /// Where it stands.
    package enum State: String, Codable, Hashable, Sendable {
        /// It waits for its code.
        case open
        /// It counts no more: codes were wrong, or something else was asked for.
        case void
        /// Its code came.
        case done
    }

    /// How long it waits.
    package static let lifetime = Duration.seconds(300)
    /// How many codes are looked at.
    package static let tries = 3

    /// The id.
    package let id: String
    /// Whose order it is.
    package let owner: String
    /// The order.
    package let order: TransferOrder
    /// When money that is to be held is free again by itself.
    package let holdUntil: Instant?
    /// The request that the order came with, if it had a key, or one that the challenge stands for: its outcome is kept
    /// under it.
    package let request: KeyedRequest
    /// Until when it waits.
    package let expiresAt: Instant
    /// How many codes were looked at.
    package var triesUsed = 0
    /// Where it stands.
    package var state = State.open

    /// Whether a code still counts.
    package func isOpen(at now: Instant) -> Bool { state == .open && now < expiresAt && triesUsed < Self.tries }
}
