import Coordination
import GatewayWords
import Signals

/// A failure to show or do something, in the words of a scene.
struct SceneFault: Hashable, Sendable, Error {
    /// The problem, as a sentence.
    let message: Text
    /// The sentence to show beside the field at fault.
    let atField: Text
    /// The code of the fault; nil for one of the app's own.
    let code: FaultCode?
    /// The field at fault, if there is one.
    let field: String?
    /// True when a retry may help; the app then retries automatically.
    let isRetryable: Bool
    /// The trace for `gateway trace`; nil if no service did anything, or the request was the app's own.
    var trace: TraceID?

    /// True when no service was reached: a reached service leaves a trace.
    var isOutOfReach: Bool { code == .unavailable && trace == nil }

    /// True for faults of the programs rather than of the request: their trace helps.
    var isOurs: Bool { code.map(FaultAdvice.ours.contains) ?? true }

    init(
        _ message: Text, atField: Text? = nil, code: FaultCode? = nil, field: String? = nil, isRetryable: Bool = false,
        trace: TraceID? = nil
    ) {
        self.message = message
        self.atField = atField ?? message
        self.code = code
        self.field = field
        self.isRetryable = isRetryable
        self.trace = trace
    }

    /// Creates the fault for any error.
    init(_ error: any Error) {
        switch error {
        case let fault as SceneFault: self = fault
        case let fault as Fault:
            self.init(
                FaultTexts.text(of: fault), atField: FaultTexts.atField(fault), code: fault.code, field: fault.field,
                isRetryable: fault.isRetryable && fault.code != .tooManyAttempts, trace: fault.trace)
        default: self.init(Text("The app failed: \(error).", "Сбой в приложении: \(error)."))
        }
    }
}

/// The state of a requested value.
enum Loadable<Value: Sendable>: Sendable {
    /// It was requested.
    case loading
    /// It is here; with a fault if a later refresh failed.
    case content(Value, stale: SceneFault?)
    /// The request failed.
    case failed(SceneFault)

    /// The value, if there is one.
    var value: Value? { if case .content(let value, _) = self { value } else { nil } }

    /// True while the first request is under way.
    var isLoading: Bool { if case .loading = self { true } else { false } }

    /// The last fault.
    var fault: SceneFault? {
        switch self {
        case .loading: nil
        case .content(_, let fault): fault
        case .failed(let fault): fault
        }
    }
}
