import Coordination
import Domain
import Reasons
import Signals

/// What a fault says, in both languages. Services speak English; in Russian ``ServiceSentences`` says the same. Where it
/// does not know a sentence, as of a service of another version, the code speaks for itself, and where a code says too
/// little, what the service said stands behind it.
enum FaultSentence {
    /// - Parameters:
    ///   - thing: What was not found, where it is known.
    ///   - flag: The flag that fills the field at fault: people know flags, programs fields.
    ///   - nearFlag: The flag that fills what the field is a part of.
    ///   - flags: All flags of the command, for fields that the sentence names besides.
    ///   - speaksOfFields: Whether whoever reads it knows fields, as they wrote the request itself.
    static func of(
        _ fault: Fault, about thing: NamedThing? = nil, flag: String? = nil, nearFlag: String? = nil,
        flags: [FlagShape] = [], speaksOfFields: Bool = false
    ) -> Text {
        if let said = said(fault, flag: flag, nearFlag: nearFlag, flags: flags, speaksOfFields: speaksOfFields) {
            return said
        }
        if speaksOfFields { return Text("\(fault.message)", "\(russian(fault, thing, nil, fault.message))") }
        var english = ServiceSentences.english(fault.message)
        let words = fault.field.flatMap { FieldWords.of($0[...]) }
        // Which element of a list is meant is said in words; of a part of something its flag is enough.
        let isElement = fault.field?.contains("[") ?? false
        let called = (flag ?? (isElement ? nil : nearFlag)).map { "--\($0)" }
        if let field = fault.field, english.hasPrefix(field + " "),
            let subject = called ?? FieldNames.subjects[field]
                ?? words.map({ capitalized($0.english) + (nearFlag.map { " of --\($0)" } ?? "") })
        {
            english = subject + english.dropFirst(field.count)
        }
        let subject =
            called ?? words.map { word in nearFlag.map { "--\($0), \(word.russian)" } ?? capitalized(word.russian) }
        let russian = russian(fault, thing, subject, english)
        return Text(
            "\(FieldNames.asFlags(in: english, flags))", "\(FieldNames.asFlags(in: russian, flags, russian: true))")
    }

    /// What a reason says that is known here.
    private static func said(
        _ fault: Fault, flag: String?, nearFlag: String?, flags: [FlagShape], speaksOfFields: Bool
    ) -> Text? {
        guard let reason = fault.reason.flatMap({ ReasonCatalogue.house[$0] }),
            let said = ReasonText.said(
                reason, fault.details,
                field: { speaksOfFields ? Text(verbatim: $0) : name(of: $0, flags: flags) })
        else { return nil }
        guard reason.isRule else { return said }
        let field = fault.field ?? "params"
        if field == "params", !speaksOfFields {
            return Text("The command \(said).", "\(capitalized(said.spoken(in: .russian))).")
        }
        let subject = speaksOfFields ? Text(verbatim: field) : subject(field, flag: flag, nearFlag: nearFlag)
        return Text("\(subject) \(said).", "\(subject): \(said).")
    }

    /// What the field at fault is called as the subject of its rule.
    private static func subject(_ field: String, flag: String?, nearFlag: String?) -> Text {
        // Which element of a list is meant is said in words; of a part of something its flag is enough.
        if let flag = flag ?? (field.contains("[") ? nil : nearFlag) { return Text(verbatim: "--\(flag)") }
        if ["content", "csv", "base64", "text", "upload"].contains(field) { return Text("The file", "Файл") }
        guard let words = FieldWords.of(field[...]) else { return Text(verbatim: field) }
        return Text(
            "\(capitalized(words.english) + (nearFlag.map { " of --\($0)" } ?? ""))",
            "\(nearFlag.map { "--\($0), \(words.russian)" } ?? capitalized(words.russian))")
    }

    /// What a field is called inside a sentence: by the flag that fills it, else in words.
    private static func name(of field: String, flags: [FlagShape]) -> Text {
        if let flag = flags.first(where: { $0.field == field }) { return Text(verbatim: "--\(flag.name)") }
        if let words = FieldWords.of(field[...]) { return Text("\(words.english)", "\(words.russian)") }
        return Text(verbatim: field)
    }

    /// The same where it stands at the field at fault, which need not be named there.
    static func atField(_ fault: Fault) -> Text {
        if let reason = fault.reason.flatMap({ ReasonCatalogue.house[$0] }),
            let said = ReasonText.said(reason, fault.details, field: { name(of: $0, flags: []) })
        {
            guard reason.isRule else { return said }
            return Text(
                "\(capitalized(said.spoken(in: .english))).", "\(capitalized(said.spoken(in: .russian))).")
        }
        var english = ServiceSentences.english(fault.message)
        if let field = fault.field, english.hasPrefix(field + " ") {
            english = capitalized(String(english.dropFirst(field.count + 1)))
        }
        return Text(
            "\(FieldNames.asFlags(in: english, []))",
            "\(ServiceSentences.rule(of: fault).map { FieldNames.asFlags(in: $0, [], russian: true) } ?? of(fault).spoken(in: .russian))"
        )
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private static func russian(
        _ fault: Fault, _ thing: NamedThing?, _ subject: String?, _ english: String
    ) -> String {
        if let said = ServiceSentences.sentence(of: fault, subject: subject) { return said }
        // What the gateway says itself is in the language of the run already.
        guard let russian = table[fault.code],
            !fault.message.unicodeScalars.contains(where: { ("а"..."я").contains($0) })
        else { return english }
        if fault.code == .notFound, let missing = thing?.missing { return missing }
        return general.contains(fault.code) ? "\(russian) \(english)" : russian
    }

    /// Why something was refused, of the code of the fault and what the service said of it.
    static func reason(_ code: String?, _ sentence: String? = nil) -> Text {
        guard let code else { return Text(verbatim: sentence ?? "") }
        let known = sentence.flatMap { ServiceSentences.phrase($0) } ?? table[FaultCode(code)]
        let english = sentence ?? words(of: code)
        return Text("\(english)", "\(known ?? english)")
    }

    /// `insufficientFunds` as people write it: `insufficient funds`.
    private static func words(of code: String) -> String {
        code.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
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
