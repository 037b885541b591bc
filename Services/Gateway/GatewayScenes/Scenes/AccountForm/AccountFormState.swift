import Domain
import Signals

/// The state of the account form.
struct AccountFormState: Sendable {
    /// The account to rename; nil for a new one.
    let account: LedgerSignal.Account?
    var form: Form
    /// The names of the other accounts.
    var names: Set<String> = []
    /// The reason for a failure.
    var fault: SceneFault?
    var isSending = false
}
