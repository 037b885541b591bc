import Reasons

extension Explanation {
    /// Creates the explanation of a fault; nil for a peer's fault without a reason.
    public init?(of fault: Fault) {
        guard let reason = fault.reason else { return nil }
        self.init(named: reason, fault.details)
    }
}
