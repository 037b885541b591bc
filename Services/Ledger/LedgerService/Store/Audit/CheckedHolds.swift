import Domain
import Storage

/// The holds during an audit.
struct CheckedHolds {
    /// An open hold.
    struct Open {
        let payer: Int64
        let payee: Int64
        let amount: Int64
        let bookedAt: Int64
        let expiresAt: Int64?
    }

    private var open: [Int64: Open] = [:]

    mutating func open(_ row: TransferRow, _ details: RecordDetails?, _ problems: inout Problems) {
        if row.target != nil { problems.note("transfer \(row.sequence) acts on another, which its kind does not") }
        open[row.sequence] = Open(
            payer: row.payer, payee: row.payee, amount: row.amount, bookedAt: row.bookedAt,
            expiresAt: details?.expiresAt?.microseconds)
    }

    /// - Returns: The settled hold.
    mutating func settle(_ row: TransferRow, _ kind: RecordKind, _ problems: inout Problems) -> Open? {
        guard let target = row.target, let hold = open.removeValue(forKey: target) else {
            problems.note("transfer \(row.sequence) ends a hold that is not open")
            return nil
        }
        let isAmountRight = kind == .post ? row.amount <= hold.amount : row.amount == hold.amount
        if hold.payer != row.payer || hold.payee != row.payee || !isAmountRight {
            problems.note("transfer \(row.sequence) ends hold \(target) with other accounts or too much")
        }
        if kind == .expiry, row.bookedAt < hold.expiresAt ?? .max {
            problems.note("transfer \(row.sequence) lets hold \(target) expire before its time")
        }
        return hold
    }

    /// Checks that a reversal mirrors its target. An index of the database ensures that there is only one.
    func checkReversal(_ row: TransferRow, _ connection: Connection, _ problems: inout Problems) throws(SQLiteError) {
        let mirrors: Bool? = try connection.first(
            """
            SELECT moved.giver = ?2 AND moved.getter = ?3 AND moved.amount_minor = ?4 AND moved.kind IN (0, 1, 2, 4)
                AND (SELECT count(*) FROM transfers WHERE target = ?1 AND kind = 7) = 1
            FROM transfers AS made
            JOIN transfers AS moved ON moved.sequence = CASE made.kind
                WHEN 3 THEN (SELECT sequence FROM transfers WHERE target = ?1 AND kind >= 4 AND kind <= 6)
                ELSE made.sequence END
            WHERE made.sequence = ?1
            """, row.target, row.payee, row.payer, row.amount)
        if mirrors != true { problems.note("transfer \(row.sequence) does not mirror the one it reverses") }
    }

    /// Compares the table of open holds with the records.
    func compareOpen(_ connection: Connection, _ problems: inout Problems) throws(SQLiteError) {
        var count = 0
        try connection.query("SELECT hold, expires_at_us, giver, getter FROM open_holds") {
            (hold: Int64, expiresAt: Int64?, payer: Int64, payee: Int64) in
            count += 1
            guard let known = open[hold], known.expiresAt == expiresAt, known.payer == payer, known.payee == payee
            else {
                problems.note("hold \(hold) is listed as open otherwise than it was made")
                return
            }
        }
        if count != open.count { problems.note("\(open.count) holds are open, \(count) are listed") }
    }
}
