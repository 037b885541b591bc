/// The column headings of banks and budget programs, in lower case and without brackets, in order of precedence.
///
/// Collected from exports of some forty banks and programs; `Tests/Samples/Banks` has a file in the form of each.
enum StatementHeadings {
    private static let names: [CSVColumns.Field: [String]] = [
        .date: [
            // English
            "date", "transaction date", "trans. date", "completed date", "operation date", "posting date",
            "posted date", "post date",
            "posted", "booking date", "date operated", "finished on", "value date", "started date",
            "created on", "operationdate", "transactiondate",
            // Russian
            "дата", "дата операции", "дата и время операции", "дата проведения", "дата транзакции", "дата платежа",
            "дата проводки", "дата списания", "дата совершения операции",
            // German, Dutch, French, Polish, Swedish, Estonian, Lithuanian, Spanish, Italian
            "buchungstag", "buchungsdatum", "buchung", "datum", "dateop", "date operation", "date opération",
            "data operacji", "data transakcji", "data księgowania", "bokföringsdag", "bokföringsdatum",
            "transaktionsdag", "transaktionsdatum", "bokförd",
            "kuupäev", "data", "fecha", "fecha operación", "data operazione", "dateval", "wertstellung",
        ],
        .time: ["time", "время", "время операции", "uhrzeit", "czas"],
        .amount: [
            "amount", "net", "transaction amount", "amount num.", "amount num", "sum", "value", "gross",
            "source amount",
            "сумма в валюте счета", "сумма в валюте счёта", "сумма операции в валюте счета",
            "сумма операции в валюте счёта", "сумма пересчитанная в валюту счета", "сумма операции в валюте карты",
            "сумма в валюте карты", "сумма платежа", "сумма",
            "сумма операции", "сумма транзакции",
            "betrag", "umsatz", "bedrag", "montant", "kwota", "kwota transakcji", "belopp", "summa", "suma", "importe",
            "importo",
        ],
        .debit: [
            "debit", "debits", "withdrawal", "withdrawals", "withdrawal amount", "paid out", "money out",
            "debit amount",
            "outflow", "expense", "spent",
            "расход", "списание", "списания", "сумма списания", "сумма расхода", "дебет", "расход по счету",
            "сумма по дебету",
            "soll", "belastung", "débit", "obciążenia", "wydatki", "uttag", "deebet", "cargo", "uscite", "dare",
        ],
        .credit: [
            "credit", "credits", "deposit", "deposits", "deposit amount", "paid in", "money in", "credit amount",
            "inflow",
            "income", "received",
            "приход", "зачисление", "зачисления", "поступление", "поступления", "сумма зачисления", "сумма прихода",
            "кредит", "приход по счету", "сумма по кредиту",
            "haben", "gutschrift", "crédit", "uznania", "wpływy", "insättning", "insättningar", "kreedit", "abono",
            "entrate", "avere",
        ],
        .direction: [
            "credit debit indicator", "debit/credit", "credit/debit", "debit or credit", "dr/cr", "cr/dr", "d/c", "c/d",
            "dc", "+/-", "sign", "balance impact", "direction", "transaction type", "type", "details",
            "тип операции", "тип транзакции", "вид операции", "направление", "приход/расход", "расход/приход",
            "дебет/кредит", "д/к", "знак", "тип",
            "soll/haben", "s/h", "umsatztyp", "af bij", "af/bij", "bij/af", "sens", "débit/crédit", "typ transakcji",
            "deebet/kreedit", "d/k",
        ],
        .fee: ["fee", "source fee amount", "комиссия"],
        .currency: [
            "currency", "ccy", "currency code", "currency_code", "source currency", "commodity/currency",
            "валюта счета", "валюта счёта", "валюта платежа", "валюта", "валюта операции",
            "währung", "waehrung", "munt", "devise", "waluta", "valuta", "valuuta", "valiuta", "mutationcode", "divisa",
        ],
        .description: [
            "description", "payment reference", "transaction description", "narrative", "details of payment", "memo",
            "original statement", "reference text", "label", "reference", "notes", "note", "notes and #tags", "comment",
            "details",
            "описание", "описание операции", "назначение платежа", "назначение", "детали операции", "основание",
            "комментарий", "содержание операции", "детали",
            "verwendungszweck", "vorgang/verwendungszweck", "buchungstext", "omschrijving", "omschrijving-1",
            "mededelingen", "libellé", "libelle", "opis operacji", "opis transakcji", "tytuł", "rubrik", "beskrivning",
            "text/mottagare", "transaktionstext", "text", "meddelande",
            "selgitus", "paaiškinimai", "concepto", "descrizione",
        ],
        .payee: [
            "payee", "counter party", "counterparty", "partner name", "merchant", "payee name", "name", "target name",
            "destination_name", "supplierfound",
            "получатель", "контрагент", "наименование контрагента", "магазин", "merchant name",
            "beguenstigter/zahlungspflichtiger", "begünstigter/zahlungspflichtiger", "auftraggeber/empfänger",
            "name zahlungsbeteiligter", "zahlungsempfänger*in", "auftraggeber / begünstigter", "naam / omschrijving",
            "naam tegenpartij", "dane kontrahenta", "namn", "mottagare", "saaja/maksja", "gavėjas",
        ],
        .payer: ["payer name", "source name", "source_name", "zahlungspflichtige*r", "отправитель", "плательщик"],
        .category: [
            "category", "spending category", "category group/category", "категория", "kategorie", "kategoria",
            "catégorie",
        ],
        .account: [
            "account", "account name", "account number", "accountnumber", "accountlabel",
            "номер счета", "номер счёта", "счет", "счёт",
            "auftragskonto", "iban auftragskonto", "iban kontoinhaber", "iban/bban", "rekening", "rachunek",
            "kliendi konto", "sąskaitos nr.",
        ],
        .id: [
            "id", "fitid", "transaction id", "transaction_id", "transferwise id", "journal_id",
            "идентификатор", "id операции", "код операции", "номер операции", "референс проводки",
            "arhiveerimistunnus", "įrašo nr.", "transactiereferentie", "volgnr", "reference",
        ],
        .state: [
            "state", "status", "transaction status", "статус", "статус операции", "состояние", "cleared",
        ],
    ]

    /// What each heading may mean, and its rank among the headings of the same field. Any line of a file may be its
    /// header, so that all of its cells are looked up here.
    static let meanings: [String: [(field: CSVColumns.Field, rank: Int)]] = names.reduce(into: [:]) { meanings, entry in
        for (rank, heading) in entry.value.enumerated() { meanings[heading, default: []].append((entry.key, rank)) }
    }

    /// Headings of cards that write charges without a sign and payments with a minus. The header of such a file
    /// contains all headings of one set.
    static let cards: [Set<String>] = [
        // American Express
        ["card member"], ["extended details"],
        // Discover
        ["trans. date", "post date"],
        // Apple
        ["clearing date", "purchased by"],
    ]

    /// Currencies written as a sign or an abbreviation, in a heading or an amount.
    static let currencies = [
        "€": "EUR", "£": "GBP", "₽": "RUB", "₴": "UAH", "₸": "KZT", "zł": "PLN", "руб": "RUB", "р": "RUB", "rur": "RUB",
    ]
}
