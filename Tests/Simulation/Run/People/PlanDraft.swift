import TestSupport

extension PlannedAct {
    /// Draws what people do.
    ///
    /// - Parameters:
    ///   - people: How many people there are.
    ///   - hours: How long they use the house.
    ///   - actsPerHour: How much all of them do in an hour, beyond opening and filling their first accounts.
    static func plan(
        people: Int, hours: Double, actsPerHour: Double, using random: inout some RandomNumberGenerator
    ) -> [PlannedAct] {
        var draft = PlanDraft(people: max(1, people), random: SeededGenerator(seed: random.next()))
        draft.begin()
        let count = Int((hours * actsPerHour).rounded())
        let moments = (0..<count).map { _ in Double.random(in: 0.02..<max(0.03, hours), using: &random) }
        for moment in moments.sorted() { draft.add(at: moment) }
        return draft.acts
    }
}

/// A plan while it is drawn: it remembers what earlier acts will have made, so that later ones have something to act
/// on.
struct PlanDraft {
    /// What an act makes that other acts name.
    enum Product: Hashable { case hold, transfer, schedule, subscription, rule, request }

    private(set) var acts: [PlannedAct] = []
    var random: SeededGenerator
    /// The currencies of the accounts of each person, by slot.
    var slots: [[String]]
    /// How many candles each security has by now.
    var candles = [0, 0]
    private var made: [Product: [(number: Int, person: Int)]] = [:]

    init(people: Int, random: SeededGenerator) {
        slots = Array(repeating: [], count: people)
        self.random = random
    }

    /// Gives everybody two accounts in one currency and one in another, with money in them.
    mutating func begin() {
        for person in slots.indices {
            for (slot, currency) in ["RUB", "RUB", "USD"].enumerated() {
                append(.openAccount(slot: slot, currency: currency), at: 0.001 * Double(slot + 1), by: person)
                slots[person].append(currency)
            }
            append(.deposit(slot: 0, amount: 5_000_000), at: 0.010, by: person)
            append(.deposit(slot: 2, amount: 100_000), at: 0.011, by: person)
            append(.setRate(from: "USD", to: "RUB", rate: "90.5"), at: 0.012, by: person)
            append(.setRate(from: "RUB", to: "USD", rate: "0.011"), at: 0.013, by: person)
        }
        for bond in 0..<3 { append(.enterBond(bond), at: 0.014, by: 0) }
        beginMarket()
        acts.sort { ($0.at, $0.number) < ($1.at, $1.number) }
    }

    /// Adds what somebody does at a moment, unless there is nothing for it to act on yet.
    mutating func add(at moment: Double) {
        let person = random.below(slots.count)
        if let act = draw(Wish.random(&random), of: person) { append(act, at: moment, by: person) }
    }

    mutating func append(_ act: Act, at moment: Double, by person: Int) {
        let number = acts.count
        acts.append(PlannedAct(at: moment, person: person, number: number, act: act))
        for product in Self.products(of: act) { made[product, default: []].append((number, person)) }
    }

    private static func products(of act: Act) -> [Product] {
        switch act {
        case .hold: [.hold, .transfer, .request]
        case .deposit, .withdraw, .transfer: [.transfer, .request]
        case .schedule: [.schedule, .request]
        case .subscribe: [.subscription, .request]
        case .addRule: [.rule, .request]
        case .readBalance, .readHistory, .search, .readForecast, .readSubscriptions, .readInbox, .signInAgain, .signOut,
            .repeatAct, .reuseKey, .readFiltered, .summarize, .exportStatement, .readPatterns, .prove,
            .spendRecoveryCode, .reuseCode:
            []
        default: [.request]
        }
    }

    // MARK: What acts act on

    /// Returns the number of a recent act that made such a thing; of anybody when `person` is nil.
    mutating func number(_ product: Product, of person: Int?) -> Int? {
        let found = (made[product] ?? []).filter { person == nil || $0.person == person }.suffix(12)
        return found.isEmpty ? nil : random.one(of: found).number
    }

    /// Returns an account of a person.
    mutating func slot(of person: Int) -> Int { random.below(max(1, slots[person].count)) }

    /// Returns an account that may be paid from one of a person's; rarely one in another currency, which is refused.
    mutating func place(for slot: Int, of person: Int) -> Place {
        let all = slots.indices.flatMap { owner in slots[owner].indices.map { Place(person: owner, slot: $0) } }
        let currency = slots[person][slot]
        let fitting = all.filter {
            slots[$0.person][$0.slot] == currency && $0 != Place(person: person, slot: slot)
        }
        return random.one(of: fitting.isEmpty || random.chance(5) ? all : fitting)
    }

    /// Returns an account of a person in another currency than that of one; rarely any, which may be refused.
    mutating func exchangePlace(for slot: Int, of person: Int) -> Int {
        let fitting = slots[person].indices.filter { slots[person][$0] != slots[person][slot] }
        return fitting.isEmpty || random.chance(10) ? self.slot(of: person) : random.one(of: fitting)
    }

    /// Returns a small, a usual or a large amount in minor units.
    mutating func amount() -> Int64 {
        let range: ClosedRange<Int64> = random.one(of: [1...100, 100...10_000, 10_000...400_000])
        return Int64.random(in: range, using: &random)
    }

    /// Returns a number of the range.
    mutating func some(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}
