import Coordination

/// A client of services: a command's, or a scene of the app.
package protocol SignalClient: Sendable {
    /// Sends a signal that changes nothing.
    func ask<S: Signal>(_ signal: S) async throws -> S.Answer
}
