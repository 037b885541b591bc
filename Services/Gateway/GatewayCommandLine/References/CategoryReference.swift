import Coordination
import GatewaySession
import GatewayWords
import Signals

/// Resolves a category as pages show it: the catalogue's `music` is shown as `музыка` in Russian.
package enum CategoryReference {
    /// Replaces a shown word in the category of a filter with the category itself.
    ///
    /// A category of the user's own takes precedence.
    package static func resolve(in arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        guard let typed = arguments.text("category"), let meant = CategoryText.category(shownAs: typed) else { return }
        let categories = try await scene.client.ask(HistorySignal.Categories()).categories
        guard !categories.contains(where: { $0.category == typed }) else { return }
        arguments["category"] = .text(meant)
    }

    /// Keeps a category exactly as typed, even if it resembles an existing one.
    package static let asTyped = FlagShape(
        "as-typed", .toggle,
        Text("A new category, although a similar one exists.", "Новая категория, хотя есть почти такая же."))

    /// Replaces a category in another case, or the word that pages show, with the existing category. A new category one
    /// slip away from an existing one must be confirmed with ``asTyped``.
    ///
    /// - Throws: ``UsageError`` for such a slip; faults of history.
    package static func settle(in arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        guard let typed = arguments.text("category"), !typed.isEmpty, !arguments.isOn("as-typed") else { return }
        let used = try await scene.client.ask(HistorySignal.Categories()).categories.map(\.category)
        let known = used + (try await scene.client.ask(HistorySignal.Rules()).rules.map(\.category))
        guard !known.contains(typed) else { return }
        let folded = FoldedWord.of(typed)
        if let same = known.first(where: { FoldedWord.of($0) == folded }) ?? CategoryText.category(shownAs: typed) {
            arguments["category"] = .text(same)
            return
        }
        let words = known.flatMap { category in [category, CategoryText.of(category).description] }
        guard let near = Suggestion.slip(of: typed, among: words) else { return }
        throw UsageError(
            Text("There is no category \(typed.debugDescription).", "Категории \(typed.debugDescription) нет."),
            hint: Text(
                "did you mean \(near)? --as-typed makes a new one",
                "может быть, \(near)? --as-typed сделает новую"), field: "category")
    }

    /// Does the same for commands that move money, best effort: an unreachable history is no reason to refuse a
    /// payment.
    package static func settleIfKnown(in arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        do {
            try await settle(in: &arguments, scene)
        } catch is Fault {
            return
        }
    }

    /// Returns the proposals of a shell for a category: its name, and the word that pages show for it.
    static func proposals(_ category: HistorySignal.CategoryCount) -> [Proposal] {
        let shown = CategoryText.of(category.category).description
        let typed = shown == category.category || shown.contains(" ") ? [] : [Proposal(shown, category.category)]
        return [Proposal(category.category, "\(category.count)")] + typed
    }
}
