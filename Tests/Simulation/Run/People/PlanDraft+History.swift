import Signals
import TestSupport

extension PlanDraft {
    private static let words = ["lunch", "rent", "gift", "shop", "wages", "order"]
    private static let categories = ["food", "home", "fun", "salary"]
    /// How many rows the file of the bank has for each account.
    private static let bankRows = 48

    /// Returns an act that arranges or reads history; nil when there is nothing for it to act on.
    mutating func useHistory(_ wish: Wish, of person: Int) -> Act? {
        switch wish {
        case .addRule:
            return .addRule(
                word: random.one(of: Self.words), category: random.one(of: Self.categories), type: direction(),
                isFirst: random.chance(30))
        case .moveRule:
            let place = some(1...6)
            return number(.rule, of: person).map { .moveRule($0, to: place) }
        case .removeRule: return number(.rule, of: person).map { .removeRule($0) }
        case .saveFilter:
            return .saveFilter(
                name: some(0...2), text: random.chance(50) ? random.one(of: Self.words) : nil, type: direction(),
                least: random.chance(50) ? some(0...500) : nil,
                category: random.chance(30) ? random.one(of: Self.categories) : nil)
        case .removeFilter: return .removeFilter(name: some(0...2))
        case .readFiltered: return .readFiltered(name: some(0...2))
        case .summarize:
            return .summarize(
                by: random.one(of: HistorySignal.SummaryGroup.allCases),
                type: random.one(of: HistorySignal.TypeFilter.allCases))
        case .importStatement:
            // Often of the first account, so that files have rows in common.
            let first = some(0...Self.bankRows - 12)
            return .importStatement(
                slot: random.chance(50) ? 0 : slot(of: person), first: first, count: some(1...12))
        case .exportStatement:
            return .exportStatement(
                slot: slot(of: person), days: random.one(of: [0, 1, 2, 20]),
                format: random.one(of: HistorySignal.StatementFormat.allCases))
        default: return nil
        }
    }

    private mutating func direction() -> HistorySignal.TypeFilter? {
        let choices: [HistorySignal.TypeFilter?] = [nil, nil, .income, .expense]
        return random.one(of: choices)
    }
}
