import Domain
import Sodium

/// A browser that the face knows: one person, or nobody yet.
package struct BrowserSession: Sendable {
    /// The name of a session: the hash of its cookie, from which the cookie cannot be found.
    package struct ID: Hashable, Sendable {
        let hash: [UInt8]

        /// Hashes the bytes of a cookie. SHA-256
        init(of cookie: [UInt8]) { hash = Digest.sha256(cookie) }

        init(hash: [UInt8]) { self.hash = hash }
    }

    /// The name.
    package let id: ID
    /// The key of the tickets in its forms.
    let formKey: [UInt8]
    /// The beginning.
    package let begunAt: Instant
    /// The last request.
    package var usedAt: Instant
    /// What the scenes keep for the person, such as the access token. Nil for a browser in which nobody has signed in.
    package var secrets: [UInt8]?

    /// True when somebody has signed in.
    package var isSignedIn: Bool { secrets != nil }
}

/// The reason why a session cannot begin or be kept.
package enum BrowserSessionError: Error, Hashable {
    /// There are too many sessions already.
    case tooMany
    /// The secrets are too long.
    case tooLong
    /// The session has ended meanwhile.
    case ended
}
