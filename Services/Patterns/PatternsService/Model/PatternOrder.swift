import Signals

/// A total order of patterns, so that pages neither repeat nor omit one.
struct PatternOrder: Sendable {
    /// The position of a pattern in the order.
    struct Place: Hashable, Sendable {
        let first: Double
        let second: Double
        let id: String
    }

    let key: PatternsSignal.SortKey
    let isAscending: Bool

    init(_ key: PatternsSignal.SortKey, ascending: Bool) {
        self.key = key
        isAscending = ascending
    }

    /// The order as a part of a cursor's filter.
    var text: String { "\(key.rawValue) \(isAscending)" }

    func place(of finding: Finding) -> Place {
        switch key {
        case .probability: Place(first: finding.probability, second: finding.priceChange, id: finding.id)
        case .matches:
            Place(first: Double(finding.content.stats.matches), second: finding.probability, id: finding.id)
        case .priceChange: Place(first: finding.priceChange, second: finding.probability, id: finding.id)
        }
    }

    func precedes(_ left: Finding, _ right: Finding) -> Bool { precedes(place(of: left), place(of: right)) }

    func precedes(_ left: Place, _ right: Place) -> Bool {
        if left.first != right.first { return (left.first < right.first) == isAscending }
        if left.second != right.second { return (left.second < right.second) == isAscending }
        return left.id < right.id
    }
}

/// The position after a page of patterns, encoded in `nextCursor`.
struct PatternCursor: Hashable, Sendable {
    let place: PatternOrder.Place
    private let filter: String

    init(place: PatternOrder.Place, filter: String) {
        self.place = place
        self.filter = filter
    }

    /// Parses a cursor; nil when the text is malformed or belongs to another filter.
    init?(_ text: String, filter: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == Self.hexadecimal(filter), let first = UInt64(parts[1], radix: 16),
            let second = UInt64(parts[2], radix: 16)
        else { return nil }
        let place = PatternOrder.Place(
            first: Double(bitPattern: first), second: Double(bitPattern: second), id: String(parts[3]))
        guard place.first.isFinite, place.second.isFinite else { return nil }
        self.init(place: place, filter: filter)
    }

    /// The text of the cursor, opaque to clients.
    var text: String {
        "\(Self.hexadecimal(filter))-\(String(place.first.bitPattern, radix: 16))-"
            + "\(String(place.second.bitPattern, radix: 16))-\(place.id)"
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
