import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewaySession
@testable import GatewayWords

/// Signing in and registering: their input and their output.
@Suite @MainActor struct PeopleSceneTests {
    nonisolated private static let person = AuthSignal.SignedIn(
        user: AuthSignal.User(id: "u1", name: "Anna", email: "anna@example.org"),
        session: AuthSignal.Session(
            id: "s1", userId: "u1", token: "token", refreshToken: "refresh", expiresAt: AppSamples.now + .seconds(900)))

    private func type(_ text: String, into field: String, of presenter: StatePresenter<some Sendable>) {
        presenter.receive(.focus(field: field))
        presenter.receive(.fill(field: field, text))
    }

    @Test func aPasswordSignsIn() async throws {
        let services = FakeServices { $0.answer(AuthSignal.Login.self, Self.person) }
        let tree = fakeTree(services)
        let presenter = SignInPresenter(notice: nil, signals: tree, tools: .forTests())
        var came: String?
        presenter.output = { if case .signedIn(let person) = $0 { came = person.user.name } }
        type("anna", into: "login", of: presenter)
        presenter.receive(.enter)
        #expect(presenter.state.form.focused?.name == "password", "the empty field first")
        type("correct horse", into: "password", of: presenter)
        presenter.receive(.enter)
        #expect(presenter.state.isBusy)
        try await eventuallyOnMain("somebody is signed in") { came != nil }
        #expect(came == "Anna")
        let asked = try #require(services.signals(of: AuthSignal.Login.self).first)
        #expect(asked.login == "anna" && asked.password == "correct horse" && asked.code == nil)
    }

    /// A page sends all fields at once.
    @Test func anEmptyFieldIsTold() async throws {
        let services = FakeServices { $0.answer(AuthSignal.Login.self, Self.person) }
        let tree = fakeTree(services)
        let presenter = SignInPresenter(notice: nil, signals: tree, tools: .forTests())
        presenter.receive(.focus(field: "password"))
        presenter.receive(.enter)
        #expect(presenter.state.form.fields.allSatisfy { $0.problem == RegisterTexts.empty })
        #expect(services.signals.isEmpty && presenter.state.form.focused?.name == "login")
    }

    @Test func aCodeIsAskedForWhereOneIsNeeded() async throws {
        let services = FakeServices { answers in
            answers.answer(AuthSignal.Login.self) { signal, _ in
                guard signal.code == "492039" else { throw Fault(.codeRequired, "A code is needed.") }
                return Self.person
            }
        }
        let tree = fakeTree(services)
        let presenter = SignInPresenter(notice: nil, signals: tree, tools: .forTests())
        var isIn = false
        presenter.output = { _ in isIn = true }
        type("anna", into: "login", of: presenter)
        type("secret", into: "password", of: presenter)
        presenter.receive(.enter)
        try await eventuallyOnMain("a code is asked for") { presenter.state.form.focused?.name == "code" }
        #expect(presenter.state.form["login"] == "anna")
        type("492039", into: "code", of: presenter)
        presenter.receive(.enter)
        try await eventuallyOnMain("somebody is signed in") { isIn }
    }

    @Test func aRefusalIsSaidAndGoesWithTheNextLetter() async throws {
        let services = FakeServices {
            $0.refuse(AuthSignal.Login.self, Fault(.invalidCredentials, .loginPasswordOrCodeWrong))
        }
        let tree = fakeTree(services)
        let presenter = SignInPresenter(notice: nil, signals: tree, tools: .forTests())
        type("anna", into: "login", of: presenter)
        type("wrong", into: "password", of: presenter)
        presenter.receive(.enter)
        try await eventuallyOnMain("it is refused") { presenter.state.fault != nil }
        #expect(
            presenter.state.fault?.message.spoken(in: .russian)
                == "Имя, пароль или код неверны; проверьте их и повторите.")
        type("better", into: "password", of: presenter)
        #expect(presenter.state.fault == nil)
    }

    /// A fault whose trace is noted is told in every language.
    @Test func aTracedRefusalKeepsItsReason() {
        let fault = Fault(.invalidCredentials, .loginOrPasswordWrong)
        let noted = fault.noting(RunTrace().context.traceID)
        #expect(noted.reason == fault.reason)
        #expect(
            SceneFault(noted).message.spoken(in: .russian) == "Имя или пароль неверны; проверьте их и повторите.")
    }

    @Test func registeringChecksWhileItIsTyped() async throws {
        let services = FakeServices { answers in
            answers.refuse(AuthSignal.Register.self, Fault(.emailTaken, "It is taken.", field: "email"))
        }
        let tree = fakeTree(services)
        let presenter = RegisterPresenter(signals: tree, tools: .forTests())
        type("anna@example.org", into: "email", of: presenter)
        type("correct horse", into: "password", of: presenter)
        type("corr", into: "again", of: presenter)
        #expect(presenter.state.form.fields.allSatisfy { $0.problem == nil }, "a beginning is not wrong yet")
        type("corx", into: "again", of: presenter)
        #expect(presenter.state.form.fields.last?.problem != nil)
        presenter.receive(.enter)
        #expect(services.signals.isEmpty)
        type("correct horse", into: "again", of: presenter)
        presenter.receive(.enter)
        try await eventuallyOnMain("it is refused at the field") { presenter.state.form.fields[0].problem != nil }
        #expect(presenter.state.form.focused?.name == "email")
    }

    @Test func telegramWaitsUntilTheNumberIsPicked() async throws {
        let services = FakeServices { answers in
            answers.answer(
                AuthSignal.StartTelegram.self,
                AuthSignal.TelegramAttempt(
                    attempt: "a1", link: "https://t.me/bot?start=x", number: 42,
                    expiresAt: AppSamples.now + .seconds(300)))
            let polls = Counter()
            answers.answer(AuthSignal.PollTelegram.self) { _, _ in
                switch polls.next() {
                case 1: return AuthSignal.TelegramProgress(state: .waiting)
                case 2: throw Fault(.unavailable, "Auth is being restarted.")
                default:
                    return AuthSignal.TelegramProgress(
                        state: .confirmed, user: Self.person.user, session: Self.person.session)
                }
            }
        }
        let tree = fakeTree(services)
        let presenter = TelegramPresenter(signals: tree, tools: .forTests(), interval: .milliseconds(1))
        var came: String?
        presenter.output = { came = $0.user.name }
        presenter.open()
        try await eventuallyOnMain("somebody is signed in") { came == "Anna" }
        #expect(presenter.state.attempt.value?.number == 42)
    }
}
