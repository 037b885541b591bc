import Coordination
import Domain
import Signals

/// Begins a sign-in with Telegram.
struct StartTelegram: UseCase {
    /// The most attempts of one process within a minute, so that it cannot use up the attempts of all others.
    static let mostPerProcess = 10

    let dependencies: AuthDependencies
    private let byProcess = Budget<RequestPeer>(
        most: mostPerProcess, within: TelegramBeginning.minute, mostKeys: 1000)

    init(dependencies: AuthDependencies) { self.dependencies = dependencies }

    /// - Throws: ``Fault``, first match wins: `invalidArgument` (device), `telegramUnavailable`, `unavailable`,
    ///   `tooManyAttempts`.
    func answer(
        _ signal: AuthSignal.StartTelegram, context: SignalContext
    ) async throws -> AuthSignal.TelegramAttempt {
        let device = try DeviceRules.cleaned(signal.device)
        let botName = try dependencies.telegram.setup.bot.name()
        let now = dependencies.clock.now()
        if let wait = context.peer.flatMap({ byProcess.take(of: $0, at: now) }) {
            throw TelegramBeginning.tooMany(wait)
        }
        let beginning = TelegramBeginning(botName: botName, now: now)
        return try await dependencies.store.write(deadline: context.deadline) { transaction in
            try transaction.sweepTelegram(at: now)
            return try beginning.begin(.signIn, device: device, in: transaction)
        }
    }
}
