import Coordination

/// How the gateway reaches services. Behind it stands a ZeroMQ link, or in tests a few lines of code.
package protocol ServiceCaller: Sendable {
    /// Calls a method of a service and waits for the answer, asking again by itself where that is safe.
    ///
    /// - Parameters:
    ///   - service: Who is asked: `ledger`.
    ///   - method: The whole name, `ledger.transfer`.
    ///   - parameters: The bytes of a JSON object.
    ///   - limit: How long to wait at most.
    /// - Returns: The JSON of the result, as the service wrote it.
    /// - Throws: ``Fault``: the service's own, or `unavailable` and `deadlineExceeded` when it could not be asked.
    func call(
        service: String, method: String, parameters: [UInt8], context: SignalContext, within limit: Duration
    ) async throws -> [UInt8]
}
