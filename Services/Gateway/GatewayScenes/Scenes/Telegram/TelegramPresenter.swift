import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of signing in by Telegram.
struct TelegramState: Sendable {
    var attempt: Loadable<AuthSignal.TelegramAttempt> = .loading
    /// The result of an unsuccessful attempt.
    var ending: Text?
    var fault: SceneFault?
}

/// Shows a link and a number, and waits until the number is picked in Telegram.
@MainActor final class TelegramPresenter: StatePresenter<TelegramState>, PersonPresenter {
    private let interval: Duration
    var output: ((SignedInPerson) -> Void)?

    /// Creates the scene.
    ///
    /// - Parameter interval: The interval between requests to auth.
    init(signals: any Transmitter, tools: SceneTools, interval: Duration = .seconds(1)) {
        self.interval = interval
        super.init(TelegramState(), signals: signals, tools: tools)
    }

    func show(_ fault: SceneFault) { state.fault = fault }

    override func open() { start() }

    override func receive(_ input: SceneInput) {
        if input == .perform(.retry) || input == .enter, state.ending != nil || state.attempt.fault != nil { start() }
    }

    private func start() {
        state = TelegramState()
        run { [weak self] in
            guard let self else { return }
            do {
                let attempt = try await ask(AuthSignal.StartTelegram(device: tools.deviceName))
                state.attempt = .content(attempt, stale: nil)
                try await wait(for: attempt.attempt)
            } catch is CancellationError {
                return
            } catch {
                state.attempt = .failed(SceneFault(error))
            }
        }
    }

    private func wait(for attempt: String) async throws {
        let progress = try await outcome(ofTelegram: attempt, every: interval)
        switch progress.state {
        case .waiting: break
        case .confirmed:
            guard let user = progress.user, let session = progress.session else {
                return state.ending = TelegramTexts.fetched
            }
            output?(SignedInPerson(user: user, session: session))
        case .refused: state.ending = TelegramTexts.refused
        case .expired: state.ending = TelegramTexts.expired
        }
    }
}
