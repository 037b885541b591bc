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
        "nothingAvailable", "There is nothing available in the account.", "На счёте ничего не доступно.")
    public static let nothingAvailableUpTo = Reason(
        "nothingAvailableUpTo",
        "There is nothing available in the account; a transfer up to an amount does not use the overdraft.",
        "На счёте ничего не доступно, а перевод «сколько есть» овердрафт не трогает.")
    public static let tooMuchForPayee = Reason(
        "tooMuchForPayee", "An account cannot hold that much; send less.",
        "Столько на счёт не поместится; отправьте меньше.")
    public static let sameAccount = Reason(
        "sameAccount", "The money would stay where it is: choose another account to send it to.",
        "Деньги остались бы на месте: выберите другой счёт.")
    public static let payerInOtherCurrency = Reason(
        "payerInOtherCurrency", "The payer's account is in {accountCurrency}, the amount in {currency}.",
        "Валюта счёта, с которого переводят, {accountCurrency}, а суммы {currency}.")
    public static let payeeInOtherCurrency = Reason(
        "payeeInOtherCurrency", "The payee's account is not in {currency}. Amounts are not converted.",
        "Валюта счёта, на который переводят, не {currency}, а суммы не пересчитываются.")
    public static let noTransfer = Reason(
        "noTransfer", "You have no transfer of this id.", "Такого перевода у вас нет.")
    public static let listRolledBack = Reason(
        "listRolledBack", "Not done, because transfer {position} of this {cause!} was refused.",
        "Не сделано: отвергнут перевод {position} этого списка ({cause!}).")
    public static let nothingIsLinked = rule(
        "nothingIsLinked", "must not be true for the last: there is no next",
        "у последнего не может быть true: следующего нет")
    // Codes.
    public static let codeNeededAlone = Reason(
        "codeNeededAlone", "Sending {amount currency$} to {to} needs a code: send it alone, not in a list.",
        "Чтобы отправить {amount currency$} на счёт {to}, нужен код: пошлите отдельно, не в списке.")
    public static let nothingToConfirm = Reason(
        "nothingToConfirm", "You have nothing to confirm under this id.", "Подтверждать под этим id нечего.")
    public static let challengeIsVoid = Reason(
        "challengeIsVoid",
        "This can no longer be confirmed: its time is over, codes were wrong, or something else was asked for. Start "
            + "over.",
        "Это больше не подтвердить: время вышло, коды были неверны или запрошено другое. Начните заново.")
    // Holds.
    public static let noHold = Reason("noHold", "You have no hold of this id.", "Такой отложенной суммы у вас нет.")
    public static let onlyPayerPosts = Reason(
        "onlyPayerPosts", "Only the payer can post this hold; you can void it.",
        "Перевести отложенное может только тот, кто отложил; вы можете отказаться (void).")
    public static let holdInOtherCurrency = Reason(
        "holdInOtherCurrency", "The hold is in {holdCurrency}, the amount in {currency}.",
        "Отложено в {holdCurrency}, а валюта суммы {currency}.")
    public static let holdHasEnded = Reason(
        "holdHasEnded", "The hold was {status} already.", "С отложенным уже решено: {status!}.")
    public static let exceedsHold = Reason(
        "exceedsHold", "{held currency$} are held; no more can be posted.",
        "Отложено {held currency$}, больше перевести нельзя.")
    // Reversals.
    public static let alreadyReversed = Reason(
        "alreadyReversed", "The transfer was reversed already, by {reversedBy}.",
        "Этот перевод уже возвращён переводом {reversedBy}.")
    public static let isAReversal = Reason(
        "isAReversal", "It is a reversal itself; send the money again instead.",
        "Это сам по себе возврат; переведите деньги снова.")
    public static let isOnlyHeld = Reason(
        "isOnlyHeld", "The money is only held; void the hold instead.", "Деньги только отложены; отмените отложенное.")
    public static let holdWasReleased = Reason(
        "holdWasReleased", "The hold was released: no money moved.", "Отложенное освобождено: деньги не двигались.")
    // Exchanges.
    public static let tooMuchToExchange = Reason(
        "tooMuchToExchange", "That would be more than can be moved; exchange less.",
        "Столько не обменять за раз; обменяйте меньше.")
    public static let tooLittleToExchange = rule(
        "tooLittleToExchange", "is too little: at the rate of {rate} nothing comes of it in {currency}",
        "слишком мало: по курсу {rate} в {currency} не выйдет ничего")
    public static let exchangeSameAccount = Reason(
        "exchangeSameAccount", "Choose another of your accounts to exchange into.",
        "Выберите другой свой счёт, на который обменять.")
    public static let exchangeSameCurrency = Reason(
        "exchangeSameCurrency", "Both accounts are in {currency}: transfer the money instead.",
        "Оба счёта в {currency}: деньги можно просто перевести.")

    public static let onlyPayeeGivesBack = Reason(
        "onlyPayeeGivesBack", "Only the payee can give the money back; ask them to.",
        "Вернуть деньги может только тот, кто их получил; попросите его.")
    public static let isHalfOfExchange = Reason(
        "isHalfOfExchange", "It is one half of an exchange; exchange the money back instead.",
        "Это половина обмена; обменяйте деньги обратно.")

    public static let codesNotSetUp = Reason(
        "codesNotSetUp",
        "This needs a code of an authenticator app, and you have set up none: gateway totp on does that.",
        "Нужен код из приложения, а коды у вас не включены: их включает gateway totp on.")

    // What waits for a code.
    public static let orderNeedsCode = Reason(
        "orderNeedsCode", "{cause!} needs a code of your authenticator app; confirm it with that before {expiresAt}.",
        "{cause!}, нужен код из приложения; подтвердите им до {expiresAt}.")
    public static let toWithdraw = rule(
        "toWithdraw", "To take {amount currency$} out of the books", "Чтобы снять {amount currency$}")
    public static let toHold = rule(
        "toHold", "To put {amount currency$} aside for {to}", "Чтобы отложить {amount currency$} для счёта {to}")
    public static let toSend = rule(
        "toSend", "To send {amount currency$} to {to}", "Чтобы отправить {amount currency$} на счёт {to}")

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
