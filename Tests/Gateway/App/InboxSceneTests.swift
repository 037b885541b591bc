import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWords

/// The inbox: its input and its output.
@Suite @MainActor struct InboxSceneTests {
    @Test func momentsInListsAreThoseOfThePersonsClocks() throws {
        let clocks = WallClocks()
        clocks.show(zone: "Europe/Moscow")
        let moment = try #require(Instant("2026-11-22T22:05:00Z"))
        let today = try #require(CalendarDay("2026-11-23"))
        let text = WallClocks.$current.withValue(clocks) { Text.shortMoment(moment, today: today) }
        #expect(text.spoken(in: .russian) == "23.11 01:05" && text.spoken(in: .english) == "23 Nov 01:05")
    }

    @Test func whatIsOpenedIsReadAndWhatIsPutAwayCanBeTakenBack() async throws {
        let services = FakeServices { answers in
            answers.answer(NotificationsSignal.List.self, AppSamples.inbox)
            answers.answer(
                NotificationsSignal.Read.self, NotificationsSignal.Changed(change: .read, ids: ["n1"], unread: 0))
            answers.answer(
                NotificationsSignal.Archive.self, NotificationsSignal.Changed(change: .archive, ids: ["n2"], unread: 0))
            answers.answer(
                NotificationsSignal.Undo.self, NotificationsSignal.Changed(change: .archive, ids: ["n2"], unread: 0))
            answers.refuse(NotificationsSignal.Snooze.self, Fault(.unavailable, "It is being restarted."))
        }
        let tree = fakeTree(services)
        let presenter = InboxPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the inbox is there") { presenter.state.inbox.value != nil }
        #expect(services.signals(of: NotificationsSignal.List.self).first?.language == .en)
        presenter.receive(.enter)
        // With the list that follows: until then, what is done next would be said and unsaid again.
        try await eventuallyOnMain("it is read") {
            services.signals(of: NotificationsSignal.Read.self).first?.ids == ["n1"]
                && services.signals(of: NotificationsSignal.List.self).count == 2
        }
        #expect(presenter.state.opened == "n1")
        #expect(presenter.goBack() && presenter.state.opened == nil)
        presenter.receive(.choose(1))
        presenter.receive(.enter)
        #expect(services.signals(of: NotificationsSignal.Read.self).count == 1, "what is read is not read again")
        presenter.receive(.perform("archive"))
        try await eventuallyOnMain("it is put away") { presenter.state.said == InboxTexts.archived }
        presenter.receive(.perform("undo"))
        try await eventuallyOnMain("it is back") { presenter.state.said == InboxTexts.undone }
        presenter.receive(.perform("snooze"))
        try await eventuallyOnMain("it is said why not") { presenter.state.fault?.code == .unavailable }
        let snoozed = services.signals(of: NotificationsSignal.Snooze.self).first
        #expect(snoozed?.until == AppSamples.now + .seconds(86_400))
        presenter.close()
    }

    @Test func itIsInTheLanguageOfTheApp() async throws {
        let services = FakeServices { answers in answers.answer(NotificationsSignal.List.self, AppSamples.inbox) }
        let tree = fakeTree(services)
        try await Language.$current.withValue(.russian) {
            let presenter = InboxPresenter(signals: tree, tools: .forTests())
            presenter.open()
            try await eventuallyOnMain("the inbox is there") { presenter.state.inbox.value != nil }
            #expect(services.signals(of: NotificationsSignal.List.self).first?.language == .ru)
            presenter.close()
        }
    }
}
