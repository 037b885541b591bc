import Coordination
import Domain
import Signals

/// What a one-time code turned out to be.
enum CodeVerdict: Sendable {
    case accepted
    /// Wrong, or used before.
    case wrong
    /// The user has set up none.
    case notEnrolled
    /// Too many were wrong; not looked at.
    case tooManyAttempts(Duration)

    /// What it is refused with where codes are asked for of those who have them.
    var refusal: Fault? {
        switch self {
        case .accepted, .notEnrolled: nil
        case .wrong: .wrongCode
        case .tooManyAttempts(let wait): .waiting(.tooManyWrongCodes, wait)
        }
    }
}

/// Checks one-time codes and recovery codes, all in one transaction: a code is looked at, used up or counted as a
/// failure together with what it was asked for, so that it works once and no guess goes uncounted, whatever dies in
/// between.
///
/// Failures count by user, whoever asks and by whatever login, and outlive restarts. The wait they bring is for codes
/// of the app alone: a recovery code has 140 bits, which nobody guesses, so it stays the way in for an owner whom
/// others shut out.
struct CodeGate: Sendable {
    /// Which codes are taken.
    enum Kinds: Sendable {
        case appOnly
        case appAndRecovery
    }

    let vault: FactorVault

    /// What somebody is refused with who has proved the password and has to give a code where codes are on; nil when it
    /// is right, or none is needed.
    func refusal(
        of text: String?, of userID: String, at now: Instant, in transaction: any AuthTransaction
    ) throws -> Fault? {
        guard try transaction.totp(of: userID)?.confirmedAt != nil else { return nil }
        guard let text else { return .codeRequired }
        return try check(
            text, of: userID, taking: .appAndRecovery, keyDigest: nil, at: now, in: transaction
        ).refusal
    }

    /// What somebody is refused with who has proved the password and changes codes that must be on; nil when the code
    /// is right.
    func refusalToChange(
        with text: String, of userID: String, at now: Instant, in transaction: any AuthTransaction
    ) throws -> Fault? {
        guard try transaction.totp(of: userID)?.confirmedAt != nil else {
            return Fault(.conflict, .codesNotOn)
        }
        return try refusal(of: text, of: userID, at: now, in: transaction)
    }

    /// - Parameter keyDigest: Of the idempotency key: the same request may use the newest code again, since it did not
    ///   hear the answer.
    func check(
        _ text: String, of userID: String, taking kinds: Kinds, keyDigest: [UInt8]?, at now: Instant,
        in transaction: any AuthTransaction
    ) throws -> CodeVerdict {
        guard var factor = try transaction.totp(of: userID), factor.confirmedAt != nil else { return .notEnrolled }
        let counters = AttemptCounters.codes(of: userID)
        if kinds == .appAndRecovery, let code = RecoveryCode(text) {
            guard try transaction.useRecoveryCode(code.digest, of: userID) else {
                try counters.countFailure(of: userID, at: now, in: transaction)
                return .wrong
            }
            try counters.forget(in: transaction)
            let left = try transaction.recoveryCodeDigests(of: userID).count
            try transaction.record(.recoveryCodeUsed(userID: userID, left: left), at: now)
            return .accepted
        }
        if let wait = try counters.wait(at: now, in: transaction) { return .tooManyAttempts(wait) }
        guard let code = TOTP.normalised(text), let step = try vault.open(factor).step(of: code, near: now),
            factor.use(step, keyDigest: keyDigest)
        else {
            try counters.countFailure(of: userID, at: now, in: transaction)
            return .wrong
        }
        try transaction.save(factor)
        try counters.forget(in: transaction)
        return .accepted
    }
}
