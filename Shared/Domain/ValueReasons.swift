import Reasons

extension Reason {
    // Numbers.
    public static let mustBeBetween = rule("mustBeBetween", "must be {least} to {most}", "от {least} до {most}")
    public static let mustBeAtMost = rule("mustBeAtMost", "must be at most {most}", "не больше {most}")
    public static let mustBeAtLeast = rule("mustBeAtLeast", "must be {least} or more", "не меньше {least}")
    public static let mustBeAbove = rule("mustBeAbove", "must be above {least}", "нужно больше {least}")
    public static let mustBeAboveUpTo = rule(
        "mustBeAboveUpTo", "must be more than {least}, at most {most}", "нужно больше {least} и не больше {most}")
    public static let mustBeFiniteAtLeast = rule(
        "mustBeFiniteAtLeast", "must be a finite number, {least} or more", "нужно конечное число, не меньше {least}")
    public static let mustBeFinite = rule("mustBeFinite", "must be a finite number", "нужно конечное число")
    public static let mustNotBeZero = rule("mustNotBeZero", "must not be zero", "не может быть нулём")
    public static let mustNotBeNegative = rule("mustNotBeNegative", "must not be negative", "не может быть меньше нуля")
    public static let isTooLarge = rule("isTooLarge", "is too large", "слишком много")
    // Amounts and currencies.
    public static let notDecimalOrZero = rule(
        "notDecimalOrZero", "must be a decimal number of zero or more, such as 1234.50",
        "нужно десятичное число не меньше нуля, например 1234.50")
    public static let tooManyDecimalsAnywhere = rule(
        "tooManyDecimalsAnywhere", "has more decimals than any currency",
        "столько знаков после запятой нет ни у одной валюты")
    // Days and times.
    public static let notADayWithExample = rule(
        "notADayWithExample", "must be a day, such as {example}", "нужен день, например {example}")
    public static let notALocalMoment = rule(
        "notALocalMoment", "must be a moment such as 2025-10-08T15:30", "нужны день и время, например 2025-10-08T15:30")
    public static let notADayOrInstant = rule(
        "notADayOrInstant", "must be a day such as 2026-11-21 or an RFC 3339 instant",
        "нужен день, например 2026-11-21, или время RFC 3339")
    public static let notAMomentOrDay = rule(
        "notAMomentOrDay", "must be a moment such as 2018-09-01T13:00:00+0300, or a day such as 2018-09-01",
        "нужно время, например 2018-09-01T13:00:00+0300, или день, например 2018-09-01")
    public static let notATimeOfDay = rule(
        "notATimeOfDay", "must be a time of day, such as 08:00", "нужно время суток, например 08:00")
    public static let mustNotBeBefore = rule(
        "mustNotBeBefore", "must not be before {other@}", "не может быть раньше, чем {other@}")
    public static let mustNotBeBeforeDay = rule(
        "mustNotBeBeforeDay", "must not be before {other@}, which is {day}",
        "не может быть раньше, чем {other@} ({day})")
    public static let mustBeInFuture = rule("mustBeInFuture", "must be in the future", "должно быть в будущем")
    public static let mustNotBeInFuture = rule(
        "mustNotBeInFuture", "must not be in the future", "не может быть в будущем")
    public static let mustBeInYears = rule(
        "mustBeInYears", "must be in the years {least} to {most}", "годы от {least} до {most}")
    public static let notATimeZone = rule(
        "notATimeZone", "must be an IANA time zone, such as Europe/Moscow",
        "нужен часовой пояс из базы IANA, например Europe/Moscow")
    public static let unknownTimeZone = rule(
        "unknownTimeZone", "must be a time zone that this machine knows, such as Europe/Moscow",
        "нужен часовой пояс, который знает эта машина, например Europe/Moscow")
    // Texts.
    public static let mustNotBeEmpty = rule("mustNotBeEmpty", "must not be empty", "не может быть пустым")
    public static let isEmpty = rule("isEmpty", "is empty", "пуст")
    public static let tooLongText = rule(
        "tooLongText", "must have at most {most character|characters}", "не длиннее {most символа|символов|символов}")
    public static let badLengthText = rule(
        "badLengthText", "must have {least} to {most character|characters}",
        "от {least} до {most символа|символов|символов}")
    public static let tooLongPlainText = rule(
        "tooLongPlainText", "must have at most {most character|characters} and no control characters",
        "не длиннее {most символа|символов|символов}, без управляющих")
    public static let badPlainText = rule(
        "badPlainText", "must have 1 to {most character|characters} and no control characters",
        "от 1 до {most символа|символов|символов}, без управляющих")
    public static let badLine = rule(
        "badLine", "must have 1 to {most character|characters} on one line",
        "от 1 до {most символа|символов|символов} в одной строке")
    public static let badWord = rule(
        "badWord", "must have at most {most character|characters}, including a letter or a digit",
        "не длиннее {most символа|символов|символов}, среди них буква или цифра")
    public static let hasControls = rule(
        "hasControls", "must not contain control characters", "без управляющих символов")
    public static let tooManyBytes = rule(
        "tooManyBytes", "must have at most {most byte|bytes}", "не больше {most байта|байтов|байтов}")
    public static let tooLargeFile = rule(
        "tooLargeFile", "must be at most {most byte|bytes}: split the file",
        "не больше {most байта|байтов|байтов}; разделите файл")
    public static let notATicker = rule(
        "notATicker", "must be 1 to {most letter|letters}, digits or . _ - ^ = : / + & @ #, such as SBER",
        "от 1 до {most буквы|букв|букв}, цифр или . _ - ^ = : / + & @ #, например SBER")
    public static let notAColour = rule(
        "notAColour", "must be a colour such as #40a0c0", "нужен цвет, например #40a0c0")
    public static let notAnAddress = rule(
        "notAnAddress", "must be an address such as anna@example.org", "нужен адрес, например anna@example.org")
    public static let notBase64 = rule(
        "notBase64", "must be base64 with padding and without white space", "нужен base64 с дополнением, без пробелов")
    public static let mustBeGivenOnce = rule(
        "mustBeGivenOnce", "or {other@} must be given, but not both", "нужно указать его или {other@}, но не оба")
    // Pages.
    public static let notACursor = rule("notACursor", "must be the cursor of a page", "нужен курсор одной из страниц")
    public static let notACursorBefore = rule(
        "notACursorBefore", "must be the cursor of the previous page", "нужен курсор предыдущей страницы")
    public static let notACursorOfFilter = rule(
        "notACursorOfFilter", "must be the cursor of a page with the same filter",
        "нужен курсор страницы с тем же фильтром")
    public static let notACursorOfQuestion = rule(
        "notACursorOfQuestion", "must be the cursor of a page with the same query",
        "нужен курсор страницы с тем же запросом")
    public static let notACursorOfStatement = rule(
        "notACursorOfStatement", "must be the cursor of a part of the same statement",
        "нужен курсор части той же выписки")
    public static let mustBeAnswered = rule(
        "mustBeAnswered", "must come from an earlier answer", "нужен курсор из прежнего ответа")

    /// The rules for values that any request may break.
    public static let values: [Reason] = [
        mustBeBetween, mustBeAtMost, mustBeAtLeast, mustBeAbove, mustBeAboveUpTo, mustBeFiniteAtLeast,
        mustBeFinite, mustNotBeZero, mustNotBeNegative, isTooLarge, notDecimalOrZero, tooManyDecimalsAnywhere,
        notADayWithExample, notALocalMoment, notADayOrInstant, notAMomentOrDay, notATimeOfDay, mustNotBeBefore,
        mustNotBeBeforeDay, mustBeInFuture, mustNotBeInFuture, mustBeInYears, notATimeZone, unknownTimeZone,
        mustNotBeEmpty, isEmpty, tooLongText, badLengthText, tooLongPlainText, badPlainText, badLine, badWord,
        hasControls, tooManyBytes, tooLargeFile, notATicker, notAColour, notAnAddress, notBase64, mustBeGivenOnce,
        notACursor, notACursorBefore, notACursorOfFilter, notACursorOfQuestion, notACursorOfStatement,
        mustBeAnswered,
    ]
}
