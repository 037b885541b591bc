import Coordination

// The catalogue: every code beyond those of Coordination. A test holds it unique and listed in Shared/Docs/PROTOCOL.md.

extension FaultCode {
    /// The accounts of a transfer are one and the same.
    public static let sameAccount = FaultCode("sameAccount")
    /// The amount is in another currency than the account.
    public static let currencyMismatch = FaultCode("currencyMismatch")
    /// The user has not entered an exchange rate for that, or none that is recent enough. Rates are never guessed.
    public static let rateMissing = FaultCode("rateMissing")
    /// An account is closed.
    public static let accountClosed = FaultCode("accountClosed")
    /// An account is frozen.
    public static let accountFrozen = FaultCode("accountFrozen")
    /// Insufficient funds; `details` say how much is available.
    public static let insufficientFunds = FaultCode("insufficientFunds")
    /// A balance would outgrow 64 bits of minor units.
    public static let amountOverflow = FaultCode("amountOverflow")
    /// The account to be closed still has money or holds.
    public static let accountNotEmpty = FaultCode("accountNotEmpty")
    /// A hold was posted, voided or has expired already; `details.status` says which.
    public static let holdNotPending = FaultCode("holdNotPending")
    /// The amount to be posted exceeds the held amount; `details` say how much is held.
    public static let exceedsHold = FaultCode("exceedsHold")
    /// A transfer of this kind or in this state cannot be reversed.
    public static let notReversible = FaultCode("notReversible")
    /// The transfer was reversed before; `details.reversedBy` says by which.
    public static let alreadyReversed = FaultCode("alreadyReversed")
    /// The request needs a one-time code. Confirm the challenge in `details`, or send the request again with a code.
    public static let confirmationRequired = FaultCode("confirmationRequired")
    /// The challenge is no longer valid; start over.
    public static let challengeVoid = FaultCode("challengeVoid")
    /// A transfer of an all-or-nothing list was not done because another of the list was refused.
    public static let rolledBack = FaultCode("rolledBack")

    /// The bond has no payments left, or no yield exists.
    public static let noYield = FaultCode("noYield")
    /// The yield needs the terms of the bond, which are not known; `details` say what is missing.
    public static let termsMissing = FaultCode("termsMissing")
    /// One end of a period is missing.
    public static let periodMissing = FaultCode("periodMissing")
    /// A period ends before it starts.
    public static let periodReversed = FaultCode("periodReversed")
    /// A period has no length, or nothing lies in it.
    public static let periodEmpty = FaultCode("periodEmpty")
    /// A list has nothing in it.
    public static let empty = FaultCode("empty")
    /// A text that is no number; `details.index` says which.
    public static let notANumber = FaultCode("notANumber")
    /// A number below zero; `details.index` says which.
    public static let negative = FaultCode("negative")
    /// The parts of a whole add up to nothing.
    public static let zeroSum = FaultCode("zeroSum")
    /// Exact arithmetic with these numbers would never end.
    public static let tooPrecise = FaultCode("tooPrecise")

    /// A field that must be filled is empty.
    public static let emptyField = FaultCode("emptyField")
    /// Not the form of an email address.
    public static let invalidEmail = FaultCode("invalidEmail")
    /// Too short, or among the commonest passwords.
    public static let weakPassword = FaultCode("weakPassword")
    /// An account with this email exists.
    public static let emailTaken = FaultCode("emailTaken")
    /// An account with this user name exists.
    public static let usernameTaken = FaultCode("usernameTaken")
    /// Sign-in failed; the text is the same for every way to fail.
    public static let invalidCredentials = FaultCode("invalidCredentials")
    /// The password is right, and a one-time code is needed as well.
    public static let codeRequired = FaultCode("codeRequired")
    /// A one-time code is wrong or was used before.
    public static let wrongCode = FaultCode("wrongCode")

    /// Signing in by Telegram is not set up here, or Telegram does not know the bot's token; the sentence says what to
    /// do.
    public static let telegramUnavailable = FaultCode("telegramUnavailable")

    /// Every code, in the order of the documentation.
    public static let all: [FaultCode] = [
        .parseError, .invalidRequest, .methodNotFound, .overloaded, .deadlineExceeded, .cancelled, .unavailable,
        .storageUnavailable, .internalFault, .unauthenticated, .permissionDenied, .invalidArgument, .conflict,
        .notFound,
        .sameAccount, .currencyMismatch, .rateMissing, .accountClosed, .accountFrozen, .insufficientFunds,
        .limitExceeded, .amountOverflow, .accountNotEmpty, .holdNotPending, .exceedsHold, .notReversible,
        .alreadyReversed, .confirmationRequired, .challengeVoid, .rolledBack, .emptyField, .invalidEmail,
        .weakPassword, .emailTaken, .usernameTaken, .invalidCredentials, .tooManyAttempts, .codeRequired, .wrongCode,
        .telegramUnavailable,
        .noYield, .termsMissing, .periodMissing, .periodReversed, .periodEmpty, .empty, .notANumber, .negative,
        .zeroSum, .tooPrecise,
    ]
}
