/// How the gateway ends: a number for each main way to fail, so that scripts can tell them apart.
package enum GatewayExitCode: Int32, CaseIterable, Sendable {
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
    package var summary: Text {
        switch self {
        case .done: Text("done", "сделано")
        case .failed:
            Text(
                "failed: an inner fault, or one without a number of its own",
                "не вышло: внутренняя ошибка или ошибка без своего номера")
        case .usage:
            Text(
                "usage: the command line or a value in it is not right",
                "командная строка или значение в ней неверны")
        case .cancelled: Text("cancelled: broken off before it was done", "отменено: прервано раньше, чем сделано")
        case .signInNeeded:
            Text(
                "sign in: nobody is signed in, or the credentials are wrong",
                "нужен вход: никто не вошёл или данные для входа неверны")
        case .notFound:
            Text(
                "not found: there is no such account, transfer or method, or it is another's",
                "не найдено: такого счёта, перевода или метода нет, или он чужой")
        case .refused:
            Text(
                "refused: not enough money, a limit, a frozen or closed account, a weak password",
                "отказано: не хватает денег, лимит, счёт заморожен или закрыт, слабый пароль")
        case .conflict:
            Text(
                "conflict: it contradicts what was done before", "противоречит тому, что сделано раньше")
        case .pending: Text("pending: accepted, not done yet", "принято, но ещё не сделано")
        case .serviceDown:
            Text(
                "service down: it cannot be reached, or has too much to do",
                "служба недоступна или перегружена")
        case .noAnswer:
            Text(
                "no answer in time, and the same idempotency key makes asking again safe; or already running",
                "ответ не пришёл вовремя, и с тем же ключом можно спросить снова; или уже работает")
        case .interrupted: Text("interrupted by Ctrl-C", "прервано по Ctrl-C")
        }
    }
}
