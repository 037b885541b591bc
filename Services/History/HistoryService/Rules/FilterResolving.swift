import Coordination
import Domain
import Signals

/// Makes one filter of what a caller asks for, the saved one that it narrows included.
struct FilterResolving: Sendable {
    let userID: String
    private let written: FilterText
    private let savedName: String?

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    init(_ written: FilterText, savedName: String?, context: SignalContext) throws(Fault) {
        userID = try context.caller.requireUser().userID
        // Refused before anything is read; which moments days are, the zone of the user says later.
        _ = try MovementFilter(reading: written, in: .utc)
        self.written = written
        self.savedName = savedName
    }

    /// - Parameter check: Refuses what does not go with the filter; called before its account is looked for.
    /// - Throws: ``Fault`` `notFound` for an account that is not the caller's, and a saved filter that there is not;
    ///   what `check` throws.
    func filter(
        in reading: any HistoryReading, checking check: (MovementFilter) throws -> Void = { _ in }
    ) throws -> MovementFilter {
        let zone = try reading.zone(of: userID)
        var filter = try MovementFilter(reading: written, in: zone)
        if let savedName {
            guard let saved = try reading.filters(of: userID).first(where: { $0.name == savedName }) else {
                throw Fault.noSuchFilter("filter")
            }
            filter = try MovementFilter(reading: saved.filter, in: zone).narrowed(by: filter)
        }
        try check(filter)
        if let account = filter.accountID, try !reading.owns(account, userID: userID) {
            throw Fault.noSuchAccount
        }
        return filter
    }
}

extension Fault {
    static var noSuchAccount: Fault { Fault(.notFound, .noSuchAccount, field: "account") }

    static var noSuchTransaction: Fault { Fault(.notFound, .noSuchTransaction, field: "id") }

    static func noSuchFilter(_ field: String) -> Fault { Fault(.notFound, .noSuchFilter, field: field) }

    static var noSuchRule: Fault { Fault(.notFound, .noSuchRule, field: "id") }
}
