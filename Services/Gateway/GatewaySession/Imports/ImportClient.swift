import Coordination

/// The client of an import: a command's, or a scene of the app.
package protocol ImportClient: SignalClient {
    /// Sends one of several signals that change something, each with an idempotency key of its own.
    ///
    /// - Parameter part: The signal's number, from 0.
    func ask<S: Signal>(_ signal: S, part: Int) async throws -> S.Answer
}

extension ServiceClient: ImportClient {}
