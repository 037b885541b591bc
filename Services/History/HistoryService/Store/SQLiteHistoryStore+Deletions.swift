import Coordination
import Reasons
import Storage
import StrictJSON

extension SQLiteHistoryStore {
    /// Handles the users in a page of auth's events, in the transaction of the page: forgets deleted users and stores
    /// the time zones of others.
    ///
    /// - Throws: ``Fault`` `internal` for an event that does not name its user.
    func followPeople(_ events: [Event], in transaction: WriteTransaction) throws {
        let zones = PersonZones(connection: transaction.connection)
        for event in events {
            if let change = try PersonZones.change(in: event) {
                try zones.keep(change.zone, of: change.person, revision: change.revision)
            }
            guard event.type == "auth.userDeleted" else { continue }
            guard let userID = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, .badAuthEvent, ["sequence": .text("\(event.sequence)")])
            }
            try writing(transaction).forget(userID: userID)
            try zones.forget(userID)
        }
    }
}
