import Reasons

/// What subscriptions says.
extension Reason {
    // Subscriptions.
    public static let noSubscription = Reason(
        "noSubscription", "You have no subscription with this id.", "Такой подписки у вас нет.")
    public static let noSubscribedService = Reason(
        "noSubscribedService", "There is no service with this id.", "Такой службы нет.")
    public static let isNoService = rule("isNoService", "is not the id of a service", "такой службы нет")
    public static let noSuggestion = Reason(
        "noSuggestion", "There is no suggestion with this id.", "Такого предложения нет.")
    public static let tooManySubscriptions = Reason(
        "tooManySubscriptions", "You can have at most {limit subscription|subscriptions}; remove one first.",
        "Подписок может быть не больше {limit}; сначала удалите лишние.")
    public static let tooManyOwnServices = Reason(
        "tooManyOwnServices", "You can have at most {limit service|services} of your own; remove one first.",
        "Своих служб может быть не больше {limit}; сначала удалите лишние.")
    public static let tooManyBuffers = Reason(
        "tooManyBuffers", "You can have at most {limit buffer|buffers}; remove one first.",
        "Запасов на счетах может быть не больше {limit}; сначала удалите лишние.")
    public static let tooManyDismissals = Reason(
        "tooManyDismissals", "At most {limit suggestion|suggestions} can be dismissed.",
        "Отвергнуть можно не больше {limit предложения|предложений|предложений}.")
    public static let tooManyPrices = Reason(
        "tooManyPrices", "A subscription can have at most {limit price|prices}; remove one first.",
        "Цен у одной подписки может быть не больше {limit}; сначала удалите лишние.")
    public static let badReminders = rule(
        "badReminders", "must be at most {count number|numbers} from 0 to {most}",
        "не больше {count числа|чисел|чисел} от 0 до {most}")
    public static let goesWith = rule(
        "goesWith", "is only valid with {other@}", "можно указать только вместе с {other@}")
    public static let largestPrice = rule(
        "largestPrice", "must be at most {amount currency$}", "не больше {amount currency$}")
    public static let notCurrencyOfAccount = rule(
        "notCurrencyOfAccount", "must be in {currency}, the currency of the account", "нужна валюта счёта, {currency}")
    public static let badBuffer = rule(
        "badBuffer", "must not be negative or larger than an account can hold",
        "не меньше нуля и не больше, чем вмещает счёт")
    public static let noOpenAccount = Reason(
        "noOpenAccount", "You have no open account with this id.", "Такого открытого счёта у вас нет.")
    public static let subscriptionsInOtherCurrency = Reason(
        "subscriptionsInOtherCurrency", "All subscriptions paid from one account must be in its currency.",
        "Все подписки, оплачиваемые с одного счёта, должны быть в его валюте.")

    // Payments.
    public static let paymentMade = Reason(
        "paymentMade", "This payment has already been made.", "Этот платёж уже оплачен.")
    public static let paymentMadeAhead = Reason(
        "paymentMadeAhead",
        "The payment of {settled} has already been made; the next one, of {next}, would be paid ahead.",
        "Платёж за {settled} уже оплачен; следующий, за {next}, был бы оплачен вперёд.")
    public static let paymentSkippedAhead = Reason(
        "paymentSkippedAhead",
        "The payment of {settled} is already skipped; the next one, of {next}, would be skipped as well.",
        "Платёж за {settled} уже пропущен; следующий, за {next}, был бы пропущен тоже.")
    public static let noPaymentMarked = Reason(
        "noPaymentMarked", "No payment of this subscription is marked as made or skipped.",
        "Ни один платёж этой подписки не отмечен оплаченным или пропущенным.")
    public static let paymentMovedMoney = Reason(
        "paymentMovedMoney", "The payment of {day} moved money as transfer {transfer}: reverse that transfer.",
        "По платежу за {day} ушли деньги, перевод {transfer}: верните этот перевод.")
    public static let mustNotBeAfterToday = rule(
        "mustNotBeAfterToday", "must not be after today, {today}", "не может быть позже сегодняшнего дня ({today})")
    public static let notADueDay = rule(
        "notADueDay", "must be a due day of this subscription", "в этот день по подписке ничего не платят")
    public static let nothingDue = Reason(
        "nothingDue", "This subscription is not active: no payment is due.",
        "Эта подписка не действует: платить по ней нечего.")
    public static let paymentUnderWay = Reason(
        "paymentUnderWay", "A payment of this subscription is in progress; try again in a moment.",
        "Платёж по этой подписке сейчас проводится; повторите чуть позже.")
    public static let wrongDebitCount = Reason(
        "wrongDebitCount", "ledger answered {answered} of {asked debit|debits}.",
        "Служба ledger ответила на {answered} из {asked списания|списаний|списаний}.")
    public static let debitNotPossible = Reason(
        "debitNotPossible", "ledger cannot make payments now.", "Служба ledger сейчас не может провести платёж.")
    public static let userOfServiceMissing = rule(
        "userOfServiceMissing", "is required: a service has no subscriptions of its own",
        "нужно указать: у службы нет своих подписок")
    public static let onlyServicesActForOthers = Reason(
        "onlyServicesActForOthers", "Only services can act for other users.",
        "Действовать за других могут только службы.")

    // Files.
    public static let notSubscriptionsJSON = rule(
        "notSubscriptionsJSON", "must be JSON in the format of an export of subscriptions: {cause!} at byte {offset}",
        "нужен JSON, какой пишет gateway subs export: {cause!}, байт {offset}")
    public static let badSubscriptionsJSON = rule(
        "badSubscriptionsJSON", "must be JSON in the format of an export of subscriptions: {member} {cause!}",
        "нужен JSON, какой пишет gateway subs export: {member}: {cause!}")
    public static let badSubscriptionCount = rule(
        "badSubscriptionCount", "must have 1 to {most subscription|subscriptions}",
        "от 1 до {most подписки|подписок|подписок}")
    public static let badSubscriptionHeader = rule(
        "badSubscriptionHeader", "must have a header of {columns}, not all of them required",
        "нужен заголовок из {columns}; не все обязательны")
    public static let badSubscriptionRow = Reason(
        "badSubscriptionRow", "Row {row} {cause!}.", "Строка {row}: {cause!}.")
    public static let badSubscriptionValue = Reason(
        "badSubscriptionValue", "Row {row}: {member} {cause!}.", "Строка {row}: {member}: {cause!}.")
    public static let subscriptionNotAdded = Reason(
        "subscriptionNotAdded", "Row {row} cannot be added: {member@} {cause!}.",
        "Строку {row} нельзя добавить: {member@}: {cause!}.")
    public static let rowNamesPayingAccount = rule(
        "rowNamesPayingAccount", "names an account to pay from; set it for each subscription after the import",
        "назван счёт для оплаты; его указывают после загрузки командой gateway subs edit")
    public static let rowWithoutAmount = rule(
        "rowWithoutAmount", "must have an amount and a currency, such as 399.00 and RUB",
        "в amount и currency нужна сумма, например 399.00 и RUB")
    public static let rowWithoutPeriod = rule(
        "rowWithoutPeriod", "must have a period in every and unit, such as 1 and month",
        "в every и unit нужно указать, как часто, например 1 и month")
    public static let rowWithoutTitle = rule(
        "rowWithoutTitle", "has neither a service nor a title", "нет ни службы, ни названия")

    /// The reasons of subscriptions.
    public static let subscriptions: [Reason] = [
        noSubscription, noSubscribedService, isNoService, noSuggestion, tooManySubscriptions, tooManyOwnServices,
        tooManyBuffers, tooManyDismissals, tooManyPrices, badReminders, goesWith, largestPrice, notCurrencyOfAccount,
        badBuffer, noOpenAccount, subscriptionsInOtherCurrency, paymentMade, paymentMadeAhead, paymentSkippedAhead,
        noPaymentMarked, paymentMovedMoney, mustNotBeAfterToday, notADueDay, nothingDue, paymentUnderWay,
        wrongDebitCount, debitNotPossible, userOfServiceMissing, onlyServicesActForOthers, notSubscriptionsJSON,
        badSubscriptionsJSON, badSubscriptionCount, badSubscriptionHeader, badSubscriptionRow, badSubscriptionValue,
        subscriptionNotAdded, rowNamesPayingAccount, rowWithoutAmount, rowWithoutPeriod, rowWithoutTitle,
    ]
}
