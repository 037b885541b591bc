import Domain

/// The people of a simulated house.
final class Town: Sendable {
    /// What they were told.
    let books = Books()
    /// The people, by index.
    let people: [SimulatedPerson]

    /// Registers so many people.
    init(people count: Int, links: HouseLinks) async {
        people = (0..<count).map { [books] in SimulatedPerson(index: $0, books: books, links: links) }
        for person in people { _ = await person.register() }
    }

    /// Lets its person do an act. Returns once that is answered.
    func act(_ planned: PlannedAct) async {
        guard people.indices.contains(planned.person) else { return }
        await people[planned.person].perform(planned)
    }

    /// Returns what of sessions does not hold. Call it as soon as the services have heard what has ended, and before
    /// tokens expire by themselves.
    func problemsOfSessions() async -> [String] { await Invariants.endedSessions(people) }

    /// Returns what does not hold. Call it when nothing is wrong any more and all that was due is done.
    func problems() async -> [String] {
        books.write { $0.rests.append(WallClock.system.now()) }
        let noted = books.takeProblems()
        // What is compared later follows from what went wrong already.
        if !noted.isEmpty { return noted }
        var found: [String] = []
        for person in people { await person.repeatSample() }
        found += books.takeProblems()
        guard let facts = await TownFacts.gathered(from: people, books) else {
            return found + books.takeProblems() + ["The services could not be read at rest."]
        }
        found += Invariants.all(facts)
        found += await Invariants.strangers(people, facts)
        return found + books.takeProblems()
    }
}
