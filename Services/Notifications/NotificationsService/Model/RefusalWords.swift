import Coordination
import Signals

/// Why the ledger refused something, for those who read Russian: its own sentence is English.
enum RefusalWords {
    /// Nil for a code that is not known, or none: then there is only the ledger's sentence.
    static func russian(of code: String?) -> String? { code.flatMap { sentences[FaultCode($0)] } }

    private static let sentences: [FaultCode: String] = [
        .accountClosed: "счёт закрыт.",
        .accountFrozen: "счёт заморожен.",
        .amountOverflow: "сумма больше, чем вмещает счёт.",
        .confirmationRequired: "такую сумму нужно подтвердить кодом.",
        .currencyMismatch: "валюты не совпадают.",
        .deadlineExceeded: "ответ не пришёл вовремя.",
        .insufficientFunds: "на счёте не хватает денег.",
        .limitExceeded: "исчерпан лимит.",
        .notFound: "такого счёта нет.",
        .permissionDenied: "нет разрешения списывать с этого счёта.",
        .rateMissing: "нет курса для этих валют.",
        .sameAccount: "это один и тот же счёт.",
        .unavailable: "служба счетов не отвечала.",
    ]
}
