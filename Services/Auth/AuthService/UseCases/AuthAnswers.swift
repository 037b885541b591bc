import Domain
import Signals

extension AuthSignal.User {
    /// Creates the user as the user sees it.
    init(_ user: User) {
        self.init(
            id: user.id, name: user.name, email: user.email?.text ?? "", username: user.username?.text,
            zone: user.zone?.name)
    }
}

extension AuthSignal.Session {
    /// Creates the session with its secrets, for its owner.
    init(_ issued: IssuedSession, zone: UserZone?) {
        self.init(
            id: issued.session.id, userId: issued.session.userID, token: issued.token,
            refreshToken: issued.refreshToken.text, expiresAt: issued.session.tokenExpiresAt, zone: zone?.name)
    }
}

extension AuthSignal.SignedIn {
    /// Creates the answer for a user and the new session.
    ///
    /// - Parameter deviceCookie: The cookie of the device from now on; nil when no password was given.
    init(_ user: User, _ issued: IssuedSession, deviceCookie: String? = nil) {
        self.init(
            user: AuthSignal.User(user), session: AuthSignal.Session(issued, zone: user.zone),
            deviceCookie: deviceCookie)
    }
}
