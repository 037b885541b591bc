import Coordination
import Identity
import Signals

/// Answers for people, passwords and sessions.
public final class AuthActionService: ActionService {
    /// Its place in the tree; reached through isolated coordinators too.
    public let node = CoordinatorNode(options: .shared)
    /// The signals it answers.
    public let handlers: SignalHandlers

    /// What it works with.
    struct Interactors: Sendable {
        let register: RegisterInteractor
        let login: LoginInteractor
        let refresh: RefreshInteractor
        let endSession: EndSessionInteractor
        let account: AccountInteractor
        let sessions: SessionsInteractor
        let noteUses: NoteUsesInteractor
        let findPeople: FindPeopleInteractor
        let setUsername: SetUsernameInteractor
        let setZone: SetZoneInteractor
        let adoptZones: AdoptZonesInteractor
        let changePassword: ChangePasswordInteractor
        let setPassword: SetPasswordInteractor
        let endOtherSessions: EndOtherSessionsInteractor
        let factors: Factors
        let leaving: Leaving
        let telegram: Telegram
    }

    /// - Parameter keys: The public keys that tokens of users are checked with, the one that signs now first.
    init(_ interactors: Interactors, keys: [TokenKey]) {
        var handlers = SignalHandlers()
        Self.answerOpenSignals(interactors, keys, &handlers)
        Self.answerSessionSignals(interactors, &handlers)
        Self.answerZoneSignals(interactors, &handlers)
        Self.answerFactorSignals(interactors.factors, &handlers)
        Self.answerLeavingSignals(interactors.leaving, &handlers)
        Self.answerTelegramSignals(interactors.telegram, &handlers)
        self.handlers = handlers
    }

    private static func answerOpenSignals(
        _ interactors: Interactors, _ keys: [TokenKey], _ handlers: inout SignalHandlers
    ) {
        handlers.answer(AuthSignal.Register.self) { signal, context in
            let request = RegisterInteractor.Request(
                email: signal.email, password: signal.password, name: signal.name, username: signal.username,
                device: signal.device)
            return SignedInPresenter().present(try await interactors.register.execute(request, context: context))
        }
        handlers.answer(AuthSignal.Login.self) { signal, context in
            let request = LoginInteractor.Request(
                login: signal.login, password: signal.password, code: signal.code, device: signal.device,
                deviceCookie: signal.deviceCookie)
            return SignedInPresenter().present(try await interactors.login.execute(request, context: context))
        }
        handlers.answer(AuthSignal.Refresh.self) { signal, context in
            let request = RefreshInteractor.Request(refreshToken: signal.refreshToken)
            let issued = try await interactors.refresh.execute(request, context: context)
            return AuthSignal.Refreshed(session: SessionPresenter().present(issued))
        }
        handlers.answer(AuthSignal.Keys.self) { _, _ in
            AuthSignal.KeyList(keys: keys.map { AuthSignal.Key(id: $0.id, key: $0.text) })
        }
    }

    private static func answerZoneSignals(_ interactors: Interactors, _ handlers: inout SignalHandlers) {
        handlers.answer(AuthSignal.SetZone.self) { signal, context in
            let request = SetZoneInteractor.Request(zone: signal.zone, onlyIfUnset: signal.ifUnset ?? false)
            let zone = try await interactors.setZone.execute(request, context: context)
            return AuthSignal.ZoneAnswer(zone: zone.name, revision: zone.revision)
        }
        handlers.answer(AuthSignal.AdoptZones.self) { signal, context in
            let request = AdoptZonesInteractor.Request(zones: signal.zones.map { ($0.user, $0.zone) })
            return AuthSignal.AdoptedZones(adopted: try await interactors.adoptZones.execute(request, context: context))
        }
    }

    private static func answerSessionSignals(_ interactors: Interactors, _ handlers: inout SignalHandlers) {
        handlers.answer(AuthSignal.Me.self) { _, context in
            MePresenter().present(try await interactors.account.execute((), context: context))
        }
        handlers.answer(AuthSignal.Logout.self) { _, context in
            try await interactors.endSession.execute(EndSessionInteractor.Request(id: nil), context: context)
            return AuthSignal.Done(done: true)
        }
        handlers.answer(AuthSignal.EndSession.self) { signal, context in
            try await interactors.endSession.execute(EndSessionInteractor.Request(id: signal.id), context: context)
            return AuthSignal.Done(done: true)
        }
        handlers.answer(AuthSignal.Sessions.self) { _, context in
            SessionListPresenter().present(try await interactors.sessions.execute((), context: context))
        }
        handlers.answer(AuthSignal.NoteUses.self) { signal, context in
            let uses = signal.uses.map { SessionUse(sessionID: $0.session, lastUsedAt: $0.lastUsedAt) }
            let request = NoteUsesInteractor.Request(uses: uses)
            return AuthSignal.NotedUses(noted: try await interactors.noteUses.execute(request, context: context))
        }
        handlers.answer(AuthSignal.FindPeople.self) { signal, context in
            let request = FindPeopleInteractor.Request(
                userIDs: signal.userIds, usernames: signal.usernames ?? [])
            let users = try await interactors.findPeople.execute(request, context: context)
            return AuthSignal.PeopleFound(people: users.map(PersonPresenter().present))
        }
        handlers.answer(AuthSignal.SetUsername.self) { signal, context in
            let request = SetUsernameInteractor.Request(username: signal.username)
            let user = try await interactors.setUsername.execute(request, context: context)
            return AuthSignal.SetUsernameAnswer(user: UserPresenter().present(user))
        }
        handlers.answer(AuthSignal.EndOtherSessions.self) { _, context in
            AuthSignal.EndedSessions(ended: try await interactors.endOtherSessions.execute((), context: context))
        }
        handlers.answer(AuthSignal.ChangePassword.self) { signal, context in
            let request = ChangePasswordInteractor.Request(current: signal.current, new: signal.new)
            try await interactors.changePassword.execute(request, context: context)
            return AuthSignal.Done(done: true)
        }
        handlers.answer(AuthSignal.SetPassword.self) { signal, context in
            let request = SetPasswordInteractor.Request(email: signal.email, new: signal.new)
            let user = try await interactors.setPassword.execute(request, context: context)
            return AuthSignal.SetPasswordAnswer(user: UserPresenter().present(user))
        }
    }
}
