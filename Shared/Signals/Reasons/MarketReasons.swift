import Reasons

extension Reason {
    // Showing.
    public static let noCandles = Reason(
        "noCandles", "There are no candles for {ticker}.",
        "Свечей {ticker} нет; gateway market list перечисляет бумаги.")
    public static let noCandlesInTimeframe = Reason(
        "noCandlesInTimeframe", "There are no candles for {ticker} in the timeframe {timeframe}.",
        "Свечей {ticker} с шагом {timeframe} нет; gateway market list перечисляет бумаги.")
    public static let pointsNeeded = rule(
        "pointsNeeded", "must be given for {candles candle|candles}: at most {most} can be shown individually",
        "нужно указать для {candles свечи|свечей|свечей}: по одной можно показать не больше {most}")
    public static let notABoundInYears = rule(
        "notABoundInYears",
        "must be a day such as 2025-10-08 or a moment such as 2025-10-08T15:30, in the years {least} to {most}",
        "нужен день, например 2025-10-08, или время, например 2025-10-08T15:30; годы от {least} до {most}")
    // Importing.
    public static let oneSourceNeeded = rule(
        "oneSourceNeeded", "must be given, or {other@} or {another@} instead: exactly one of them",
        "нужно указать что-то одно: его, {other@} или {another@}")
    public static let tooManyCandles = rule(
        "tooManyCandles", "must have at most {most candle|candles}, but has {candles}",
        "не больше {most свечи|свечей|свечей}, а здесь {candles}")
    public static let hasNoCandle = rule("hasNoCandle", "has no candles", "нет ни одной свечи")
    public static let tickerNotSaid = rule(
        "tickerNotSaid", "is required: the candles do not name their security",
        "нужно указать: бумага в свечах не названа")
    public static let timeframeNotSaid = rule(
        "timeframeNotSaid", "is required: the candles of this file are {minutes minute|minutes} apart",
        "нужно указать: свечи файла идут через {minutes минуту|минуты|минут}")
    public static let isDateOfOther = rule("isDateOfOther", "repeats that of {other@}", "та же, что у {other@}")
    public static let mustNotBeAboveBody = rule(
        "mustNotBeAboveBody", "must not be above the open or the close", "не может быть выше открытия и закрытия")
    public static let mustNotBeBelowBody = rule(
        "mustNotBeBelowBody", "must not be below the open or the close", "не может быть ниже открытия и закрытия")
    // Splits, and securities that are made up or another's.
    public static let noSplit = Reason(
        "noSplit", "There is no split of {ticker} on {day}.", "Дробления {ticker} {day} нет.")
    public static let mustDifferFrom = rule(
        "mustDifferFrom", "must differ from {other@}", "нужно другое число, чем {other@}")
    public static let mustEndBeforeYear = rule(
        "mustEndBeforeYear", "must end before the year {year}", "должно кончиться до {year} года")
    public static let securityIsAnothers = Reason(
        "securityIsAnothers", "{ticker} was added by another user; only that user can change or remove it.",
        "{ticker} добавил на рынок другой пользователь; только он может менять и убирать эту бумагу.")
    public static let candlesAreAnothers = Reason(
        "candlesAreAnothers",
        "{ticker} belongs to another user, and {candles} of these candles would change existing ones.",
        "{ticker} принадлежит другому пользователю, а загрузка изменила бы его свечи: {candles}.")
    public static let securityIsTraded = Reason(
        "securityIsTraded", "{ticker} has candles from real trading; choose another ticker.",
        "У {ticker} есть настоящие свечи; выберите другой тикер.")
    // Scanning.
    public static let tooManyWindows = Reason(
        "tooManyWindows", "More than {limit window|windows} match; use smaller tolerances or a shorter period.",
        "Подходит больше {limit окна|окон|окон}; уменьшите допуски или период.")
    public static let tooManyScans = Reason(
        "tooManyScans", "Too many scans are waiting already; try again in a moment.",
        "Слишком много поисков в очереди; повторите чуть позже.")
    public static let noCandleIsFinished = rule(
        "noCandleIsFinished", "has no finished candle of any security", "законченных свечей нет ни у одной бумаги")
    public static let mustNotBeAfter = rule(
        "mustNotBeAfter", "must not be after {other@}", "не может быть позже, чем {other@}")
    public static let mustNotBeAfterMoment = rule(
        "mustNotBeAfterMoment", "must not be after {other@}, which is {moment}",
        "не может быть позже, чем {other@} ({moment})")
    public static let noFinishedCandleBetween = rule(
        "noFinishedCandleBetween", "has no finished candle between {from} and {to} as of {asOf}",
        "на {asOf} между {from} и {to} нет законченных свечей")
    public static let needsTwoCandles = rule(
        "needsTwoCandles", "must have at least two candles for a chart scan",
        "для поиска по графику нужны хотя бы две свечи")
    public static let mustNameSecurities = rule(
        "mustNameSecurities", "must name 1 to {most security|securities}",
        "нужно назвать от 1 до {most бумаги|бумаг|бумаг}")
    public static let onlyForChartScans = rule(
        "onlyForChartScans", "is for chart scans only", "годится только для поиска по графику")
    public static let onlyForCandleScans = rule(
        "onlyForCandleScans", "is for candle scans only", "годится только для поиска по свечам")
    public static let mustNotBeBelow = rule(
        "mustNotBeBelow", "must not be below {other@}, which is {least}",
        "не может быть меньше, чем {other@} ({least})")
    public static let tailTooLong = rule(
        "tailTooLong", "must be less than the number of candles in the segment, {candles}",
        "должно быть меньше числа свечей отрезка, а их {candles}")
    public static let noWindowLeft = rule(
        "noWindowLeft", "leaves no window of at least two candles for {candles candle|candles}",
        "при {candles свече|свечах|свечах} не остаётся окна хотя бы из двух")
    // Progress.
    public static let candlesFetched = rule(
        "candlesFetched", "{candles candle|candles}", "{candles свеча|свечи|свечей}")
    public static let searching = rule("searching", "searching", "поиск")
    public static let windowsFound = rule(
        "windowsFound", "{windows window|windows} so far", "пока {windows окно|окна|окон}")

    /// The reasons of scanner.
    public static let market: [Reason] = [
        noCandles, noCandlesInTimeframe, pointsNeeded, notABoundInYears, oneSourceNeeded, tooManyCandles,
        hasNoCandle, tickerNotSaid, timeframeNotSaid, isDateOfOther, mustNotBeAboveBody, mustNotBeBelowBody,
        noSplit, mustDifferFrom, mustEndBeforeYear, securityIsAnothers, candlesAreAnothers, securityIsTraded,
        tooManyWindows, tooManyScans, noCandleIsFinished, mustNotBeAfter, mustNotBeAfterMoment,
        noFinishedCandleBetween, needsTwoCandles, mustNameSecurities, onlyForChartScans, onlyForCandleScans,
        mustNotBeBelow, tailTooLong, noWindowLeft, candlesFetched, searching, windowsFound,
    ]
}
