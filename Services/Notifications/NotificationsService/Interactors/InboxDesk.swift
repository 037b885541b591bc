import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Reads and changes inboxes.
struct InboxDesk: Sendable {
    static let limits = 1...1000
    static let usualLimit = 50
    private static let mostIDs = 1000
    private static let longestSnooze = Duration.seconds(366 * 86_400)

    let store: any NotificationsStore
    let zones: Zones
    let clock: WallClock

    /// A page of an inbox, and how to put it into words.
    struct Page: Sendable {
        let notices: [NumberedNotice]
        let unread: Int
        let next: Int64?
        let wording: Wording
    }

    /// What came of a change.
    struct Outcome: Sendable {
        let change: NotificationsSignal.Change
        let ids: [String]
        let unread: Int
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func list(_ signal: NotificationsSignal.List, _ context: SignalContext) async throws -> Page {
        let user = try context.caller.requireUser().userID
        let limit = signal.limit ?? Self.usualLimit
        guard Self.limits.contains(limit) else { throw Fault.invalidArgument("limit", "must be 1 to 1000") }
        var filter = InboxFilter(now: clock.now())
        filter.isUnreadOnly = signal.unread ?? false
        filter.isArchived = signal.archived ?? false
        filter.kinds = signal.category.map { category in
            NotificationsSignal.Kind.allCases.filter { $0.category == category }
        }
        filter.before = try Self.place(signal.cursor)
        filter.limit = limit + 1
        let asked = filter
        return try await store.read { [self] reading in
            let found = try reading.notices(of: user, asked)
            return Page(
                notices: Array(found.prefix(limit)), unread: try reading.unread(of: user, at: asked.now),
                next: found.count > limit ? found[limit - 1].number : nil,
                wording: zones.wording(try reading.preferences(of: user), in: signal.language))
        }
    }

    /// Where a page ended.
    static func place(_ cursor: String?) throws(Fault) -> Int64? {
        guard let cursor else { return nil }
        guard let number = Int64(cursor), number > 0, String(number) == cursor else {
            throw Fault.invalidArgument("cursor", "must be the cursor of a page")
        }
        return number
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`.
    func show(
        _ signal: NotificationsSignal.Show, _ context: SignalContext
    ) async throws -> (notice: Notice, deliveries: [Message], wording: Wording) {
        let user = try context.caller.requireUser().userID
        return try await store.read { [self] reading in
            guard let notice = try Self.own(signal.id, of: user, in: reading) else { throw Self.notFound }
            let wording = zones.wording(try reading.preferences(of: user), in: signal.language)
            let messages = try reading.deliveries(with: signal.id).map { try Message($0, in: reading) }
            return (notice, messages, wording)
        }
    }

    private static func own(_ id: String, of user: String, in reading: any NotificationsReading) throws -> Notice? {
        guard id.utf8.count <= 64, let notice = try reading.notice(id), notice.userID == user else { return nil }
        return notice
    }

    private static let notFound = Fault(
        .notFound, "You have no such notification.", field: "ids")

    // MARK: Changes

    /// Reads, puts away or puts out of sight.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `notFound`.
    func change(
        _ ids: [String], _ change: NotificationsSignal.Change, until: Instant? = nil, _ keyed: KeyedRequest?,
        _ context: SignalContext
    ) async throws -> Outcome {
        let user = try context.caller.requireUser().userID
        guard (1...Self.mostIDs).contains(ids.count) else {
            throw Fault.invalidArgument("ids", "must name 1 to \(Self.mostIDs) notifications")
        }
        let now = clock.now()
        if let until {
            guard until > now, until - now <= Self.longestSnooze else {
                throw Fault.invalidArgument("until", "must be a moment to come, within a year")
            }
        }
        return try await store.write(deadline: context.deadline) { books in
            let changed = try books.once(keyed) {
                var before: [String: Notice.Marks] = [:]
                for id in ids {
                    guard let notice = try Self.own(id, of: user, in: books) else { throw Self.notFound }
                    let marks = Self.marks(notice.marks, after: change, until: until, at: now)
                    guard marks != notice.marks else { continue }
                    before[id] = notice.marks
                    try books.save(marks, of: id)
                }
                let changed = ids.filter { before[$0] != nil }
                if !changed.isEmpty {
                    try books.push(InboxChange(change: change, before: before), of: user)
                    try books.tellChanged(Array(Set(changed)).sorted(), of: user, at: now)
                }
                return changed.joined(separator: " ")
            }
            return Outcome(
                change: change, ids: changed.split(separator: " ").map(String.init),
                unread: try books.unread(of: user, at: now))
        }
    }

    private static func marks(
        _ before: Notice.Marks, after change: NotificationsSignal.Change, until: Instant?, at now: Instant
    ) -> Notice.Marks {
        var marks = before
        marks.readAt = before.readAt ?? now
        switch change {
        case .read: break
        case .archive:
            marks.archivedAt = before.archivedAt ?? now
            marks.snoozedUntil = nil
        case .snooze:
            marks.archivedAt = nil
            marks.snoozedUntil = until
        }
        return marks
    }

    /// Takes the last change back.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict`, `notFound`.
    func undo(_ keyed: KeyedRequest?, _ context: SignalContext) async throws -> Outcome {
        let user = try context.caller.requireUser().userID
        let now = clock.now()
        return try await store.write(deadline: context.deadline) { books in
            let text = try books.once(keyed) {
                guard let change = try books.popChange(of: user) else {
                    throw Fault(.notFound, "There is nothing to take back.")
                }
                let ids = change.before.keys.sorted()
                for id in ids { try books.save(change.before[id] ?? Notice.Marks(), of: id) }
                try books.tellChanged(ids, of: user, at: now)
                return ([change.change.rawValue] + ids).joined(separator: " ")
            }
            let words = text.split(separator: " ").map(String.init)
            return Outcome(
                change: words.first.flatMap { NotificationsSignal.Change(rawValue: $0) } ?? .read,
                ids: Array(words.dropFirst()), unread: try books.unread(of: user, at: now))
        }
    }
}

/// A message and what is in it.
struct Message: Sendable {
    let delivery: Delivery
    let kind: NotificationsSignal.ChannelKind
    let notices: [Notice]

    init(_ delivery: Delivery, in reading: any NotificationsReading) throws {
        self.delivery = delivery
        guard let channel = try reading.channel(delivery.channelID) else {
            throw Fault(.internalFault, "A message has no channel.")
        }
        kind = channel.kind
        notices = try reading.notices(in: delivery.id)
    }
}
