import Coordination

/// Where an import asks services: the desk of a command, or a scene of the app.
package protocol ImportClient: SignalClient {
    /// Sends one of several signals that change something, each by a key of its own.
    ///
    /// - Parameter part: Which one, from 0.
    func ask<S: Signal>(_ signal: S, part: Int) async throws -> S.Answer
}

extension ServiceClient: ImportClient {}
