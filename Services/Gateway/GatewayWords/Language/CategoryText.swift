/// The categories that the catalogue of subscriptions gives, as words for people. They are words that people may use for
/// categories of their own as well; whatever else these are called, they stay as they are.
package enum CategoryText {
    package static func of(_ category: String) -> Text { Text("\(category)", "\(russian[category] ?? category)") }

    /// The category that is shown by a word in Russian; nil for any other word.
    package static func category(shownAs word: String) -> String? {
        let typed = FoldedWord.of(word)
        return russian.first { FoldedWord.of($0.value) == typed }?.key
    }

    /// By what stands in the catalogue and in the books. A test holds it complete against the catalogue.
    static let russian = [
        // What a payment has whose subscription has no category.
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
