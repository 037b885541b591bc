extension AuthEvent {
    /// Event `auth.passkeyAdded`: a passkey signs this user in from now on.
    /// Event `auth.passkeyRemoved`: it no longer does.
    /// Event `auth.passkeyCopied`: the counter of a passkey went back, so that there may be a copy; the sign-in or
    /// proof was refused.
    public struct PasskeyChanged: Codable, Hashable, Sendable {
        /// The owner of the passkey.
        public let userId: String
        /// The name of the passkey; empty once the user has left.
        public let name: String

        public init(userId: String, name: String) {
            self.userId = userId
            self.name = name
        }
    }
}
