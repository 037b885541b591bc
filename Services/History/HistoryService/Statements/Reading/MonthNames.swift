/// The names of months in files of banks: full and abbreviated, as part of a date and standalone.
///
/// - Source: CLDR, `dates/calendars/gregorian/months` of en, ru, de (with de-AT), fr, es, it, pt, nl. No word in these
///   languages names two months. Words that are ambiguous with other languages, as `lis` in Polish and Croatian, are
///   left out.
enum MonthNames {
    /// Returns the month of a lower-case word without the point of an abbreviation; nil for any other word.
    static func month(_ word: String) -> Int? { numbers[word] }

    private static let numbers: [String: Int] = {
        var numbers: [String: Int] = [:]
        for (index, words) in names.enumerated() {
            for word in words {
                let before = numbers.updateValue(index + 1, forKey: word)
                precondition(before == nil, "\(word) names two months")
            }
        }
        return numbers
    }()

    /// From January to December.
    private static let names: [Set<String>] = [
        [
            "january", "jan", "январь", "января", "янв", "januar", "jänner", "jän", "janvier", "janv", "enero", "ene",
            "gennaio", "gen", "janeiro", "januari",
        ],
        [
            "february", "feb", "февраль", "февраля", "февр", "фев", "februar", "feber", "février", "févr", "febrero",
            "febbraio", "fevereiro", "fev", "februari",
        ],
        [
            "march", "mar", "март", "марта", "мар", "märz", "mär", "mars", "marzo", "março", "maart", "mrt",
        ],
        [
            "april", "apr", "апрель", "апреля", "апр", "avril", "avr", "abril", "abr", "aprile",
        ],
        [
            "may", "май", "мая", "mai", "mayo", "maggio", "mag", "maio", "mei",
        ],
        [
            "june", "jun", "июнь", "июня", "июн", "juni", "juin", "junio", "giugno", "giu", "junho",
        ],
        [
            "july", "jul", "июль", "июля", "июл", "juli", "juillet", "juil", "julio", "luglio", "lug", "julho",
        ],
        [
            "august", "aug", "август", "августа", "авг", "août", "agosto", "ago", "augustus",
        ],
        [
            "september", "sep", "sept", "сентябрь", "сентября", "сент", "сен", "septembre", "septiembre", "settembre",
            "set", "setembro",
        ],
        [
            "october", "oct", "октябрь", "октября", "окт", "oktober", "okt", "octobre", "octubre", "ottobre", "ott",
            "outubro", "out",
        ],
        [
            "november", "nov", "ноябрь", "ноября", "нояб", "ноя", "novembre", "noviembre", "novembro",
        ],
        [
            "december", "dec", "декабрь", "декабря", "дек", "dezember", "dez", "décembre", "déc", "diciembre",
            "dicembre", "dic", "dezembro",
        ],
    ]
}
