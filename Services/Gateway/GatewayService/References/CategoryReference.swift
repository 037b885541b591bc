import Signals

/// Resolves a category as pages show it: the catalogue's `music` is shown as `музыка` in Russian.
enum CategoryReference {
    /// Replaces a shown word in the category of a filter with the category itself.
    ///
    /// A category of the person's own takes precedence.
    static func resolve(in arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        guard let typed = arguments.text("category"), let meant = CategoryText.category(shownAs: typed) else { return }
        let categories = try await scene.desk.ask(HistorySignal.Categories()).categories
        guard !categories.contains(where: { $0.category == typed }) else { return }
        arguments["category"] = .text(meant)
    }

    /// What a shell proposes for a category: its name, and the word that pages show for it.
    static func proposals(_ category: HistorySignal.CategoryCount) -> [Proposal] {
        let shown = CategoryText.of(category.category).description
        let typed = shown == category.category || shown.contains(" ") ? [] : [Proposal(shown, category.category)]
        return [Proposal(category.category, "\(category.count)")] + typed
    }
}
