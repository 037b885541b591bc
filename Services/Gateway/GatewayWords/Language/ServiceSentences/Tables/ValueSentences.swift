// Rules for values, wherever they stand. They stand behind the name of a flag, of a field or of a line: `--limit: …`.

extension ServiceSentences {
    static let values: KeyValuePairs = [
        // Numbers.
        "must be 1 to {0}": "от 1 до {0}",
        "must be 0 to {0}": "от 0 до {0}",
        "must be 2 to {0}": "от 2 до {0}",
        "must be {0} to {1}": "от {0} до {1}",
        "must be at most {0}": "не больше {0}",
        "must be 1 to 1000": "от 1 до 1000",
        "must be 0 to 1000": "от 0 до 1000",
        "must be 0 to 1": "от 0 до 1",
        "must be -1 to 1": "от -1 до 1",
        "must be 0 to 1e12": "от 0 до 1e12",
        "must be 0.1 to 10": "от 0,1 до 10",
        "must be 0 or more": "не меньше 0",
        "must be above 0": "нужно больше 0",
        "must be at most 1e12": "не больше 1e12",
        "must be more than 0, at most 1e12": "нужно больше 0 и не больше 1e12",
        "must be a finite number": "нужно конечное число",
        "must be a finite number of 0 or more": "нужно конечное число, не меньше 0",
        "must be zero or more": "не меньше нуля",
        "must be more than zero": "нужно больше нуля",
        "must not be zero": "не может быть нулём",

        // Amounts and currencies.
        "must be a decimal number in ASCII digits, such as 1234.50": "нужно десятичное число, например 1234.50",
        "has more decimals than the currency": "знаков после запятой больше, чем у валюты",
        "is larger than an account can hold": "столько на счёт не поместится",
        "must be a currency code of ISO 4217, such as RUB": "нужен код валюты ISO 4217, например RUB",
        "must be a rate": "нужен курс",

        // Days and times.
        "must be a day, such as 2026-11-21": "нужен день, например 2026-11-21",
        "must be a day such as 2025-10-08": "нужен день, например 2025-10-08",
        "must be a moment such as 2025-10-08T15:30": "нужны день и время, например 2025-10-08T15:30",
        "must be an instant of RFC 3339, such as 2026-11-21T08:51:48Z":
            "нужно время RFC 3339, например 2026-11-21T08:51:48Z",
        "must be a day such as 2026-11-21 or an instant of RFC 3339":
            "нужен день, например 2026-11-21, или время RFC 3339",
        "must be a moment such as 2018-09-01T13:00:00+0300, or a day such as 2018-09-01":
            "нужно время, например 2018-09-01T13:00:00+0300, или день, например 2018-09-01",
        "must be a time of day, such as 08:00": "нужно время суток, например 08:00",
        "must not be before from": "не может быть раньше начала",
        "must not be before from, which is {0}": "не может быть раньше начала ({0})",
        "must lie in the future": "должно быть в будущем",
        "must not lie in the future": "не может быть в будущем",
        "must be in the years {0} to {1}": "годы от {0} до {1}",
        "must be a time zone of the IANA database, such as Europe/Moscow":
            "нужен часовой пояс из базы IANA, например Europe/Moscow",
        "must be a zone that this machine knows, such as Europe/Moscow":
            "нужен часовой пояс, который знает эта машина, например Europe/Moscow",

        // Texts.
        "must not be empty": "не может быть пустым",
        "{0} must not be empty.": "{0_}: не может быть пустым.",
        "must have at most {0} characters": "не длиннее {0 символа|символов|символов}",
        "must be at most {0} characters": "не длиннее {0 символа|символов|символов}",
        "must be 1 to {0} characters": "от 1 до {0 символа|символов|символов}",
        "must have 1 to {0} characters": "от 1 до {0 символа|символов|символов}",
        "must have at most {0} characters, control characters none":
            "не длиннее {0 символа|символов|символов}, без управляющих",
        "must have 1 to {0} characters, none of them a control character":
            "от 1 до {0 символа|символов|символов}, без управляющих",
        "must be 1 to {0} characters on one line": "от 1 до {0 символа|символов|символов} в одной строке",
        "must not contain control characters": "без управляющих символов",
        "must have at most {0} bytes": "не больше {0 байта|байтов|байтов}",
        "must be 1 to {0} letters, digits or . _ - ^ = : / + & @ #, such as SBER":
            "от 1 до {0 буквы|букв|букв}, цифр или . _ - ^ = : / + & @ #, например SBER",
        "must be an ISIN with the right check digit, such as RU000A0JW126":
            "нужен ISIN с верной контрольной цифрой, например RU000A0JW126",
        "must be an address such as anna@example.org": "нужен адрес, например anna@example.org",
        "or upload must be given, not both": "нужно указать его или upload, но не оба",

        // Pages.
        "must be the cursor of a page": "нужен курсор одной из страниц",
        "must be the cursor of a page before": "нужен курсор одной из прежних страниц",
        "must be the cursor of a page of the very same filter": "нужен курсор страницы с тем же фильтром",
        "must be one that was answered": "нужен тот, что был в ответе",

        // What JSON is made of.
        "is required": "нужно указать",
        "is not a known field": "такого поля нет",
        "must be an object": "нужен объект",
        "must be an array": "нужен список",
        "must be a string": "нужен текст",
        "must be a number": "нужно число",
        "must be true or false": "нужно true или false",
        "must be null": "нужно null",
        "has too few elements": "слишком мало элементов",
        "must be a whole number from {0} to {1}": "нужно целое число от {0} до {1}",
        "must be one of {0}": "одно из: {0}",
        "is not one of the known values": "такого значения нет",
        "can not be read": "не читается",
        "the value {0}": "значение: {0!}",
        "decodes from StrictJSON only": "читается только из JSON",
        "{0} at byte {1}": "{0!}, байт {1}",
        "the text starts with a byte order mark": "в начале метка порядка байтов",
        "the text ends too early": "текст обрывается",
        "unexpected character": "неожиданный знак",
        "something follows the value": "за значением следует лишнее",
        "the text is not valid UTF-8": "текст не в UTF-8",
        "invalid escape in a string": "неверная последовательность с \\ в строке",
        "a surrogate escape without its other half": "половина суррогатной пары без второй",
        "an unescaped control character in a string": "управляющий символ в строке",
        "invalid number": "неверное число",
        "an object names a member twice": "имя в объекте повторяется",
        "the text is nested too deep": "слишком глубокая вложенность",
        "the text is too long": "текст слишком длинный",
        "the text holds too many values": "в тексте слишком много значений",
    ]
}
