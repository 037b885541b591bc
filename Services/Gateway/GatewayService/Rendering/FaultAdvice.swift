import Coordination
import Signals

/// What the gateway makes of a fault: the exit code, and what to do next. One table, complete for every code.
struct FaultAdvice: Sendable {
    /// How the gateway ends.
    let exitCode: GatewayExitCode
    /// What to do next; nil where the fault's own sentence says it.
    let hint: Text?

    /// The advice for a code; one that this gateway does not know is a plain failure.
    static func forFault(_ code: FaultCode) -> FaultAdvice { table[code] ?? FaultAdvice(exitCode: .failed, hint: nil) }

    /// Where to look for what was not found.
    ///
    /// - Parameters:
    ///   - field: What named it.
    ///   - words: The command that was given.
    static func lookup(of field: String?, in words: [String]) -> Text? {
        if ["account", "from", "to"].contains(field) { return "gateway accounts lists your accounts" }
        if field == "filter" { return lists["filter"] }
        if field == "template" { return lists["template"] }
        return words.first.flatMap { lists[$0] } ?? forFault(.notFound).hint
    }

    /// What lists the things that a command is about, by its first word.
    private static let lists: [String: Text] = [
        "post": "gateway holds lists what is held", "void": "gateway holds lists what is held",
        "reverse": "gateway history lists your transactions", "transfer": "gateway history lists your transactions",
        "history": "gateway history lists your transactions", "category": "gateway history lists your transactions",
        "confirm": "ask for it again, without the code; nothing was done",
        "schedule": "gateway schedule list lists yours", "template": "gateway template list lists yours",
        "mandate": "gateway mandate list lists yours", "rate": "gateway rate list lists yours",
        "rule": "gateway rule list lists yours", "filter": "gateway filter list lists yours",
        "sessions": "gateway sessions lists yours", "market": "gateway market list lists the securities there are",
        "scan": "gateway market list lists the securities there are",
        "patterns": "gateway patterns watch list shows what you watch",
    ]

    private static func advice(_ exitCode: GatewayExitCode, _ hint: Text? = nil) -> FaultAdvice {
        FaultAdvice(exitCode: exitCode, hint: hint)
    }

    /// By code. A test holds it complete against `FaultCode.all`.
    static let table: [FaultCode: FaultAdvice] = [
        .parseError: advice(
            .failed, "gateway and service may be of different versions: compare gateway version with gateway health"),
        .invalidRequest: advice(
            .failed, "gateway and service may be of different versions: compare gateway version with gateway health"),
        .methodNotFound: advice(.notFound, "gateway discover SERVICE lists the methods there are"),
        .overloaded: advice(.serviceDown, "try again in a moment"),
        .deadlineExceeded: advice(
            .noAnswer, "gateway status and gateway logs show what is wrong; --timeout 60s waits longer"),
        .cancelled: advice(.cancelled),
        .unavailable: advice(.serviceDown, "gateway status shows what runs; gateway up --detach starts it"),
        .storageUnavailable: advice(.serviceDown, "nothing was changed; make room on the disk, then try again"),
        .internalFault: advice(.failed, "gateway logs SERVICE shows what happened"),
        .unauthenticated: advice(.signInNeeded, "gateway login"),
        .permissionDenied: advice(.refused),
        .invalidArgument: advice(.usage),
        .conflict: advice(.conflict, "where --idempotency-key was given: use it for the same request only"),
        .notFound: advice(.notFound, "gateway accounts lists your accounts, gateway history your transactions"),
        .sameAccount: advice(.refused, "name two different accounts"),
        .currencyMismatch: advice(.refused, "gateway accounts shows the currency of each of your accounts"),
        .accountClosed: advice(.refused, "gateway accounts shows which accounts are active"),
        .accountFrozen: advice(.refused, "gateway accounts shows which accounts are active"),
        .insufficientFunds: advice(.refused, "gateway balance ACCOUNT shows what is available"),
        .limitExceeded: advice(.refused),
        .amountOverflow: advice(.refused, "the account cannot hold that much"),
        .accountNotEmpty: advice(.refused, "gateway account close ACCOUNT --to ANOTHER moves what is left first"),
        .holdNotPending: advice(.refused, "gateway transfer show HOLD tells what became of it"),
        .exceedsHold: advice(.refused, "gateway transfer show HOLD tells how much is held"),
        .notReversible: advice(.refused, "gateway transfer show TRANSFER tells what became of it"),
        .alreadyReversed: advice(.conflict, "gateway transfer show TRANSFER tells by which"),
        .rateMissing: advice(.refused, "gateway rate set FROM TO RATE --source WHERE enters one"),
        .confirmationRequired: advice(
            .pending,
            "at a terminal the gateway asks for the code; elsewhere add --code CODE; gateway totp on sets codes up"),
        .challengeVoid: advice(.refused, "ask for it again; nothing was done"),
        .rolledBack: advice(.refused, "nothing of the list was done; mend the refused one and send it again"),
        .emptyField: advice(.usage),
        .invalidEmail: advice(.usage, "an address looks like anna@example.org"),
        .weakPassword: advice(.refused, "take eight characters or more that nobody would guess; a sentence does well"),
        .emailTaken: advice(.conflict, "gateway login signs in with it"),
        .usernameTaken: advice(.conflict, "choose another --username"),
        .invalidCredentials: advice(
            .signInNeeded, "check the login and the password; gateway register makes a new user"),
        .tooManyAttempts: advice(.signInNeeded, "wait, then try again"),
        .codeRequired: advice(.signInNeeded, "give it with --code; a recovery code is asked for at the terminal"),
        .wrongCode: advice(.signInNeeded, "wait for the next code of the app, and check the clock of this machine"),
        .telegramUnavailable: advice(.serviceDown, "gateway login signs in with a password"),
        .noYield: advice(.refused),
        .termsMissing: advice(.refused, "a yield needs what the bond pays: import its terms"),
        .periodMissing: advice(.usage, "give both ends of the period"),
        .periodReversed: advice(.usage, "the start comes before the end"),
        .periodEmpty: advice(.notFound, "take a longer period"),
        .empty: advice(.usage),
        .notANumber: advice(.usage, "a share is a decimal such as 1.5 or a fraction such as 1/3"),
        .negative: advice(.usage),
        .zeroSum: advice(.refused),
        .tooPrecise: advice(.refused),
    ]
}
