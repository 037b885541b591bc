import Coordination
import Domain
import Reasons
import Signals

/// The details of a fault as text for people.
package enum DetailText {
    /// Returns the name of a detail.
    package static func label(_ name: String, _ detail: ReasonDetail) -> Text {
        Text("\(FieldWords.apart(name))", "\(russian(name, detail))")
    }

    /// Returns the value of a detail.
    package static func value(_ detail: ReasonDetail) -> Text {
        switch detail {
        case .text: Text("\(value(detail, .english))", "\(value(detail, .russian))")
        case .number(let number): Text(verbatim: String(number))
        case .flag(let flag): flag ? Text("yes", "да") : Text("no", "нет")
        }
    }

    private static func value(_ detail: ReasonDetail, _ language: Language) -> String {
        ReasonWording(
            in: language, catalogue: .house, instant: { ValueText.time($0, in: language) + WallClocks.suffix }
        ).value(detail)
    }

    /// True when a sentence contains the detail as a word. An instant is also found without its fraction of a second.
    package static func isSaid(_ detail: ReasonDetail, in sentence: String) -> Bool {
        let value: String
        switch detail {
        case .text(let text): value = Instant(text)?.wholeSeconds.description ?? text
        case .number(let number): value = String(number)
        case .flag: return false
        }
        guard !value.isEmpty else { return true }
        let sentence = withoutGroups(sentence)
        return sentence.ranges(of: value).contains { range in
            let before = sentence[..<range.lowerBound].last
            let after = sentence[range.upperBound...]
            let goesOn = after.first == "." && after.dropFirst().first.map { $0.isLetter || $0.isNumber } ?? false
            return !isPartOfWord(before) && before != "." && !isPartOfWord(after.first) && !goesOn
        }
    }

    /// Removes the spaces from the numbers of a sentence: `37499.50 RUB`, as details have them.
    private static func withoutGroups(_ sentence: String) -> String {
        let characters = Array(sentence)
        func isDigit(_ place: Int) -> Bool { characters.indices.contains(place) && characters[place].isWholeNumber }
        return String(
            characters.indices.compactMap { place in
                let isGap =
                    (characters[place] == " " || characters[place] == "\u{A0}") && isDigit(place - 1)
                    && (1...3).allSatisfy { isDigit(place + $0) } && !isDigit(place + 4)
                return isGap ? nil : characters[place]
            })
    }

    private static func isPartOfWord(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }

    private static func russian(_ name: String, _ detail: ReasonDetail) -> String {
        // A line number of a file, padded with zeros.
        if name.hasPrefix("line "), let number = Int(name.dropFirst(5)) { return "строка \(number)" }
        if case .text(let text) = detail {
            if Currency(code: text) != nil, let label = ofCurrency[name] { return label }
            if CalendarDay(text) != nil, let label = ofDay[name] { return label }
        }
        return labels[name] ?? name
    }

    /// The names of details that are currencies.
    private static let ofCurrency = ["from": "из валюты", "to": "в валюту"]

    /// The names of details that are days.
    private static let ofDay = ["from": "начиная с", "to": "по"]

    /// The names of details. A test checks that every detail that services send has one.
    private static let labels = [
        "amount": "сумма",
        "asOf": "на",
        "available": "доступно",
        "badLines": "негодных строк",
        "balance": "остаток",
        "challenge": "подтверждение",
        "conflicts": "противоречий",
        "currency": "валюта",
        "enrolled": "коды включены",
        "password": "хватит пароля",
        "signIn": "хватит нового входа",
        "expiresAt": "действует до",
        "first": "первая котировка",
        "from": "откуда",
        "held": "отложено",
        "index": "номер с нуля",
        "last": "последняя котировка",
        "left": "осталось",
        "limit": "предел",
        "limitBytes": "предел в байтах",
        "line": "строка",
        "lines": "таких строк",
        "missing": "не хватает",
        "next": "следующая часть",
        "openingBalance": "начальный остаток",
        "overdraft": "овердрафт",
        "profile": "профиль",
        "quotesWithoutYield": "котировок без доходности",
        "resetsAt": "обновится",
        "reversedBy": "возвращён переводом",
        "row": "строка",
        "settled": "уже отмечен",
        "similar": "возможно, известных",
        "status": "состояние",
        "to": "куда",
        "transfer": "перевод",
        "triesLeft": "осталось попыток",
        "used": "использовано",
        "which": "какой лимит",
    ]
}
