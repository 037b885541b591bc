import Coordination
import Domain
import Signals
import Synchronization
import TestSupport
import Testing

@testable import GatewayScenes

/// A request that a person repeats for lack of an answer is executed once.
@Suite @MainActor struct OpenAttemptTests {
    /// A service that fails a number of times, and records the idempotency keys.
    private final class Flaky: Sendable {
        private let state: Mutex<(faults: [Fault], keys: [String?])>
        var keys: [String?] { state.withLock { $0.keys } }

        init(_ faults: [Fault]) { state = Mutex((faults, [])) }

        func take(_ context: SignalContext) throws {
            let fault = state.withLock { state in
                state.keys.append(context.idempotencyKey)
                return state.faults.isEmpty ? nil : state.faults.removeFirst()
            }
            if let fault { throw fault }
        }
    }

    private func presenter(
        _ service: Flaky
    ) -> (presenter: StatePresenter<Int>, tree: RelayCoordinator) {
        let tree = fakeTree(
            FakeServices { answers in
                answers.answer(LedgerSignal.Freeze.self) { _, context in
                    try service.take(context)
                    return LedgerSignal.AccountAnswer(account: AppSamples.main)
                }
                answers.answer(LedgerSignal.Accounts.self) { _, context in
                    try service.take(context)
                    return LedgerSignal.AccountList(accounts: [])
                }
                answers.answer(AuthSignal.Login.self) { _, context in
                    try service.take(context)
                    throw Fault(.invalidCredentials, "It is wrong.")
                }
            })
        return (StatePresenter(0, signals: tree, tools: .forTests()), tree)
    }

    private static let lost = Fault(.deadlineExceeded, "No answer came.")

    @Test func theKeyStaysWhileTheOutcomeIsNotKnownAndOnlyThen() async throws {
        let service = Flaky([Self.lost, Fault(.unavailable, "Nobody is there."), Fault(.notFound, "There is none.")])
        let (presenter, tree) = presenter(service)
        let change = LedgerSignal.Freeze(account: "a1")
        // No answer, unavailable, refused permanently, done, requested again.
        for _ in 0..<5 { _ = try? await presenter.ask(change) }
        let keys = try service.keys.map { try #require($0) }
        #expect(keys[0] == keys[1] && keys[1] == keys[2])
        #expect(Set(keys[2...]).count == 3)
        withExtendedLifetime(tree) {}
    }

    @Test func whatIsAskedForAfterSomethingElseIsMeantAnew() async throws {
        let service = Flaky([Self.lost, Self.lost])
        let (presenter, tree) = presenter(service)
        // Frozen without an answer; unfrozen elsewhere in the scene; frozen again.
        for id in ["a1", "a2", "a1"] { _ = try? await presenter.ask(LedgerSignal.Freeze(account: id)) }
        let keys = try service.keys.map { try #require($0) }
        #expect(Set(keys).count == 3)
        withExtendedLifetime(tree) {}
    }

    @Test func whatChangesNothingAndWhatNeedsNoSessionHasNone() async throws {
        let service = Flaky([])
        let (presenter, tree) = presenter(service)
        _ = try await presenter.ask(LedgerSignal.Accounts())
        _ = try? await presenter.ask(AuthSignal.Login(login: "anna", password: "secret"))
        #expect(service.keys == [nil, nil])
        withExtendedLifetime(tree) {}
    }
}
