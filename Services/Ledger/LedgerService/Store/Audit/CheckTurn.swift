import Signals

/// The queue of audits: one runs at a time. Requests during a run share the next one, which starts after them and so
/// sees all earlier writes.
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
