import Signals

/// Lets one reading of all the books run at a time. Those who ask meanwhile share the next one, which begins after they
/// asked and so sees all that was written before.
actor CheckTurn {
    typealias Report = LedgerSignal.CheckAnswer

    private var running: Task<Report, any Error>?
    private var next: Task<Report, any Error>?

    func report(_ read: @escaping @Sendable () async throws -> Report) async throws -> Report {
        if let next { return try await next.value }
        let before = running
        let mine = Task {
            _ = await before?.result
            self.started()
            return try await read()
        }
        next = mine
        return try await mine.value
    }

    private func started() {
        running = next
        next = nil
    }
}
