import Domain
import Signals

/// What the form of an account has.
struct AccountFormState: Sendable {
    /// The one that gets another name; nil when one is opened.
    let account: LedgerSignal.Account?
    var form: Form
    /// What the other accounts are called.
    var names: Set<String> = []
    /// Why it was not done.
    var fault: SceneFault?
    var isSending = false
}
