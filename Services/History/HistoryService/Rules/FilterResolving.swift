import Coordination
import Domain
import Reasons
import Signals

/// Builds the filter of a request, including the saved filter that it narrows.
struct FilterResolving: Sendable {
    let userID: String
    private let written: FilterText
    private let savedName: String?

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    init(_ written: FilterText, savedName: String?, context: SignalContext) throws(Fault) {
        userID = try context.caller.requireUser().userID
        // Checks the fields before anything is read. The user's zone is applied later.
        _ = try MovementFilter(reading: written, in: .utc)
        self.written = written
        self.savedName = savedName
    }

    /// - Parameter check: Refuses a filter; called before its account is looked up.
    /// - Throws: ``Fault`` `notFound` for an account that is not the caller's and for an unknown saved filter; the
    ///   error that `check` throws.
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
        try reading.checkAccounts(of: filter, userID: userID)
        return filter
    }
}

extension HistoryReading {
    /// Checks that the accounts of a filter are the user's.
    ///
    /// - Throws: ``Fault`` `notFound` of `account` or of `query` for one that is not.
    func checkAccounts(of filter: MovementFilter, userID: String) throws {
        if let account = filter.accountID, try !owns(account, userID: userID) { throw Fault.noSuchAccount }
        for case .account(let account) in filter.conditions.lazy.map(\.kind)
        where try !owns(account, userID: userID) {
            throw Fault(
                .notFound, .noSuchQueryAccount, ["account": .text(PlainText.clean(account, most: 60))], field: "query")
        }
    }
}

extension Fault {
    static var noSuchAccount: Fault { Fault(.notFound, .noSuchAccount, field: "account") }

    static var noSuchTransaction: Fault { Fault(.notFound, .noSuchTransaction, field: "id") }

    static func noSuchFilter(_ field: String) -> Fault { Fault(.notFound, .noSuchFilter, field: field) }

    static var noSuchRule: Fault { Fault(.notFound, .noSuchRule, field: "id") }
}
