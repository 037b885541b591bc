import Domain
import Signals

extension AuthSignal.User {
    /// A user, for the user.
    init(_ user: User) {
        self.init(
            id: user.id, name: user.name, email: user.email?.text ?? "", username: user.username?.text,
            zone: user.zone?.name)
    }
}

extension AuthSignal.Session {
    /// A session with its secrets, for its owner.
    init(_ issued: IssuedSession, zone: UserZone?) {
        self.init(
            id: issued.session.id, userId: issued.session.userID, token: issued.token,
            refreshToken: issued.refreshToken.text, expiresAt: issued.session.tokenExpiresAt, zone: zone?.name)
    }
}

extension AuthSignal.SignedIn {
    /// A user and the session that has begun.
    ///
    /// - Parameter deviceCookie: What the device is known by from now on; nil where no password was given.
    init(_ user: User, _ issued: IssuedSession, deviceCookie: String? = nil) {
        self.init(
            user: AuthSignal.User(user), session: AuthSignal.Session(issued, zone: user.zone),
            deviceCookie: deviceCookie)
    }
}
