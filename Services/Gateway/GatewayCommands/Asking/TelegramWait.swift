import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// Shows the steps to take in Telegram, and waits until they are done.
struct TelegramWait: Sendable {
    /// The interval between requests to auth.
    private static let interval = Duration.seconds(1)
    /// A little more than the longest attempt takes. Auth itself reports the end, if it can be reached.
    private static let longest = Duration.seconds(400)

    let scene: CommandScene

    /// Waits for the result of an attempt. Ctrl-C ends only the gateway, not the attempt.
    ///
    /// - Returns: The confirmed result.
    /// - Throws: ``Fault`` `unauthenticated` when it was refused or took too long.
    func outcome(of begun: AuthSignal.TelegramAttempt) async throws -> AuthSignal.TelegramProgress {
        explain(begun)
        let spinner = Spinner(errors: scene.console.errors)
        let turning = spinner.start()
        let progress: AuthSignal.TelegramProgress
        do {
            progress = try await wait(for: begun)
        } catch {
            await spinner.stop(turning)
            throw error
        }
        await spinner.stop(turning)
        switch progress.state {
        case .confirmed, .waiting: return progress
        case .refused:
            throw Fault.unauthenticated(
                """
                \(Text(
                "It was refused in Telegram; nothing has changed.",
                "В Telegram отказались; ничего не изменилось."))
                """
            )
        case .expired:
            throw Fault.unauthenticated(
                """
                \(Text(
                "The number was not picked in time; start again.",
                "Число никто не выбрал вовремя; начните снова."))
                """
            )
        }
    }

    /// Explains the steps on standard error, so that a program can read the result.
    private func explain(_ begun: AuthSignal.TelegramAttempt) {
        var page = Page()
        page.say(
            "Open this link where your Telegram is, press Start,",
            "Откройте ссылку там, где ваш Telegram, нажмите Start")
        page.line()
        page.line(StyledText("  "), StyledText(begun.link, .bold))
        page.line()
        page.line(
            StyledText("and pick this number there:  ", "и выберите там это число:  "),
            StyledText(String(begun.number), .bold))
        page.say(
            "good until \(begun.expiresAt)\(WallClocks.suffix); Ctrl-C ends the waiting",
            "действует до \(begun.expiresAt)\(WallClocks.suffix); Ctrl-C прекратит ожидание", .dim)
        let errors = scene.console.errors
        errors.write(page.rendered(width: nil, hasColor: errors.hasColor))
    }

    private func wait(for begun: AuthSignal.TelegramAttempt) async throws -> AuthSignal.TelegramProgress {
        let deadline = ContinuousClock.now + Self.longest
        while ContinuousClock.now < deadline {
            do {
                let progress = try await scene.client.ask(AuthSignal.PollTelegram(attempt: begun.attempt))
                if progress.state != .waiting { return progress }
            } catch let fault as Fault where fault.isRetryable {
                // Auth is restarting; the attempt is stored on its disk.
            }
            try await Task.sleep(for: Self.interval)
        }
        throw Fault(
            .deadlineExceeded,
            """
            \(Text(
            "Auth could not be asked whether the number was picked.",
            "Не удалось спросить auth, выбрано ли число."))
            """
        )
    }
}
