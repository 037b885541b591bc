import Coordination

/// The port to the services: a ZeroMQ link, or a few lines of code in tests.
package protocol ServiceCaller: Sendable {
    /// Calls a method of a service and waits for the answer; retries where that is safe.
    ///
    /// - Parameters:
    ///   - service: The service: `ledger`.
    ///   - method: The full name: `ledger.transfer`.
    ///   - parameters: The bytes of a JSON object.
    ///   - effect: A read is sent again when the connection breaks, a change only with an idempotency key.
    ///   - limit: How long to wait at most.
    /// - Returns: The JSON of the result, as the service wrote it.
    /// - Throws: ``Fault``: the service's own, or `unavailable` and `deadlineExceeded` when it could not be reached.
    func call(
        service: String, method: String, parameters: [UInt8], effect: SignalEffect, context: SignalContext,
        within limit: Duration
    ) async throws -> [UInt8]
}
