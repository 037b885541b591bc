import Coordination
import Reasons

/// What the app does, and for whom.
enum AppWork {
    /// Whether what is asked now nobody asked for: a look at what is new, another try, a scene that is seen again. It is not
    /// traced, so that what people did is not lost among it.
    @TaskLocal static var isItsOwn = false

    /// How long the service is given for what is asked now; nil where whoever asks sets no limit.
    @TaskLocal static var limit: Duration?
}

extension Fault {
    private static let traceDetail = "trace"

    /// The trace of what was asked, where the app has noted one.
    var trace: TraceID? {
        guard case .text(let digits)? = details[Self.traceDetail] else { return nil }
        return TraceID(digits)
    }

    /// The same fault with the trace of what was asked, so that a scene can tell it.
    func noting(_ trace: TraceID) -> Fault {
        var details = details
        details[Self.traceDetail] = .text(trace.description)
        return Fault(
            code: code, message: message, field: field, isRetryable: isRetryable,
            retryAfterMilliseconds: retryAfterMilliseconds, details: details)
    }
}
