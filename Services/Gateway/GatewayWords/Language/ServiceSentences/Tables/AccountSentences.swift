// Accounts, their limits, mandates and exchange rates: what ledger says.

extension ServiceSentences {
    static let accounts: KeyValuePairs = [
        // Accounts.
        "You have no account of this id.": "Такого счёта у вас нет.",
        "There is no account of this id to send money to.": "Счёта, на который переводят, нет.",
        "You have {0} accounts; there can be no more.": "У вас уже {0 счёт|счёта|счетов}; больше нельзя.",
        "The account is closed.": "Счёт закрыт.",
        "The account is frozen.": "Счёт заморожен.",
        "The account is not frozen.": "Счёт не заморожен.",
        "The account {0} is closed.": "Счёт {0} закрыт.",
        "The account is frozen: nothing moves until that is over.":
            "Счёт заморожен: пока это так, движения по нему нет.",
        "The account {0} is frozen: nothing moves until that is over.":
            "Счёт {0} заморожен: пока это так, движения по нему нет.",
        "{0} are held in the account; it can be closed when they are not.":
            "На счёте отложено {0$}; его можно закрыть, когда отложенного не будет.",
        "There would be {0} left in the account; it is closed empty only.":
            "На счёте осталось бы {0$}; закрыть можно только пустой.",
        "{0} of the overdraft are used; pay them back first.":
            "Из овердрафта использовано {0$}; сначала верните их.",
        "The account is in {0}, the limit in {1}.": "Валюта счёта {0}, а лимита {1}.",
        "The account is in {0}, the amount in {1}.": "Валюта счёта {0}, а суммы {1}.",
        "An account cannot hold that much.": "Столько на счёт не поместится.",
        "Only services ask for the accounts of somebody else.": "Чужие счета спрашивают только службы.",
        "must be given: a service has no accounts": "нужно указать: у службы нет своих счетов",
        "must be at most {0} days from today": "не дальше {0 дня|дней|дней} от сегодня",

        // What an account offers.
        "There is no money in the account.": "На счёте нет денег.",
        "There is money in the account; it is closed empty only.": "На счёте есть деньги; закрыть можно только пустой.",
        "Money is held in the account.": "На счёте есть отложенное.",

        // Limits.
        "must name a limit to set or to remove": "укажите лимит, который задать или снять",
        "must not be less than zero, nor more than can be moved": "не меньше нуля и не больше, чем можно перевести",
        "must not name a limit that is set": "не называйте лимит, который тут же задаёте",
        "to change the limits of {0}": "изменение лимитов счёта «{0}»",
        "A transfer from this account may take at most {0}, whoever gets it.":
            "Одним переводом с этого счёта, кому угодно, можно отправить не больше {0$}.",
        "{0} may still leave this account today, of {1} a day, whoever gets it.":
            "С этого счёта, кому угодно, сегодня можно отправить ещё {0$}, а всего за день {1$}.",
        "to unfreeze {0}": "разморозка счёта «{0}»",
        "to loosen the limits of {0}": "смягчение лимитов счёта «{0}»",
        "an overdraft of {0}, while accounts of yours have limits": "овердрафт {0$}, пока на ваших счетах есть лимиты",
        "to exchange {0}": "обмен {0$}",
        "to close {0}": "закрытие счёта «{0}»",
        "to give back {0}": "возврат {0$}",
        "to import rows that take {0} out of {1}, which has limits":
            "импорт строк, которые спишут {0$} со счёта «{1}» с лимитами",
        "to take back an import takes {0} out of {1}, which has limits":
            "отмена импорта, которая спишет {0$} со счёта «{1}» с лимитами",
        "Your sign-in is too old for this: sign in again and repeat it within ten minutes.":
            "Для этого вход слишком давний: войдите снова и повторите в течение десяти минут.",
        "This needs a code of your authenticator app: {0}. Send it again with the code.":
            "Нужен код из приложения: {0!}. Пошлите запрос снова, с кодом.",
        "{0} to {1}, again and again": "{0$} на счёт {1}, регулярно",
        "{0} to {1} on {2}": "{0$} на счёт {1}, {2}",
        "{0} for {1}": "{0$} для службы {1}",

        "daily": "дневной",
        "perTransfer": "на один перевод",
        "mandate": "разрешения",

        // Mandates.
        "must be a service that takes money by mandates: {0}": "нужна служба, которая списывает по разрешениям: {0}",
        "You have granted no mandate of this id.": "Такого разрешения вы не давали.",
        "This service has no mandate for that.": "Этой службе такое не разрешено.",
        "This service has no mandate for that account.": "Этой службе не разрешён этот счёт.",
        "Only a service with a mandate can do this, not a person.":
            "Это может только служба с разрешением, но не человек.",
        "The mandate lets {0} take {1} more in this {2}.":
            "Разрешение позволяет службе {0} списать ещё {1$}, и только за {2!}.",
        "day": "этот день",
        "week": "эту неделю",
        "month": "этот месяц",
        "year": "этот год",
        "is needed, so that nothing is debited twice": "нужен, чтобы ничего не списать дважды",
        "or account must be given, and only one of them": "нужно указать его или account, но не оба",

        // Rates.
        "must be another currency than from": "нужна другая валюта, не та, из которой",
        "must be a decimal number above zero, such as 92.4504, with at most {0} digits before the point and {1} after it":
            "нужно число больше нуля, например 92.4504: не больше {0 цифры|цифр|цифр} до запятой и {1} после",
        "You have entered no rate from {0} to {1}.": "Курса {0} к {1} у вас нет.",
        "You have entered no rate from {0} to {1}; none is guessed.":
            "Курса {0} к {1} у вас нет, а угадывать его нельзя.",
        "Your rate from {0} to {1} is of {2}, older than {3} days; enter a new one.":
            "Ваш курс {0} к {1} от {2}, он старше {3 дня|дней|дней}; запишите новый.",
        "The rate of {0} to {1} of {2} is newer; remove it first.": "Курс {0} к {1} от {2} новее; сначала удалите его.",
        "must have 1 to {0} rates under its header": "под заголовком должно быть от 1 до {0 курса|курсов|курсов}",
        "Line {0} of csv: {1}.": "Строка {0}: {1!}.",
        "has a column that rates do not have; there are from, to, rate, source and asOf":
            "лишний столбец; бывают from, to, rate, source и asOf",
        "names the column {0} twice": "столбец {0} назван дважды",
        "lacks the column {0}": "нет столбца {0}",
        "has a rate from {0} to {1} again": "курс {0} к {1} повторяется",
        "{0} must be a currency code of ISO 4217, such as RUB": "{0_}: нужен код валюты ISO 4217, например RUB",
        "asOf must be a day such as 2026-11-21, or an instant": "asOf: нужен день, например 2026-11-21, или время",
        "There can be at most {0} {1}; remove some first.":
            "Их может быть не больше {0} ({1!}); сначала удалите лишнее.",
        "rates": "курсы",
        "schedules": "регулярные переводы",
        "mandates": "разрешения",
        "templates": "шаблоны",
    ]
}
