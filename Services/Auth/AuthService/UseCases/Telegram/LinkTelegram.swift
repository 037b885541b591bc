import Coordination
import Domain
import Reasons
import Signals

/// Begins to link the caller to a Telegram account. A link is another permanent way to sign in, so it requires all that
/// a sign-in requires: a session alone is not enough.
struct LinkTelegram: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `telegramUnavailable`, `unavailable`, `conflict` (linked already), `tooManyAttempts`, `invalidCredentials`,
    ///   `codeRequired`, `wrongCode`.
    func answer(
        _ signal: AuthSignal.LinkTelegram, context: SignalContext
    ) async throws -> AuthSignal.TelegramAttempt {
        let caller = try context.caller.requireUser()
        guard !signal.password.isEmpty else { throw Fault.emptyField("password") }
        try Fault.requireFilled(signal.code, "code")
        let botName = try dependencies.telegram.setup.bot.name()
        try await dependencies.store.read { try Self.refuseSecond(of: caller.userID, in: $0) }
        _ = try await dependencies.gate.checkAgain(signal.password, context: context)
        let now = dependencies.clock.now()
        let beginning = TelegramBeginning(botName: botName, now: now)
        // A wrong code is returned, not thrown, because the failure has to be counted.
        return try await dependencies.store.write(deadline: context.deadline) {
            transaction -> Result<AuthSignal.TelegramAttempt, Fault> in
            try transaction.sweepTelegram(at: now)
            try AttemptCounters.again(caller).forget(in: transaction)
            let refusal = try dependencies.codeGate.refusal(
                of: signal.code, of: caller.userID, at: now, in: transaction)
            if let refusal { return .failure(refusal) }
            try Self.refuseSecond(of: caller.userID, in: transaction)
            // One attempt at a time.
            for var earlier in try transaction.openTelegramLinkAttempts(of: caller.userID) {
                earlier.state = .refused
                try transaction.save(earlier)
            }
            let device = try transaction.session(id: caller.sessionID)?.device
            return .success(try beginning.begin(.link(userID: caller.userID), device: device, in: transaction))
        }.get()
    }

    /// Refuses a second Telegram account for one user.
    private static func refuseSecond(of userID: String, in reading: any AuthReading) throws {
        guard try reading.user(id: userID) != nil else { throw Fault.accountGone }
        if let link = try reading.telegramLink(userID: userID) {
            throw Fault(.conflict, .telegramLinked, ["name": .text(link.name)])
        }
    }
}
