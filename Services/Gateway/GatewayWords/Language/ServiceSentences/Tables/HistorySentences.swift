// Transactions, filters, categories and their rules: what history says.

extension ServiceSentences {
    static let history: KeyValuePairs = [
        "You have no such account.": "Такого счёта у вас нет.",
        "You have no such transaction.": "Такой операции у вас нет.",
        "There is no such saved filter.": "Такого фильтра нет.",
        "There is no such rule.": "Такого правила нет.",
        "History has not read all of ledger's events yet; try again in a moment.":
            "Служба history ещё не прочла всех событий ledger; повторите чуть позже.",
        "{0} does not say how far its events are.": "Служба {0} не говорит, сколько у неё событий.",
        "would be one filter more than the {0} there may be": "фильтров может быть не больше {0}",
        "would be one rule more than the {0} there may be": "правил может быть не больше {0}",
        "must not be less than minAmount": "не может быть меньше нижней границы",
        "must be the id of an account, or outside": "нужен id счёта или outside",
        "Nobody waits for the rebuild any more; it goes on.":
            "Конца пересборки больше никто не ждёт; она идёт сама.",
    ]
}
