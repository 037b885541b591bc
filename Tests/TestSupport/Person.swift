import Signals

/// A registered, signed-in user.
public struct Person: Sendable {
    /// The email address.
    public let email: String
    /// The password.
    public let password: String
    /// The user and the session of the registration.
    public let signedIn: AuthSignal.SignedIn

    /// Creates a user with a session.
    public init(email: String, password: String, signedIn: AuthSignal.SignedIn) {
        self.email = email
        self.password = password
        self.signedIn = signedIn
    }

    /// The token of the session.
    public var session: String { signedIn.session.token }
    /// The id of the user.
    public var id: String { signedIn.user.id }
}
