// Scheduled transfers and templates: what ledger says.

extension ServiceSentences {
    static let orders: KeyValuePairs = [
        "You have no schedule of this id.": "Такого регулярного перевода у вас нет.",
        "only goes with every": "годится только вместе с every",
        "must not lie before start": "не может быть раньше начала",
        "must be today (UTC) or later": "не раньше сегодняшнего дня (UTC)",
        "You have no template of this name.": "Шаблона с таким названием у вас нет.",
    ]
}
