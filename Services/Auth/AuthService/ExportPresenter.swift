import Coordination
import Signals

/// What auth knows about a user, for that user.
struct ExportPresenter: Presenter {
    func present(_ record: AccountRecord) -> AuthSignal.AccountExport {
        AuthSignal.AccountExport(
            user: UserPresenter().present(record.user), registeredAt: record.user.createdAt,
            sessions: record.sessions.map { session in
                AuthSignal.ExportedSession(
                    id: session.id, device: session.device, createdAt: session.createdAt,
                    lastUsedAt: session.lastUsedAt, endedAt: session.endedAt)
            },
            totpSince: record.totp?.confirmedAt, recoveryCodesLeft: record.recoveryCodesLeft,
            resetCodeUntil: record.reset?.expiresAt,
            telegram: record.telegram.map { link in
                AuthSignal.ExportedTelegram(id: link.telegramID, name: link.name, linkedAt: link.linkedAt)
            })
    }
}
