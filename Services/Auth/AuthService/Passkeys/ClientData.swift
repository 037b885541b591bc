import StrictJSON

/// The data that the browser adds to a ceremony and the authenticator signs.
///
/// - Source: Web Authentication Level 3, section 5.8.1. Members that are not named there are ignored, as it asks.
package struct ClientData: Sendable {
    /// The longest text in bytes. Browsers send some hundred.
    package static let longest = 4096
    private static let limits = JSONLimits(maximumBytes: longest)

    /// `webauthn.create` or `webauthn.get`.
    package let type: String
    package let challenge: String
    package let origin: String
    /// True when the page stood in a frame of another origin.
    let isCrossOrigin: Bool

    /// Reads the JSON text; nil when it is none, or has not the members.
    package init?(_ bytes: [UInt8]) {
        guard let root = try? JSONDocument(bytes, limits: Self.limits).root,
            let type = root.member("type")?.string, let challenge = root.member("challenge")?.string,
            let origin = root.member("origin")?.string
        else { return nil }
        let crossOrigin = root.member("crossOrigin")
        // A value that is neither true nor false is not what a browser writes.
        if let crossOrigin, crossOrigin.bool == nil { return nil }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        isCrossOrigin = crossOrigin?.bool == true || root.member("topOrigin") != nil
    }
}
