import Coordination
import Reasons
import Signals

/// The gateway's reaction to a fault: the exit code and a hint. One table covers every code.
package struct FaultAdvice: Sendable {
    /// The exit code of the gateway.
    package let exitCode: GatewayExitCode
    /// The next step for the user; nil where the fault's own sentence says it.
    package let hint: Text?

    /// Returns the advice for a fault; a code unknown to this gateway is a plain failure.
    package static func forFault(_ fault: Fault) -> FaultAdvice {
        let usual = table[fault.code] ?? FaultAdvice(exitCode: .failed, hint: nil)
        guard let hint = fault.reason.flatMap({ hints[$0] }) else { return usual }
        return FaultAdvice(exitCode: usual.exitCode, hint: hint)
    }

    /// The hints for reasons whose code has another hint.
    private static let hints: [String: Text] = [
        Reason.logUnreachable.name: Text(
            "gateway doctor tells why the database of the log does not answer",
            "gateway doctor скажет, почему база журнала не отвечает"),
        Reason.logReplaced.name: Text(
            "use the other copy, or begin a log of your own: gateway backup follow --off, then gateway restart",
            "работайте с той копией или начните свой журнал: gateway backup follow --off, затем gateway restart"),
        Reason.noLeader.name: Text(
            "gateway house hosts tells who leads, gateway doctor why nobody does",
            "gateway house hosts скажет, кто ведёт, gateway doctor — почему никто"),
        Reason.logDiffers.name: Text("gateway doctor tells what to do", "gateway doctor скажет, что делать"),
    ]

    /// Faults of the programs rather than of the request. For these it helps to look at the trace.
    package static let ours: Set<FaultCode> = [
        .parseError, .invalidRequest, .methodNotFound, .overloaded, .deadlineExceeded, .unavailable,
        .storageUnavailable, .internalFault,
    ]

    private static func advice(_ exitCode: GatewayExitCode, _ hint: Text? = nil) -> FaultAdvice {
        FaultAdvice(exitCode: exitCode, hint: hint)
    }

    /// The advice by code. A test checks that it covers `FaultCode.all`.
    static let table: [FaultCode: FaultAdvice] = [
        .parseError: advice(
            .failed,
            Text(
                "gateway and service may be of different versions: compare gateway version with gateway health",
                "шлюз и служба, возможно, разных версий: сравните gateway version и gateway health")),
        .invalidRequest: advice(
            .failed,
            Text(
                "gateway and service may be of different versions: compare gateway version with gateway health",
                "шлюз и служба, возможно, разных версий: сравните gateway version и gateway health")),
        .methodNotFound: advice(
            .notFound,
            Text(
                "gateway discover SERVICE lists its methods",
                "gateway discover SERVICE перечисляет методы")),
        .overloaded: advice(.serviceDown, Text("try again in a moment", "повторите чуть позже")),
        .deadlineExceeded: advice(
            .noAnswer,
            Text(
                "gateway status and gateway logs show what is wrong; a longer --timeout (or --wait) gives it more time",
                "gateway status и gateway logs покажут, что не так; больше времени даст --timeout (или --wait)")),
        .cancelled: advice(.cancelled),
        .unavailable: advice(
            .serviceDown,
            Text(
                "gateway status shows what runs; gateway up --detach starts it",
                "gateway status покажет, что работает; gateway up --detach запустит")),
        .storageUnavailable: advice(
            .serviceDown,
            Text(
                "nothing was changed; make room on the disk, then try again",
                "ничего не изменилось; освободите место на диске и повторите")),
        .internalFault: advice(
            .failed, Text("gateway logs SERVICE shows what happened", "gateway logs SERVICE покажет, что случилось")),
        .unauthenticated: advice(.signInNeeded, Text(verbatim: "gateway login")),
        .permissionDenied: advice(.refused),
        .invalidArgument: advice(.usage),
        .conflict: advice(
            .conflict,
            Text(
                "where --idempotency-key was given: use it for the same request only",
                "если указан --idempotency-key: он годится только для того же запроса")),
        .notFound: advice(.notFound),
        .sameAccount: advice(.refused, Text("name two different accounts", "назовите два разных счёта")),
        .currencyMismatch: advice(
            .refused,
            Text(
                "gateway accounts shows the currency of each of your accounts",
                "gateway accounts покажет валюту каждого счёта")),
        .accountClosed: advice(
            .refused,
            Text(
                "gateway accounts shows which accounts are active",
                "gateway accounts покажет, какие счета действуют")),
        .accountFrozen: advice(
            .refused,
            Text(
                "if it is yours, gateway account unfreeze ACCOUNT ends that",
                "если он ваш, gateway account unfreeze ACCOUNT разморозит его")),
        .insufficientFunds: advice(
            .refused,
            Text("gateway balance ACCOUNT shows what is available", "gateway balance ACCOUNT покажет, сколько доступно")
        ),
        .limitExceeded: advice(.refused),
        .amountOverflow: advice(.refused, Text("the account cannot hold that much", "столько на счёт не поместится")),
        .accountNotEmpty: advice(
            .refused,
            Text(
                "gateway account close ACCOUNT --to ANOTHER moves the remaining money first; gateway holds shows holds",
                "gateway account close ACCOUNT --to ANOTHER сначала переведёт остаток; отложенное покажет gateway holds"
            )),
        .holdNotPending: advice(
            .refused,
            Text(
                "gateway transfer show HOLD shows its state",
                "gateway transfer show HOLD скажет, что с ними стало")),
        .exceedsHold: advice(
            .refused,
            Text(
                "gateway transfer show HOLD shows the held amount",
                "gateway transfer show HOLD скажет, сколько отложено")),
        .notReversible: advice(
            .refused,
            Text(
                "gateway transfer show TRANSFER shows its state",
                "gateway transfer show TRANSFER скажет, что с ним стало")),
        .alreadyReversed: advice(
            .conflict,
            Text("gateway transfer show TRANSFER shows the reversal", "gateway transfer show TRANSFER скажет каким")),
        .rateMissing: advice(
            .refused,
            Text(
                "gateway rate set FROM TO RATE enters one", "gateway rate set FROM TO RATE запишет курс")),
        .confirmationRequired: advice(
            .pending,
            Text(
                "at a terminal the gateway asks for the code; elsewhere add --code CODE; gateway totp on sets codes up",
                "на терминале шлюз спросит код сам; иначе добавьте --code CODE; gateway totp on включает коды")),
        .challengeVoid: advice(
            .refused, Text("ask for it again; nothing was done", "начните заново; ничего не сделано")),
        .rolledBack: advice(
            .refused,
            Text(
                "nothing of the list was done; correct the refused one and send the list again",
                "исправьте отвергнутое и пошлите список снова")),
        .emptyField: advice(.usage),
        .invalidEmail: advice(.usage),
        .weakPassword: advice(
            .refused,
            Text(
                "take eight characters or more that nobody would guess; a sentence does well",
                "не меньше восьми знаков, которых никто не угадает; годится целая фраза")),
        .emailTaken: advice(.conflict, Text("gateway login signs in with it", "gateway login войдёт с ним")),
        .usernameTaken: advice(.conflict, Text("choose another --username", "выберите другое --username")),
        .invalidCredentials: advice(
            .signInNeeded,
            Text(
                "check the login, the password and the code, if one was asked for; gateway register makes a new user",
                "проверьте имя, пароль и код, если его спрашивали; gateway register заводит нового пользователя")),
        .tooManyAttempts: advice(.signInNeeded, Text("wait, then try again", "подождите и повторите")),
        .codeRequired: advice(
            .signInNeeded,
            Text(
                "give it with --code; a recovery code is asked for at the terminal",
                "укажите --code; запасной код спросят на терминале")),
        .wrongCode: advice(
            .signInNeeded,
            Text(
                "wait for the next code of the app, and check the clock of this machine",
                "дождитесь следующего кода и проверьте часы этой машины")),
        .telegramUnavailable: advice(
            .serviceDown, Text("gateway login signs in with a password", "gateway login войдёт по паролю")),
        .noYield: advice(.refused),
        .termsMissing: advice(
            .refused,
            Text(
                "a yield needs what the bond pays: import its terms",
                "для доходности нужны выплаты облигации: загрузите их")),
        .periodMissing: advice(.usage, Text("give both ends of the period", "укажите оба конца периода")),
        .periodReversed: advice(.usage, Text("the start comes before the end", "начало должно быть раньше конца")),
        .periodEmpty: advice(.notFound, Text("take a longer period", "возьмите период длиннее")),
        .empty: advice(.usage),
        .notANumber: advice(
            .usage,
            Text(
                "a share is a decimal such as 1.5 or a fraction such as 1/3",
                "доля — десятичное число, например 1.5, или дробь, например 1/3")),
        .negative: advice(.usage),
        .zeroSum: advice(.refused),
        .tooPrecise: advice(.refused),
    ]
}
