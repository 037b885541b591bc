import Coordination
import Signals

extension AuthActionService {
    /// What one-time codes and recovery codes work with.
    struct Factors: Sendable {
        let begin: BeginTOTPInteractor
        let confirm: ConfirmTOTPInteractor
        let change: ChangeFactorInteractor
        let checkCode: CheckCodeInteractor
        let prove: ProveInteractor
    }

    static func answerFactorSignals(_ factors: Factors, _ handlers: inout SignalHandlers) {
        handlers.answer(AuthSignal.BeginTOTP.self) { signal, context in
            let request = BeginTOTPInteractor.Request(password: signal.password)
            return TOTPSecretPresenter().present(try await factors.begin.execute(request, context: context))
        }
        handlers.answer(AuthSignal.ConfirmTOTP.self) { signal, context in
            let request = ConfirmTOTPInteractor.Request(
                code: signal.code, endsOtherSessions: signal.endOtherSessions ?? false)
            let codes = try await factors.confirm.execute(request, context: context)
            return AuthSignal.RecoveryCodes(recoveryCodes: codes.map(\.text))
        }
        handlers.answer(AuthSignal.DisableTOTP.self) { signal, context in
            let request = ChangeFactorInteractor.Request(
                password: signal.password, code: signal.code,
                change: .disable(endsOtherSessions: signal.endOtherSessions ?? false))
            _ = try await factors.change.execute(request, context: context)
            return AuthSignal.Done(done: true)
        }
        handlers.answer(AuthSignal.RenewRecoveryCodes.self) { signal, context in
            let request = ChangeFactorInteractor.Request(
                password: signal.password, code: signal.code, change: .renewRecoveryCodes)
            let codes = try await factors.change.execute(request, context: context)
            return AuthSignal.RecoveryCodes(recoveryCodes: codes.map(\.text))
        }
        handlers.answer(AuthSignal.Prove.self) { signal, context in
            try await factors.prove.execute(ProveInteractor.Request(password: signal.password), context: context)
        }
        handlers.answer(AuthSignal.CheckCode.self) { signal, context in
            let request = CheckCodeInteractor.Request(
                userID: signal.userId, code: signal.code, sessionID: signal.sessionId)
            return CodeCheckPresenter().present(try await factors.checkCode.execute(request, context: context))
        }
    }
}
