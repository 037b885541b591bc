import GatewayWords
import Signals

/// What the scene of a transfer has.
struct TransferState: RecipientState {
    /// How far it is.
    enum Stage: Sendable {
        /// Fields are filled in.
        case editing
        /// The person looks at what would happen and says yes or no.
        case confirming(LedgerSignal.TransferAnswer)
        /// It is on its way.
        case sending(LedgerSignal.TransferAnswer)
        /// A one-time code is wanted.
        case code(challenge: String, question: Text)
        /// It is done.
        case done(LedgerSignal.TransferAnswer)
        /// It was not done, for this reason.
        case refused(SceneFault)
    }

    /// What would happen, while it is being typed.
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
    /// What is asked while the person looks at it.
    var question = TransferTexts.question
    /// Where the one-time code is typed.
    var codeForm = Form([])
    /// What is wrong with a code that was typed.
    var codeFault: SceneFault?
}
