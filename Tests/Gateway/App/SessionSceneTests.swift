import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes

/// Sessions: listed, and ended after a question.
@Suite @MainActor struct SessionSceneTests {
    nonisolated static let sessions = [
        AuthSignal.SessionSummary(
            id: "s2", device: "телефон", createdAt: AppSamples.now, lastUsedAt: AppSamples.now, isCurrent: false),
        AuthSignal.SessionSummary(
            id: "s1", device: "laptop", createdAt: AppSamples.now, lastUsedAt: AppSamples.now, isCurrent: true),
        AuthSignal.SessionSummary(
            id: "s3", createdAt: AppSamples.now, lastUsedAt: AppSamples.now, isCurrent: false),
    ]

    private func opened(_ services: FakeServices) async throws -> (SessionsPresenter, RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = SessionsPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("they are listed") { presenter.state.sessions.value != nil }
        return (presenter, tree)
    }

    private static func services() -> FakeServices {
        FakeServices { answers in
            answers.answer(AuthSignal.Sessions.self, AuthSignal.SessionList(sessions: sessions))
            answers.answer(AuthSignal.EndSession.self, AuthSignal.Done(done: true))
            answers.answer(AuthSignal.EndOtherSessions.self, AuthSignal.EndedSessions(ended: 2))
        }
    }

    @Test func thisOneComesFirstAndIsNotEndedHere() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        #expect(presenter.state.sessions.value?.map(\.id) == ["s1", "s2", "s3"])
        let end = SessionsView().screen(presenter.state).actions.first { $0.name == "end" }
        #expect(end?.obstacle == SessionsTexts.isCurrent)
        presenter.receive(.perform("end"))
        #expect(presenter.state.question == nil)
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func anotherOneEndsAfterAYes() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        presenter.receive(.step(.down))
        presenter.receive(.perform("end"))
        presenter.receive(.enter)
        #expect(presenter.state.question == nil && services.signals(of: AuthSignal.EndSession.self).isEmpty)
        presenter.receive(.perform("end"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is said") { presenter.state.said == SessionsTexts.ended(1) }
        #expect(services.signals(of: AuthSignal.EndSession.self).map(\.id) == ["s2"])
        presenter.receive(.perform("end-others"))
        #expect(presenter.goBack() && services.signals(of: AuthSignal.EndOtherSessions.self).isEmpty)
        presenter.receive(.perform("end-others"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is said") { presenter.state.said == SessionsTexts.ended(2) }
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func aRefusalIsSaid() async throws {
        let services = FakeServices { answers in
            answers.answer(AuthSignal.Sessions.self, AuthSignal.SessionList(sessions: Self.sessions))
            answers.refuse(AuthSignal.EndSession.self, Fault(.notFound, "There is no such session."))
        }
        let (presenter, tree) = try await opened(services)
        presenter.receive(.choose(1))
        presenter.receive(.perform("end"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is said") { presenter.state.fault?.code == .notFound }
        presenter.close()
        withExtendedLifetime(tree) {}
    }
}
