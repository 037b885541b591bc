import Coordination
import Signals

extension AuthActionService {
    /// What signing in by Telegram works with.
    struct Telegram: Sendable {
        let begin: BeginTelegramInteractor
        let poll: PollTelegramInteractor
        let unlink: UnlinkTelegramInteractor
        let status: TelegramStatusInteractor
        let widget: TelegramWidgetInteractor
        let webhook: TelegramWebhook
    }

    static func answerTelegramSignals(_ telegram: Telegram, _ handlers: inout SignalHandlers) {
        handlers.answer(AuthSignal.StartTelegram.self) { signal, context in
            TelegramAttemptPresenter().present(
                try await telegram.begin.execute(.signIn(device: signal.device), context: context))
        }
        handlers.answer(AuthSignal.PollTelegram.self) { signal, context in
            let request = PollTelegramInteractor.Request(attempt: signal.attempt)
            return TelegramProgressPresenter().present(try await telegram.poll.execute(request, context: context))
        }
        handlers.answer(AuthSignal.LinkTelegram.self) { signal, context in
            let request = BeginTelegramInteractor.Request.link(password: signal.password, code: signal.code)
            return TelegramAttemptPresenter().present(try await telegram.begin.execute(request, context: context))
        }
        handlers.answer(AuthSignal.UnlinkTelegram.self) { signal, context in
            let request = UnlinkTelegramInteractor.Request(password: signal.password)
            try await telegram.unlink.execute(request, context: context)
            return AuthSignal.Done(done: true)
        }
        handlers.answer(AuthSignal.TelegramStatus.self) { _, context in
            TelegramStatusPresenter().present(try await telegram.status.execute((), context: context))
        }
        handlers.answer(AuthSignal.TelegramWidget.self) { signal, context in
            let request = TelegramWidgetInteractor.Request(
                telegramID: signal.id, fields: fields(of: signal), writtenAt: signal.authDate, hash: signal.hash)
            return SignedInPresenter().present(try await telegram.widget.execute(request, context: context))
        }
        handlers.answer(AuthSignal.TelegramUpdate.self) { signal, context in
            let request = TelegramWebhook.Request(update: signal.update, secretToken: signal.secretToken)
            try await telegram.webhook.execute(request, context: context)
            return AuthSignal.Done(done: true)
        }
    }

    /// All that the hash is about: what was sent, under the names that it was sent by.
    private static func fields(of widget: AuthSignal.TelegramWidget) -> [String: String] {
        typealias Name = AuthSignal.TelegramWidget.CodingKeys
        let texts: [(Name, String?)] = [
            (.id, String(widget.id)), (.firstName, widget.firstName), (.lastName, widget.lastName),
            (.username, widget.username), (.photoURL, widget.photoURL), (.authDate, String(widget.authDate)),
        ]
        return texts.reduce(into: [:]) { fields, text in fields[text.0.rawValue] = text.1 }
    }
}
