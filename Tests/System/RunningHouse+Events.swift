import TestSupport

extension RunningHouse {
    /// Waits until every service has handled all events of the others, in a house in which all of them run. Until then
    /// they write, each when its turn comes.
    func untilEventsAreHandled() async throws {
        try await eventually("all events are handled") {
            let text = try await run("gateway", ["metrics", "--timeout", "60s"]).output
            let lags = text.matches(of: /kopilka_event_lag_events\{[^}]*\} (\S+)/).map { Double($0.1) }
            // What could not be read in time says nothing of the events.
            let isWhole = !text.contains(/kopilka_(?:up|source_up)\{[^}]*\} 0/)
            return isWhole && !lags.isEmpty && lags.allSatisfy { $0 == 0 }
        }
    }
}
