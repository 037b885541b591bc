import Coordination
import Domain
import Reasons
import Signals

/// Reads queries for tests from outside.
package enum QueryReading {
    /// Reads a query.
    ///
    /// - Throws: ``Fault`` `invalidArgument` of `query`.
    package static func check(_ query: String) throws(Fault) { _ = try MovementFilter(query: query, in: .utc) }
}

extension MovementFilter {
    /// Reads a query: terms of one value each become fields, all others become conditions. A blank query finds
    /// everything.
    ///
    /// - Parameter zone: The time zone of days.
    /// - Throws: ``Fault`` `invalidArgument` of `query`, for its first invalid term.
    init(query: String, in zone: TimeZone) throws(Fault) {
        self.init()
        var words: [String] = []
        for term in try QueryTerms(query).terms {
            switch term.key {
            case nil where !term.isNegated: words.append(term.value)
            case .type:
                var half = MovementFilter()
                half.side = try term.choice(of: Side.allCases) { $0 }
                if term.isNegated { half.side = half.side == .income ? .expense : .income }
                self = narrowed(by: half)
            case .property:
                var half = MovementFilter()
                half[keyPath: try term.choice(of: QueryProperty.allCases, \.field)] = !term.isNegated
                self = narrowed(by: half)
            default: add(MovementCondition(kind: try term.kind(in: zone), isNegated: term.isNegated))
            }
        }
        // The words are one text, of which the last may be the beginning of a word.
        if !words.isEmpty { text = TextQuery(words.joined(separator: " ")) }
    }

    /// Adds a condition, as a field where there is one for it: fields narrow the search before conditions are looked
    /// at.
    private mutating func add(_ condition: MovementCondition) {
        guard !condition.isNegated else { return conditions.append(condition) }
        var field = MovementFilter()
        switch condition.kind {
        case .counterparty(let other): field.counterparty = other
        case .amount(let least, let greatest): (field.atLeast, field.atMost) = (least, greatest)
        case .period(let period): field.period = period
        case .category, .withoutCategory, .account, .currency, .text: field.conditions = [condition]
        }
        self = narrowed(by: field)
    }
}

/// The properties that `is:` asks for.
private enum QueryProperty: CaseIterable {
    case own, reversed, undone

    var field: WritableKeyPath<MovementFilter, Bool?> {
        switch self {
        case .own: \.isOwn
        case .reversed: \.isReversed
        case .undone: \.isUndone
        }
    }
}

extension QueryTerms.Term {
    /// Returns what the term asks for.
    fileprivate func kind(in zone: TimeZone) throws(Fault) -> MovementCondition.Kind {
        switch key {
        case .category:
            guard isQuoted || value.lowercased() != "none" else { return .withoutCategory }
            guard value.unicodeScalars.count <= MovementFilter.longestCategory else {
                throw fault(.queryValueTooLong, ["most": .number(MovementFilter.longestCategory)])
            }
            return .category(value)
        case .account: return .account(try id)
        case .counterparty: return .counterparty(try id == "outside" ? .outside : .account(value))
        case .currency:
            guard let currency = Currency(code: value.uppercased()) else { throw fault(.badQueryCurrency) }
            return .currency(currency)
        case .amount:
            let range = try amounts
            return .amount(least: range.least, greatest: range.greatest)
        case .date: return .period(try period(in: zone))
        case .type, .property, nil: return .text(TextQuery(value))
        }
    }

    private var id: String {
        get throws(Fault) {
            guard value.utf8.count <= MovementFilter.longestID else {
                throw fault(.queryValueTooLong, ["most": .number(MovementFilter.longestID)])
            }
            return value
        }
    }

    /// Returns the choice whose name is the value, in any case.
    fileprivate func choice<Choice, Value>(
        of choices: [Choice], _ meaning: (Choice) -> Value
    ) throws(Fault) -> Value {
        guard let choice = choices.first(where: { "\($0)" == value.lowercased() }) else {
            throw fault(.badQueryWord, ["values": .text(choices.map { "\($0)" }.sorted().joined(separator: ", "))])
        }
        return meaning(choice)
    }

    // MARK: Ranges

    /// The two ends of `a..b`, of which one may be absent; nil without the dots.
    private var ends: (first: Substring, last: Substring)? {
        guard let dots = value.firstRange(of: "..") else { return nil }
        return (value[..<dots.lowerBound], value[dots.upperBound...])
    }

    private var amounts: (least: AmountBound?, greatest: AmountBound?) {
        get throws(Fault) {
            if let ends {
                guard !ends.first.isEmpty || !ends.last.isEmpty else { throw fault(.badQueryAmount) }
                let least = ends.first.isEmpty ? nil : try amount(ends.first)
                let greatest = ends.last.isEmpty ? nil : try amount(ends.last)
                if let least, let greatest, greatest.thousandths < least.thousandths {
                    throw fault(.queryRangeReversed)
                }
                return (least, greatest)
            }
            if value.hasPrefix(">=") { return (try amount(value.dropFirst(2)), nil) }
            if value.hasPrefix("<=") { return (nil, try amount(value.dropFirst(2))) }
            if value.hasPrefix(">") { return (try amount(value.dropFirst()).next, nil) }
            if value.hasPrefix("<") { return (nil, try amount(value.dropFirst()).previous) }
            let exact = try amount(value[...])
            return (exact, exact)
        }
    }

    private func amount(_ text: Substring) throws(Fault) -> AmountBound {
        do throws(MoneyRule) {
            return try AmountBound(String(text))
        } catch {
            throw fault(.badQueryAmount)
        }
    }

    private func period(in zone: TimeZone) throws(Fault) -> Period {
        let ends = ends ?? (value[...], value[...])
        guard !ends.first.isEmpty || !ends.last.isEmpty else { throw fault(.badQueryDate) }
        let first = ends.first.isEmpty ? nil : try days(ends.first)
        let last = ends.last.isEmpty ? nil : try days(ends.last)
        if let first, let last, last.end <= first.start { throw fault(.queryRangeReversed) }
        return Period(start: first.map { zone.start(of: $0.start) }, end: last.map { zone.start(of: $0.end) })
    }

    /// Returns the first day of a day, a month or a year, and the first day after it.
    private func days(_ text: Substring) throws(Fault) -> (start: CalendarDay, end: CalendarDay) {
        let length = text.utf8.count
        if length == 10, let day = CalendarDay(text) { return (day, day.adding(days: 1)) }
        if length == 7, let start = CalendarDay("\(text)-01"),
            let last = (28...31).reversed().lazy.compactMap({ CalendarDay("\(text)-\($0)") }).first
        {
            return (start, last.adding(days: 1))
        }
        if length == 4, let start = CalendarDay("\(text)-01-01"), let last = CalendarDay("\(text)-12-31") {
            return (start, last.adding(days: 1))
        }
        throw fault(.badQueryDate)
    }
}
