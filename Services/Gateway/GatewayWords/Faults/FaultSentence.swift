import Coordination
import Domain
import Reasons
import Signals

/// The text of a fault in both languages, made from its reason and its details. A fault without a reason, such as the
/// gateway's own, and one whose reason comes from a newer service show their message instead.
package enum FaultSentence {
    /// Returns the sentence of a fault.
    ///
    /// - Parameters:
    ///   - flag: The flag that fills the field at fault: people know flags, programs know fields.
    ///   - nearFlag: The flag that fills the field's parent.
    ///   - flags: The flag of each field of the command, for other fields that the sentence names.
    ///   - speaksOfFields: True for readers who know fields because they wrote the request themselves.
    package static func of(
        _ fault: Fault, flag: String? = nil, nearFlag: String? = nil, flags: [String: String] = [:],
        speaksOfFields: Bool = false
    ) -> Text {
        guard
            let (reason, said) = said(
                fault, field: { speaksOfFields ? Text(verbatim: $0) : name(of: $0, flags: flags) })
        else { return message(of: fault) }
        guard reason.isRule else { return said }
        let field = fault.field ?? "params"
        if field == "params", !speaksOfFields {
            return Text("The command \(said).", "\(capitalized(said.spoken(in: .russian))).")
        }
        let subject = speaksOfFields ? Text(verbatim: field) : subject(field, flag: flag, nearFlag: nearFlag)
        return Text("\(subject) \(said).", "\(subject): \(said).")
    }

    /// Returns the sentence to show beside the field at fault, without the field's name.
    package static func atField(_ fault: Fault) -> Text {
        guard let (reason, said) = said(fault, field: { name(of: $0, flags: [:]) }) else { return message(of: fault) }
        guard reason.isRule else { return said }
        return Text("\(capitalized(said.spoken(in: .english))).", "\(capitalized(said.spoken(in: .russian))).")
    }

    /// Returns the reason of a refusal: its explanation, or else the sentence and the code that came with it.
    package static func reason(_ code: String?, _ sentence: String? = nil, _ explanation: Explanation? = nil) -> Text {
        guard let code else { return ReasonText.of(explanation, else: sentence) }
        if let explanation, ReasonCatalogue.house[explanation.reason] != nil {
            return ReasonText.of(explanation, else: sentence)
        }
        let english = sentence ?? words(of: code)
        return Text("\(english)", "\(table[FaultCode(code)] ?? english)")
    }

    private static func said(_ fault: Fault, field: (String) -> Text) -> (Reason, Text)? {
        guard let reason = fault.reason.flatMap({ ReasonCatalogue.house[$0] }),
            let said = ReasonText.said(reason, fault.details, field: field)
        else { return nil }
        return (reason, said)
    }

    /// Returns the text of a fault whose reason is unknown here; in Russian the kind of fault is told by its code.
    private static func message(of fault: Fault) -> Text {
        guard fault.reason != nil, let kind = table[fault.code] else {
            return Text("\(fault.message)", "\(fault.message)")
        }
        return Text("\(fault.message)", "\(kind) \(fault.message)")
    }

    /// Returns a code as words: `insufficient funds` for `insufficientFunds`.
    private static func words(of code: String) -> String {
        code.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// Returns the name of the field at fault, as the subject of its rule.
    private static func subject(_ field: String, flag: String?, nearFlag: String?) -> Text {
        // An element of a list is named in words, to tell which one; for a part of something its flag is enough.
        if let flag = flag ?? (field.contains("[") ? nil : nearFlag) { return Text(verbatim: "--\(flag)") }
        if ["content", "csv", "base64", "text", "upload"].contains(field) { return Text("The file", "Файл") }
        guard let words = FieldWords.of(field[...]) else { return Text(verbatim: field) }
        return Text(
            "\(capitalized(words.english) + (nearFlag.map { " of --\($0)" } ?? ""))",
            "\(nearFlag.map { "--\($0), \(words.russian)" } ?? capitalized(words.russian))")
    }

    /// Returns the name of a field for use inside a sentence: the flag that fills it, or else words.
    private static func name(of field: String, flags: [String: String]) -> Text {
        if let flag = flags[field] { return Text(verbatim: "--\(flag)") }
        return FieldWords.name(of: field)
    }

    /// The sentences by code. A test checks that they cover `FaultCode.all`.
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
