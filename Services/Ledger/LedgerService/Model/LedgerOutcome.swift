import Coordination
import Signals

/// What a request changed, in a form from which its answer can be given again.
package enum LedgerOutcome: Hashable, Sendable {
    /// An account was opened.
    case opened(Account)
    /// An account was changed, or was as it should be already; closing it may have moved what was left.
    case changed(Account, rest: LedgerRecord?)
    /// A record was written.
    case posted(LedgerRecord)
    /// What became of each transfer of a list.
    case list([Result<LedgerRecord, Fault>])
    /// Rows of a statement were booked.
    case imported(ImportReport)

    /// The refusals that come from the state of the books; a repeated key brings them again.
    package static let storedRefusals: Set<FaultCode> = [
        .accountClosed, .accountFrozen, .insufficientFunds, .limitExceeded, .amountOverflow, .accountNotEmpty,
        .holdNotPending, .exceedsHold, .notReversible, .alreadyReversed,
    ]
}

// What a request of one kind changed. A key never brings the outcome of another kind of request, whose digest differs.
extension LedgerOutcome {
    /// The record that was written.
    var record: LedgerRecord {
        guard case .posted(let record) = self else { Self.mixedUp() }
        return record
    }

    /// What became of each transfer of a list.
    var results: [Result<LedgerRecord, Fault>] {
        guard case .list(let results) = self else { Self.mixedUp() }
        return results
    }

    /// The account that was opened or changed, and the transfer of what was left in it.
    var change: (account: Account, rest: LedgerRecord?) {
        switch self {
        case .opened(let account): return (account, nil)
        case .changed(let account, let rest): return (account, rest)
        case .posted, .list, .imported: Self.mixedUp()
        }
    }

    /// What was imported.
    var report: ImportReport {
        guard case .imported(let report) = self else { Self.mixedUp() }
        return report
    }

    private static func mixedUp() -> Never {
        preconditionFailure("A key brought the outcome of another kind of request.")
    }
}
