import Domain
import Signals

extension Invariants {
    /// Each occurrence of a schedule happens once, on its day or after a time of being down, and makes one transfer at
    /// most.
    static func schedules(_ town: TownFacts) -> [String] {
        town.people.flatMap { person in
            listed(person, town) + person.schedules.flatMap { runs(of: $0, person, town) } + orphans(person)
        }
    }

    /// The schedules are those that were made.
    private static func listed(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let made = town.books.schedules.values.filter { $0.person == person.index }
        let (known, told) = (Set(made.map(\.id)), Set(person.schedules.map(\.id)))
        var problems = told.subtracting(known).sorted().map {
            "Person \(person.index) has schedule \($0), which nobody made."
        }
        // Of those that are over only the last hundred are listed.
        if told.count < 100 {
            problems += known.subtracting(told).sorted().map {
                "Schedule \($0) of person \(person.index) was acknowledged and is not listed."
            }
        }
        let ended = Set(made.filter(\.hasEnded).map(\.id))
        problems += person.schedules.filter { ended.contains($0.id) && $0.status.isOpen }.map {
            "Schedule \($0.id) of person \(person.index) was cancelled and goes on: \($0)."
        }
        return problems
    }

    private static func runs(
        of schedule: LedgerSignal.Schedule, _ person: PersonFacts, _ town: TownFacts
    ) -> [String] {
        let runs = person.runs[schedule.id] ?? []
        let name = "Schedule \(schedule.id) of person \(person.index)"
        var problems: [String] = []
        if runs.filter({ $0.transfer != nil }).count != schedule.done
            || runs.filter({ $0.transfer == nil }).count != schedule.failed
        {
            problems.append("\(name) tells \(schedule.done) done and \(schedule.failed) refused; its runs are \(runs).")
        }
        for (occurrence, attempts) in Dictionary(grouping: runs, by: \.occurrence).sorted(by: { $0.key < $1.key }) {
            problems += attemptsOf(occurrence, attempts, schedule, name)
        }
        problems += runs.filter { $0.at < town.start(of: $0.due, for: person.index, at: $0.at).lowerBound }.map {
            "\(name): occurrence \($0.occurrence), due on \($0.due), was made before that, at \($0.at)."
        }
        problems += runs.compactMap { transfer(of: $0, schedule, person, name) }
        return problems + overdue(schedule, runs, person, town, name)
    }

    private static func attemptsOf(
        _ occurrence: Int, _ runs: [LedgerSignal.ScheduleRun], _ schedule: LedgerSignal.Schedule, _ name: String
    ) -> [String] {
        var problems: [String] = []
        if runs.map(\.attempt) != Array(1...runs.count) {
            problems.append("\(name): the attempts of occurrence \(occurrence) are \(runs.map(\.attempt)).")
        }
        if runs.dropLast().contains(where: { $0.transfer != nil }) {
            problems.append("\(name): occurrence \(occurrence) was made and made again: \(runs).")
        }
        let day = dayOf(occurrence - 1, schedule)
        if let wrong = runs.first(where: { $0.due != day }) {
            problems.append(
                "\(name): occurrence \(occurrence) is due on \(day.map { "\($0)" } ?? "no day"), and was on "
                    + "\(wrong.due).")
        }
        return problems
    }

    private static func dayOf(_ index: Int, _ schedule: LedgerSignal.Schedule) -> CalendarDay? {
        guard let every = schedule.every else { return index == 0 ? schedule.start : nil }
        if let times = schedule.times, index >= times { return nil }
        return Recurrence(start: schedule.start, every: every.count, every.unit)?.occurrence(index)
    }

    private static func transfer(
        of run: LedgerSignal.ScheduleRun, _ schedule: LedgerSignal.Schedule, _ person: PersonFacts, _ name: String
    ) -> String? {
        guard let id = run.transfer else { return nil }
        guard let movement = person.posted.first(where: { $0.transfer.id == id }) else {
            return "\(name): occurrence \(run.occurrence) made transfer \(id), which the ledger does not tell of."
        }
        let transfer = movement.transfer
        let isRight =
            transfer.from == schedule.from && transfer.to == schedule.to && transfer.amount == schedule.amount
            && transfer.description == schedule.description
            && movement.entries.contains { $0.account == schedule.from && $0.cause == .schedule }
        return isRight ? nil : "\(name), \(schedule), made another transfer: \(transfer), \(movement.entries)."
    }

    /// What is due has been tried.
    private static func overdue(
        _ schedule: LedgerSignal.Schedule, _ runs: [LedgerSignal.ScheduleRun], _ person: PersonFacts,
        _ town: TownFacts, _ name: String
    ) -> [String] {
        var problems: [String] = []
        func isPast(_ day: CalendarDay) -> Bool {
            town.startNow(of: day, for: person.index).upperBound + grace < town.now
        }
        if schedule.status == .active, let next = schedule.next, isPast(next) {
            problems.append("\(name) is due since \(next), at \(town.now), and was not tried.")
        }
        let made = town.books.schedules.values.first { $0.id == schedule.id }
        guard let made, !made.mayHavePaused, !made.mayHaveEnded else { return problems }
        let known = Set(runs.map(\.occurrence))
        var index = 0
        while let day = dayOf(index, schedule), isPast(day) {
            if !known.contains(index + 1) {
                problems.append("\(name): occurrence \(index + 1), due on \(day), was left out.")
            }
            index += 1
        }
        for run in runs {
            guard let next = run.nextTry, isPast(next) else { continue }
            if !runs.contains(where: { $0.occurrence == run.occurrence && $0.attempt == run.attempt + 1 }) {
                problems.append("\(name): occurrence \(run.occurrence) was to be tried again on \(next), and was not.")
            }
        }
        return problems
    }

    /// Each transfer of a schedule belongs to one run.
    private static func orphans(_ person: PersonFacts) -> [String] {
        let made = person.runs.values.flatMap { $0 }.compactMap(\.transfer)
        let counts = Dictionary(made.map { ($0, 1) }, uniquingKeysWith: +)
        var problems = counts.filter { $0.value > 1 }.keys.sorted().map {
            "Transfer \($0) of person \(person.index) is of several runs."
        }
        problems += person.posted.filter { movement in
            movement.entries.contains { $0.cause == .schedule } && counts[movement.transfer.id] == nil
        }.map {
            "Transfer \($0.transfer.id) of person \(person.index) was made by a schedule, and by no run of one."
        }
        return problems
    }
}
