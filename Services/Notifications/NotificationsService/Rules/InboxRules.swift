import Coordination
import Domain
import Reasons
import Signals

/// Rules that changes of inboxes share.
enum InboxRules {
    private static let mostIDs = 1000

    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(_ ids: [String]) throws(Fault) {
        guard (1...mostIDs).contains(ids.count) else {
            throw .invalidArgument("ids", .badNotificationCount, ["most": .number(mostIDs)])
        }
    }

    /// Marks notices of a user as read, and otherwise as `mark` does, so that the change can be undone.
    ///
    /// - Throws: ``Fault`` `notFound`.
    static func mark(
        _ ids: [String], _ change: NotificationsSignal.Change, of user: String, at now: Instant,
        in transaction: any NotificationsTransaction, _ mark: (inout Notice.Marks) -> Void = { _ in }
    ) throws -> NotificationsSignal.Changed {
        var before: [String: Notice.Marks] = [:]
        for id in ids {
            let notice = try transaction.ownNotice(id, of: user)
            var marks = notice.marks
            marks.readAt = marks.readAt ?? now
            mark(&marks)
            guard marks != notice.marks else { continue }
            before[id] = notice.marks
            try transaction.save(marks, of: id)
        }
        let changed = ids.filter { before[$0] != nil }
        if !changed.isEmpty {
            try transaction.push(InboxChange(change: change, before: before), of: user)
            try transaction.tellChanged(Array(Set(changed)).sorted(), of: user, at: now)
        }
        return NotificationsSignal.Changed(
            change: change, ids: changed, unread: try transaction.unread(of: user, at: now))
    }
}

extension NotificationsReading {
    /// Returns a notice of the user.
    /// - Throws: ``Fault`` `notFound`, also for a notice of another user.
    func ownNotice(_ id: String, of user: String) throws -> Notice {
        guard id.utf8.count <= 64, let notice = try notice(id), notice.userID == user else {
            throw Fault(.notFound, .noSuchNotification, field: "ids")
        }
        return notice
    }
}

/// The requested page of a list, newest first.
struct PageRequest: Sendable {
    private static let limits = 1...1000
    private static let usualLimit = 50

    let limit: Int
    /// The end of the previous page.
    let before: Int64?

    /// - Throws: ``Fault`` `invalidArgument`.
    init(limit: Int?, cursor: String?) throws(Fault) {
        self.limit = limit ?? Self.usualLimit
        guard Self.limits.contains(self.limit) else {
            throw .invalidArgument("limit", .mustBeBetween, ["least": 1, "most": .number(Self.limits.upperBound)])
        }
        before = cursor.flatMap { Int64($0) }
        if let cursor {
            guard let before, before > 0, String(before) == cursor else {
                throw .invalidArgument("cursor", .notACursor)
            }
        }
    }
}
