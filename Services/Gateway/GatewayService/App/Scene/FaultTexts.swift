import Coordination
import Signals

/// What services refuse, in both languages. Their own sentence says most, in English; in Russian the code has to do.
enum FaultTexts {
    /// A sentence for a fault.
    static func text(of fault: Fault) -> Text {
        guard let russian = russian[fault.code] else { return Text("\(fault.message)", "\(fault.message)") }
        return Text("\(fault.message)", "\(russian)")
    }

    private static let russian: [FaultCode: String] = [
        .unavailable: "Служба сейчас недоступна; приложение спросит снова.",
        .deadlineExceeded: "Служба не ответила вовремя; приложение спросит снова.",
        .overloaded: "Служба занята; приложение спросит снова.",
        .storageUnavailable: "Диск службы полон или недоступен; ничего не изменилось.",
        .internalFault: "В службе сбой; подробности в её журнале.",
        .unauthenticated: "Сеанс закончился; войдите снова.",
        .permissionDenied: "На это нет права.",
        .notFound: "Такого нет.",
        .invalidArgument: "Значение не подходит.",
        .conflict: "Это противоречит сделанному раньше.",
        .cancelled: "Отменено.",
        .sameAccount: "Это один и тот же счёт.",
        .currencyMismatch: "У счёта другая валюта.",
        .accountClosed: "Счёт закрыт.",
        .accountFrozen: "Счёт заморожен.",
        .insufficientFunds: "На счёте не хватает денег.",
        .limitExceeded: "Мешает установленный вами предел.",
        .amountOverflow: "Столько счёт не вмещает.",
        .rateMissing: "Нет курса для этих валют.",
        .confirmationRequired: "Нужен одноразовый код.",
        .challengeVoid: "Подтверждать больше нечего; начните снова.",
        .emptyField: "Заполните поле.",
        .invalidEmail: "Это не похоже на адрес почты.",
        .weakPassword: "Пароль слишком простой: нужно восемь знаков или больше, которых никто не угадает.",
        .emailTaken: "С этим адресом уже кто-то зарегистрирован.",
        .usernameTaken: "Это имя уже занято.",
        .invalidCredentials: "Имя или пароль неверны.",
        .tooManyAttempts: "Слишком много попыток; подождите и попробуйте снова.",
        .codeRequired: "Нужен одноразовый код.",
        .wrongCode: "Код неверен или уже использован.",
        .telegramUnavailable: "Вход через Телеграм здесь не настроен.",
        .periodMissing: "Укажите начало и конец периода.",
        .periodReversed: "Начало периода позже конца.",
        .periodEmpty: "В этом периоде нет котировок.",
        .noYield: "Доходность этой облигации не найти.",
        .termsMissing: "Неизвестно, что платит эта облигация.",
    ]
}
