import Coordination
import Domain
import Signals

/// Tells what is in the open accounts of a user, and which of their scheduled transfers will change that.
struct OutlookInteractor: Interactor {
    /// How far ahead one may look.
    static let longestLook = 400
    /// So many changes are listed at most.
    private static let mostPlanned = 10_000

    /// A scheduled transfer on one of its days, as one account sees it.
    struct Planned: Sendable {
        let day: CalendarDay
        let account: String
        let schedule: String
        let amount: Money
        let description: String
        /// What the user calls the account on the other side; nil where it has no name.
        let otherSide: String?
    }

    struct Response: Sendable {
        let accounts: [Account]
        let planned: [Planned]
    }

    let store: any LedgerStore
    let clock: WallClock
    /// The services that may ask for a user: those that see events of all users anyway.
    let readers: Set<String>

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`.
    func execute(_ request: LedgerSignal.Outlook, context: SignalContext) async throws -> Response {
        let user = try user(request, context.caller)
        let now = clock.now()
        let today = try await store.readOrders { try $0.zone(of: user).day(at: now) }
        guard request.until <= today.adding(days: Self.longestLook) else {
            throw Fault.invalidArgument("until", "must be at most \(Self.longestLook) days from today")
        }
        let all = store.accounts(of: user)
        let accounts = all.filter { $0.status != .closed }
        let own = Set(accounts.map(\.id))
        let planned = try await store.readOrders { orders in
            var planned: [Planned] = []
            let payees = try orders.payees(of: user).map { ($0.account, $0.name) }
            let names = Dictionary(all.map { ($0.id, $0.name) } + payees) { first, _ in first }
            for schedule in try orders.schedules(of: user, active: true, limit: LedgerLimits.schedulesPerUser) {
                for due in try orders.dueRuns(of: schedule.id) {
                    var day: CalendarDay? = max(due.day, today)
                    var occurrence = due.occurrence
                    while let found = day, found <= request.until, planned.count < Self.mostPlanned {
                        planned += Self.changes(of: schedule, on: found, own, names)
                        // What is tried again is one payment; the rest of the schedule stands behind its next run.
                        guard due.attempt == 0 else { break }
                        occurrence += 1
                        day = schedule.day(of: occurrence)
                    }
                }
            }
            return planned
        }
        return Response(
            accounts: accounts,
            planned: planned.sorted { ($0.day, $0.schedule, $0.account) < ($1.day, $1.schedule, $1.account) })
    }

    private static func changes(
        of schedule: Schedule, on day: CalendarDay, _ own: Set<String>, _ names: [String: String]
    ) -> [Planned] {
        [
            (schedule.from, -schedule.amount.minorUnits, schedule.to),
            (schedule.to, schedule.amount.minorUnits, schedule.from),
        ]
        .filter { own.contains($0.0) }
        .map { account, amount, other in
            Planned(
                day: day, account: account, schedule: schedule.id,
                amount: Money(minorUnits: amount, currency: schedule.amount.currency),
                description: schedule.description, otherSide: names[other])
        }
    }

    private func user(_ request: LedgerSignal.Outlook, _ caller: Caller) throws(Fault) -> String {
        if case .service(let name) = caller, readers.contains(name) {
            guard let user = request.user else {
                throw Fault.invalidArgument("user", "must be given: a service has no accounts")
            }
            return user
        }
        let own = try caller.requireUser().userID
        guard request.user == nil || request.user == own else {
            throw Fault(.permissionDenied, "Only services ask for the accounts of somebody else.", field: "user")
        }
        return own
    }
}
