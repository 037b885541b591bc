import TestSupport

extension PlannedAct {
    /// Draws stories: acts that follow each other over days. Chance alone rarely brings what they bring, a payment that
    /// is refused for days, a pause at midnight, or a price of the day after tomorrow.
    static func stories(people: Int, hours: Double, seed: UInt64) -> [PlannedAct] {
        var draft = StoryDraft(random: SeededGenerator(seed: seed ^ 0x73_746f_7279))
        for person in 0..<people {
            draft.begin(person, people: people)
            for day in 0..<Int((hours / 24).rounded(.up)) { draft.live(person, from: 24 * Double(day)) }
        }
        draft.move(to: "America/New_York", draft.random.below(max(1, people)))
        if draft.random.chance(50) { draft.move(to: "Asia/Tokyo", draft.random.below(max(1, people))) }
        return draft.acts.filter { $0.at < hours }
    }
}

/// Stories while they are drawn. They have accounts of their own, which no other act of a plan names.
private struct StoryDraft {
    /// An account without money, and one with more than is spent.
    private static let (poor, rich) = (90, 91)

    private(set) var acts: [PlannedAct] = []
    var random: SeededGenerator

    init(random: SeededGenerator) { self.random = random }

    /// Opens the accounts of the stories, with a payment that is refused day after day and a transfer at each midnight.
    mutating func begin(_ person: Int, people: Int) {
        append(.openAccount(slot: Self.poor, currency: "RUB"), at: 0.02, by: person)
        append(.openAccount(slot: Self.rich, currency: "RUB"), at: 0.03, by: person)
        append(.deposit(slot: Self.rich, amount: 50_000_000), at: 0.04, by: person)
        subscribe(from: Self.poor, at: moment(0.1...6), by: person)
        let payee = Place(person: (person + 1) % max(1, people), slot: 0)
        append(
            .schedule(slot: Self.rich, to: payee, amount: amount(), ahead: 1, everyDays: 1, times: nil),
            at: moment(0.1...5), by: person)
    }

    /// Adds what happens on a day: a subscription that is paused for a day and a half, one that will be dearer, and
    /// perhaps money for what was refused.
    mutating func live(_ person: Int, from hour: Double) {
        let resting = subscribe(from: random.chance(50) ? Self.rich : nil, at: hour + moment(0.1...1), by: person)
        append(.pauseSubscription(resting), at: hour + moment(1...4), by: person)
        append(.resumeSubscription(resting), at: hour + moment(28...44), by: person)
        let dearer = subscribe(from: Self.rich, at: hour + moment(0.1...6), by: person)
        append(
            .announcePrice(subscription: dearer, amount: 3_000 + amount(), ahead: 2 + random.below(3)),
            at: hour + moment(6...8), by: person)
        if hour > 0, random.chance(50) {
            append(.deposit(slot: Self.poor, amount: 10 * amount()), at: hour + moment(4...20), by: person)
        }
    }

    /// Lets somebody live elsewhere.
    mutating func move(to zone: String, _ person: Int) { append(.setZone(zone), at: moment(0.05...0.5), by: person) }

    /// Adds a subscription that is due every day, since yesterday, and returns the number of the act.
    @discardableResult
    private mutating func subscribe(from slot: Int?, at moment: Double, by person: Int) -> Int {
        append(.subscribe(slot: slot, amount: amount(), every: .day, ahead: -1, remind: false), at: moment, by: person)
    }

    @discardableResult
    private mutating func append(_ act: Act, at moment: Double, by person: Int) -> Int {
        // No other act has a number below zero, and whoever looks for the newest act finds none of these.
        let number = -1 - acts.count
        acts.append(PlannedAct(at: moment, person: person, number: number, act: act))
        return number
    }

    private mutating func moment(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

    private mutating func amount() -> Int64 { Int64.random(in: 100...2_000, using: &random) }
}
