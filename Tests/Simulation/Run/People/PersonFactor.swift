import Domain
import TestSupport

/// What a person has besides the password: an app that shows one-time codes, and recovery codes.
struct PersonFactor: Sendable {
    /// Nil while codes are off.
    private(set) var app: AuthenticatorApp?
    /// The half minute of the newest code that was sent. It and all earlier ones may be used up.
    private var lastStep: Int64 = 0
    /// The moment of the newest code that was accepted.
    var usedAt: Instant?
    /// Recovery codes that were never sent; nil when the answer with them was lost.
    private(set) var recoveryCodes: [String]?
    /// How many more may be good, because nobody knows what came of them.
    private(set) var doubtful = 0
    /// A recovery code that is used up or was replaced.
    private(set) var deadCode: String?

    /// The milliseconds for which a code is shown.
    private static let shown: Int64 = 30_000

    /// Notes that codes are on.
    mutating func turnOn(_ app: AuthenticatorApp, _ codes: [String]?) {
        (self.app, usedAt, deadCode) = (app, nil, nil)
        renew(codes)
    }

    /// Notes that codes are off, and all of them forgotten.
    mutating func turnOff() { (app, usedAt, recoveryCodes, doubtful, deadCode) = (nil, nil, nil, 0, nil) }

    /// Notes other recovery codes, which take the place of all that were; nil when nobody knows which are good.
    mutating func renew(_ codes: [String]?) {
        if codes != nil, let old = recoveryCodes?.last { deadCode = old }
        (recoveryCodes, doubtful) = (codes, 0)
    }

    /// Takes a recovery code to be sent. Until it is certain that it was used it counts as doubtful.
    mutating func takeRecoveryCode() -> String? {
        guard let code = recoveryCodes?.popLast() else { return nil }
        doubtful += 1
        return code
    }

    /// Notes that a recovery code that was taken is used up.
    mutating func used(_ code: String) { (doubtful, deadCode) = (doubtful - 1, code) }

    /// Takes the moment of a code that was not sent yet; nil while the clock shows none.
    mutating func takeMoment(at now: Instant) -> Instant? {
        let step = now.milliseconds / Self.shown
        guard step > lastStep else { return nil }
        lastStep = step
        return now
    }

    /// Returns the code that was used last; nil when there is none, or when by chance it is shown again.
    func usedCode(at now: Instant) -> String? {
        guard let app, let usedAt else { return nil }
        let (code, step) = (app.code(at: usedAt), usedAt.milliseconds / Self.shown)
        let isShown = (Int64(-3)...3).contains { shift in
            let other = now.milliseconds / Self.shown + shift
            return other != step && app.code(at: Instant(milliseconds: other * Self.shown)) == code
        }
        return isShown ? nil : code
    }
}
