import Reasons

extension Reason {
    // Accounts.
    public static let noAccount = Reason("noAccount", "You have no account with this id.", "Такого счёта у вас нет.")
    public static let noAccountToPay = Reason(
        "noAccountToPay", "The receiving account does not exist.", "Счёт получателя не найден.")
    public static let tooManyAccounts = Reason(
        "tooManyAccounts", "You already have {limit account|accounts} and cannot open more.",
        "У вас уже {limit счёт|счёта|счетов}; больше открыть нельзя.")
    public static let accountIsClosed = Reason("accountIsClosed", "The account is closed.", "Счёт закрыт.")
    public static let accountIsNotFrozen = Reason(
        "accountIsNotFrozen", "The account is not frozen.", "Счёт не заморожен.")
    public static let accountIsFrozen = Reason(
        "accountIsFrozen", "The account is frozen: no money moves until it is unfrozen.",
        "Счёт заморожен: деньги на нём не движутся, пока его не разморозят.")
    public static let namedAccountIsClosed = Reason(
        "namedAccountIsClosed", "The account {account} is closed.", "Счёт {account} закрыт.")
    public static let namedAccountIsFrozen = Reason(
        "namedAccountIsFrozen", "The account {account} is frozen: no money moves until it is unfrozen.",
        "Счёт {account} заморожен: деньги на нём не движутся, пока его не разморозят.")
    public static let limitInOtherCurrency = Reason(
        "limitInOtherCurrency", "The account is in {accountCurrency}, the limit in {currency}.",
        "Валюта счёта {accountCurrency}, а лимита {currency}.")
    public static let amountInOtherCurrency = Reason(
        "amountInOtherCurrency", "The account is in {accountCurrency}, the amount in {currency}.",
        "Валюта счёта {accountCurrency}, а суммы {currency}.")
    public static let tooMuchForAccount = Reason(
        "tooMuchForAccount", "An account cannot hold that much.", "Столько на счёт не поместится.")
    public static let onlyServicesAskForOthers = Reason(
        "onlyServicesAskForOthers", "Only services can see the accounts of other people.",
        "Чужие счета видят только службы.")
    public static let serviceHasNoAccounts = rule(
        "serviceHasNoAccounts", "is required: a service has no accounts of its own",
        "нужно указать: у службы нет своих счетов")
    public static let tooFarAhead = rule(
        "tooFarAhead", "must be at most {most day|days} from today", "не позже чем через {most день|дня|дней}")
    public static let moneyIsHeld = Reason(
        "moneyIsHeld", "{held currency$} is held in the account; close it when nothing is held.",
        "На счёте отложено {held currency$}; закрыть его можно, когда отложенного не останется.")
    public static let moneyIsLeft = Reason(
        "moneyIsLeft", "{balance currency$} would be left in the account; only an empty account can be closed.",
        "На счёте осталось бы {balance currency$}; закрыть можно только пустой счёт.")
    public static let overdraftIsUsed = Reason(
        "overdraftIsUsed", "{used currency$} of the overdraft is in use; repay it first.",
        "Овердрафт использован на {used currency$}; сначала погасите его.")
    // What an account offers.
    public static let accountHasNoMoney = Reason(
        "accountHasNoMoney", "There is no money in the account.", "На счёте нет денег.")
    public static let accountHasMoney = Reason(
        "accountHasMoney", "There is money in the account; only an empty account can be closed.",
        "На счёте есть деньги; закрыть можно только пустой счёт.")
    public static let accountHasHolds = Reason(
        "accountHasHolds", "Money is held in the account.", "На счёте есть отложенные деньги.")
    // Limits.
    public static let noLimitNamed = rule(
        "noLimitNamed", "must name a limit to set or remove", "укажите, какой лимит задать или снять")
    public static let badLimit = rule(
        "badLimit", "must not be negative or larger than an account can hold",
        "не меньше нуля и не больше, чем вмещает счёт")
    public static let limitNamedTwice = rule(
        "limitNamedTwice", "must not name a limit that the same request sets",
        "не называйте лимит, который тут же задаёте")
    public static let overPerTransfer = Reason(
        "overPerTransfer", "At most {limit currency$} can leave this account in one transfer, whoever the payee is.",
        "Одним переводом с этого счёта можно отправить не больше {limit currency$}, кто бы ни был получатель.")
    public static let overDaily = Reason(
        "overDaily",
        "Only {left currency$} of the daily limit of {limit currency$} is left for this account today, whoever the "
            + "payee is.",
        "Сегодня с этого счёта можно отправить ещё {left currency$}; лимит на день — {limit currency$}, кто бы ни "
            + "был получатель.")
    // Mandates.
    public static let notAGrantedService = rule(
        "notAGrantedService", "must be a service that debits by mandate: {services}",
        "нужна служба, которая списывает по разрешениям: {services}")
    public static let noMandate = Reason(
        "noMandate", "You have granted no mandate with this id.", "Такого разрешения вы не давали.")
    public static let serviceHasNoMandate = Reason(
        "serviceHasNoMandate", "This service has no mandate for that.", "У этой службы нет такого разрешения.")
    public static let serviceHasNoMandateForAccount = Reason(
        "serviceHasNoMandateForAccount", "This service has no mandate for that account.",
        "У этой службы нет разрешения на этот счёт.")
    public static let onlyServicesWithMandate = Reason(
        "onlyServicesWithMandate", "Only a service with a mandate can do this, not a person.",
        "Это может только служба с разрешением, но не человек.")
    public static let overMandate = Reason(
        "overMandate", "The mandate lets {service} debit only {left currency$} more this {period}.",
        "По разрешению служба {service} может списать ещё {left currency$} за {period!}.")
    public static let keyNeeded = rule(
        "keyNeeded", "is required, so that nothing is debited twice", "нужен, чтобы ничего не списать дважды")
    public static let oneOfAccountNeeded = rule(
        "oneOfAccountNeeded", "or {other@} must be given, but not both", "нужно указать его или {other@}, но не оба")
    // Rates.
    public static let sameCurrency = rule(
        "sameCurrency", "must differ from {other@}", "нужна другая валюта, не та, что {other@}")
    public static let badRate = rule(
        "badRate",
        "must be a decimal number above zero, such as 92.4504, with at most {whole digit|digits} before the point and "
            + "{fraction} after it",
        "нужно число больше нуля, например 92.4504: не больше {whole цифры|цифр|цифр} до запятой и {fraction} после")
    public static let noRate = Reason(
        "noRate", "You have entered no rate from {from} to {to}.", "Курса {from} к {to} у вас нет.")
    public static let noRateForExchange = Reason(
        "noRateForExchange", "You have entered no rate from {from} to {to}; enter one first.",
        "Курса {from} к {to} у вас нет; сначала запишите его.")
    public static let rateIsNewer = Reason(
        "rateIsNewer", "The stored rate from {from} to {to}, of {asOf}, is newer; remove it first.",
        "Записанный курс {from} к {to} от {asOf} новее; сначала удалите его.")
    public static let badRateCount = rule(
        "badRateCount", "must have 1 to {most rate|rates} under its header",
        "под заголовком должно быть от 1 до {most курса|курсов|курсов}")
    public static let badRateLine = Reason("badRateLine", "Line {line} of csv: {cause!}.", "Строка {line}: {cause!}.")
    public static let badRateField = Reason(
        "badRateField", "Line {line} of csv: {member} {cause!}.", "Строка {line}: {member}: {cause!}.")
    public static let unknownRateColumn = rule(
        "unknownRateColumn", "has an unknown column; the columns are from, to, rate, source and asOf",
        "неизвестный столбец; возможны from, to, rate, source и asOf")
    public static let columnNamedTwice = rule(
        "columnNamedTwice", "has the column {column} twice", "столбец {column} назван дважды")
    public static let columnMissing = rule("columnMissing", "lacks the column {column}", "нет столбца {column}")
    public static let rateRepeated = rule(
        "rateRepeated", "repeats the rate from {from} to {to}", "курс {from} к {to} повторяется")
    public static let tooManyKept = Reason(
        "tooManyKept", "You can have at most {limit} {cause!}; remove some first.",
        "Можно хранить не больше {limit} ({cause!}); сначала удалите лишнее.")

    public static let rateTooOld = Reason(
        "rateTooOld", "Your rate from {from} to {to} is of {asOf}, more than {days day|days} old; enter a new one.",
        "Ваш курс {from} к {to} от {asOf} старше {days дня|дней|дней}; запишите новый.")
    public static let notACurrencyIn = rule(
        "notACurrencyIn", "{column} must be an ISO 4217 currency code, such as RUB",
        "{column}: нужен код валюты ISO 4217, например RUB")
    public static let notADayOrInstantIn = rule(
        "notADayOrInstantIn", "{column} must be a day such as 2026-11-21, or an instant",
        "{column}: нужен день, например 2026-11-21, или время")

    // What a code is asked for.
    public static let codeNeededFor = Reason(
        "codeNeededFor",
        "A code from your authenticator app is needed for {cause!}. Send the request again with the code.",
        "Нужен код из приложения: {cause!}. Повторите запрос с кодом.")
    public static let toUnfreeze = rule("toUnfreeze", "unfreezing {name}", "разморозка счёта «{name}»")
    public static let toChangeLimits = rule(
        "toChangeLimits", "changing the limits of {name}", "изменение лимитов счёта «{name}»")
    public static let toLoosenLimits = rule(
        "toLoosenLimits", "relaxing the limits of {name}", "ослабление лимитов счёта «{name}»")
    public static let toAllowOverdraft = rule(
        "toAllowOverdraft", "an overdraft of {amount currency$} while your accounts have limits",
        "овердрафт {amount currency$}, пока на ваших счетах есть лимиты")
    public static let toExchange = rule("toExchange", "exchanging {amount currency$}", "обмен {amount currency$}")
    public static let toClose = rule("toClose", "closing {name}", "закрытие счёта «{name}»")
    public static let toGiveBack = rule("toGiveBack", "returning {amount currency$}", "возврат {amount currency$}")
    public static let toImport = rule(
        "toImport", "importing rows that take {amount currency$} out of {name}, which has limits",
        "импорт строк, которые спишут {amount currency$} со счёта «{name}» с лимитами")
    public static let toUndoImport = rule(
        "toUndoImport", "undoing an import, which takes {amount currency$} out of {name}, an account with limits",
        "отмена импорта спишет {amount currency$} со счёта «{name}» с лимитами")
    public static let toPayAgainAndAgain = rule(
        "toPayAgainAndAgain", "a recurring transfer of {amount currency$} to {account}",
        "регулярный перевод {amount currency$} на счёт {account}")
    public static let toPayOn = rule(
        "toPayOn", "a transfer of {amount currency$} to {account} on {day}",
        "перевод {amount currency$} на счёт {account}, {day}")
    public static let toGrant = rule(
        "toGrant", "a mandate of {amount currency$} for {service}", "разрешение службе {service} на {amount currency$}")

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
