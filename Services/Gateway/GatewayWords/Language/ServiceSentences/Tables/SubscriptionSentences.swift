// Subscriptions, their payments and files: what subscriptions says.

extension ServiceSentences {
    static let subscriptions: KeyValuePairs = [
        // Subscriptions.
        "You have no subscription of this id.": "Такой подписки у вас нет.",
        "There is no service of this id.": "Такой службы нет.",
        "Nothing of this id is suggested.": "Такого предложения нет.",
        "There may be at most {0} {1}; remove one first.":
            "Их может быть не больше {0} ({1!}); сначала удалите лишнее.",
        "subscriptions": "подписки",
        "services of your own": "свои службы",
        "buffers": "запасы на счетах",
        "dismissed suggestions": "отвергнутые предложения",
        "prices of a subscription": "цены одной подписки",
        "must not be before the start, {0}": "не может быть раньше начала ({0})",
        "must not be before the end of the trial, {0}": "не может быть раньше конца пробного периода ({0})",
        "must be at most {0} numbers of 0 to {1}": "не больше {0 числа|чисел|чисел} от 0 до {1}",
        "goes with amount": "годится только вместе с amount",
        "goes with account": "годится только вместе с account",
        "must be in the currency of the account": "нужна валюта счёта",
        "must be zero or more, and no more than an account holds": "не меньше нуля и не больше, чем вмещает счёт",
        "You have no open account of this id.": "Такого открытого счёта у вас нет.",
        "What is paid from one account must be in its currency.":
            "Всё, что платится с одного счёта, должно быть в его валюте.",

        // Payments.
        "This payment was made already.": "Этот платёж уже оплачен.",
        "The payment of {0} is made already; that of {1} would be paid ahead.":
            "Платёж за {0} уже оплачен; за {1} — это уже вперёд.",
        "The payment of {0} is left out already; that of {1} would be as well.":
            "Платёж за {0} уже пропущен; за {1} — это ещё один.",
        "No payment of this subscription is marked as made or left out.":
            "Ни один платёж этой подписки не отмечен оплаченным или пропущенным.",
        "The payment of {0} moved money, as transfer {1}: reverse that transfer.":
            "По платежу за {0} ушли деньги, перевод {1}: верните этот перевод.",
        "must not be after today, {0}": "не может быть позже сегодняшнего дня ({0})",
        "must be a day on which this subscription is due": "в этот день по подписке ничего не платят",
        "must be of a subscription that goes on: nothing of this one is due":
            "эта подписка не действует: платить по ней нечего",
        "The ledger is being asked for this payment just now; try again in a moment.":
            "Этот платёж как раз проводится; повторите чуть позже.",
        "The ledger is being asked for a payment just now; try again in a moment.":
            "Один из платежей как раз проводится; повторите чуть позже.",
        "ledger answered another number of debits than it was asked for.":
            "Служба ledger ответила не на столько списаний, сколько просили.",
        "ledger could not make a payment now.": "Служба ledger сейчас не провела платёж.",
        "must be given: a service has no subscriptions": "нужно указать: у службы нет своих подписок",
        "Only services act for somebody else.": "За других действуют только службы.",

        // Files.
        "must be JSON as an export of subscriptions writes it: {0}":
            "нужен JSON, какой пишет gateway subs export: {0!}",
        "must have 1 to {0} subscriptions": "от 1 до {0 подписки|подписок|подписок}",
        "must have a header of {0}, some of which may be left out": "нужен заголовок из {0}; не все обязательны",
        "Row {0} {1}.": "Строка {0}: {1!}.",
        "names an account to pay from; that is said for each subscription afterwards":
            "назван счёт для оплаты; его указывают командой gateway subs edit",
        "{0} must be a day, such as 2026-11-21": "{0_}: нужен день, например 2026-11-21",
        "{0} must be a whole number": "{0_}: нужно целое число",
        "amount and currency must be an amount, such as 399.00 and RUB":
            "amount и currency: нужна сумма, например 399.00 и RUB",
        "start is missing": "нет start",
        "every and unit must say how often, such as 1 and month": "every и unit: как часто, например 1 и month",
        "remindDaysBefore must be numbers of days": "remindDaysBefore: нужны числа дней",
        "has neither a service nor a title": "нет ни службы, ни названия",
        "cannot be added: {0}": "не добавить: {0!}",
    ]
}
