import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWords

/// Scheduled transfers: listed, created, ended after a question.
@Suite @MainActor struct ScheduleSceneTests {
    private static func services(
        hasCodes: Bool = true,
        make: @escaping @Sendable (LedgerSignal.MakeSchedule, SignalContext) throws -> Void = { _, _ in }
    ) -> FakeServices {
        let schedule = AppSamples.schedule("15000", next: AppSamples.today.adding(days: 3))
        return FakeServices { answers in
            answers.answer(
                LedgerSignal.Accounts.self,
                LedgerSignal.AccountList(accounts: [AppSamples.main, AppSamples.savings]))
            answers.answer(LedgerSignal.Schedules.self, LedgerSignal.ScheduleList(schedules: [schedule]))
            answers.answer(LedgerSignal.CancelSchedule.self, LedgerSignal.ScheduleAnswer(schedule: schedule))
            answers.answer(LedgerSignal.MakeSchedule.self) { signal, context in
                try make(signal, context)
                return LedgerSignal.ScheduleAnswer(schedule: schedule)
            }
            answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: hasCodes))
        }
    }

    @Test func oneEndsAfterAYes() async throws {
        let services = Self.services()
        let tree = fakeTree(services)
        let presenter = SchedulesPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("they are listed") { presenter.state.schedules.value?.count == 1 }
        presenter.receive(.perform("end"))
        presenter.receive(.enter)
        #expect(presenter.state.question == nil && services.signals(of: LedgerSignal.CancelSchedule.self).isEmpty)
        presenter.receive(.perform("end"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it has ended") { presenter.state.said == SchedulesTexts.ended }
        #expect(services.signals(of: LedgerSignal.CancelSchedule.self).map(\.id) == ["s1"])
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func aKeyPausesAndResumes() async throws {
        let status = Recorded<LedgerSignal.ScheduleStatus>()
        let (next, resumedAs) = (AppSamples.today.adding(days: 3), Recorded<LedgerSignal.ScheduleStatus>())
        @Sendable func now() -> LedgerSignal.Schedule {
            AppSamples.schedule("15000", next: next, status: status.values.last ?? .active)
        }
        let services = FakeServices { answers in
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(LedgerSignal.Schedules.self) { _, _ in LedgerSignal.ScheduleList(schedules: [now()]) }
            answers.answer(LedgerSignal.PauseSchedule.self) { _, _ in
                status.add(.paused)
                return LedgerSignal.ScheduleAnswer(schedule: now())
            }
            answers.answer(LedgerSignal.ResumeSchedule.self) { _, _ in
                status.add(resumedAs.values.last ?? .active)
                return LedgerSignal.ScheduleAnswer(schedule: now())
            }
        }
        let tree = fakeTree(services)
        let presenter = SchedulesPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("they are listed") { presenter.state.schedules.value?.count == 1 }
        func turn(_ said: Text, _ status: LedgerSignal.ScheduleStatus) async throws {
            presenter.receive(.perform("pause"))
            try await eventuallyOnMain("\(status)") {
                presenter.state.said == said && presenter.state.chosen?.status == (status.isOpen ? status : nil)
            }
        }
        try await turn(SchedulesTexts.paused, .paused)
        let screen = SchedulesView().screen(presenter.state)
        #expect(screen.actions.contains { $0.name == "pause" && $0.title == SchedulesTexts.resume })
        try await turn(SchedulesTexts.resumed(next: next), .active)
        try await turn(SchedulesTexts.paused, .paused)
        resumedAs.add(.ended)
        try await turn(SchedulesTexts.over, .ended)
        #expect(presenter.state.schedules.value?.isEmpty == true)
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    private func form(_ services: FakeServices) async throws -> (ScheduleFormPresenter, Counter, RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = ScheduleFormPresenter(signals: tree, tools: .forTests())
        let done = Counter()
        presenter.output = { _ = done.next() }
        presenter.open()
        try await eventuallyOnMain("the form is there") { !presenter.state.form.fields.isEmpty }
        return (presenter, done, tree)
    }

    @Test func aNewOneIsCheckedAskedAboutAndSetUpOnce() async throws {
        let keys = Recorded<String?>()
        let services = Self.services { _, context in
            keys.add(context.idempotencyKey)
            if keys.values.count == 1 { throw Fault(.unavailable, "Ledger is being restarted.") }
        }
        let (presenter, done, tree) = try await form(services)
        presenter.receive(.perform("save"))
        #expect(presenter.state.form.focused?.name == "to" && presenter.state.question == nil)
        presenter.receive(.fill(field: "to", "savings"))
        presenter.receive(.fill(field: "amount", "500"))
        presenter.receive(.fill(field: "start", "31.02.2026"))
        presenter.receive(.perform("save"))
        #expect(presenter.state.form.focused?.name == "start")
        presenter.receive(.fill(field: "start", AppSamples.today.adding(days: 2).description))
        presenter.receive(.perform("save"))
        #expect(presenter.state.question?.chosenAnswer.kind == .no)
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is said that ledger is gone") { presenter.state.fault?.code == .unavailable }
        try await eventuallyOnMain("it may be asked for again") { !presenter.state.isSending }
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { done.value == 1 }
        #expect(keys.values.count == 2 && Set(keys.values).count == 1, "by one key")
        let made = try #require(services.signals(of: LedgerSignal.MakeSchedule.self).last)
        #expect(made.from == AppSamples.main.id && made.to == AppSamples.savings.id)
        #expect(made.amount == AppSamples.money("500") && made.start == AppSamples.today.adding(days: 2))
        #expect(made.every == LedgerSignal.Every(count: 1, unit: .month) && made.description == nil)
        withExtendedLifetime(tree) {}
    }

    @Test func whatTakesACodeAsksForIt() async throws {
        let services = Self.services { signal, _ in
            guard signal.code == "123456" else { throw Fault(.confirmationRequired, "It takes a code.") }
        }
        let (presenter, done, tree) = try await form(services)
        presenter.receive(.fill(field: "to", "savings"))
        presenter.receive(.fill(field: "amount", "500"))
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it asks for one") { presenter.state.form.focused?.name == "code" }
        try await eventuallyOnMain("it may be asked for again") { !presenter.state.isSending }
        for character in "123456" { presenter.receive(.type(character)) }
        presenter.receive(.enter)
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { done.value == 1 }
        withExtendedLifetime(tree) {}
    }

    @Test func whereCodesAreOffItIsSaidWhereTheyAreTurnedOn() async throws {
        let services = Self.services(hasCodes: false) { _, _ in throw Fault(.confirmationRequired, "It takes a code.") }
        let (presenter, _, tree) = try await form(services)
        presenter.receive(.fill(field: "to", "savings"))
        presenter.receive(.fill(field: "amount", "500"))
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is refused") { presenter.state.fault?.message == CodesTexts.neededButOff }
        #expect(!presenter.state.form.fields.contains { $0.name == "code" })
        withExtendedLifetime(tree) {}
    }
}
