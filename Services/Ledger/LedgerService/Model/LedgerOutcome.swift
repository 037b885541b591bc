import Coordination
import Signals

/// What a request changed, in a form from which its answer can be given again.
package enum LedgerOutcome: Hashable, Sendable {
    /// An account was opened.
    case opened(Account)
    /// An account was changed, or was as it should be already; closing it may have moved what was left.
    case changed(Account, rest: Posting?)
    /// A record was written.
    case posted(Posting)
    /// What became of each transfer of a list.
    case list([Result<Posting, Fault>])
    /// Rows of a statement were booked.
    case imported(ImportReport)
    /// Something else, written down whole.
    case value([UInt8])

    /// The refusals that come from the state of the books; a repeated key brings them again.
    package static let storedRefusals: Set<FaultCode> = [
        .accountClosed, .accountFrozen, .insufficientFunds, .limitExceeded, .amountOverflow, .accountNotEmpty,
        .holdNotPending, .exceedsHold, .notReversible, .alreadyReversed,
    ]
}
