import Signals

extension Invariants {
    /// The market has the candles that were acknowledged, each once, and no others.
    static func market(_ town: TownFacts) -> [String] {
        let told = Dictionary(town.market.securities.map { ($0.ticker, $0.candles) }) { $0 + $1 }
        let booked = town.books.candles.mapValues(\.count)
        var problems = told == booked ? [] : ["The market has \(told) candles; acknowledged were \(booked)."]
        for (ticker, places) in town.books.candles.sorted(by: { $0.key < $1.key }) {
            let chart = town.market.charts[ticker] ?? []
            let expected = places.sorted().map { TownMarket.candle(ticker, $0) }
            guard chart != expected else { continue }
            problems.append(
                "The chart of \(ticker) has \(chart.count) candles; missing or changed are "
                    + "\(Set(expected).subtracting(chart).map(\.date).sorted().prefix(5)), and not imported "
                    + "\(Set(chart).subtracting(expected).map(\.date).sorted().prefix(5)).")
        }
        return problems
    }

    /// Everybody watches what they asked to watch, is told once of each pattern that promises something, and once what
    /// came of it; lists and scores say the same as events.
    static func patterns(_ town: TownFacts) -> [String] {
        town.people.flatMap { watched($0, town) + announced($0) + judged($0, town) + scored($0) + shown($0) }
    }

    private static func watched(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let (watched, told) = ((town.books.watches[person.index] ?? []).sorted(), person.patterns.watched)
        var problems = watched == told ? [] : ["Person \(person.index) watches \(watched), and is told \(told)."]
        problems += person.patterns.listed.filter { !watched.contains($0.ticker) }.map {
            "Person \(person.index) is shown pattern \($0.id) of \($0.ticker), which they do not watch."
        }
        return problems
    }

    private static func announced(_ person: PersonFacts) -> [String] {
        let found = person.patterns.found
        let byEnd = Dictionary(grouping: found) { "\($0.ticker), \($0.type), \($0.periodEnd)" }
        var problems = byEnd.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map {
            "Person \(person.index) was told of the pattern of \($0.key) \($0.value.count) times."
        }
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        for pattern in person.patterns.listed {
            let isSignificant =
                pattern.edge == .yes && pattern.direction != .none && pattern.probabilityLow > pattern.baseRate
            guard let event = byID[pattern.id] else {
                if isSignificant { problems.append("Person \(person.index) was not told of \(pattern).") }
                continue
            }
            if event.ticker != pattern.ticker || event.type != pattern.type || event.periodEnd != pattern.periodEnd {
                problems.append("Person \(person.index) was told of \(event), and is shown \(pattern).")
            }
        }
        return problems
    }

    private static func judged(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let verdicts = Dictionary(grouping: person.patterns.judged, by: \.id)
        let found = Dictionary(person.patterns.found.map { ($0.id, $0) }) { first, _ in first }
        var problems = Set(verdicts.keys).subtracting(found.keys).sorted().map {
            "Person \(person.index) was told what came of pattern \($0), and never of itself."
        }
        for (id, event) in found.sorted(by: { $0.key < $1.key }) {
            let told = verdicts[id] ?? []
            let isTrue = told.allSatisfy { verdict in
                let cameTrue = event.direction == .up ? verdict.change > 0 : verdict.change < 0
                return verdict.direction == event.direction && verdict.probability == event.probability
                    && verdict.periodEnd == event.periodEnd && verdict.cameTrue == cameTrue
            }
            if told.count > 1 || !isTrue || told.isEmpty && isOver(event, town) {
                problems.append("Of \(event) person \(person.index) was told this to have come: \(told).")
            }
        }
        return problems
    }

    /// True when as many candles have come as the outcome needs.
    private static func isOver(_ event: PatternsEvent.Found, _ town: TownFacts) -> Bool {
        guard let end = TownMarket.place(of: event.periodEnd) else { return false }
        let later = (town.books.candles[event.ticker] ?? []).count { $0 > end && $0 < end + 100 }
        return later >= event.daysToWatch
    }

    private static func scored(_ person: PersonFacts) -> [String] {
        person.patterns.score.compactMap { score in
            let found = person.patterns.found.count { $0.type == score.type }
            let judged = person.patterns.judged.filter { $0.type == score.type }
            let cameTrue = judged.count(where: \.cameTrue)
            if (score.announced, score.judged, score.cameTrue) == (found, judged.count, cameTrue) { return nil }
            return "Of person \(person.index) events tell \(found) patterns, \(judged.count) judged, \(cameTrue) true; "
                + "the score is \(score)."
        }
    }

    /// What was announced is shown as it was announced, and as active exactly when it is listed.
    private static func shown(_ person: PersonFacts) -> [String] {
        let found = Dictionary(person.patterns.found.map { ($0.id, $0) }) { first, _ in first }
        let listed = Set(person.patterns.listed.map(\.id))
        return person.patterns.shown.compactMap { shown in
            let pattern = shown.pattern
            let isListed = shown.status == .active && person.patterns.watched.contains(pattern.ticker)
            if let event = found[pattern.id], let announcement = shown.announcement,
                announcement.probability == event.probability, announcement.direction == event.direction,
                isListed == listed.contains(pattern.id)
            {
                return nil
            }
            return "Person \(person.index) is shown \(shown), which is listed: \(listed.contains(pattern.id)); it was "
                + "announced as \(found[pattern.id].map { "\($0)" } ?? "nothing")."
        }
    }
}
