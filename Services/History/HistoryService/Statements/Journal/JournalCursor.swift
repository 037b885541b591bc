/// The end of a part of a journal, or the beginning of the whole: the content of `nextCursor`.
struct JournalCursor: Hashable, Sendable {
    /// The last movement of the part; nil before the first part.
    let place: StatementPlace?
    /// The newest movement of the journal. Those booked after it do not belong to it, in any part.
    let newest: MovementKey
    /// The change of the database at which the journal began.
    let change: Int64

    init(place: StatementPlace?, newest: MovementKey, change: Int64) {
        self.place = place
        self.newest = newest
        self.change = change
    }

    /// Reads a cursor; nil for text that is not a cursor, or belongs to another journal.
    init?(_ text: String, of journal: String) {
        // The same numbers as in a statement, with the change in the place of the balance.
        guard let cursor = StatementCursor(text, of: journal) else { return nil }
        self.init(place: cursor.place, newest: cursor.newest, change: cursor.balance)
    }

    /// 80 digits, opaque to clients; nil before the first part.
    ///
    /// - Parameter journal: Everything that distinguishes this journal from others.
    func text(of journal: String) -> String? {
        place.map { StatementCursor(place: $0, newest: newest, balance: change).text(of: journal) }
    }
}
