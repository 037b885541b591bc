import Coordination
import Signals

/// The outcome of a request, from which its answer can be made again.
package enum LedgerOutcome: Hashable, Sendable {
    case opened(Account)
    /// A changed account. `rest` is the transfer of the remaining balance when the account was closed.
    case changed(Account, rest: LedgerRecord?)
    case posted(LedgerRecord)
    /// The result of each transfer of a list.
    case list([Result<LedgerRecord, Fault>])
    case imported(ImportReport)

    /// The refusals that depend on stored data. They are stored under the idempotency key, too.
    package static let storedRefusals: Set<FaultCode> = [
        .accountClosed, .accountFrozen, .insufficientFunds, .limitExceeded, .amountOverflow, .accountNotEmpty,
        .holdNotPending, .exceedsHold, .notReversible, .alreadyReversed,
    ]
}

// Each accessor traps for another kind of outcome. A key never yields the outcome of another request, since the digests
// differ.
extension LedgerOutcome {
    var record: LedgerRecord {
        guard case .posted(let record) = self else { Self.mixedUp() }
        return record
    }

    /// The result of each transfer of a list.
    var results: [Result<LedgerRecord, Fault>] {
        guard case .list(let results) = self else { Self.mixedUp() }
        return results
    }

    /// The account, and the transfer of its remaining balance.
    var change: (account: Account, rest: LedgerRecord?) {
        switch self {
        case .opened(let account): return (account, nil)
        case .changed(let account, let rest): return (account, rest)
        case .posted, .list, .imported: Self.mixedUp()
        }
    }

    var report: ImportReport {
        guard case .imported(let report) = self else { Self.mixedUp() }
        return report
    }

    private static func mixedUp() -> Never {
        preconditionFailure("A key brought the outcome of another kind of request.")
    }
}
