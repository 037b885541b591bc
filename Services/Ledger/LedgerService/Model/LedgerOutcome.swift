import Coordination
import Signals

/// What a request changed, in a form from which its answer can be given again.
package enum LedgerOutcome: Hashable, Sendable {
    /// An account was opened.
    case opened(Account)
    /// Money moved.
    case posted(Posting)
    /// What became of each transfer of a list.
    case list([Result<Posting, Fault>])

    /// The refusals that come from the state of the books; a repeated key brings them again.
    package static let storedRefusals: Set<FaultCode> = [
        .accountClosed, .accountFrozen, .insufficientFunds, .limitExceeded, .amountOverflow,
    ]
}
