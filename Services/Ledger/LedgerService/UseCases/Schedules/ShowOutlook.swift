import Coordination
import Domain
import Reasons
import Signals

/// Shows the open accounts of a user and the scheduled transfers that will change them.
struct ShowOutlook: UseCase {
    /// The longest look ahead, in days.
    private static let longestLook = 400
    /// The most changes listed.
    private static let mostPlanned = 10_000

    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`.
    func answer(_ signal: LedgerSignal.Outlook, context: SignalContext) async throws -> LedgerSignal.OutlookAnswer {
        let user = try user(signal, context.caller)
        let now = dependencies.clock.now()
        let all = dependencies.store.accounts(of: user)
        let accounts = all.filter { $0.status != .closed }
        let own = Set(accounts.map(\.id))
        let planned = try await dependencies.store.read { reading in
            let today = try reading.zone(of: user).day(at: now)
            guard signal.until <= today.adding(days: Self.longestLook) else {
                throw Fault.invalidArgument("until", .tooFarAhead, ["most": .number(Self.longestLook)])
            }
            var planned: [LedgerSignal.PlannedChange] = []
            let payees = try reading.payees(of: user).map { ($0.account, $0.name) }
            let names = Dictionary(all.map { ($0.id, $0.name) } + payees) { first, _ in first }
            for schedule in try reading.schedules(of: user, active: true, limit: LedgerLimits.schedulesPerUser) {
                for due in try reading.dueRuns(of: schedule.id) {
                    var day: CalendarDay? = max(due.day, today)
                    var occurrence = due.occurrence
                    while let found = day, found <= signal.until, planned.count < Self.mostPlanned {
                        planned += Self.changes(of: schedule, on: found, own, names)
                        // A retry is a single payment; the following occurrences belong to the next run.
                        guard due.attempt == 0 else { break }
                        occurrence += 1
                        day = schedule.day(of: occurrence)
                    }
                }
            }
            return planned.sorted { ($0.day, $0.schedule, $0.account) < ($1.day, $1.schedule, $1.account) }
        }
        return LedgerSignal.OutlookAnswer(accounts: accounts.map { LedgerSignal.Account($0) }, planned: planned)
    }

    private static func changes(
        of schedule: Schedule, on day: CalendarDay, _ own: Set<String>, _ names: [String: String]
    ) -> [LedgerSignal.PlannedChange] {
        [
            (schedule.from, -schedule.amount.minorUnits, schedule.to),
            (schedule.to, schedule.amount.minorUnits, schedule.from),
        ]
        .filter { own.contains($0.0) }
        .map { account, amount, other in
            LedgerSignal.PlannedChange(
                day: day, account: account, schedule: schedule.id,
                amount: Money(minorUnits: amount, currency: schedule.amount.currency),
                description: schedule.description, otherSide: names[other])
        }
    }

    private func user(_ signal: LedgerSignal.Outlook, _ caller: Caller) throws(Fault) -> String {
        if case .service(let name) = caller, dependencies.readers.contains(name) {
            guard let user = signal.user else {
                throw Fault.invalidArgument("user", .serviceHasNoAccounts)
            }
            return user
        }
        let own = try caller.requireUser().userID
        guard signal.user == nil || signal.user == own else {
            throw Fault(.permissionDenied, .onlyServicesAskForOthers, field: "user")
        }
        return own
    }
}
