import Coordination
import Domain
import Signals
import Storage

/// Answers for inboxes, wishes and channels.
package final class NotificationsActionService: ActionService {
    package let node = CoordinatorNode(options: .shared)
    package let handlers: SignalHandlers

    /// What it works with.
    package struct Parts: Sendable {
        let store: any NotificationsStore
        let channels: ChannelDesk
        let zones: Zones
        let clock: WallClock
        let mail: any MailChecking
        let people: any PeopleDesk
        /// Told that there may be something to send.
        let ring: @Sendable () -> Void

        package init(
            store: any NotificationsStore, channels: ChannelDesk, zones: Zones, clock: WallClock,
            mail: any MailChecking, people: any PeopleDesk, ring: @escaping @Sendable () -> Void
        ) {
            self.store = store
            self.channels = channels
            self.zones = zones
            self.clock = clock
            self.mail = mail
            self.people = people
            self.ring = ring
        }
    }

    package init(_ parts: Parts) {
        var handlers = SignalHandlers()
        Self.answerAboutInboxes(parts, &handlers)
        Self.answerAboutWishes(parts, &handlers)
        Self.answerAboutChannels(parts, &handlers)
        Self.answerAboutDeadLetters(parts, &handlers)
        self.handlers = handlers
    }

    private static func answerAboutInboxes(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let inbox = InboxDesk(store: parts.store, zones: parts.zones, clock: parts.clock)
        let presenter = InboxChangePresenter()
        handlers.answer(NotificationsSignal.List.self) { signal, context in
            InboxPresenter().present(try await inbox.list(signal, context))
        }
        handlers.answer(NotificationsSignal.Show.self) { signal, context in
            let shown = try await inbox.show(signal, context)
            let messages = DeliveryPresenter(wording: shown.wording)
            return NotificationsSignal.Shown(
                notification: NotificationPresenter(wording: shown.wording).present(shown.notice),
                deliveries: shown.deliveries.map(messages.present))
        }
        handlers.answer(NotificationsSignal.Read.self) { signal, context in
            presenter.present(try await inbox.change(signal.ids, .read, try keyed(signal, context), context))
        }
        handlers.answer(NotificationsSignal.Archive.self) { signal, context in
            presenter.present(try await inbox.change(signal.ids, .archive, try keyed(signal, context), context))
        }
        handlers.answer(NotificationsSignal.Snooze.self) { signal, context in
            let outcome = try await inbox.change(
                signal.ids, .snooze, until: signal.until, try keyed(signal, context), context)
            parts.ring()
            return presenter.present(outcome)
        }
        handlers.answer(NotificationsSignal.Undo.self) { signal, context in
            presenter.present(try await inbox.undo(try keyed(signal, context), context))
        }
    }

    private static func answerAboutWishes(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let desk = PreferencesDesk(
            store: parts.store, zones: parts.zones, clock: parts.clock, people: parts.people, ring: parts.ring)
        handlers.answer(NotificationsSignal.GetPreferences.self) { _, context in
            PreferencesPresenter().present(try await desk.get(context))
        }
        handlers.answer(NotificationsSignal.SetPreferences.self) { signal, context in
            PreferencesPresenter().present(try await desk.set(signal, try keyed(signal, context), context))
        }
    }

    private static func answerAboutChannels(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let (desk, presenter) = (parts.channels, ChannelPresenter())
        handlers.answer(NotificationsSignal.Channels.self) { _, context in
            presenter.present(try await desk.list(context))
        }
        handlers.answer(NotificationsSignal.AddChannel.self) { signal, context in
            presenter.present(try await desk.add(signal, try keyed(signal.unproved, context), context))
        }
        handlers.answer(NotificationsSignal.RemoveChannel.self) { signal, context in
            presenter.present(try await desk.remove(signal, try keyed(signal.unproved, context), context))
        }
        handlers.answer(NotificationsSignal.SwitchChannel.self) { signal, context in
            presenter.present(try await desk.turn(signal, try keyed(signal.unproved, context), context))
        }
        handlers.answer(NotificationsSignal.RotateSecret.self) { signal, context in
            presenter.present(try await desk.rotate(signal, try keyed(signal.unproved, context), context))
        }
        handlers.answer(NotificationsSignal.Test.self) { signal, context in
            TestPresenter().present(try await desk.test(signal.channel, context))
        }
    }

    private static func answerAboutDeadLetters(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let outbox = OutboxLook(store: parts.store, mail: parts.mail, clock: parts.clock)
        handlers.answer(NotificationsSignal.Outbox.self) { signal, _ in
            try await outbox.look(checksMail: signal.checkMail ?? false)
        }
        let desk = DeadLetterDesk(store: parts.store, zones: parts.zones, clock: parts.clock, ring: parts.ring)
        handlers.answer(NotificationsSignal.Failed.self) { signal, context in
            let page = try await desk.list(signal, context)
            let presenter = DeliveryPresenter(wording: page.wording)
            return NotificationsSignal.FailedList(
                failed: page.messages.map(presenter.present), nextCursor: page.next.map { String($0) })
        }
        handlers.answer(NotificationsSignal.Resend.self) { signal, context in
            // In which language it is answered is no part of what is done once.
            let done = try keyed(NotificationsSignal.Resend(id: signal.id), context)
            let resent = try await desk.resend(signal.id, in: signal.language, done, context)
            return DeliveryPresenter(wording: resent.wording).present(resent.message)
        }
    }

    private static func keyed<S: Signal>(_ signal: S, _ context: SignalContext) throws -> KeyedRequest? {
        try KeyedRequest(signal, caller: try context.caller.requireUser().userID, context: context)
    }
}

// What is done once, which does not depend on how it was proved: sent again with the next code it is the same request.
extension NotificationsSignal.AddChannel {
    fileprivate var unproved: Self { Self(kind: kind, name: name, address: address, url: url, secret: secret) }
}

extension NotificationsSignal.RemoveChannel {
    fileprivate var unproved: Self { Self(channel: channel) }
}

extension NotificationsSignal.SwitchChannel {
    fileprivate var unproved: Self { Self(channel: channel, on: on) }
}

extension NotificationsSignal.RotateSecret {
    fileprivate var unproved: Self { Self(channel: channel, secret: secret) }
}
