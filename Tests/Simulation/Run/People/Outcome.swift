import Coordination
import Signals

/// What came of a request that somebody insisted on.
enum Outcome<Answer: Sendable>: Sendable {
    case answered(Answer)
    /// Refused by a rule: nothing may have changed.
    case refused(Fault)
    /// Nobody knows whether it was done. It is noted as a problem.
    case unanswered

    /// The answer, if there is one.
    var answer: Answer? { if case .answered(let answer) = self { answer } else { nil } }

    /// The same outcome with another answer.
    func map<Other>(_ change: (Answer) -> Other) -> Outcome<Other> {
        switch self {
        case .answered(let answer): .answered(change(answer))
        case .refused(let fault): .refused(fault)
        case .unanswered: .unanswered
        }
    }
}

extension Fault {
    /// True when the same request is to be sent again: nothing is known, or nothing was done yet.
    var meansAgain: Bool {
        isRetryable
            || [.deadlineExceeded, .unavailable, .overloaded, .storageUnavailable, .tooManyAttempts, .cancelled]
                .contains(code)
    }

    /// True for what no rule of the house answers to a request of our people.
    var isBroken: Bool {
        [.internalFault, .parseError, .invalidRequest, .methodNotFound].contains(code) || reason == "keyReused"
    }

    /// True for a refusal that the ledger keeps: the same request with the same key is refused again.
    var isKept: Bool {
        [
            .accountClosed, .accountFrozen, .insufficientFunds, .limitExceeded, .amountOverflow, .accountNotEmpty,
            .holdNotPending, .exceedsHold, .notReversible, .alreadyReversed,
        ].contains(code)
    }
}
