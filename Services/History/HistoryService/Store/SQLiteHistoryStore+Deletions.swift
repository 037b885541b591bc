import Coordination
import Storage
import StrictJSON

extension SQLiteHistoryStore {
    /// Forgets the users who are gone by a page of auth's events, in the transaction that handles the page.
    ///
    /// - Throws: ``Fault`` `internal` for an event that does not say who.
    func forgetDeleted(_ events: [Event], in transaction: WriteTransaction) throws {
        for event in events where event.type == "auth.userDeleted" {
            guard let userID = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, "Event \(event.sequence) of auth does not say which user was deleted.")
            }
            try SQLiteHistoryTransaction(transaction, recentTexts: recentTexts, clock: clock).forget(userID: userID)
        }
    }
}
