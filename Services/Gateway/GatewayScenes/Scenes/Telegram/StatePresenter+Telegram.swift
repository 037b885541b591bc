import Coordination
import Signals

extension StatePresenter {
    /// Polls auth until a number was picked in Telegram, or the attempt is over.
    ///
    /// - Returns: The result of the attempt; never `waiting`.
    func outcome(
        ofTelegram attempt: String, every interval: Duration
    ) async throws -> AuthSignal.TelegramProgress {
        while true {
            do {
                let progress = try await ask(AuthSignal.PollTelegram(attempt: attempt))
                if progress.state != .waiting { return progress }
            } catch let fault as Fault where fault.isRetryable {
                // Auth is restarting; the attempt is stored on its disk.
            }
            try await Task.sleep(for: interval)
        }
    }
}
