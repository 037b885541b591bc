// Securities, their candles and scans: what scanner says.

extension ServiceSentences {
    static let market: KeyValuePairs = [
        // Showing.
        "There are no candles of {0}{1}.":
            "Свечей {0}{1!} нет; gateway market list перечисляет бумаги.",
        " in the timeframe {0}": " с шагом {0}",
        "must be given for {0} candles: at most {1} can be shown one by one":
            "нужно указать: свечей {0}, а по одной можно показать не больше {1}",
        "must be a day such as 2025-10-08 or a moment such as 2025-10-08T15:30, in the years {0} to {1}":
            "нужен день, например 2025-10-08, или время, например 2025-10-08T15:30; годы от {0} до {1}",

        // Files.
        "must be given, or candles or upload instead, and one of them only":
            "нужно указать что-то одно: его, candles или upload",
        "must have at most {0} candles": "не больше {0 свечи|свечей|свечей}",
        "has no candle": "нет ни одной свечи",
        "has no header with date, open, high, low and close among its first lines":
            "в первых строках нет заголовка с date, open, high, low и close",
        "must be given: the candles do not say of what they are": "нужно указать: в свечах не сказано, чьи они",
        "must be given: candles of this file are {0} minutes apart":
            "нужно указать: свечи файла идут через {0 минуту|минуты|минут}",
        "is that of candles[{0}] again": "повторяет: candles[{0}]",
        "{0} has {1}, and nothing was imported: {2}.": "Файл не загружен, в нём {1!}: {2!}.",
        "a bad line": "негодная строка",
        "{0} bad lines": "{0 негодная строка|негодные строки|негодных строк}",
        "line {0} {1}": "строка {0}: {1!}",
        "nothing": "пусто",
        "has {0} fields, the header {1}": "в ней {0 поле|поля|полей}, а в заголовке {1}",
        "is of {0}, those before of {1}": "она о {0}, а прежние о {1}",
        "has the date {0}, which can be meant both ways: say dateOrder":
            "дату {0!} можно понять двояко: укажите dateOrder",
        "has the date {0}, which is none": "{0!} — не дата",
        "has the date {0} again, as line {1}": "дата {0} уже была в строке {1}",
        "has {0} for {1}, which is no number": "{1} — {0!}, это не число",
        "must not be above the open or the close": "не может быть выше открытия и закрытия",
        "must not be below the open or the close": "не может быть ниже открытия и закрытия",

        // Fetching.
        "The Moscow Exchange cannot be asked now: {0}. Nothing was changed.":
            "Московская биржа сейчас не отвечает: {0!}. Ничего не изменилось.",
        "The exchange has no candles of {0} from {1} to {2}.": "У биржи нет свечей {0} с {1} по {2}.",
        "1 candle": "1 свеча",
        "{0} candles": "{0 свеча|свечи|свечей}",
        "must be letters and digits, as tickers of the Moscow Exchange are":
            "только буквы и цифры, как в тикерах Московской биржи",
        "must be 1m, 10m, 1h, 1d, 1w or 1mo at the Moscow Exchange":
            "у Московской биржи бывает 1m, 10m, 1h, 1d, 1w или 1mo",
        "it answers with status {0}": "её ответ — статус {0}",
        "it answers with something that is no JSON": "её ответ — не JSON",
        "its answer is too long": "её ответ слишком длинный",
        "what it sends is no JSON": "её ответ — не JSON",
        "its answer has no block of candles": "в её ответе нет блока свечей",
        "its candles have no {0}": "в её свечах нет {0}",
        "one of its candles lacks a price or a time": "в одной её свече нет цены или времени",
        "its candle of {0} is wrong: {1} {2}": "её свеча {0} неверна: {1}: {2!}",
        "it sends candles again or out of order": "она шлёт свечи повторно или не по порядку",
        "it sends pages without end": "её страницы не кончаются",

        // Splits and made-up securities.
        "There is no split of {0} on {1}.": "Дробления {0} {1} нет.",
        "must be another number than before": "нужно не то же число, что до дробления",
        "must end before the year {0}": "должно кончиться до {0} года",
        "{0} was put into the market by another user, who alone may change it or take it out.":
            "{0} добавил на рынок другой пользователь; только он может это менять и убирать.",
        "{0} is another user's, and {1} of these candles would change those that are there.":
            "{0} принадлежит другому пользователю, а свечи, которые уже есть, изменились бы: {1}.",
        "{0} was put in by another user, who alone may change what it pays.":
            "{0} добавил другой пользователь; только он может менять, что она платит.",
        "{0} was put in by another user, and {1} of these quotes would change those that are there.":
            "{0} добавил другой пользователь, а котировки, которые уже есть, изменились бы: {1}.",
        "{0} has candles that were really traded; take another ticker.":
            "У {0} есть настоящие свечи; возьмите другой тикер.",

        // Scanning.
        "More than {0} windows pass; take smaller tolerances or a shorter period.":
            "Подходит больше {0 окна|окон|окон}; уменьшите допуски или период.",
        "Too many scans wait already; try again in a moment.": "Слишком много поисков в очереди; повторите чуть позже.",
        "searching": "поиск",
        "1 window so far": "пока 1 окно",
        "{0} windows so far": "пока {0 окно|окна|окон}",
        "has no candle: none of any security is finished": "законченных свечей нет ни у одной бумаги",
        "must not be after asOf, which is {0}": "не может быть позже, чем asOf ({0})",
        "must not be after asOf": "не может быть позже, чем asOf",
        "must not be before segment.from": "не может быть раньше начала отрезка",
        "must not be before searchFrom": "не может быть раньше начала поиска",
        "has no finished candle between {0} and {1} as of {2}": "на {2} между {0} и {1} нет законченных свечей",
        "must have two candles for a chart scan, it has one": "для поиска по графику нужны две свечи, а здесь одна",
        "must have at most {0} candles, it has {1}": "не больше {0 свечи|свечей|свечей}, а здесь {1}",
        "must name 1 to {0} securities": "нужно назвать от 1 до {0 бумаги|бумаг|бумаг}",
        "belongs to scans of the kind {0}": "годится только для поиска {0!}",
        "chart": "по графику",
        "candle": "по свечам",
        "must not be below minScale, which is {0}": "не может быть меньше, чем minScale ({0})",
        "must be less than the segment's candles, of which there are {0}":
            "должно быть меньше числа свечей отрезка, а их {0}",
        "leaves no window of two candles or more for {0} candles":
            "при {0 свече|свечах|свечах} не остаётся окна хотя бы из двух",
    ]
}
