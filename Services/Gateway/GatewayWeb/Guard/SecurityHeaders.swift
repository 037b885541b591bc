import MicroHTTPD

/// The header fields that every response has.
package enum SecurityHeaders {
    /// How long a browser may keep a response.
    package enum Keeping: Sendable {
        /// Not at all: everything with money, names or a session.
        case never
        /// As long as the server confirms that it has not changed (`ETag`).
        case revalidated
    }

    /// What a page may load and where it may send: only from and to the face, and no other site may frame it.
    package static let policy =
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"

    /// Returns the fields.
    ///
    /// - Parameter isEncrypted: True for a client that uses https: its browser shall use nothing else for a year.
    package static func fields(keeping: Keeping, isEncrypted: Bool) -> [WebHeader] {
        var fields = [
            WebHeader("Content-Security-Policy", policy),
            WebHeader("Cache-Control", keeping == .never ? "no-store" : "no-cache"),
            WebHeader("X-Content-Type-Options", "nosniff"),
            WebHeader("Referrer-Policy", "no-referrer"),
            WebHeader("X-Frame-Options", "DENY"),
            WebHeader("Cross-Origin-Opener-Policy", "same-origin"),
            WebHeader("Cross-Origin-Resource-Policy", "same-origin"),
            WebHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
        ]
        if isEncrypted { fields.append(WebHeader("Strict-Transport-Security", "max-age=31536000")) }
        return fields
    }
}
