import Signals

/// Somebody who has registered and is signed in.
public struct Person: Sendable {
    /// The address.
    public let email: String
    /// The password.
    public let password: String
    /// Who it is, and the session that registering began.
    public let signedIn: AuthSignal.SignedIn

    /// Somebody whose session is this one.
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
