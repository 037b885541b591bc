import Testing

/// A camt, MT940 or MT942 file in the manner of a bank, with its expected content.
struct BankMessage: Sendable, CustomTestStringConvertible {
    let name: String
    let format: String
    /// The account to choose, in a file with several.
    var account: String?
    let expectedAccount: String
    let currency: String
    /// The rows in booking order.
    let rows: [BankFile.Row]
    var opening: String?
    var closing: String?
    /// The lines that are not rows: "pending 1, memo 2".
    var leftOut = ""
    /// The kind of independent reader that finds the same rows; nil when none can read it.
    var outside: String?

    var testDescription: String { name }
}

extension BankMessage {
    private typealias Row = BankFile.Row

    /// The files of `Tests/Samples/Messages`, invented in the formats of real ones.
    static let all = camt + mt940

    private static let camt = [
        BankMessage(
            name: "dkb.xml", format: "camt", expectedAccount: "DE02120300000000202051", currency: "EUR",
            rows: [
                Row("2026-11-03", -85_000, "Hausverwaltung Linde / Miete November Wohnung 7"),
                Row("2026-11-04", 260_000, "Müller & Söhne GmbH / Gehalt"),
                Row(
                    "2026-11-04", -3_189,
                    "Stadtwerke Musterstadt / Abschlag Strom Vertrag 99-1, Zaehler 12345678, Zeitraum 01.10.2026 bis "
                        + "31.10.2026, bitte bei Rueckfragen immer die Kundennummer 5 und die Vertragsnummer nennen. "
                        + "Danke"),
            ], opening: "1500.00", closing: "3218.11", outside: "camt"),
        BankMessage(
            name: "sparkasse.xml", format: "camt", expectedAccount: "DE21500500009876543210", currency: "EUR",
            rows: [
                Row("2026-11-05", 30_000, "Oma Gertrud / Zum Geburtstag"),
                Row("2026-11-05", 4_500, "Fitness Welt / Ruecklastschrift Beitrag"),
            ], opening: "-20.50", leftOut: "pending 1, memo 1", outside: "camt"),
        BankMessage(
            name: "postfinance.xml", format: "camt", expectedAccount: "CH5604835012345678009", currency: "CHF",
            rows: [
                Row("2026-11-16", 10_000, "Urs Muster / 210000000003139471430009017 ?REJECT?0"),
                Row("2026-11-16", 5_000, "Vreni Muster / Jahresbeitrag RF18539007547034"),
                Row("2026-11-16", -150, "PREIS FÜR SAMMELGUTSCHRIFT"),
                Row(
                    "2026-11-18", -6_020,
                    "KAUF/DIENSTLEISTUNG VOM 17.11.2026 KARTEN NR. XXXX1234 GROSSVERTEILER BERN"),
                Row("2026-11-20", 5_510, "Heidi Muster / Spende"),
            ], opening: "1000.00", closing: "1143.40", outside: "camt-entries"),
        BankMessage(
            name: "ubs.xml", format: "camt", account: "CH93 0076 2011 6238 5295 7",
            expectedAccount: "CH9300762011623852957", currency: "CHF",
            rows: [Row("2026-11-11", -5_250, "Librairie du Lac, Annecy / Livres")], opening: "200.00",
            closing: "147.50"),
        BankMessage(
            name: "ing-nl.xml", format: "camt", expectedAccount: "NL69INGB0123456789", currency: "EUR",
            rows: [
                Row(
                    "2026-11-06", -1_245,
                    "Bakkerij Zon / Pasvolgnr: 003 06-11-2026 09:12 Transactie: A1B2C3 Term: XY12"),
                Row("2026-11-07", 250_000, "Werkgever BV / SAL-11"),
            ], opening: "564.35", closing: "3051.90", outside: "camt"),
        BankMessage(
            name: "nordea-fi.xml", format: "camt", expectedAccount: "FI2112345600000785", currency: "EUR",
            rows: [
                Row("2026-11-02", 4_000, "Mäki Liisa / 1232"), Row("2026-11-02", 4_000, "Mäki Liisa / 1232"),
                Row("2026-11-02", -2_500, "Sähkö Oy / LASKU 7; Vesi Oy"),
            ], opening: "0.00", closing: "55.00", outside: "camt-entries"),
        BankMessage(
            name: "lhv.xml", format: "camt", expectedAccount: "7700771000000012", currency: "EUR",
            rows: [
                Row("2026-11-21", -420, "Kohvik Tare, Tartu"), Row("2026-11-21", -420, "Kohvik Tare, Tartu"),
            ], leftOut: "memo 1", outside: "camt"),
    ]

    private static let mt940 = [
        BankMessage(
            name: "deutsche-bank.sta", format: "mt940", expectedAccount: "10070000/0123456700", currency: "EUR",
            rows: [
                Row("2025-12-31", -85_000, "Hausverwaltung Linde und Soehne / Miete Januar Wohnung 7 Hinterhaus"),
                Row("2026-01-02", 260_050, "MUELLER GMBH / Lohn/Gehalt 01/2026 Personalnummer 7"),
                Row("2026-01-02", -1_200, "HANDY AG / Retoure"),
            ], opening: "1000.00", closing: "2738.50", leftOut: "memo 1", outside: "mt940"),
        BankMessage(
            name: "abn-amro.sta", format: "mt940", expectedAccount: "417164300", currency: "EUR",
            rows: [
                Row("2026-11-09", -1_250, "BEA NR:XY12A1 09.11.26/12.05 Bakkerij Zon,PAS123 UTRECHT"),
                Row("2026-11-09", 100_000, "J. JANSEN / HUUR NOVEMBER KAMER 2 EN DE BERGING IN DE KELDER"),
                Row("2026-11-10", -4_599, "ENERGIE NL BV / TERMIJN 11 KLANT 99"),
            ], opening: "100.25", closing: "1041.76", outside: "mt940"),
        BankMessage(
            name: "ing-nl.sta", format: "mt940", expectedAccount: "NL69INGB0123456789", currency: "EUR",
            rows: [
                // Without an order of days income comes first.
                Row("2026-11-06", 250_000, "WERKGEVER BV / 9001123412341234"),
                Row("2026-11-06", -1_245, "ENERGIE BV / Termijn november klant 99"),
            ], opening: "564.35", closing: "3051.90", outside: "mt940"),
        BankMessage(
            name: "rabobank.sta", format: "mt940", expectedAccount: "NL39RABO0300065264", currency: "EUR",
            rows: [
                Row("2026-11-07", 9_550, "P. de Boer / Contributie tweede helft"),
                Row("2026-11-07", -500, "Kosten betaalrekening"),
            ], opening: "-10.00", closing: "80.50", outside: "mt940"),
        BankMessage(
            name: "mbank.sta", format: "mt940", expectedAccount: "PL61109010140000071219812874", currency: "PLN",
            rows: [
                Row("2026-11-02", -12_050, "Siec Domowa Sp. z o.o. Warszawa / FAKTURA 11/2026 INTERNET I TELEWIZJA"),
                Row("2026-11-03", 300_000, "PRACODAWCA S.A. / WYPLATA ZA PAZDZIERNIK"),
            ], opening: "500.00", closing: "3379.50", outside: "mt940"),
        BankMessage(
            name: "raiffeisen-at.sta", format: "mt940", expectedAccount: "AT483200000012345864", currency: "EUR",
            rows: [
                Row("2026-11-10", -700, "Kontofuehrung"),
                Row(
                    "2026-11-10", -2_000,
                    "Garage November Stellplatz 14, Referenz bitte stets anfuehren: ABC-1 Danke"),
                Row(
                    "2026-11-10", -2_000,
                    "Garage November Stellplatz 14, Referenz bitte stets anfuehren: ABC-1 Danke"),
            ], opening: "77.00", closing: "30.00", outside: "mt940"),
        BankMessage(
            name: "commerzbank.mt942", format: "mt940", expectedAccount: "20040000/1234567", currency: "EUR",
            rows: [Row("2026-11-11", 9_995, "Anna Kundin / Rechnung 5")], leftOut: "pending 1"),
    ]
}
