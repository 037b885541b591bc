import Coordination
import GatewayWords
import Signals

/// Why something could not be shown or done, as a scene says it.
struct SceneFault: Hashable, Sendable, Error {
    /// What went wrong, a sentence.
    let message: Text
    /// The same where it stands at the field at fault.
    let atField: Text
    /// What kind of fault it was; nil for one of the app's own.
    let code: FaultCode?
    /// The field at fault, where there is one.
    let field: String?
    /// Whether asking again may help, so that it is done by itself.
    let isRetryable: Bool
    /// By which `gateway trace` shows what services did; nil where none did anything, or nobody asked for it.
    var trace: TraceID?

    /// Whether no service was reached: one that was reached leaves a trace.
    var isOutOfReach: Bool { code == .unavailable && trace == nil }

    /// Whether the programs are at fault and not what was asked, so that its trace helps.
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

    /// What anything that was thrown means to a person.
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

/// What a scene has of something it asks for.
enum Loadable<Value: Sendable>: Sendable {
    /// It has been asked for.
    case loading
    /// Here it is; with a fault when a later attempt to get a newer one failed.
    case content(Value, stale: SceneFault?)
    /// It could not be had.
    case failed(SceneFault)

    /// What there is.
    var value: Value? { if case .content(let value, _) = self { value } else { nil } }

    /// Whether it is on its way and nothing is there yet.
    var isLoading: Bool { if case .loading = self { true } else { false } }

    /// What went wrong last.
    var fault: SceneFault? {
        switch self {
        case .loading: nil
        case .content(_, let fault): fault
        case .failed(let fault): fault
        }
    }
}
