import Coordination
import Signals

extension StatePresenter {
    /// Asks auth until a number was picked in Telegram, or cannot be any more.
    ///
    /// - Returns: What became of the attempt; never `waiting`.
    func outcome(
        ofTelegram attempt: String, every interval: Duration
    ) async throws -> AuthSignal.TelegramProgress {
        while true {
            do {
                let progress = try await ask(AuthSignal.PollTelegram(attempt: attempt))
                if progress.state != .waiting { return progress }
            } catch let fault as Fault where fault.isRetryable {
                // Auth is being restarted; the attempt is on its disk.
            }
            try await Task.sleep(for: interval)
        }
    }
}
