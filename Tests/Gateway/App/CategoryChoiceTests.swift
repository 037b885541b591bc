import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes

/// Giving a transaction an existing or a new category, and a rule for similar ones.
@Suite @MainActor struct CategoryChoiceTests {
    nonisolated static let categories = [
        HistorySignal.CategoryCount(category: "food", count: 12),
        HistorySignal.CategoryCount(category: "books", count: 3),
        HistorySignal.CategoryCount(category: "video", count: 7),
    ]

    private static func services(
        set: @escaping @Sendable () throws -> Void = {}
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(
                HistorySignal.Categories.self, HistorySignal.CategoryList(categories: categories, uncategorized: 4))
            answers.answer(HistorySignal.SetCategory.self) { _, _ in
                try set()
                return HistorySignal.CategorizedTransactions(transactions: [AppSamples.transaction(1)])
            }
            answers.answer(HistorySignal.AddRule.self) { signal, _ in
                HistorySignal.RuleAnswer(
                    rule: HistorySignal.CategoryRule(
                        id: "r1", contains: signal.contains, category: signal.category),
                    count: 9)
            }
        }
    }

    private func opened(_ services: FakeServices) async throws -> (CategoryChoicePresenter, Counter, RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = CategoryChoicePresenter(AppSamples.transaction(1), signals: tree, tools: .forTests())
        let done = Counter()
        presenter.output = { _ = done.next() }
        presenter.open()
        try await eventuallyOnMain("categories are there") { presenter.state.categories.value != nil }
        return (presenter, done, tree)
    }

    private func type(_ text: String, into presenter: CategoryChoicePresenter) {
        for character in text { presenter.receive(.type(character)) }
    }

    @Test func oneThereIsIsFoundInEitherLanguageAndTheRuleIsOffered() async throws {
        let services = Self.services()
        let (presenter, done, tree) = try await opened(services)
        type("кни", into: presenter)
        #expect(presenter.state.choices == [.known("books", count: 3), .new("кни")])
        presenter.receive(.enter)
        try await eventuallyOnMain("the rule is offered") { presenter.state.question != nil }
        let set = try #require(services.signals(of: HistorySignal.SetCategory.self).first)
        #expect(set.id == AppSamples.transaction(1).id && set.category == "books")
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { done.value == 1 }
        let rule = try #require(services.signals(of: HistorySignal.AddRule.self).first)
        #expect(rule.contains == AppSamples.transaction(1).description && rule.category == "books")
        withExtendedLifetime(tree) {}
    }

    @Test func aNewOneIsWhatWasTyped() async throws {
        let services = Self.services()
        let (presenter, done, tree) = try await opened(services)
        type("  garden   tools ", into: presenter)
        #expect(presenter.state.choices == [.new("garden tools")])
        presenter.receive(.enter)
        try await eventuallyOnMain("the rule is offered") { presenter.state.question != nil }
        presenter.receive(.enter)
        #expect(done.value == 1 && services.signals(of: HistorySignal.AddRule.self).isEmpty, "only this one")
        #expect(services.signals(of: HistorySignal.SetCategory.self).map(\.category) == ["garden tools"])
        withExtendedLifetime(tree) {}
    }

    @Test func aRefusalIsSaidAndLongNamesAreNotSent() async throws {
        let services = Self.services { throw Fault(.notFound, "There is no such transaction.") }
        let (presenter, done, tree) = try await opened(services)
        presenter.receive(.enter)
        try await eventuallyOnMain("it is said") { presenter.state.fault?.code == .notFound }
        #expect(services.signals(of: HistorySignal.SetCategory.self).map(\.category) == ["food"] && done.value == 0)
        presenter.receive(.paste(String(repeating: "я", count: 101)))
        presenter.receive(.enter)
        #expect(services.signals(of: HistorySignal.SetCategory.self).count == 1)
        withExtendedLifetime(tree) {}
    }
}
