// Transfers, holds, exchanges, reversals and their codes: what ledger says.

extension ServiceSentences {
    static let transfers: KeyValuePairs = [
        "Insufficient funds: {0} available, {1} needed.": "На счёте {0$}, а нужно {1$}.",
        "Insufficient funds: {0} available, the overdraft counted, {1} needed.":
            "Потратить можно {0$}, считая овердрафт, а нужно {1$}.",
        "There is nothing available in the account.": "На счёте ничего не доступно.",
        "There is nothing available in the account; a transfer up to an amount does not use the overdraft.":
            "На счёте ничего не доступно, а перевод «сколько есть» овердрафт не трогает.",
        "An account cannot hold that much; send less.": "Столько на счёт не поместится; отправьте меньше.",
        "The money would stay where it is: choose another account to send it to.":
            "Деньги остались бы на месте: выберите другой счёт.",
        "{0} is in {1}, the amount in {2}.": "{0!} — {1}, а валюта суммы — {2}.",
        "The payer's account": "Валюта счёта, с которого переводят,",
        "The account": "Валюта счёта",
        "The payee's account is not in {0}. Amounts are not converted.":
            "Валюта счёта, на который переводят, не {0}, а суммы не пересчитываются.",
        "The payer's account is in {0}, the amount in {1}.":
            "Валюта счёта, с которого переводят, {0}, а суммы {1}.",
        "You have no transfer of this id.": "Такого перевода у вас нет.",
        "Not done, because transfer {0} of this {1} was refused.":
            "Не сделано: отвергнут перевод {0} этого списка ({1!}).",
        "all-or-nothing list": "всё или ничего",
        "chain": "цепочка",
        "must not be true for the last: there is no next": "у последнего не может быть true: следующего нет",

        // Codes.
        "{0} needs a code of your authenticator app; confirm it with that before {1}.":
            "{0!}, нужен код из приложения; подтвердите им до {1}.",
        "To take {0} out of the books": "Чтобы снять {0$}",
        "To put {0} aside for {1}": "Чтобы отложить {0$} для счёта {1}",
        "To send {0} to {1}": "Чтобы отправить {0$} на счёт {1}",
        "To send {0} to {1} needs a code: send it alone, not in a list.":
            "Чтобы отправить {0$} на счёт {1}, нужен код: пошлите отдельно, не в списке.",
        "The code is wrong, or was used before: wait for the next one.":
            "Код неверен или уже использован: дождитесь следующего.",
        "Too many codes were wrong; wait before you try another.":
            "Слишком много неверных кодов; подождите, прежде чем пробовать ещё.",
        "This needs a code of an authenticator app, and you have set up none: gateway totp on does that.":
            "Нужен код из приложения, а коды у вас не включены: их включает gateway totp on.",
        "This needs a code of your authenticator app. Send it again with the code.":
            "Нужен код из приложения. Пошлите запрос снова, с кодом.",
        "This needs your password: send it again with a proof of the password as the code.":
            "Нужен пароль: пошлите запрос снова, вместо кода — подтверждение пароля.",
        "You have nothing to confirm under this id.": "Подтверждать под этим id нечего.",
        "This can no longer be confirmed: its time is over, codes were wrong, or something else was asked for. Start over.":
            "Это больше не подтвердить: время вышло, коды были неверны или запрошено другое. Начните заново.",

        // Holds.
        "You have no hold of this id.": "Такой отложенной суммы у вас нет.",
        "Only the payer can post this hold; you can void it.":
            "Перевести отложенное может только тот, кто отложил; вы можете отказаться (void).",
        "The hold is in {0}, the amount in {1}.": "Отложено в {0}, а валюта суммы {1}.",
        "The hold was {0} already.": "С отложенным уже решено: {0!}.",
        "posted": "переведено",
        "voided": "отменено",
        "expired": "срок истёк",
        "{0} are held, no more can be posted.": "Отложено {0$}, больше перевести нельзя.",

        // Reversals.
        "Only the payee can give the money back; ask them to.":
            "Вернуть деньги может только тот, кто их получил; попросите его.",
        "The transfer was reversed already, by {0}.": "Этот перевод уже возвращён переводом {0}.",
        "It is a reversal itself; send the money again instead.":
            "Это сам по себе возврат; переведите деньги снова.",
        "It is one half of an exchange; exchange the money back instead.":
            "Это половина обмена; обменяйте деньги обратно.",
        "The money is only held; void the hold instead.": "Деньги только отложены; отмените отложенное.",
        "The hold was released: no money moved.": "Отложенное освобождено: деньги не двигались.",

        // Exchanges.
        "That would be more than can be moved; exchange less.": "Столько не обменять за раз; обменяйте меньше.",
        "is too little: at the rate of {0} nothing comes of it in {1}":
            "слишком мало: по курсу {0} в {1} не выйдет ничего",
        "Choose another of your accounts to exchange into.": "Выберите другой свой счёт, на который обменять.",
        "Both accounts are in {0}: transfer the money instead.":
            "Оба счёта в {0}: деньги можно просто перевести.",
    ]
}
