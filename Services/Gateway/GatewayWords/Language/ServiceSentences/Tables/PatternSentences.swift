// Watch-lists and the patterns that end now: what patterns says.

extension ServiceSentences {
    static let patterns: KeyValuePairs = [
        "You have no pattern of this id.": "Такого паттерна у вас нет.",
        "A watch-list holds at most {0} securities; take some off it first.":
            "Следить можно не больше чем за {0 бумагой|бумагами|бумагами}; сначала уберите лишние.",
        "{0} is not on your watch-list.": "За {0} вы не следите.",
        "No pattern of your securities ends now.":
            "Сейчас ни у одной вашей бумаги нет паттерна; gateway patterns watch list перечислит, за чем вы следите.",
        "None of your patterns promises a rise; the list of patterns shows those that promise a fall.":
            "Ни один ваш паттерн не обещает роста; gateway patterns list покажет те, что обещают падение.",
        "{0} securities": "{0 бумага|бумаги|бумаг}",
        "patterns is about to end.": "Служба patterns останавливается.",
        "scanner has told of newer candles of {0} and does not show them.":
            "Служба scanner сообщила о новых свечах {0}, но не показывает их.",

        // How old it is.
        "scanner is being asked again{0}": "служба scanner опрашивается снова{0!}",
        "scanner does not answer now{0}{1}": "служба scanner сейчас не отвечает{0!}{1!}",
        "; this is how things stood at {0} UTC": "; так было в {0} UTC",
        "; 1 pattern rests on candles that have changed since": "; у 1 паттерна свечи с тех пор изменились",
        "; {0} patterns rest on candles that have changed since":
            "; у {0 паттерна|паттернов|паттернов} свечи с тех пор изменились",
    ]
}
