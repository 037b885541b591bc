import Signals

/// The words of banks for the direction and the state of a payment, in lower case.
enum StatementWords {
    /// Returns the direction that a word gives; nil for other words.
    static func side(of word: String) -> Side? {
        debits.contains(word) ? .expense : credits.contains(word) ? .income : nil
    }

    /// Returns the reason to leave out a line with this word; nil for other words.
    static func leftOut(by word: String) -> HistorySignal.LeftOutReason? {
        guard !word.isEmpty else { return nil }
        let plain = String(word.map { $0 == "ё" ? "е" : $0 })
        if memos.contains(plain) { return .memo }
        if failed.contains(plain) || failedStems.contains(where: plain.hasPrefix) { return .failed }
        return pending.contains(plain) || pendingStems.contains(where: plain.hasPrefix) ? .pending : nil
    }

    /// True for the text of a balance, as banks put it between rows.
    static func isBalance(_ text: String) -> Bool { balances.contains(where: text.hasPrefix) }

    /// True for the text of a balance or a sum, on a line without a date.
    static func isTotal(_ text: String) -> Bool { isBalance(text) || totals.contains(where: text.hasPrefix) }

    private static let debits: Set<String> = [
        "debit", "debited", "dr", "d", "db", "dbit", "withdrawal", "withdraw", "out", "outgoing", "outflow", "expense",
        "spend", "money out", "paid out", "-", "\u{2212}",
        "списание", "списания", "расход", "расходная", "расходная операция", "дебет", "дт", "исходящий", "исходящая",
        "исходящий перевод", "покупка", "оплата", "снятие", "снятие наличных",
        "soll", "s", "ausgang", "belastung", "af", "débit", "obciążenie", "uttag", "deebet", "cargo", "addebito",
        "uscita",
    ]

    private static let credits: Set<String> = [
        "credit", "credited", "cr", "c", "crdt", "deposit", "in", "incoming", "inflow", "income", "refund", "money in",
        "paid in", "+",
        "зачисление", "зачисления", "приход", "приходная", "приходная операция", "кредит", "кт", "входящий", "входящая",
        "входящий перевод", "поступление", "пополнение", "возврат", "внесение наличных",
        "haben", "h", "eingang", "gutschrift", "bij", "crédit", "uznanie", "insättning", "kreedit", "k", "abono",
        "accredito", "entrata",
    ]

    private static let memos: Set<String> = ["memo"]

    private static let failed: Set<String> = [
        "failed", "declined", "rejected", "reverted", "cancelled", "canceled", "denied", "refused", "expired", "voided",
        "removed", "storniert", "abgelehnt", "geweigerd", "refusé", "odrzucona", "anulowana",
    ]
    private static let failedStems = ["отклонен", "отменен", "отказ", "ошибк", "неуспеш", "не выполнен", "не исполнен"]

    private static let pending: Set<String> = [
        "pending", "processing", "in progress", "authorised", "authorized", "scheduled", "on hold", "hold", "held",
        "unposted", "vorgemerkt", "reserviert", "reserverat", "reserverad", "blokada", "oczekująca", "en attente",
        "in attesa", "холд",
    ]
    private static let pendingStems = ["в обработке", "обрабатыва", "ожида", "заморож", "зарезервир", "авторизац"]

    private static let balances = [
        "opening balance", "closing balance", "beginning balance", "ending balance", "входящий остаток",
        "исходящий остаток", "остаток на начало", "остаток на конец", "algsaldo", "lõppsaldo", "käive",
        "likutis pradžiai", "likutis pabaigai", "apyvarta", "saldo początkowe", "saldo końcowe", "#saldo końcowe",
        "#saldo początkowe", "alter kontostand", "neuer kontostand", "ingående saldo", "utgående saldo",
    ]

    private static let totals = [
        "total", "subtotal", "sum of", "balance", "итого", "всего", "оборот", "остаток", "баланс", "summe", "saldo",
        "totaal", "solde", "razem", "summa", "kokku", "iš viso",
    ]
}
