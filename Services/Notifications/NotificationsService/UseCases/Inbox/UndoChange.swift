import Coordination
import Signals

/// Undoes the last change of an inbox.
struct UndoChange: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict`,
    ///   `notFound`.
    func answer(
        _ signal: NotificationsSignal.Undo, context: SignalContext
    ) async throws -> NotificationsSignal.Changed {
        let user = try context.caller.requireUser().userID
        return try await dependencies.change(signal, by: user, context) { transaction, now in
            guard let last = try transaction.popChange(of: user) else {
                throw Fault(.notFound, .nothingToTakeBack)
            }
            for (id, marks) in last.before { try transaction.save(marks, of: id) }
            let ids = last.before.keys.sorted()
            try transaction.tellChanged(ids, of: user, at: now)
            return NotificationsSignal.Changed(
                change: last.change, ids: ids, unread: try transaction.unread(of: user, at: now))
        }
    }
}
