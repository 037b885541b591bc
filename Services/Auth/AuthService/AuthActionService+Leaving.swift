import Coordination
import Signals

extension AuthActionService {
    /// What forgotten passwords, lost devices and people who leave need.
    struct Leaving: Sendable {
        let issueReset: IssueResetInteractor
        let endSessions: EndSessionsInteractor
        let resetPassword: ResetPasswordInteractor
        let export: ExportInteractor
        let deleteUser: DeleteUserInteractor
    }

    static func answerLeavingSignals(_ leaving: Leaving, _ handlers: inout SignalHandlers) {
        handlers.answer(AuthSignal.IssueReset.self) { signal, context in
            let request = IssueResetInteractor.Request(login: signal.login)
            let issued = try await leaving.issueReset.execute(request, context: context)
            return AuthSignal.ResetCode(resetCode: issued.code.text, expiresAt: issued.expiresAt)
        }
        handlers.answer(AuthSignal.EndSessions.self) { signal, context in
            let request = EndSessionsInteractor.Request(login: signal.login)
            return AuthSignal.EndedSessions(ended: try await leaving.endSessions.execute(request, context: context))
        }
        handlers.answer(AuthSignal.ResetPassword.self) { signal, context in
            let request = ResetPasswordInteractor.Request(
                login: signal.login, recoveryCode: signal.recoveryCode, resetCode: signal.resetCode, new: signal.new)
            try await leaving.resetPassword.execute(request, context: context)
            return AuthSignal.Done(done: true)
        }
        handlers.answer(AuthSignal.Export.self) { _, context in
            ExportPresenter().present(try await leaving.export.execute((), context: context))
        }
        handlers.answer(AuthSignal.DeleteUser.self) { signal, context in
            let request = DeleteUserInteractor.Request(
                password: signal.password, code: signal.code, name: signal.name)
            try await leaving.deleteUser.execute(request, context: context)
            return AuthSignal.Done(done: true)
        }
    }
}
