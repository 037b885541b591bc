// Reading the files of banks: what history says of a file and of its lines. Rules stand behind `Строка 5: `.

extension ServiceSentences {
    static let statements: KeyValuePairs = [
        "Line {0} {1}.": "Строка {0}: {1!}.",
        "Line {0} of the file {1}.{2}": "Строка {0} файла: {1!}.{2!}",
        " There are {0} such lines.": " Таких строк {0}.",
        "is neither OFX nor QIF nor CSV with a header; say the format if it is":
            "это не OFX, не QIF и не CSV с заголовком; если это всё же он, назовите формат",
        "must be that of the file: it is not UTF-8": "назовите кодировку файла: он не в UTF-8",
        "is no text: there are zero bytes in it": "это не текст: в нём нулевые байты",
        "cannot be read": "не читается",

        // CSV.
        "names no currency: say which": "валюта не названа: укажите её",
        "is no header with a date and an amount, nor is one of the lines that follow":
            "ни в ней, ни ниже нет заголовка с датой и суммой",
        "and those that follow have dates that may be {0}: say which with dateOrder":
            "даты в ней и ниже можно понять по-разному ({0}): укажите порядок в dateOrder",
        "has no balance": "нет остатка",
        "is in {0}, lines before it in {1}": "валюта {0}, а выше {1}",
        "moves nothing: the amount is zero": "сумма равна нулю",
        "has a date that is none: {0}": "это не дата: {0}",
        "has no amount": "нет суммы",
        "has neither a debit nor a credit": "нет ни прихода, ни расхода",
        "has an amount that is none: {0}": "это не сумма: {0}",
        "has an amount, {0}, that {1}": "сумма {0}: {1!}",
        "has an amount that is too large": "сумма слишком велика",
        "has an amount in {0}, not in {1}": "валюта суммы {0}, а не {1}",
        "does not say whether money came or went: {0}": "непонятно, приход это или расход: {0}",
        "says {0}: it did not happen": "{0}: операция не состоялась",
        "says {0}: it is not booked yet": "{0}: операция ещё не проведена",
        "says {0}: a balance or a sum, no row": "{0}: это остаток или итог, а не операция",
        "says {0}: it moved no money": "{0}: деньги не двигались",
        "moved securities and no money: {0}": "двигались бумаги, а не деньги: {0}",
        "is one row too many: a file has at most {0}": "слишком много: в файле не больше {0 строки|строк|строк}",

        // OFX.
        "is no OFX: nowhere is an <OFX>": "это не OFX: нигде нет <OFX>",
        "is OFX, but there is no statement in it": "это OFX, но выписки в нём нет",
        "has a < that begins no tag": "знак < без тега",
        "has a tag that is none: {0}": "это не тег: {0}",
        "has a value of more than {0} bytes": "значение длиннее {0 байта|байтов|байтов}",
        "and no other line names the account {0}": "счёт {0} не назван ни в ней, ни в других",
        "and what follows is of several accounts, {0}: say which": "дальше несколько счетов ({0}): укажите который",
        "and no other line names a currency that there is: say which":
            "ни в ней, ни в других не названа известная валюта: укажите её",
        "begins one statement too many": "лишняя выписка",
        "begins one too many: a file has at most {0} rows":
            "слишком много: в файле не больше {0 строки|строк|строк}",
        "ends the file within a statement": "файл обрывается посреди выписки",
        "begins a transaction without a date that is one": "операция без верной даты",
        "begins a transaction without an amount that is one": "операция без верной суммы",
        "begins a transaction in {0}, not in {1}": "валюта операции {0}, а не {1}",
        "begins a transaction that moves nothing": "сумма операции равна нулю",

        // QIF.
        "is no QIF: nowhere is a !Type:Bank or the like": "это не QIF: нигде нет !Type:Bank или подобного",
        "and no other line of QIF names a currency: say which": "в QIF валюты нет: укажите её",
        "has more than {0} bytes": "длиннее {0 байта|байтов|байтов}",
        "begins a list of investments, which is not taken": "список инвестиций не загружается",
        "is one too many: a file has at most {0} rows": "слишком много: в файле не больше {0 строки|строк|строк}",
        "has splits that do not add up to its amount": "части в сумме не дают её суммы",

        // XML.
        "declares a document type, which is not taken": "объявление DOCTYPE не принимается",
        "is not well-formed XML: {0}": "это неверный XML: {0}",
        "has elements more than {0} deep": "вложенность больше {0}",
    ]
}
