import Coordination
import Signals

/// An attempt with its secrets, for the one who began it.
struct TelegramAttemptPresenter: Presenter {
    func present(_ begun: BegunTelegramAttempt) -> AuthSignal.TelegramAttempt {
        AuthSignal.TelegramAttempt(
            attempt: begun.secret, link: begun.link, number: begun.attempt.number, expiresAt: begun.attempt.expiresAt)
    }
}

/// What became of an attempt.
struct TelegramProgressPresenter: Presenter {
    func present(_ progress: TelegramProgress) -> AuthSignal.TelegramProgress {
        switch progress {
        case .waiting: AuthSignal.TelegramProgress(state: .waiting)
        case .expired: AuthSignal.TelegramProgress(state: .expired)
        case .refused: AuthSignal.TelegramProgress(state: .refused)
        case .linked(let user):
            AuthSignal.TelegramProgress(state: .confirmed, user: user.map { UserPresenter().present($0) })
        case .signedIn(let signedIn):
            AuthSignal.TelegramProgress(
                state: .confirmed, user: signedIn.map { UserPresenter().present($0.user) },
                session: signedIn.map { SessionPresenter().present($0.issued) })
        }
    }
}

/// How it stands with Telegram.
struct TelegramStatusPresenter: Presenter {
    func present(_ status: (standing: TelegramStanding, link: TelegramLink?)) -> AuthSignal.TelegramStatusAnswer {
        AuthSignal.TelegramStatusAnswer(
            state: status.standing.state, reason: status.standing.reason, bot: status.standing.name,
            isLinked: status.link != nil, name: status.link?.name, linkedAt: status.link?.linkedAt)
    }
}
