import Coordination
import Domain
import Reasons
import Signals
import Synchronization

/// Sends a message through a channel now, once, and returns the answer of the other side.
///
/// The message is sent before the answer can be stored: only after a crash in between does a repeated request send
/// another.
struct TestChannel: RepeatableUseCase {
    /// The most tests within a time.
    private static let tests = (most: 10, within: Duration.seconds(600))

    let dependencies: NotificationDependencies
    private let turns = TestTurns()

    init(dependencies: NotificationDependencies) { self.dependencies = dependencies }

    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`,
    ///   `conflict`, `tooManyAttempts`.
    func answer(
        _ signal: NotificationsSignal.Test, context: SignalContext
    ) async throws -> NotificationsSignal.Tested {
        let user = try context.caller.requireUser().userID
        let (store, now) = (dependencies.store, dependencies.clock.now())
        let (channel, preferences) = try await store.read { reading in
            (try reading.ownChannel(signal.channel, of: user), try reading.preferences(of: user))
        }
        guard channel.state != .pending else { throw ChannelRules.isPending }
        guard turns.take(user, at: now, most: Self.tests.most, within: Self.tests.within) else {
            throw Fault(
                .tooManyAttempts, .tooManyTests, ["most": .number(Self.tests.most)],
                retryAfterMilliseconds: Int(Self.tests.within.wholeMilliseconds))
        }
        let parcel = Self.parcel(channel, dependencies.zones.wording(preferences), at: now)
        let began = ContinuousClock.now
        let outcome = await dependencies.senders[channel.kind]?.send(parcel)
        let milliseconds = Int(clamping: (ContinuousClock.now - began).wholeMilliseconds)
        guard let outcome else {
            return NotificationsSignal.Tested(
                delivered: false, answer: SendAnswer(.testBrokenOff), milliseconds: milliseconds)
        }
        return try await store.once(signal, by: user, context: context) { transaction in
            if case .forbidden(let answer) = outcome, var channel = try transaction.channel(channel.id),
                channel.state == .on
            {
                try transaction.switchOff(&channel, because: answer)
            }
            return NotificationsSignal.Tested(
                delivered: outcome.isTaken, answer: outcome.answer, milliseconds: milliseconds)
        }
    }

    private static func parcel(_ channel: Channel, _ wording: Wording, at now: Instant) -> Parcel {
        let id = Identifier.timeOrdered(at: now)
        var facts = NoticeFacts()
        facts.name = channel.name
        let notice = Notice(
            id: id, userID: channel.userID, event: "notifications-test-\(id)", kind: .channelTest, facts: facts,
            occurredAt: now, createdAt: now, isLate: false)
        return Parcel(
            channel: channel,
            delivery: Delivery(
                id: id, userID: channel.userID, channelID: channel.id, form: .single, dueAt: now, attempts: 1,
                createdAt: now),
            notices: [notice], wording: wording)
    }
}

/// A limit for tests, so that nobody sends mail to others by the hundred.
private final class TestTurns: Sendable {
    private let times = Mutex<[String: [Instant]]>([:])

    /// - Returns: True when the limit is not reached.
    func take(_ user: String, at now: Instant, most: Int, within time: Duration) -> Bool {
        times.withLock { times in
            times = times.compactMapValues { list in
                let recent = list.filter { now - $0 < time }
                return recent.isEmpty ? nil : recent
            }
            guard times[user, default: []].count < most else { return false }
            times[user, default: []].append(now)
            return true
        }
    }
}
