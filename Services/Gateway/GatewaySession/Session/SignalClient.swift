import Coordination

/// Asks services questions: the desk of a command, or a scene of the app.
package protocol SignalClient: Sendable {
    /// Sends a signal that changes nothing.
    func ask<S: Signal>(_ signal: S) async throws -> S.Answer
}
