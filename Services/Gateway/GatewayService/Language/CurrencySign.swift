import Domain

/// The signs that Russian readers expect in place of a currency's code, each of one currency only.
///
/// - Source: CLDR, currency symbols of `ru`; those that several currencies share are left out.
enum CurrencySign {
    private static let signs: KeyValuePairs = [
        "RUB": "₽", "USD": "$", "EUR": "€", "GBP": "£", "KZT": "₸", "UAH": "₴", "INR": "₹", "ILS": "₪", "KRW": "₩",
        "VND": "₫", "GEL": "₾", "TRY": "₺", "AMD": "֏",
    ]

    /// The sign of a currency, nil where its code is written.
    static func of(_ currency: Currency) -> String? { signs.first { $0.key == currency.code }?.value }

    /// The code of the currency that a sign stands for.
    static func code(of sign: some StringProtocol) -> String? { signs.first { $0.value == sign }?.key }
}
