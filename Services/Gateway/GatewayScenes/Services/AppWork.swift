import Coordination
import Reasons

/// The origin and the time limit of the app's requests.
enum AppWork {
    /// True for background requests: refreshes, retries, and reloads of a scene that is visible again. They are not
    /// traced, so that the traces of the user's own actions are not lost among them.
    @TaskLocal static var isItsOwn = false

    /// The time limit of the present request; nil for none.
    @TaskLocal static var limit: Duration?
}

extension Fault {
    private static let traceDetail = "trace"

    /// The trace of the request, if the app noted one.
    var trace: TraceID? {
        guard case .text(let digits)? = details[Self.traceDetail] else { return nil }
        return TraceID(digits)
    }

    /// Returns the fault with the trace of the request, so that a scene can show it.
    func noting(_ trace: TraceID) -> Fault {
        var details = details
        details[Self.traceDetail] = .text(trace.description)
        return Fault(
            code: code, reason: reason, message: message, field: field, isRetryable: isRetryable,
            retryAfterMilliseconds: retryAfterMilliseconds, details: details)
    }
}
