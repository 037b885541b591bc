import Signals
import Storage
import StrictJSON

/// The table of notices.
enum NoticeTable: Table {
    enum Columns: Int, ColumnList {
        case id, userId, event, kind, facts, occurredUs, createdUs, isLate, readUs, archivedUs, snoozedUs, payer, number
    }

    static let name = "notices"
    static let key = [Columns.id]

    static func write(_ notice: Notice, to row: inout NewRow<Columns>) throws {
        row.set(.id, notice.id)
        row.set(.userId, notice.userID)
        row.set(.event, notice.event)
        row.set(.kind, notice.kind)
        row.set(.facts, try JSONEncoding.encode(notice.facts))
        row.set(.occurredUs, notice.occurredAt)
        row.set(.createdUs, notice.createdAt)
        row.set(.isLate, notice.isLate)
        row.set(.readUs, notice.marks.readAt)
        row.set(.archivedUs, notice.marks.archivedAt)
        row.set(.snoozedUs, notice.marks.snoozedUntil)
        row.set(.payer, notice.facts.namedPerson)
        row.set(.number, nil as Int64?)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> Notice {
        try Notice(
            id: row[.id], userID: row[.userId], event: row[.event], kind: row[.kind],
            facts: JSONDocument(row[.facts]).root.decode(NoticeFacts.self), occurredAt: row[.occurredUs],
            createdAt: row[.createdUs], isLate: row[.isLate],
            marks: Notice.Marks(
                readAt: row[.readUs], archivedAt: row[.archivedUs], snoozedUntil: row[.snoozedUs]))
    }
}

extension NotificationsSignal.Kind: SQLiteConvertible {}
extension NotificationsSignal.Change: SQLiteConvertible {}
