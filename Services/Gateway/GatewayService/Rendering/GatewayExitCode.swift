/// How the gateway ends: a number for each main way to fail, so that scripts can tell them apart.
enum GatewayExitCode: Int32, CaseIterable, Sendable {
    /// It is done.
    case done = 0
    /// It failed in a way that has no number of its own.
    case failed = 1
    /// The command line, or a value in it, is not right.
    case usage = 2
    /// The person, or the service, broke it off.
    case cancelled = 3
    /// Sign in first, or the credentials are wrong.
    case signInNeeded = 4
    /// There is no such thing.
    case notFound = 5
    /// A rule stands against it: not enough money, a limit, a frozen account.
    case refused = 6
    /// It contradicts what is there.
    case conflict = 7
    /// It was accepted and is not done yet.
    case pending = 8
    /// A service is down or too busy; EX_UNAVAILABLE of sysexits(3).
    case serviceDown = 69
    /// No answer in time, or already running; EX_TEMPFAIL of sysexits(3).
    case noAnswer = 75
    /// Ctrl-C.
    case interrupted = 130

    /// One line for `gateway help exit-codes` and README.
    var summary: String {
        switch self {
        case .done: "done"
        case .failed: "failed: an inner fault, or one without a number of its own"
        case .usage: "usage: the command line or a value in it is not right"
        case .cancelled: "cancelled: broken off before it was done"
        case .signInNeeded: "sign in: nobody is signed in, or the credentials are wrong"
        case .notFound: "not found: there is no such account, transfer or method, or it is another's"
        case .refused: "refused: not enough money, a limit, a frozen or closed account, a weak password"
        case .conflict: "conflict: it contradicts what was done before"
        case .pending: "pending: accepted, not done yet"
        case .serviceDown: "service down: it cannot be reached, or has too much to do"
        case .noAnswer: "no answer in time, and the same idempotency key makes asking again safe; or already running"
        case .interrupted: "interrupted by Ctrl-C"
        }
    }
}
