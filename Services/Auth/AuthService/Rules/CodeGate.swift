import Coordination
import Domain
import Signals

/// The result of checking a one-time code.
enum CodeVerdict: Sendable {
    case accepted
    /// Wrong, or used before.
    case wrong
    /// The user has not set up codes.
    case notEnrolled
    /// Too many codes were wrong. The code was not checked.
    case tooManyAttempts(Duration)

    /// The refusal where codes are required of users who have set them up.
    var refusal: Fault? {
        switch self {
        case .accepted, .notEnrolled: nil
        case .wrong: .wrongCode
        case .tooManyAttempts(let wait): .waiting(.tooManyWrongCodes, wait)
        }
    }
}

/// Checks one-time codes and recovery codes, each in one transaction with the request that needs it. The code is
/// checked and used up or counted as a failure in that transaction, so a code works once and every guess is counted,
/// even when the process dies in between.
///
/// Failures are counted by user, for all callers and logins, and survive restarts. The wait applies to codes of the app
/// only. A recovery code has 140 bits, which nobody guesses, so it remains the way in for an owner whom others lock
/// out.
struct CodeGate: Sendable {
    /// The kinds of codes that are accepted.
    enum Kinds: Sendable {
        case appOnly
        case appAndRecovery
    }

    let vault: FactorVault

    /// Returns the refusal of a caller who proved the password and needs a code where codes are on; nil when the code
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

    /// Returns the refusal of a caller who proved the password and changes the codes, which must be on; nil when the
    /// code is right.
    func refusalToChange(
        with text: String, of userID: String, at now: Instant, in transaction: any AuthTransaction
    ) throws -> Fault? {
        guard try transaction.totp(of: userID)?.confirmedAt != nil else {
            return Fault(.conflict, .codesNotOn)
        }
        return try refusal(of: text, of: userID, at: now, in: transaction)
    }

    /// - Parameter keyDigest: The hash of the idempotency key. The same request may repeat the newest code after a
    ///   missed answer.
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
