// Scheduled transfers, templates and payees: what ledger says.

extension ServiceSentences {
    static let orders: KeyValuePairs = [
        "You have no schedule of this id.": "Такого регулярного перевода у вас нет.",
        "The schedule is over.": "Этот регулярный перевод уже закончился.",
        "only goes with every": "годится только вместе с every",
        "must not lie before start": "не может быть раньше начала",
        "must be today or later": "не раньше сегодняшнего дня",
        "You have no template of this name.": "Шаблона с таким названием у вас нет.",
        "You have no payee of this name.": "Получателя с таким именем у вас нет.",
        "Another payee has this name.": "Так уже зовётся другой получатель.",
        "This account is your own and has a name already.": "Это ваш собственный счёт, имя у него уже есть.",
        "must not begin with @, which stands before user names":
            "не может начинаться с @: этот знак стоит перед именами пользователей",
        "Nobody can be paid by this user name in this currency.":
            "По этому имени пользователя заплатить в этой валюте нельзя.",
        "You have no user name yet: gateway username NAME chooses one.":
            "У вас ещё нет имени пользователя: gateway username ИМЯ выберет его.",
        "Too many accounts of others were looked up; wait before you try another.":
            "Слишком много чужих счетов было проверено; подождите, прежде чем пробовать ещё.",
    ]
}
