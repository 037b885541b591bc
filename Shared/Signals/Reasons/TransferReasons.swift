import Reasons

extension Reason {
    // Transfers, holds, exchanges, reversals and their codes: what ledger says.
    public static let insufficientFunds = Reason(
        "insufficientFunds", "Insufficient funds: {available currency$} available, {amount currency$} needed.",
        "На счёте {available currency$}, а нужно {amount currency$}.")
    public static let insufficientWithOverdraft = Reason(
        "insufficientWithOverdraft",
        "Insufficient funds: {spendable currency$} available with the overdraft, {amount currency$} needed.",
        "Потратить можно {spendable currency$}, считая овердрафт, а нужно {amount currency$}.")
    public static let nothingAvailable = Reason(
        "nothingAvailable", "There is no money available in the account.", "На счёте нет доступных денег.")
    public static let nothingAvailableUpTo = Reason(
        "nothingAvailableUpTo",
        "There is no money available in the account; a transfer up to an amount does not use the overdraft.",
        "На счёте нет доступных денег, а перевод «сколько есть» не использует овердрафт.")
    public static let tooMuchForPayee = Reason(
        "tooMuchForPayee", "An account cannot hold that much; send less.",
        "Столько на счёт не поместится; отправьте меньше.")
    public static let sameAccount = Reason(
        "sameAccount", "The payer and the payee are the same account; choose another payee.",
        "Счёт отправителя и получателя один и тот же; выберите другой счёт.")
    public static let payerInOtherCurrency = Reason(
        "payerInOtherCurrency", "The payer's account is in {accountCurrency}, the amount in {currency}.",
        "Валюта счёта, с которого переводят, {accountCurrency}, а суммы {currency}.")
    public static let payeeInOtherCurrency = Reason(
        "payeeInOtherCurrency", "The payee's account is not in {currency}. Amounts are not converted.",
        "Валюта счёта, на который переводят, не {currency}, а суммы не пересчитываются.")
    public static let noTransfer = Reason(
        "noTransfer", "You have no transfer with this id.", "Такого перевода у вас нет.")
    public static let listRolledBack = Reason(
        "listRolledBack", "Not done: transfer {position} of this {cause!} was refused.",
        "Не сделано: отвергнут перевод {position} этого списка ({cause!}).")
    public static let nothingIsLinked = rule(
        "nothingIsLinked", "must not be true for the last transfer: there is no next one",
        "у последнего не может быть true: следующего нет")
    // Codes.
    public static let codeNeededAlone = Reason(
        "codeNeededAlone", "Sending {amount currency$} to {to} needs a code: send it separately, not in a list.",
        "Чтобы отправить {amount currency$} на счёт {to}, нужен код: отправьте отдельно, не в списке.")
    public static let nothingToConfirm = Reason(
        "nothingToConfirm", "You have nothing to confirm with this id.", "Подтверждать под этим id нечего.")
    public static let challengeIsVoid = Reason(
        "challengeIsVoid",
        "This can no longer be confirmed: it expired, too many codes were wrong, or it was replaced by a newer "
            + "request. Start again.",
        "Это больше нельзя подтвердить: время вышло, было слишком много неверных кодов или запрошено другое. Начните "
            + "заново.")
    // Holds.
    public static let noHold = Reason("noHold", "You have no hold with this id.", "Такой отложенной суммы у вас нет.")
    public static let onlyPayerPosts = Reason(
        "onlyPayerPosts", "Only the payer can post this hold; you can void it.",
        "Перевести отложенное может только тот, кто отложил; вы можете отказаться (void).")
    public static let holdInOtherCurrency = Reason(
        "holdInOtherCurrency", "The hold is in {holdCurrency}, the amount in {currency}.",
        "Отложено в {holdCurrency}, а валюта суммы {currency}.")
    public static let holdHasEnded = Reason(
        "holdHasEnded", "The hold is already {status}.", "С отложенным уже решено: {status!}.")
    public static let exceedsHold = Reason(
        "exceedsHold", "Only {held currency$} is held; no more can be posted.",
        "Отложено {held currency$}, больше перевести нельзя.")
    // Reversals.
    public static let alreadyReversed = Reason(
        "alreadyReversed", "The transfer was already reversed, by {reversedBy}.",
        "Этот перевод уже возвращён переводом {reversedBy}.")
    public static let isAReversal = Reason(
        "isAReversal", "This transfer is a reversal; send the money again instead.",
        "Этот перевод — возврат; переведите деньги снова.")
    public static let isOnlyHeld = Reason(
        "isOnlyHeld", "The money is only held; void the hold instead.", "Деньги только отложены; отмените отложенное.")
    public static let holdWasReleased = Reason(
        "holdWasReleased", "The hold was released: no money moved.", "Отложенное освобождено: деньги не двигались.")
    // Exchanges.
    public static let tooMuchToExchange = Reason(
        "tooMuchToExchange", "The amount is too large; exchange less.", "Столько не обменять за раз; обменяйте меньше.")
    public static let tooLittleToExchange = rule(
        "tooLittleToExchange", "is too small: at the rate of {rate} it comes to nothing in {currency}",
        "слишком мало: по курсу {rate} в {currency} не выйдет ничего")
    public static let exchangeSameAccount = Reason(
        "exchangeSameAccount", "Choose another of your accounts to exchange into.",
        "Выберите для обмена другой свой счёт.")
    public static let exchangeSameCurrency = Reason(
        "exchangeSameCurrency", "Both accounts are in {currency}: transfer the money instead.",
        "Оба счёта в {currency}: деньги можно просто перевести.")

    public static let onlyPayeeGivesBack = Reason(
        "onlyPayeeGivesBack", "Only the payee can return the money; ask them to.",
        "Вернуть деньги может только тот, кто их получил; попросите его.")
    public static let isHalfOfExchange = Reason(
        "isHalfOfExchange", "This transfer is one half of an exchange; exchange the money back instead.",
        "Этот перевод — половина обмена; обменяйте деньги обратно.")

    public static let codesNotSetUp = Reason(
        "codesNotSetUp",
        "A code from an authenticator app, or a passkey, is needed; set codes up first: gateway totp on.",
        "Нужен код из приложения или ключ доступа, а коды у вас не включены; включите их: gateway totp on.")

    // What waits for a code.
    public static let orderNeedsCode = Reason(
        "orderNeedsCode", "{cause!} needs a code from your authenticator app; confirm with it before {expiresAt}.",
        "{cause!}, нужен код из приложения; подтвердите им до {expiresAt}.")
    public static let toWithdraw = rule(
        "toWithdraw", "Withdrawing {amount currency$}", "Чтобы снять {amount currency$}")
    public static let toHold = rule(
        "toHold", "Holding {amount currency$} for {to}", "Чтобы отложить {amount currency$} для счёта {to}")
    public static let toSend = rule(
        "toSend", "Sending {amount currency$} to {to}", "Чтобы отправить {amount currency$} на счёт {to}")

    // Words inside sentences.
    public static let allOrNothingList = rule("allOrNothingList", "all-or-nothing list", "всё или ничего")
    public static let chain = rule("chain", "chain", "цепочка")
    public static let holdIsPosted = rule("posted", "posted", "переведено")
    public static let holdIsVoided = rule("voided", "voided", "отменено")
    public static let holdIsExpired = rule("expired", "expired", "срок истёк")

    /// The reasons that concern transfers, holds, exchanges, reversals and their codes.
    public static let transfers: [Reason] = [
        insufficientFunds, insufficientWithOverdraft, nothingAvailable, nothingAvailableUpTo, tooMuchForPayee,
        sameAccount, payerInOtherCurrency, payeeInOtherCurrency, noTransfer, listRolledBack, nothingIsLinked,
        codeNeededAlone, nothingToConfirm, challengeIsVoid, noHold, onlyPayerPosts, holdInOtherCurrency,
        holdHasEnded, exceedsHold, alreadyReversed, isAReversal, isOnlyHeld, holdWasReleased, tooMuchToExchange,
        tooLittleToExchange, exchangeSameAccount, exchangeSameCurrency,
        onlyPayeeGivesBack, isHalfOfExchange, codesNotSetUp, orderNeedsCode, toWithdraw, toHold, toSend,
        allOrNothingList, chain,
        holdIsPosted, holdIsVoided, holdIsExpired,
    ]
}
