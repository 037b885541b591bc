import Testing

/// A file in the format of a bank's or a budget program's export, with its expected content.
struct BankFile: Sendable, CustomTestStringConvertible {
    struct Row: Hashable, Sendable {
        let date: String
        /// In minor units, negative for outgoing money.
        let amount: Int64
        let text: String

        init(_ date: String, _ amount: Int64, _ text: String) {
            self.date = date
            self.amount = amount
            self.text = text
        }
    }

    let name: String
    let currency: String
    /// The rows in booking order.
    let rows: [Row]
    /// The lines that are not rows: "failed 1, pending 2".
    let leftOut: String
    /// True when the file tells its currency.
    let saysCurrency: Bool

    init(_ name: String, _ currency: String, _ rows: [Row], leftOut: String = "", says: Bool = true) {
        self.name = name
        self.currency = currency
        self.rows = rows
        self.leftOut = leftOut
        saysCurrency = says
    }

    var testDescription: String { name }
}

extension BankFile {
    /// The files of `Tests/Samples/Banks`, invented in the formats of real ones.
    static let all = [
        BankFile(
            "sber", "RUB", [Row("2026-09-05", -123_450, "Магазин у дома"), Row("2026-09-07", 2_500_000, "Зарплата")],
            leftOut: "failed 1"),
        BankFile(
            "tbank", "RUB", [Row("2026-03-10", 100_000, "Иван П."), Row("2026-03-13", -25_050, "Кафе Уют")],
            leftOut: "failed 1"),
        BankFile(
            "alfa", "RUB", [Row("2026-09-21", -150_000, "Филармония"), Row("2026-09-23", 9_000_000, "Работодатель")],
            leftOut: "pending 1"),
        BankFile(
            "alfa-old", "RUB",
            [Row("2026-09-12", 15_000_000, "Зачисление зарплаты"), Row("2026-09-13", -123_450, "Магазин 24")]),
        BankFile(
            "vtb", "RUB",
            [Row("2026-06-15", 1_138_891, "Зарплата"), Row("2026-06-18", -45_015, "Карта *1234 Кофейня")],
            leftOut: "pending 1"),
        BankFile("raiffeisen", "RUB", [Row("2025-12-28", 5900, "ВОЗВРАТ"), Row("2025-12-29", -9500, "ПОДПИСКА")]),
        BankFile(
            "gazprombank", "RUB",
            [Row("2026-09-01", -100_000, "Покупка в Берлине"), Row("2026-09-02", 50_000, "Перевод")]),
        BankFile(
            "ozon", "RUB", [Row("2026-03-12", -123_456, "Гастроном"), Row("2026-03-13", 18_000_000, "ООО Ромашка")],
            leftOut: "failed 1"),
        BankFile(
            "russian-direction", "RUB",
            [
                Row("2026-02-01", -150_000, "Аренда"), Row("2026-02-02", 200_000, "Возврат долга"),
                Row("2026-02-03", -30_000, "Связь"),
            ], leftOut: "failed 1, balance 1"),
        BankFile(
            "revolut", "EUR", [Row("2026-06-05", 3000, "Top-Up"), Row("2026-06-07", -346, "Grocer")],
            leftOut: "failed 1, pending 1"),
        BankFile(
            "n26", "EUR",
            [
                Row("2026-04-17", 250_000, "Employer / Salary"), Row("2026-04-18", -80_000, "Landlord / Rent"),
                Row("2026-04-21", -1500, "Grocer"),
            ]),
        BankFile(
            "wise", "EUR",
            [
                Row("2026-09-19", 10_000, "Client / Received money from Client"),
                Row("2026-09-20", -1240, "Cafe / Card transaction at Cafe"),
            ]),
        BankFile(
            "wise-transfers", "EUR",
            [Row("2026-05-21", -10_000, "Shop / Order 5"), Row("2026-05-22", 25_000, "Client / Invoice 8")],
            leftOut: "failed 1"),
        BankFile(
            "monzo", "GBP",
            [Row("2026-08-14", -4275, "Grocer / GROCER 3421"), Row("2026-08-15", 10_000, "Ann / PAYBACK")]),
        BankFile(
            "starling", "GBP",
            [
                Row("2026-09-30", 150_000, "Employer / SALARY"), Row("2026-10-01", -100_000, "Landlord / Rent"),
                Row("2026-10-31", 150_000, "Employer / SALARY"),
            ]),
        BankFile(
            "ing-nl", "EUR",
            [Row("2026-09-02", -1245, "Bakkerij Zon / Pas 003"), Row("2026-09-03", 250_000, "Werkgever BV / Loon")]),
        BankFile(
            "ing-de", "EUR",
            [Row("2026-02-16", 300_000, "Arbeitgeber / Februar"), Row("2026-02-17", -14_047, "Bäckerei / Brötchen")]),
        BankFile(
            "dkb", "EUR", [Row("2026-10-12", 5000, "Mutter / Geburtstag"), Row("2026-10-13", -2990, "Bahn / Ticket")],
            leftOut: "pending 1"),
        BankFile(
            "sparkasse", "EUR",
            [
                Row("2026-09-25", 200_000, "Müller GmbH / Gehalt"),
                Row("2026-09-26", -104_999, "Telefon / Vertrag 4711 \"Mobil\""),
            ]),
        BankFile(
            "comdirect", "EUR",
            [
                Row("2026-02-22", 12_000, "Auftraggeber: Alex"),
                Row("2026-02-23", -5284, "Auftraggeber: Markt Buchungstext: Einkauf"),
            ], leftOut: "balance 1"),
        BankFile(
            "commerzbank", "EUR",
            [Row("2026-05-28", -14_950, "Stadtwerke Strom"), Row("2026-05-29", 245_000, "Gehalt Mai")]),
        BankFile(
            "boursorama", "EUR",
            [
                Row("2026-09-10", 248_045, "employeur / VIR SEPA SALAIRE"),
                Row("2026-09-12", -2345, "epicerie / CARTE 11/09/26 EPICERIE"),
            ], says: false),
        BankFile(
            "bnp", "EUR", [Row("2026-01-15", -1000, "PAIEMENT CARTE"), Row("2026-01-16", 120_000, "VIREMENT REÇU")]),
        BankFile(
            "rabobank", "EUR",
            [Row("2026-02-03", -4510, "Slager / Betaalpas"), Row("2026-02-04", 100_000, "Werkgever / Loon")]),
        BankFile(
            "abn-amro", "EUR",
            [Row("2026-01-31", -8550, "BEA, Betaalpas Winkel"), Row("2026-02-01", 100_000, "SEPA Overboeking Loon")]),
        BankFile(
            "nordea", "SEK",
            [Row("2026-06-28", 2_100_050, "Arbetsgivare / Lön"), Row("2026-06-30", -125_000, "Matbutik / Kortköp")],
            leftOut: "pending 1"),
        BankFile(
            "seb", "SEK", [Row("2026-11-05", -948_000, "HYRA"), Row("2026-11-20", -51_240, "MATBUTIK")], says: false),
        BankFile(
            "kaspi", "KZT", [Row("2026-11-20", 15_000_000, "От мамы"), Row("2026-11-21", -450_000, "Магазин")]),
        BankFile(
            "swedbank-ee", "EUR",
            [Row("2026-10-02", -559, "Pood / Ostud"), Row("2026-10-15", 200_000, "Tööandja / Palk")],
            leftOut: "balance 3"),
        BankFile(
            "swedbank-lt", "EUR",
            [
                Row("2026-01-04", -140, "Bankas / Paslaugų planas"),
                Row("2026-01-14", 150_000, "UAB Darbdavys / Atlyginimas"),
            ], leftOut: "balance 1"),
        BankFile(
            "mbank", "PLN",
            [
                Row("2026-09-18", -11_872, "SKLEP ZAKUP PRZY UŻYCIU KARTY"),
                Row("2026-09-19", 300_000, "PRZELEW PRZYCHODZĄCY"),
            ]),
        BankFile(
            "pko", "PLN", [Row("2026-07-12", -1287, "Tytuł: ŻABKA"), Row("2026-07-14", 3300, "Nadawca: PAWEŁ")],
            leftOut: "pending 1"),
        BankFile(
            "chase-checking", "USD",
            [Row("2026-09-15", 100_000, "PAYROLL"), Row("2026-09-25", -50_000, "ONLINE TRANSFER")], says: false),
        BankFile(
            "chase-card", "USD", [Row("2026-08-16", 5000, "PAYMENT THANK YOU"), Row("2026-08-20", -1059, "BOOKSHOP")],
            says: false),
        BankFile(
            "bank-of-america", "USD", [Row("2026-01-15", 500_000, "PAYROLL"), Row("2026-01-20", -123_456, "RENT")],
            leftOut: "balance 1", says: false),
        BankFile(
            "citi", "USD", [Row("2026-03-16", 200_005, "PAYMENT THANK YOU"), Row("2026-03-21", -1799, "NETFLIX")],
            leftOut: "pending 1", says: false),
        BankFile(
            "capital-one-card", "USD", [Row("2026-10-12", -1599, "GROCER"), Row("2026-10-14", 2500, "REFUND")],
            says: false),
        BankFile(
            "capital-one-bank", "USD",
            [
                Row("2026-08-13", 24_603, "Deposit from PAYROLL"),
                Row("2026-08-23", -907, "Debit Card Purchase - DINER"),
            ], says: false),
        BankFile(
            "amex", "USD", [Row("2026-05-21", 94_769, "MOBILE PAYMENT - THANK YOU"), Row("2026-05-25", -2695, "RIDE")],
            says: false),
        BankFile(
            "discover", "USD",
            [Row("2026-07-14", -8431, "WHOLE GROCER"), Row("2026-07-16", 20_000, "INTERNET PAYMENT - THANK YOU")],
            says: false),
        BankFile(
            "apple-card", "USD",
            [Row("2026-08-28", -450, "Cafe / CAFE STORE 5"), Row("2026-08-30", 10_000, "Ach Deposit / ACH DEPOSIT")]),
        BankFile(
            "paypal", "EUR", [Row("2026-01-24", -2300, "Acme Music"), Row("2026-01-25", 4850, "Client")],
            leftOut: "pending 1"),
        BankFile(
            "ynab", "USD", [Row("2026-03-17", -6250, "Grocer / milk"), Row("2026-03-18", 100_000, "Employer")],
            says: false),
        BankFile(
            "mint", "USD", [Row("2026-05-26", -100, "Gift Shop"), Row("2026-05-27", 150_000, "Employer")], says: false),
        BankFile(
            "actual", "EUR", [Row("2026-08-14", -1025, "Shop / bread"), Row("2026-08-15", 250_000, "Employer")],
            says: false),
        BankFile(
            "firefly", "EUR",
            [Row("2026-01-15", -1450, "Roastery / Coffee beans"), Row("2026-01-16", 120_000, "Employer / Salary")]),
        BankFile(
            "gnucash", "EUR", [Row("2026-08-23", -1250, "Burger"), Row("2026-08-24", 200_000, "Salary")], says: false),
        BankFile(
            "monarch", "USD",
            [
                Row("2026-01-15", -4599, "Bookshop / BOOKSHOP MKTPL"),
                Row("2026-01-17", 250_000, "Payroll / EMPLOYER PAYROLL"),
            ], says: false),
        BankFile(
            "drcr", "GBP", [Row("2026-05-13", -80_000, "RENT"), Row("2026-05-14", 150_000, "WAGES")], says: false),
        BankFile("plus-minus", "EUR", [Row("2026-05-13", -80_000, "Miete"), Row("2026-05-14", 150_000, "Gehalt")]),
        BankFile(
            "sign-behind", "EUR",
            [
                Row("2026-05-13", -80_000, "RENT"), Row("2026-05-14", 150_000, "WAGES"), Row("2026-05-15", -250, "FEE"),
                Row("2026-05-16", -500, "CHARGE"), Row("2026-05-17", 10, "INTEREST"),
            ], says: false),
        BankFile("utf-16", "EUR", [Row("2026-05-13", -80_000, "RENT"), Row("2026-05-14", 150_000, "WAGES")]),
    ]
}
