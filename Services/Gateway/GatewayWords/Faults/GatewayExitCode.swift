/// The exit codes of the gateway: one for each main kind of failure, so that scripts can tell them apart.
package enum GatewayExitCode: Int32, CaseIterable, Sendable {
    /// Success.
    case done = 0
    /// A failure without a code of its own.
    case failed = 1
    /// The command line or one of its values is invalid.
    case usage = 2
    /// The user or the service cancelled the command.
    case cancelled = 3
    /// The user must sign in first, or the credentials are wrong.
    case signInNeeded = 4
    /// The named object does not exist.
    case notFound = 5
    /// A rule forbids it: not enough money, a limit, a frozen account.
    case refused = 6
    /// The request conflicts with the present state.
    case conflict = 7
    /// The request was accepted and is not completed yet.
    case pending = 8
    /// A service is down or overloaded; EX_UNAVAILABLE of sysexits(3).
    case serviceDown = 69
    /// No answer in time, or already running; EX_TEMPFAIL of sysexits(3).
    case noAnswer = 75
    /// Ctrl-C.
    case interrupted = 130

    /// The line about the code in `gateway help exit-codes` and README.
    package var summary: Text {
        switch self {
        case .done: Text("done", "сделано")
        case .failed:
            Text(
                "failed: an internal fault, or one without a code of its own",
                "не вышло: внутренняя ошибка или ошибка без своего номера")
        case .usage:
            Text(
                "usage: the command line or a value in it is invalid",
                "командная строка или значение в ней неверны")
        case .cancelled: Text("cancelled before it was done", "отменено: прервано раньше, чем сделано")
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
                "conflict: it contradicts an earlier change", "противоречит тому, что сделано раньше")
        case .pending: Text("pending: accepted, not done yet", "принято, но ещё не сделано")
        case .serviceDown:
            Text(
                "service down: it cannot be reached, or is overloaded",
                "служба недоступна или перегружена")
        case .noAnswer:
            Text(
                "no answer in time, and a retry with the same idempotency key is safe; or already running",
                "ответ не пришёл вовремя, и с тем же ключом можно спросить снова; или уже работает")
        case .interrupted: Text("interrupted by Ctrl-C", "прервано по Ctrl-C")
        }
    }
}
