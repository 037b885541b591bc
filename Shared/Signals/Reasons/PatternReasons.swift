import Reasons

extension Reason {
    public static let noPattern = Reason("noPattern", "You have no pattern with this id.", "Такого паттерна у вас нет.")
    public static let watchListFull = Reason(
        "watchListFull", "A watch-list holds at most {limit security|securities}; remove some first.",
        "Следить можно не больше чем за {limit бумагой|бумагами|бумагами}; сначала уберите лишние.")
    public static let notWatched = Reason(
        "notWatched", "{ticker} is not on your watch-list.", "За {ticker} вы не следите.")
    public static let noPatternNow = Reason(
        "noPatternNow", "None of your securities shows a pattern now.",
        "Сейчас ни у одной вашей бумаги нет паттерна; gateway patterns watch list перечислит, за чем вы следите.")
    public static let noRisePromised = Reason(
        "noRisePromised",
        "None of your patterns predicts a rise; the list of patterns shows those that predict a fall.",
        "Ни один ваш паттерн не предсказывает роста; gateway patterns list покажет те, что предсказывают падение.")
    public static let scannerIsBehind = Reason(
        "scannerIsBehind", "scanner announced newer candles of {ticker} but does not return them.",
        "Служба scanner сообщила о новых свечах {ticker}, но не отдаёт их.")
    public static let badScannerEvent = Reason(
        "badScannerEvent", "Event {sequence} of scanner is malformed.", "Событие {sequence} службы scanner повреждено.")
    // How old an answer is.
    public static let scannerIsAskedAgain = rule(
        "scannerIsAskedAgain",
        "scanner is being asked again; {stale pattern is|patterns are} based on candles that have changed since",
        "служба scanner опрашивается снова; у {stale паттерна|паттернов|паттернов} свечи с тех пор изменились")
    public static let scannerIsSilent = rule(
        "scannerIsSilent", "scanner is not answering now", "служба scanner сейчас не отвечает")
    public static let scannerIsSilentSince = rule(
        "scannerIsSilentSince", "scanner is not answering now; this is the state of {at}",
        "служба scanner сейчас не отвечает; данные на {at}")
    public static let scannerIsSilentAndStale = rule(
        "scannerIsSilentAndStale",
        "scanner is not answering now; this is the state of {at}; {stale pattern is|patterns are} based on candles "
            + "that have changed since",
        "служба scanner сейчас не отвечает; данные на {at}; у {stale паттерна|паттернов|паттернов} свечи с тех пор "
            + "изменились")
    public static let securitiesToScan = rule(
        "securitiesToScan", "{securities security|securities}", "{securities бумага|бумаги|бумаг}")

    /// The reasons of patterns.
    public static let patterns: [Reason] = [
        noPattern, watchListFull, notWatched, noPatternNow, noRisePromised, scannerIsBehind, badScannerEvent,
        scannerIsAskedAgain, scannerIsSilent, scannerIsSilentSince, scannerIsSilentAndStale, securitiesToScan,
    ]
}
