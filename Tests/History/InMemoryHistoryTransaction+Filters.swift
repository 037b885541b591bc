import Domain

@testable import HistoryService

// The conditions of rules and filters, one movement at a time.

extension CategoryRule {
    func fits(_ movement: Movement) -> Bool {
        let text = Array(SearchText.folded(movement.description).utf8)
        return text.contains(bytesOf: SearchText.folded(contains)) && condition.means(movement)
    }
}

extension MovementFilter {
    /// True when the filter matches a movement: a direct transcription of the contract, without any index.
    func means(_ movement: Movement) -> Bool {
        if isContradiction { return false }
        if let accountID, movement.accountID != accountID { return false }
        if let side, movement.key.side != side { return false }
        if let text, !text.matches(SearchText.words(of: movement.description)) { return false }
        if let category, movement.category != category { return false }
        if let isReversed, (movement.reversedBy != nil) != isReversed { return false }
        if let isUndone, (movement.reversedBy != nil || movement.reverses != nil) != isUndone { return false }
        switch counterparty {
        case .outside: if movement.otherAccountID != nil { return false }
        case .account(let id): if movement.otherAccountID != id { return false }
        case nil: break
        }
        let scale = Int128(1000) / Int128(movement.amount.currency.minorUnitsPerUnit)
        let thousandths = Int128(movement.amount.minorUnits) * scale
        if let atLeast, thousandths < atLeast.thousandths { return false }
        if let atMost, thousandths > atMost.thousandths { return false }
        return period.contains(movement.time) && conditions.allSatisfy { $0.holds(for: movement, thousandths) }
    }
}

extension MovementCondition {
    fileprivate func holds(for movement: Movement, _ thousandths: Int128) -> Bool {
        let isMeant =
            switch kind {
            case .category(let name): movement.category.map { $0 == name || $0.hasPrefix("\(name):") } ?? false
            case .withoutCategory: movement.category == nil
            case .account(let id): movement.accountID == id
            case .counterparty(.outside): movement.otherAccountID == nil
            case .counterparty(.account(let id)): movement.otherAccountID == id
            case .currency(let currency): movement.amount.currency == currency
            case .amount(let least, let greatest):
                least.map { thousandths >= $0.thousandths } ?? true
                    && greatest.map { thousandths <= $0.thousandths } ?? true
            case .period(let period): period.contains(movement.time)
            case .text(let text): text.matches(SearchText.words(of: movement.description))
            }
        return isMeant != isNegated
    }
}

extension [UInt8] {
    fileprivate func contains(bytesOf text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard wanted.count <= count else { return false }
        return (0...(count - wanted.count)).contains { self[$0...].starts(with: wanted) }
    }
}
