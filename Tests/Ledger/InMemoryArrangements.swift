import Domain
import Signals

@testable import LedgerService

/// What people arrange, in memory.
struct InMemoryArrangements: Sendable {
    var rates: [String: [ExchangeRate]] = [:]
    var templates: [String: [TransferTemplate]] = [:]
    var payees: [String: [Payee]] = [:]
    var payable: [String: [String: String]] = [:]
    var mandates: [Mandate] = []
    var schedules: [Schedule] = []
    var due: [DueRun] = []
    var runs: [(schedule: String, run: ScheduleRun)] = []
    var challenges: [Challenge] = []
    var zones: [String: TimeZone] = [:]
}

extension InMemoryLedgerTransaction {
    func rate(from: Currency, to: Currency, of owner: String) throws -> ExchangeRate? {
        state.arrangements.rates[owner]?.first { $0.from == from && $0.to == to }
    }

    func rates(of owner: String) throws -> [ExchangeRate] {
        (state.arrangements.rates[owner] ?? []).sorted { ($0.from.code, $0.to.code) < ($1.from.code, $1.to.code) }
    }

    func put(_ rate: ExchangeRate, of owner: String) throws {
        try removeRate(from: rate.from, to: rate.to, of: owner)
        state.arrangements.rates[owner, default: []].append(rate)
    }

    func removeRate(from: Currency, to: Currency, of owner: String) throws {
        state.arrangements.rates[owner]?.removeAll { $0.from == from && $0.to == to }
    }

    func template(named name: String, of owner: String) throws -> TransferTemplate? {
        state.arrangements.templates[owner]?.first { $0.name == name }
    }

    func templates(of owner: String) throws -> [TransferTemplate] {
        (state.arrangements.templates[owner] ?? []).sorted { $0.name < $1.name }
    }

    func put(_ template: TransferTemplate, of owner: String) throws {
        try removeTemplate(named: template.name, of: owner)
        state.arrangements.templates[owner, default: []].append(template)
    }

    func removeTemplate(named name: String, of owner: String) throws {
        state.arrangements.templates[owner]?.removeAll { $0.name == name }
    }

    func payee(named name: String, of owner: String) throws -> Payee? {
        state.arrangements.payees[owner]?.first { Payee.key(of: $0.name) == Payee.key(of: name) }
    }

    func payees(of owner: String) throws -> [Payee] {
        (state.arrangements.payees[owner] ?? []).sorted { Payee.key(of: $0.name) < Payee.key(of: $1.name) }
    }

    func put(_ payee: Payee, of owner: String) throws {
        try removePayee(named: payee.name, of: owner)
        state.arrangements.payees[owner, default: []].append(payee)
    }

    func removePayee(named name: String, of owner: String) throws {
        state.arrangements.payees[owner]?.removeAll { Payee.key(of: $0.name) == Payee.key(of: name) }
    }

    func payableAccounts(of owner: String) throws -> [String] {
        (state.arrangements.payable[owner] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

    func setPayable(_ account: String, _ currency: Currency, of owner: String) throws {
        state.arrangements.payable[owner, default: [:]][currency.code] = account
    }

    func removePayable(_ account: String, of owner: String) throws {
        state.arrangements.payable[owner] = state.arrangements.payable[owner]?.filter { $0.value != account }
    }

    func mandate(_ id: String) throws -> Mandate? { state.arrangements.mandates.first { $0.id == id } }

    func liveMandate(of service: String, for account: String) throws -> Mandate? {
        state.arrangements.mandates.first { $0.service == service && $0.account == account && $0.isLive }
    }

    func mandates(of owner: String, live: Bool, limit: Int) throws -> [Mandate] {
        Array(state.arrangements.mandates.reversed().filter { $0.owner == owner && $0.isLive == live }.prefix(limit))
    }

    func put(_ mandate: Mandate) throws {
        if let index = state.arrangements.mandates.firstIndex(where: { $0.id == mandate.id }) {
            state.arrangements.mandates[index] = mandate
        } else {
            state.arrangements.mandates.append(mandate)
        }
    }

    func schedule(_ id: String) throws -> Schedule? { state.arrangements.schedules.first { $0.id == id } }

    func schedules(of owner: String, active: Bool, limit: Int) throws -> [Schedule] {
        Array(
            state.arrangements.schedules.reversed().filter { $0.owner == owner && $0.status.isOpen == active }
                .prefix(limit))
    }

    func put(_ schedule: Schedule) throws {
        if let index = state.arrangements.schedules.firstIndex(where: { $0.id == schedule.id }) {
            state.arrangements.schedules[index] = schedule
        } else {
            state.arrangements.schedules.append(schedule)
        }
    }

    func dueRuns(of schedule: String) throws -> [DueRun] { sortedDue().filter { $0.schedule == schedule } }

    func zone(of person: String) -> TimeZone { state.arrangements.zones[person] ?? .utc }

    func nextDueRun() throws -> (run: DueRun, dueAt: Instant)? {
        sortedDue().map { (run: $0, dueAt: dueAt($0)) }.min {
            ($0.dueAt, $0.run.schedule, $0.run.occurrence) < ($1.dueAt, $1.run.schedule, $1.run.occurrence)
        }
    }

    private func dueAt(_ due: DueRun) -> Instant {
        zone(of: state.arrangements.schedules.first { $0.id == due.schedule }?.owner ?? "").start(of: due.day)
    }

    private func sortedDue() -> [DueRun] {
        state.arrangements.due.sorted { ($0.day, $0.schedule, $0.occurrence) < ($1.day, $1.schedule, $1.occurrence) }
    }

    func put(_ due: DueRun, of owner: String) throws {
        try remove(due)
        state.arrangements.due.append(due)
    }

    func remove(_ due: DueRun) throws {
        state.arrangements.due.removeAll { $0.schedule == due.schedule && $0.occurrence == due.occurrence }
    }

    func append(_ run: ScheduleRun, of schedule: String) throws { state.arrangements.runs.append((schedule, run)) }

    func runs(of schedule: String, before number: Int64?, limit: Int) throws -> [(number: Int64, run: ScheduleRun)] {
        let numbered = state.arrangements.runs.enumerated().map { (number: Int64($0.offset + 1), entry: $0.element) }
        let before = numbered.filter { $0.entry.schedule == schedule && $0.number < number ?? .max }
        return before.reversed().prefix(limit).map { (number: $0.number, run: $0.entry.run) }
    }

    func challenge(_ id: String) throws -> Challenge? { state.arrangements.challenges.first { $0.id == id } }

    func openChallenge(for account: String) throws -> Challenge? {
        state.arrangements.challenges.last { $0.order.from == account && $0.state == .open }
    }

    func put(_ challenge: Challenge) throws {
        if let index = state.arrangements.challenges.firstIndex(where: { $0.id == challenge.id }) {
            state.arrangements.challenges[index] = challenge
        } else {
            state.arrangements.challenges.append(challenge)
        }
    }
}
