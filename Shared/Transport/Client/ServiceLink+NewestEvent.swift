import Coordination
import Reasons
import StrictJSON

extension ServiceLink {
    /// Returns the sequence of the service's newest event, 0 when there is none. The service must have an event log.
    ///
    /// - Parameter session: The token of the calling service.
    /// - Throws: As ``call(_:parameters:effect:context:within:)``.
    public nonisolated func newestEvent(session: String, within limit: Duration) async throws(Fault) -> Int64 {
        let statistics = try await call(
            SignalMethod("\(service).stats"), parameters: Array("{}".utf8), effect: .reads,
            context: SignalContext(session: session), within: limit)
        guard let newest = statistics.member("lastEvent")?.int64 else {
            throw Fault(.internalFault, .noNewestEvent, ["service": .text(service)])
        }
        return newest
    }
}
