import Synchronization

/// The numbers of recently written descriptions, so that repeated descriptions are stored once.
///
/// The numbers are hints: a transaction may have been rolled back, so the caller checks that the number has that text.
final class RecentTexts: Sendable {
    private static let greatestCount = 40_000

    private let numbers = Mutex<(newer: [String: Int64], older: [String: Int64])>(([:], [:]))

    func number(of text: String) -> Int64? {
        numbers.withLock { numbers in numbers.newer[text] ?? numbers.older[text] }
    }

    func note(_ number: Int64, of text: String) {
        numbers.withLock { numbers in
            // Two generations: dropping the older one as a whole is cheaper than tracking the age of each entry.
            if numbers.newer.count >= Self.greatestCount / 2 { numbers = ([:], numbers.newer) }
            numbers.newer[text] = number
        }
    }
}
