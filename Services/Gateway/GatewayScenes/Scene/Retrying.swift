/// Repeats a request of a scene until it has an answer.
///
/// Not generic: the compiler would make a copy for each state and each kind of answer.
@MainActor enum Retrying {
    /// Tries until an attempt succeeds, a failure is final, or the task is cancelled. The pause doubles up to
    /// eightfold.
    ///
    /// - Parameters:
    ///   - attempt: Asks once, and returns what to do with the answer.
    ///   - failed: Notes a failure, and returns true when another attempt may succeed.
    static func untilDone(
        pausing pause: Duration, _ attempt: @MainActor () async throws -> @MainActor () -> Void,
        failed: @MainActor (any Error) -> Bool
    ) async {
        var wait = pause
        var isFirst = true
        while !Task.isCancelled {
            do {
                // Only the first request is the user's; retries are the app's own.
                let isItsOwn = AppWork.isItsOwn || !isFirst
                let keep = try await AppWork.$isItsOwn.withValue(isItsOwn) { try await attempt() }
                guard !Task.isCancelled else { return }
                return keep()
            } catch {
                guard !Task.isCancelled, failed(error) else { return }
                isFirst = false
            }
            try? await Task.sleep(for: wait)
            wait = min(wait * 2, pause * 8)
        }
    }
}
