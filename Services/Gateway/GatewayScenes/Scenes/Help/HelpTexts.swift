import GatewayWords

enum HelpTexts {
    static let title = Text("Help", "Справка")
    static let search = Text("Search", "Поиск")
    static let key = Text("key", "клавиша")
    static let action = Text("what it does", "что делает")
    static let nothing = Text("Nothing of that name.", "Такого нет.")
    static let doIt = Text("do it", "выполнить")
    static let usualKeys = Text(
        """
        Arrows or j and k move, PgUp and PgDn by a page, Enter opens, Esc goes back, q or Ctrl-C leaves. Letters work \
        on the Russian layout too, where their keys are.
        """,
        """
        Стрелки или j и k — движение, PgUp и PgDn — по странице, Enter — открыть, Esc — назад, q или Ctrl-C — выход. \
        Буквы работают и в русской раскладке, на тех же клавишах.
        """
    )
    static let typingKeys = Text(
        "Tab and arrows go from field to field, Ctrl-U empties a field, Enter goes on, Esc goes back, Ctrl-C leaves.",
        "Tab и стрелки — по полям, Ctrl-U — очистить поле, Enter — дальше, Esc — назад, Ctrl-C — выход.")
}
