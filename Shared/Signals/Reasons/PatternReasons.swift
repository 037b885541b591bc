import Reasons

extension Reason {
    public static let noPattern = Reason(
        "noPattern", "You have no pattern of this id.", "Такого паттерна у вас нет.")
    public static let watchListFull = Reason(
        "watchListFull", "A watch-list holds at most {limit security|securities}; take some off it first.",
        "Следить можно не больше чем за {limit бумагой|бумагами|бумагами}; сначала уберите лишние.")
    public static let notWatched = Reason(
        "notWatched", "{ticker} is not on your watch-list.", "За {ticker} вы не следите.")
    public static let noPatternNow = Reason(
        "noPatternNow", "No pattern of your securities ends now.",
        "Сейчас ни у одной вашей бумаги нет паттерна; gateway patterns watch list перечислит, за чем вы следите.")
    public static let noRisePromised = Reason(
        "noRisePromised",
        "None of your patterns promises a rise; the list of patterns shows those that promise a fall.",
        "Ни один ваш паттерн не обещает роста; gateway patterns list покажет те, что обещают падение.")
    public static let scannerIsBehind = Reason(
        "scannerIsBehind", "scanner has told of newer candles of {ticker} and does not show them.",
        "Служба scanner сообщила о новых свечах {ticker}, но не показывает их.")
    public static let badScannerEvent = Reason(
        "badScannerEvent", "Event {sequence} of scanner does not have the form it must have.",
        "Событие {sequence} службы scanner не той формы.")
    // How old an answer is.
    public static let scannerIsAskedAgain = rule(
        "scannerIsAskedAgain",
        "scanner is being asked again; {stale pattern rests|patterns rest} on candles that have changed since",
        "служба scanner опрашивается снова; у {stale паттерна|паттернов|паттернов} свечи с тех пор изменились")
    public static let scannerIsSilent = rule(
        "scannerIsSilent", "scanner does not answer now", "служба scanner сейчас не отвечает")
    public static let scannerIsSilentSince = rule(
        "scannerIsSilentSince", "scanner does not answer now; this is how things stood at {at}",
        "служба scanner сейчас не отвечает; так было {at}")
    public static let scannerIsSilentAndStale = rule(
        "scannerIsSilentAndStale",
        "scanner does not answer now; this is how things stood at {at}; "
            + "{stale pattern rests|patterns rest} on candles that have changed since",
        "служба scanner сейчас не отвечает; так было {at}; "
            + "у {stale паттерна|паттернов|паттернов} свечи с тех пор изменились")
    public static let securitiesToScan = rule(
        "securitiesToScan", "{securities security|securities}", "{securities бумага|бумаги|бумаг}")

    /// The reasons of patterns.
    public static let patterns: [Reason] = [
        noPattern, watchListFull, notWatched, noPatternNow, noRisePromised, scannerIsBehind, badScannerEvent,
        scannerIsAskedAgain, scannerIsSilent, scannerIsSilentSince, scannerIsSilentAndStale, securitiesToScan,
    ]
}
