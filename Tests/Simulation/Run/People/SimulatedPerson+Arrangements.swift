import Coordination
import Domain
import Signals

extension SimulatedPerson {
    private var today: CalendarDay { WallClock.system.now().dayInUTC }

    // MARK: Schedules

    func schedule(
        _ slot: Int, _ to: Place, _ amount: Int64, ahead: Int, everyDays: Int?, times: Int?, _ number: Int
    ) async {
        guard let from = own(slot), let payee = account(to) else { return }
        let signal = LedgerSignal.MakeSchedule(
            from: from.id, to: payee.id, amount: Money(minorUnits: amount, currency: from.currency),
            description: "Order \(number)", start: today.adding(days: ahead),
            every: everyDays.map { LedgerSignal.Every(count: $0, unit: .day) }, times: everyDays == nil ? nil : times)
        guard let schedule = await change(signal, number: number)?.schedule else { return }
        let person = index
        books.write { $0.schedules[number] = Arrangement(id: schedule.id, person: person) }
    }

    func pauseSchedule(_ made: Int, _ number: Int) async {
        guard let schedule = schedule(made) else { return }
        books.write { $0.schedules[made]?.mayHavePaused = true }
        _ = await change(LedgerSignal.PauseSchedule(id: schedule.id), number: number)
    }

    func resumeSchedule(_ made: Int, _ number: Int) async {
        guard let schedule = schedule(made) else { return }
        _ = await change(LedgerSignal.ResumeSchedule(id: schedule.id), number: number)
    }

    func cancelSchedule(_ made: Int, _ number: Int) async {
        guard let schedule = schedule(made) else { return }
        books.write { $0.schedules[made]?.mayHaveEnded = true }
        guard await change(LedgerSignal.CancelSchedule(id: schedule.id), number: number) != nil else { return }
        books.write { $0.schedules[made]?.hasEnded = true }
    }

    private func schedule(_ made: Int) -> Arrangement? {
        books.now.schedules[made].flatMap { $0.person == index ? $0 : nil }
    }

    // MARK: Payees

    func savePayee(_ name: String, _ place: Place, _ number: Int) async {
        guard let account = account(place), place.person != index else { return }
        let signal = LedgerSignal.SavePayee(name: name, account: account.id)
        guard let payee = await change(signal, number: number)?.payee else { return }
        let person = index
        books.write { $0.payees[person, default: [:]][name] = payee.account }
    }

    func removePayee(_ name: String, _ number: Int) async {
        guard books.now.payees[index]?[name] != nil else { return }
        guard await change(LedgerSignal.RemovePayee(name: name), number: number) != nil else { return }
        let person = index
        books.write { $0.payees[person, default: [:]][name] = nil }
    }

    // MARK: Bonds

    private static let bonds = ["SU26238RMFS4", "RU000A0JW126", "RU000A0ZZQU2"]

    func enterBond(_ bond: Int, _ number: Int) async {
        guard let isin = isin(bond), let rubles = Currency(code: "RUB"), let issued = CalendarDay("2024-01-10"),
            let maturity = CalendarDay("2031-01-10")
        else { return }
        let terms = BondsSignal.Terms(
            face: 1000, ratePercent: 7, frequency: 2, issued: issued, maturity: maturity)
        let activity = BondsSignal.Activity(
            title: "Bond \(bond)", currency: rubles, isin: isin, items: [], terms: terms)
        _ = await change(BondsSignal.Import(activities: [activity]), number: number)
    }

    func holdBond(_ bond: Int, _ quantity: Int, _ number: Int) async {
        guard let isin = isin(bond) else { return }
        let before = books.now.holdings[index]?[isin.description] ?? 0
        guard let answer = await change(BondsSignal.Hold(isin: isin, quantity: quantity), number: number) else {
            return
        }
        if answer.quantity != quantity || answer.before != before {
            books.note("Act \(number): person \(index) held \(before) of \(isin), then \(quantity); told \(answer).")
        }
        let person = index
        books.write { $0.holdings[person, default: [:]][isin.description] = quantity }
    }

    private func isin(_ bond: Int) -> ISIN? { ISIN(Self.bonds[bond % Self.bonds.count]) }

    // MARK: Oneself

    func setZone(_ zone: String, _ number: Int) async {
        let (person, now) = (index, WallClock.system.now())
        books.write { $0.zones[person, default: []].append(LivedZone(name: zone, askedAt: now)) }
        guard await change(AuthSignal.SetZone(zone: zone), number: number) != nil else { return }
        books.write { content in
            guard let last = content.zones[person]?.indices.last else { return }
            content.zones[person]?[last].restsBefore = content.rests.count
        }
    }
}
