import Reasons

extension Reason {
    // Accounts.
    public static let noAccount = Reason("noAccount", "You have no account of this id.", "Такого счёта у вас нет.")
    public static let noAccountToPay = Reason(
        "noAccountToPay", "There is no account of this id to send money to.", "Счёта, на который переводят, нет.")
    public static let tooManyAccounts = Reason(
        "tooManyAccounts", "You have {limit account|accounts}; there can be no more.",
        "У вас уже {limit счёт|счёта|счетов}; больше нельзя.")
    public static let accountIsClosed = Reason("accountIsClosed", "The account is closed.", "Счёт закрыт.")
    public static let accountIsNotFrozen = Reason(
        "accountIsNotFrozen", "The account is not frozen.", "Счёт не заморожен.")
    public static let accountIsFrozen = Reason(
        "accountIsFrozen", "The account is frozen: no money moves until it is unfrozen.",
        "Счёт заморожен: пока это так, движения по нему нет.")
    public static let namedAccountIsClosed = Reason(
        "namedAccountIsClosed", "The account {account} is closed.", "Счёт {account} закрыт.")
    public static let namedAccountIsFrozen = Reason(
        "namedAccountIsFrozen", "The account {account} is frozen: no money moves until it is unfrozen.",
        "Счёт {account} заморожен: пока это так, движения по нему нет.")
    public static let limitInOtherCurrency = Reason(
        "limitInOtherCurrency", "The account is in {accountCurrency}, the limit in {currency}.",
        "Валюта счёта {accountCurrency}, а лимита {currency}.")
    public static let amountInOtherCurrency = Reason(
        "amountInOtherCurrency", "The account is in {accountCurrency}, the amount in {currency}.",
        "Валюта счёта {accountCurrency}, а суммы {currency}.")
    public static let tooMuchForAccount = Reason(
        "tooMuchForAccount", "An account cannot hold that much.", "Столько на счёт не поместится.")
    public static let onlyServicesAskForOthers = Reason(
        "onlyServicesAskForOthers", "Only services ask for the accounts of somebody else.",
        "Чужие счета спрашивают только службы.")
    public static let serviceHasNoAccounts = rule(
        "serviceHasNoAccounts", "must be given: a service has no accounts", "нужно указать: у службы нет своих счетов")
    public static let tooFarAhead = rule(
        "tooFarAhead", "must be at most {most day|days} from today", "не дальше {most дня|дней|дней} от сегодня")
    public static let moneyIsHeld = Reason(
        "moneyIsHeld", "{held currency$} are held in the account; it can be closed once nothing is held.",
        "На счёте отложено {held currency$}; его можно закрыть, когда отложенного не будет.")
    public static let moneyIsLeft = Reason(
        "moneyIsLeft", "{balance currency$} would be left in the account; only an empty account can be closed.",
        "На счёте осталось бы {balance currency$}; закрыть можно только пустой.")
    public static let overdraftIsUsed = Reason(
        "overdraftIsUsed", "{used currency$} of the overdraft are in use; pay them back first.",
        "Из овердрафта использовано {used currency$}; сначала верните их.")
    // What an account offers.
    public static let accountHasNoMoney = Reason(
        "accountHasNoMoney", "There is no money in the account.", "На счёте нет денег.")
    public static let accountHasMoney = Reason(
        "accountHasMoney", "There is money in the account; only an empty account can be closed.",
        "На счёте есть деньги; закрыть можно только пустой.")
    public static let accountHasHolds = Reason(
        "accountHasHolds", "Money is held in the account.", "На счёте есть отложенное.")
    // Limits.
    public static let noLimitNamed = rule(
        "noLimitNamed", "must name a limit to set or to remove", "укажите лимит, который задать или снять")
    public static let badLimit = rule(
        "badLimit", "must not be less than zero, nor more than can be moved",
        "не меньше нуля и не больше, чем можно перевести")
    public static let limitNamedTwice = rule(
        "limitNamedTwice", "must not name a limit that is set", "не называйте лимит, который тут же задаёте")
    public static let overPerTransfer = Reason(
        "overPerTransfer", "A transfer from this account may take at most {limit currency$}, whoever receives it.",
        "Одним переводом с этого счёта, кому угодно, можно отправить не больше {limit currency$}.")
    public static let overDaily = Reason(
        "overDaily",
        "{left currency$} may still leave this account today, of {limit currency$} a day, whoever receives it.",
        "С этого счёта, кому угодно, сегодня можно отправить ещё {left currency$}, а всего за день {limit currency$}.")
    // Mandates.
    public static let notAGrantedService = rule(
        "notAGrantedService", "must be a service that takes money by mandates: {services}",
        "нужна служба, которая списывает по разрешениям: {services}")
    public static let noMandate = Reason(
        "noMandate", "You have granted no mandate of this id.", "Такого разрешения вы не давали.")
    public static let serviceHasNoMandate = Reason(
        "serviceHasNoMandate", "This service has no mandate for that.", "Этой службе такое не разрешено.")
    public static let serviceHasNoMandateForAccount = Reason(
        "serviceHasNoMandateForAccount", "This service has no mandate for that account.",
        "Этой службе не разрешён этот счёт.")
    public static let onlyServicesWithMandate = Reason(
        "onlyServicesWithMandate", "Only a service with a mandate can do this, not a person.",
        "Это может только служба с разрешением, но не человек.")
    public static let overMandate = Reason(
        "overMandate", "The mandate lets {service} take {left currency$} more in this {period}.",
        "Разрешение позволяет службе {service} списать ещё {left currency$}, и только за {period!}.")
    public static let keyNeeded = rule(
        "keyNeeded", "is needed, so that nothing is debited twice", "нужен, чтобы ничего не списать дважды")
    public static let oneOfAccountNeeded = rule(
        "oneOfAccountNeeded", "or {other@} must be given, and only one of them",
        "нужно указать его или {other@}, но не оба")
    // Rates.
    public static let sameCurrency = rule(
        "sameCurrency", "must be another currency than {other@}", "нужна другая валюта, не та, что {other@}")
    public static let badRate = rule(
        "badRate",
        "must be a decimal number above zero, such as 92.4504, with at most {whole digit|digits} before the point and "
            + "{fraction} after it",
        "нужно число больше нуля, например 92.4504: не больше {whole цифры|цифр|цифр} до запятой и {fraction} после")
    public static let noRate = Reason(
        "noRate", "You have entered no rate from {from} to {to}.", "Курса {from} к {to} у вас нет.")
    public static let noRateForExchange = Reason(
        "noRateForExchange", "You have entered no rate from {from} to {to}; none is guessed.",
        "Курса {from} к {to} у вас нет, а угадывать его нельзя.")
    public static let rateIsNewer = Reason(
        "rateIsNewer", "The rate of {from} to {to} of {asOf} is newer; remove it first.",
        "Курс {from} к {to} от {asOf} новее; сначала удалите его.")
    public static let badRateCount = rule(
        "badRateCount", "must have 1 to {most rate|rates} under its header",
        "под заголовком должно быть от 1 до {most курса|курсов|курсов}")
    public static let badRateLine = Reason("badRateLine", "Line {line} of csv: {cause!}.", "Строка {line}: {cause!}.")
    public static let badRateField = Reason(
        "badRateField", "Line {line} of csv: {member} {cause!}.", "Строка {line}: {member}: {cause!}.")
    public static let unknownRateColumn = rule(
        "unknownRateColumn", "has a column that rates do not have; there are from, to, rate, source and asOf",
        "лишний столбец; бывают from, to, rate, source и asOf")
    public static let columnNamedTwice = rule(
        "columnNamedTwice", "names the column {column} twice", "столбец {column} назван дважды")
    public static let columnMissing = rule("columnMissing", "lacks the column {column}", "нет столбца {column}")
    public static let rateRepeated = rule(
        "rateRepeated", "has a rate from {from} to {to} again", "курс {from} к {to} повторяется")
    public static let tooManyKept = Reason(
        "tooManyKept", "There can be at most {limit} {cause!}; remove some first.",
        "Их может быть не больше {limit} ({cause!}); сначала удалите лишнее.")

    public static let rateTooOld = Reason(
        "rateTooOld", "Your rate from {from} to {to} is of {asOf}, older than {days day|days}; enter a new one.",
        "Ваш курс {from} к {to} от {asOf}, он старше {days дня|дней|дней}; запишите новый.")
    public static let notACurrencyIn = rule(
        "notACurrencyIn", "{column} must be a currency code of ISO 4217, such as RUB",
        "{column}: нужен код валюты ISO 4217, например RUB")
    public static let notADayOrInstantIn = rule(
        "notADayOrInstantIn", "{column} must be a day such as 2026-11-21, or an instant",
        "{column}: нужен день, например 2026-11-21, или время")

    // What a code is asked for.
    public static let codeNeededFor = Reason(
        "codeNeededFor", "This needs a code of your authenticator app: {cause!}. Send it again with the code.",
        "Нужен код из приложения: {cause!}. Пошлите запрос снова, с кодом.")
    public static let toUnfreeze = rule("toUnfreeze", "to unfreeze {name}", "разморозка счёта «{name}»")
    public static let toChangeLimits = rule(
        "toChangeLimits", "to change the limits of {name}", "изменение лимитов счёта «{name}»")
    public static let toLoosenLimits = rule(
        "toLoosenLimits", "to loosen the limits of {name}", "смягчение лимитов счёта «{name}»")
    public static let toAllowOverdraft = rule(
        "toAllowOverdraft", "an overdraft of {amount currency$}, while accounts of yours have limits",
        "овердрафт {amount currency$}, пока на ваших счетах есть лимиты")
    public static let toExchange = rule("toExchange", "to exchange {amount currency$}", "обмен {amount currency$}")
    public static let toClose = rule("toClose", "to close {name}", "закрытие счёта «{name}»")
    public static let toGiveBack = rule("toGiveBack", "to give back {amount currency$}", "возврат {amount currency$}")
    public static let toImport = rule(
        "toImport", "to import rows that take {amount currency$} out of {name}, which has limits",
        "импорт строк, которые спишут {amount currency$} со счёта «{name}» с лимитами")
    public static let toUndoImport = rule(
        "toUndoImport", "to take back an import takes {amount currency$} out of {name}, which has limits",
        "отмена импорта спишет {amount currency$} со счёта «{name}» с лимитами")
    public static let toPayAgainAndAgain = rule(
        "toPayAgainAndAgain", "{amount currency$} to {account}, again and again",
        "{amount currency$} на счёт {account}, регулярно")
    public static let toPayOn = rule(
        "toPayOn", "{amount currency$} to {account} on {day}", "{amount currency$} на счёт {account}, {day}")
    public static let toGrant = rule(
        "toGrant", "{amount currency$} for {service}", "{amount currency$} для службы {service}")

    // What a service may take, and how long.
    public static let periodOfDay = rule("day", "day", "этот день")
    public static let periodOfWeek = rule("week", "week", "эту неделю")
    public static let periodOfMonth = rule("month", "month", "этот месяц")
    public static let periodOfYear = rule("year", "year", "этот год")

    public static let accountFrozen = Reason("accountFrozen", "The account is frozen.", "Счёт заморожен.")
    // What there can be too many of.
    public static let rates = rule("rates", "rates", "курсы")
    public static let schedules = rule("schedules", "schedules", "регулярные переводы")
    public static let mandates = rule("mandates", "mandates", "разрешения")
    public static let payees = rule("payees", "payees", "получатели")
    public static let templates = rule("templates", "templates", "шаблоны")

    /// The reasons that concern accounts, limits, mandates and rates.
    public static let accounts: [Reason] = [
        noAccount, noAccountToPay, tooManyAccounts, accountIsClosed, accountIsNotFrozen, accountIsFrozen,
        namedAccountIsClosed, namedAccountIsFrozen, limitInOtherCurrency, amountInOtherCurrency,
        tooMuchForAccount, onlyServicesAskForOthers, serviceHasNoAccounts, tooFarAhead, moneyIsHeld, moneyIsLeft,
        overdraftIsUsed, accountHasNoMoney, accountHasMoney, accountHasHolds, noLimitNamed, badLimit,
        limitNamedTwice, overPerTransfer, overDaily, notAGrantedService, noMandate, serviceHasNoMandate,
        serviceHasNoMandateForAccount, onlyServicesWithMandate, overMandate, keyNeeded, oneOfAccountNeeded,
        sameCurrency, badRate, noRate, noRateForExchange, rateIsNewer, badRateCount, badRateLine, badRateField,
        unknownRateColumn, columnNamedTwice, columnMissing, rateRepeated, tooManyKept,
        rateTooOld, notACurrencyIn, notADayOrInstantIn, codeNeededFor, accountFrozen, toUnfreeze, toChangeLimits,
        toLoosenLimits,
        toAllowOverdraft,
        toExchange, toClose, toGiveBack, toImport, toUndoImport, toPayAgainAndAgain, toPayOn, toGrant, periodOfDay,
        periodOfWeek, periodOfMonth, periodOfYear, rates, schedules, mandates, payees, templates,
    ]
}
