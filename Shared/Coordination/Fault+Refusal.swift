import Reasons

extension Fault {
    /// Creates a fault of a refusal. Its code decides whether it is retryable.
    public init(_ code: FaultCode, _ refusal: Refusal, field: String? = nil, retryAfterMilliseconds: Int? = nil) {
        self.init(
            code, refusal.reason, refusal.details, phrases: refusal.phrases, field: field,
            retryAfterMilliseconds: retryAfterMilliseconds)
    }
}
