import Synchronization

/// The numbers of descriptions that were written lately, so that what comes again and again is kept once.
///
/// Only a hint: a transaction may have been rolled back, so whoever takes a number from here looks whether it is that
/// text.
final class RecentTexts: Sendable {
    private static let greatestCount = 40_000

    private let numbers = Mutex<(newer: [String: Int64], older: [String: Int64])>(([:], [:]))

    func number(of text: String) -> Int64? {
        numbers.withLock { numbers in numbers.newer[text] ?? numbers.older[text] }
    }

    func note(_ number: Int64, of text: String) {
        numbers.withLock { numbers in
            // Two halves, of which the older goes as a whole: cheaper than knowing the age of each.
            if numbers.newer.count >= Self.greatestCount / 2 { numbers = ([:], numbers.newer) }
            numbers.newer[text] = number
        }
    }
}
