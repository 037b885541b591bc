import Coordination
import Signals

/// What a fault says, in both languages. Services speak English, so in Russian the code speaks for itself; where a
/// code says too little, what the service said stands behind it.
enum FaultSentence {
    /// - Parameter thing: What was not found, where it is known.
    static func of(_ fault: Fault, about thing: NamedThing? = nil) -> Text {
        // What the gateway says itself is in the language of the run already.
        guard let russian = table[fault.code],
            !fault.message.unicodeScalars.contains(where: { ("а"..."я").contains($0) })
        else { return Text(verbatim: fault.message) }
        if fault.code == .notFound, let missing = thing?.missing { return Text("\(fault.message)", "\(missing)") }
        guard general.contains(fault.code) else { return Text("\(fault.message)", "\(russian)") }
        return Text("\(fault.message)", "\(russian) \(fault.message)")
    }

    /// Why something was refused, of the code of the fault and what the service said of it.
    static func reason(_ code: String?, _ sentence: String? = nil) -> Text {
        guard let code else { return Text(verbatim: sentence ?? "") }
        let russian = table[FaultCode(code)]
        return Text("\(sentence ?? code)", "\(russian ?? sentence ?? code)")
    }

    /// Codes whose sentence says no more than what kind of trouble it is.
    private static let general: Set<FaultCode> = [
        .parseError, .invalidRequest, .methodNotFound, .unavailable, .storageUnavailable, .internalFault,
        .permissionDenied, .invalidArgument, .notFound, .conflict, .limitExceeded, .deadlineExceeded, .cancelled,
        .emptyField, .notANumber, .negative,
    ]

    /// By code. A test holds it complete against `FaultCode.all`.
    static let table: [FaultCode: String] = [
        .parseError: "Служба не разобрала запрос.",
        .invalidRequest: "Служба не поняла запрос.",
        .methodNotFound: "Такого метода нет.",
        .overloaded: "Служба перегружена.",
        .deadlineExceeded: "Ответ не пришёл вовремя.",
        .cancelled: "Отменено.",
        .unavailable: "Служба недоступна.",
        .storageUnavailable: "Запись на диск не удалась.",
        .internalFault: "Внутренняя ошибка.",
        .unauthenticated: "Нужно войти.",
        .permissionDenied: "На это нет права.",
        .invalidArgument: "Значение не подходит.",
        .notFound: "Не найдено.",
        .conflict: "Это противоречит тому, что есть.",
        .sameAccount: "Это один и тот же счёт.",
        .currencyMismatch: "Валюты не совпадают.",
        .rateMissing: "Нет курса для этих валют.",
        .accountClosed: "Счёт закрыт.",
        .accountFrozen: "Счёт заморожен.",
        .insufficientFunds: "Не хватает денег.",
        .limitExceeded: "Лимит исчерпан.",
        .amountOverflow: "Сумма больше, чем вмещает счёт.",
        .accountNotEmpty: "На счёте остались деньги.",
        .holdNotPending: "Эти деньги больше не отложены.",
        .exceedsHold: "Это больше, чем отложено.",
        .notReversible: "Этот перевод нельзя вернуть.",
        .alreadyReversed: "Этот перевод уже возвращён.",
        .confirmationRequired: "Нужно подтверждение кодом.",
        .challengeVoid: "Это подтверждение больше не действует.",
        .rolledBack: "Ничего из списка не сделано.",
        .noYield: "Доходность не вычислить.",
        .termsMissing: "Неизвестно, что платит облигация.",
        .periodMissing: "Не указан период.",
        .periodReversed: "Начало периода позже конца.",
        .periodEmpty: "Период пуст.",
        .empty: "Список пуст.",
        .notANumber: "Это не число.",
        .negative: "Число отрицательное.",
        .zeroSum: "Сумма равна нулю.",
        .tooPrecise: "Слишком много знаков.",
        .emptyField: "Поле пустое.",
        .invalidEmail: "Это не адрес почты.",
        .weakPassword: "Пароль слишком слабый.",
        .emailTaken: "С этим адресом уже есть пользователь.",
        .usernameTaken: "Это имя занято.",
        .invalidCredentials: "Имя, пароль или код неверны.",
        .tooManyAttempts: "Слишком много попыток.",
        .codeRequired: "Нужен одноразовый код.",
        .wrongCode: "Код неверен.",
        .telegramUnavailable: "Telegram сейчас недоступен.",
    ]
}
