import Coordination

extension LedgerSignal {
    /// The result of one transfer of a list: `{"transfer": …}` or `{"fault": …}`.
    public enum TransferResult: Hashable, Sendable {
        /// It was made.
        case transfer(Transfer)
        /// It was refused.
        case fault(Fault)
    }
}
