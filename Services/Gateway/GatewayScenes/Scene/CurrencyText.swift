import Domain
import GatewayWords

/// Currencies for selection: the code, and a name for the widely used ones.
enum CurrencyText {
    /// All currencies, the widely used ones first.
    static let all: [Currency] = {
        let usual = names.compactMap { Currency(code: $0.code) }
        let known = Set(usual)
        return usual + Currency.all.filter { !known.contains($0) }
    }()

    /// Returns `RUB  Russian rouble`.
    static func name(of currency: Currency) -> Text {
        guard let name = names.first(where: { $0.code == currency.code })?.name else {
            return Text(verbatim: currency.code)
        }
        return Text(verbatim: currency.code + "  ") + name
    }

    private static let names: [(code: String, name: Text)] = [
        ("RUB", Text("Russian rouble", "российский рубль")), ("USD", Text("US dollar", "доллар США")),
        ("EUR", Text("euro", "евро")), ("CNY", Text("Chinese yuan", "китайский юань")),
        ("GBP", Text("pound sterling", "фунт стерлингов")), ("CHF", Text("Swiss franc", "швейцарский франк")),
        ("JPY", Text("Japanese yen", "японская иена")), ("BYN", Text("Belarusian rouble", "белорусский рубль")),
        ("KZT", Text("Kazakhstani tenge", "казахстанский тенге")), ("AMD", Text("Armenian dram", "армянский драм")),
        ("GEL", Text("Georgian lari", "грузинский лари")), ("AZN", Text("Azerbaijani manat", "азербайджанский манат")),
        ("KGS", Text("Kyrgyz som", "киргизский сом")), ("UZS", Text("Uzbek sum", "узбекский сум")),
        ("TJS", Text("Tajik somoni", "таджикский сомони")), ("TMT", Text("Turkmen manat", "туркменский манат")),
        ("MDL", Text("Moldovan leu", "молдавский лей")), ("UAH", Text("Ukrainian hryvnia", "украинская гривна")),
        ("RSD", Text("Serbian dinar", "сербский динар")), ("TRY", Text("Turkish lira", "турецкая лира")),
        ("AED", Text("UAE dirham", "дирхам ОАЭ")), ("ILS", Text("Israeli shekel", "израильский шекель")),
        ("INR", Text("Indian rupee", "индийская рупия")), ("THB", Text("Thai baht", "тайский бат")),
        ("VND", Text("Vietnamese dong", "вьетнамский донг")), ("KRW", Text("South Korean won", "южнокорейская вона")),
        ("HKD", Text("Hong Kong dollar", "гонконгский доллар")),
        ("SGD", Text("Singapore dollar", "сингапурский доллар")),
        ("CAD", Text("Canadian dollar", "канадский доллар")),
        ("AUD", Text("Australian dollar", "австралийский доллар")),
        ("NZD", Text("New Zealand dollar", "новозеландский доллар")),
        ("PLN", Text("Polish zloty", "польский злотый")), ("CZK", Text("Czech koruna", "чешская крона")),
        ("HUF", Text("Hungarian forint", "венгерский форинт")), ("BGN", Text("Bulgarian lev", "болгарский лев")),
        ("RON", Text("Romanian leu", "румынский лей")), ("SEK", Text("Swedish krona", "шведская крона")),
        ("NOK", Text("Norwegian krone", "норвежская крона")), ("DKK", Text("Danish krone", "датская крона")),
        ("ISK", Text("Icelandic krona", "исландская крона")), ("BRL", Text("Brazilian real", "бразильский реал")),
        ("MXN", Text("Mexican peso", "мексиканский песо")), ("ARS", Text("Argentine peso", "аргентинский песо")),
        ("ZAR", Text("South African rand", "южноафриканский рэнд")), ("EGP", Text("Egyptian pound", "египетский фунт")),
        ("SAR", Text("Saudi riyal", "саудовский риял")), ("IRR", Text("Iranian rial", "иранский риал")),
        ("IDR", Text("Indonesian rupiah", "индонезийская рупия")),
        ("MYR", Text("Malaysian ringgit", "малайзийский ринггит")),
        ("MNT", Text("Mongolian tugrik", "монгольский тугрик")), ("CUP", Text("Cuban peso", "кубинский песо")),
    ]
}
