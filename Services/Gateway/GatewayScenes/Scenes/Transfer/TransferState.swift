import Coordination
import GatewayWords
import Signals

/// The state of the transfer scene.
struct TransferState: RecipientState {
    enum Stage: Sendable {
        /// The user fills in the fields.
        case editing
        /// The user looks at the preview and says yes or no.
        case confirming(LedgerSignal.TransferAnswer)
        /// The request is under way.
        case sending(LedgerSignal.TransferAnswer)
        /// A one-time code or a passkey is required, for the reason of the fault.
        case code(challenge: String, asked: Fault)
        /// The transfer is made.
        case done(LedgerSignal.TransferAnswer)
        /// The transfer was not made, for this reason.
        case refused(SceneFault)
    }

    /// The preview while the user types.
    enum Preview: Sendable {
        case none
        case checking
        case allowed(LedgerSignal.TransferAnswer)
        case refused(SceneFault)
    }

    var accounts: Loadable<[LedgerSignal.Account]> = .loading
    var recipients = Recipients()
    var form = Form([])
    var stage = Stage.editing
    var preview = Preview.none
    /// The question about the preview.
    var question = TransferTexts.question
    /// The form for the one-time code or the passkey.
    var codeForm = Form([])
    /// True while what was given is examined.
    var isConfirming = false
    /// The fault of what was given.
    var codeFault: SceneFault?
}
