import Coordination
import Signals
import TestSupport
import Testing

@testable import GatewayScenes

/// Scenes that were left are gone, with everything that a person typed there.
@Suite @MainActor struct ReleaseTests {
    /// A presenter retains its flow, so a flow that is gone has left no presenter behind.
    @Test(arguments: WebAddressTests.addresses) func aClosedWindowLeavesNothing(address: SceneAddress) async throws {
        let root = fakeTree(
            FakeServices { answers in
                answers.answer(
                    LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
                answers.answer(
                    HistorySignal.GetTransaction.self,
                    HistorySignal.TransactionAnswer(transaction: AppSamples.transaction(1)))
            })
        weak var window: WindowCoordinator?
        weak var flow: (any Coordinator)?
        do {
            let opened = WindowCoordinator(tools: .forTests(), account: FakeAccount("Anna"))
            root.startFlow(opened)
            // Nothing answers some of the addresses; their windows end like the others.
            try? await opened.open(address) {}
            window = opened
            flow = opened.node.children.last
            let shown = SceneWindow(address, router: opened.router) { opened.finishFlow() }
            shown.close()
        }
        try await eventuallyOnMain("window and flow are gone") { window == nil && flow == nil }
    }
}
