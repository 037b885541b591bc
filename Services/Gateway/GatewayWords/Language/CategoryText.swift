/// Names of the categories in the catalogue of subscriptions. People may use the same words for their own categories;
/// all other categories of theirs stay as written.
package enum CategoryText {
    package static func of(_ category: String) -> Text { Text("\(category)", "\(russian[category] ?? category)") }

    /// Returns the category that a Russian word stands for; nil for any other word.
    package static func category(shownAs word: String) -> String? {
        let typed = FoldedWord.of(word)
        return russian.first { FoldedWord.of($0.value) == typed }?.key
    }

    /// The Russian words by category, as the catalogue and the stored records name them. A test checks that the
    /// catalogue is covered.
    static let russian = [
        // The category of payments whose subscription has none.
        "subscriptions": "подписки",
        "video": "видео",
        "music": "музыка",
        "books": "книги",
        "news": "пресса",
        "bundle": "комплект",
        "cloud": "облако",
        "work": "работа",
        "development": "разработка",
        "ai": "ИИ",
        "social": "общение",
        "games": "игры",
        "education": "учёба",
        "health": "здоровье",
        "phone": "связь",
        "security": "безопасность",
        "home": "дом",
        "delivery": "доставка",
        "transport": "транспорт",
    ]
}
