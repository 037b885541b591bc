import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Lists messages that were given up, and has them tried again.
struct DeadLetterDesk: Sendable {
    let store: any NotificationsStore
    let zones: Zones
    let clock: WallClock
    /// Told that there may be something to send.
    let ring: @Sendable () -> Void

    /// A page of them.
    struct Page: Sendable {
        let messages: [Message]
        let next: Int64?
        let wording: Wording
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func list(_ signal: NotificationsSignal.Failed, _ context: SignalContext) async throws -> Page {
        let user = try context.caller.requireUser().userID
        let limit = signal.limit ?? InboxDesk.usualLimit
        guard InboxDesk.limits.contains(limit) else { throw Fault.invalidArgument("limit", "must be 1 to 1000") }
        let place = try InboxDesk.place(signal.cursor)
        return try await store.read { [zones] reading in
            let found = try reading.dead(of: user, before: place, limit: limit + 1)
            let preferences = try reading.preferences(of: user)
            return Page(
                messages: try found.prefix(limit).map { try Message($0.delivery, in: reading) },
                next: found.count > limit ? found[limit - 1].number : nil,
                wording: zones.wording(preferences, in: signal.language))
        }
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`, `conflict`.
    func resend(
        _ id: String, in language: NotificationsSignal.Language?, _ keyed: KeyedRequest?, _ context: SignalContext
    ) async throws -> (message: Message, wording: Wording) {
        let user = try context.caller.requireUser().userID
        let now = clock.now()
        let result = try await store.write(deadline: context.deadline) { [zones] books in
            _ = try books.once(keyed) {
                guard id.utf8.count <= 64, var delivery = try books.delivery(id), delivery.userID == user else {
                    throw Fault(
                        .notFound, "You have no such message.", field: "id")
                }
                guard delivery.state == .dead else {
                    throw Fault(.conflict, "The message was not given up.", field: "id")
                }
                guard try books.channel(delivery.channelID)?.state == .on else {
                    throw Fault(.conflict, "Its channel is off; switch it on first.", field: "id")
                }
                (delivery.state, delivery.dueAt, delivery.round) = (.waiting, now, 0)
                try books.save(delivery)
                return ""
            }
            guard let delivery = try books.delivery(id) else { throw Fault(.internalFault, "A message is gone.") }
            let preferences = try books.preferences(of: user)
            return (try Message(delivery, in: books), zones.wording(preferences, in: language))
        }
        ring()
        return result
    }
}
