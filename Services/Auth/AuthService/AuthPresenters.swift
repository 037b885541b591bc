import Coordination
import Domain
import Signals

/// A user as others see one.
struct UserPresenter: Presenter {
    func present(_ user: User) -> AuthSignal.User {
        AuthSignal.User(
            id: user.id, name: user.name, email: user.email?.text ?? "", username: user.username?.text,
            zone: user.zone?.name)
    }
}

/// A user as other people see one.
struct PersonPresenter: Presenter {
    func present(_ user: User) -> AuthSignal.Person {
        AuthSignal.Person(userId: user.id, shownName: ShownName.of(user.name), username: user.username?.text)
    }
}

/// Who is signed in, and how.
struct MePresenter: Presenter {
    func present(_ account: AccountOverview) -> AuthSignal.MeAnswer {
        AuthSignal.MeAnswer(
            user: UserPresenter().present(account.user), hasPassword: account.user.hasPassword, totp: account.hasTOTP,
            recoveryCodesLeft: account.recoveryCodesLeft)
    }
}

/// A session with its secrets, for its owner.
struct SessionPresenter: Presenter {
    func present(_ issued: IssuedSession) -> AuthSignal.Session {
        AuthSignal.Session(
            id: issued.session.id, userId: issued.session.userID, token: issued.token,
            refreshToken: issued.refreshToken.text, expiresAt: issued.session.tokenExpiresAt,
            zone: issued.zone)
    }
}

/// A user and the session that has begun.
struct SignedInPresenter: Presenter {
    func present(_ signedIn: SignedInUser) -> AuthSignal.SignedIn {
        var issued = signedIn.issued
        issued.zone = signedIn.user.zone?.name
        return AuthSignal.SignedIn(
            user: UserPresenter().present(signedIn.user), session: SessionPresenter().present(issued),
            deviceCookie: signedIn.deviceCookie)
    }
}

/// Sessions without their secrets.
struct SessionListPresenter: Presenter {
    func present(_ overview: SessionOverview) -> AuthSignal.SessionList {
        AuthSignal.SessionList(
            sessions: overview.sessions.map { session in
                AuthSignal.SessionSummary(
                    id: session.id, device: session.device, createdAt: session.createdAt,
                    lastUsedAt: session.lastUsedAt, isCurrent: session.id == overview.currentID)
            })
    }
}
