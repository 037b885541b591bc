import Domain

@testable import LedgerService

/// What people set up, in memory, the simplest way that keeps the contract.
struct InMemoryOrders: OrderBooks {
    struct State: Sendable {
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

    /// Where the state is.
    final class Place {
        var state: State
        init(_ state: State) { self.state = state }
    }

    let place: Place

    func rate(from: Currency, to: Currency, of owner: String) throws -> ExchangeRate? {
        place.state.rates[owner]?.first { $0.from == from && $0.to == to }
    }

    func rates(of owner: String) throws -> [ExchangeRate] {
        (place.state.rates[owner] ?? []).sorted { ($0.from.code, $0.to.code) < ($1.from.code, $1.to.code) }
    }

    func put(_ rate: ExchangeRate, of owner: String) throws {
        try removeRate(from: rate.from, to: rate.to, of: owner)
        place.state.rates[owner, default: []].append(rate)
    }

    func removeRate(from: Currency, to: Currency, of owner: String) throws {
        place.state.rates[owner]?.removeAll { $0.from == from && $0.to == to }
    }

    func template(named name: String, of owner: String) throws -> TransferTemplate? {
        place.state.templates[owner]?.first { $0.name == name }
    }

    func templates(of owner: String) throws -> [TransferTemplate] {
        (place.state.templates[owner] ?? []).sorted { $0.name < $1.name }
    }

    func put(_ template: TransferTemplate, of owner: String) throws {
        try removeTemplate(named: template.name, of: owner)
        place.state.templates[owner, default: []].append(template)
    }

    func removeTemplate(named name: String, of owner: String) throws {
        place.state.templates[owner]?.removeAll { $0.name == name }
    }

    func payee(named name: String, of owner: String) throws -> Payee? {
        place.state.payees[owner]?.first { Payee.key(of: $0.name) == Payee.key(of: name) }
    }

    func payees(of owner: String) throws -> [Payee] {
        (place.state.payees[owner] ?? []).sorted { Payee.key(of: $0.name) < Payee.key(of: $1.name) }
    }

    func put(_ payee: Payee, of owner: String) throws {
        try removePayee(named: payee.name, of: owner)
        place.state.payees[owner, default: []].append(payee)
    }

    func removePayee(named name: String, of owner: String) throws {
        place.state.payees[owner]?.removeAll { Payee.key(of: $0.name) == Payee.key(of: name) }
    }

    func payableAccounts(of owner: String) throws -> [String] {
        (place.state.payable[owner] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

    func setPayable(_ account: String, _ currency: Currency, of owner: String) throws {
        place.state.payable[owner, default: [:]][currency.code] = account
    }

    func removePayable(_ account: String, of owner: String) throws {
        place.state.payable[owner] = place.state.payable[owner]?.filter { $0.value != account }
    }

    func mandate(_ id: String) throws -> Mandate? { place.state.mandates.first { $0.id == id } }

    func liveMandate(of service: String, for account: String) throws -> Mandate? {
        place.state.mandates.first { $0.service == service && $0.account == account && $0.isLive }
    }

    func mandates(of owner: String, live: Bool, limit: Int) throws -> [Mandate] {
        Array(place.state.mandates.reversed().filter { $0.owner == owner && $0.isLive == live }.prefix(limit))
    }

    func put(_ mandate: Mandate) throws {
        if let index = place.state.mandates.firstIndex(where: { $0.id == mandate.id }) {
            place.state.mandates[index] = mandate
        } else {
            place.state.mandates.append(mandate)
        }
    }

    func schedule(_ id: String) throws -> Schedule? { place.state.schedules.first { $0.id == id } }

    func schedules(of owner: String, active: Bool, limit: Int) throws -> [Schedule] {
        Array(
            place.state.schedules.reversed().filter { $0.owner == owner && $0.status.isOpen == active }
                .prefix(limit))
    }

    func put(_ schedule: Schedule) throws {
        if let index = place.state.schedules.firstIndex(where: { $0.id == schedule.id }) {
            place.state.schedules[index] = schedule
        } else {
            place.state.schedules.append(schedule)
        }
    }

    func dueRuns(of schedule: String) throws -> [DueRun] { sortedDue().filter { $0.schedule == schedule } }

    func zone(of person: String) -> TimeZone { place.state.zones[person] ?? .utc }

    func nextDueRun() throws -> (run: DueRun, dueAt: Instant)? {
        sortedDue().map { (run: $0, dueAt: dueAt($0)) }.min {
            ($0.dueAt, $0.run.schedule, $0.run.occurrence) < ($1.dueAt, $1.run.schedule, $1.run.occurrence)
        }
    }

    private func dueAt(_ due: DueRun) -> Instant {
        zone(of: place.state.schedules.first { $0.id == due.schedule }?.owner ?? "").start(of: due.day)
    }

    private func sortedDue() -> [DueRun] {
        place.state.due.sorted { ($0.day, $0.schedule, $0.occurrence) < ($1.day, $1.schedule, $1.occurrence) }
    }

    func put(_ due: DueRun, of owner: String) throws {
        try remove(due)
        place.state.due.append(due)
    }

    func remove(_ due: DueRun) throws {
        place.state.due.removeAll { $0.schedule == due.schedule && $0.occurrence == due.occurrence }
    }

    func append(_ run: ScheduleRun, of schedule: String) throws { place.state.runs.append((schedule, run)) }

    func runs(of schedule: String, before number: Int64?, limit: Int) throws -> [(number: Int64, run: ScheduleRun)] {
        let numbered = place.state.runs.enumerated().map { (number: Int64($0.offset + 1), entry: $0.element) }
        let before = numbered.filter { $0.entry.schedule == schedule && $0.number < number ?? .max }
        return before.reversed().prefix(limit).map { (number: $0.number, run: $0.entry.run) }
    }

    func challenge(_ id: String) throws -> Challenge? { place.state.challenges.first { $0.id == id } }

    func openChallenge(for account: String) throws -> Challenge? {
        place.state.challenges.last { $0.order.from == account && $0.state == .open }
    }

    func put(_ challenge: Challenge) throws {
        if let index = place.state.challenges.firstIndex(where: { $0.id == challenge.id }) {
            place.state.challenges[index] = challenge
        } else {
            place.state.challenges.append(challenge)
        }
    }
}
