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
        return period.contains(movement.time)
    }
}

extension [UInt8] {
    fileprivate func contains(bytesOf text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard wanted.count <= count else { return false }
        return (0...(count - wanted.count)).contains { self[$0...].starts(with: wanted) }
    }
}
