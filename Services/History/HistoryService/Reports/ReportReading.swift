import Coordination
import Domain
import Reasons
import Signals

/// What the sums of a report are by.
enum ReportGrouping: Hashable, Sendable {
    case account
    /// Categories, those below `depth` levels as part of those above them.
    case category(depth: Int?)
}

/// What one sum of a report is about.
enum ReportKey: Hashable, Sendable {
    case account(OwnedAccount)
    /// Nil for movements without a category.
    case category(CategoryPath?)
}

/// The sums of the movements with one key in one currency.
struct ReportSum: Hashable, Sendable {
    let key: ReportKey
    let currency: Currency
    /// For each moment, what came before it, in minor units.
    var income: [Int128]
    /// For each moment, what went before it.
    var expense: [Int128]
}

/// The queries for reports.
protocol ReportReading {
    /// Returns the sums of the matching movements before each of `moments`, in any order.
    ///
    /// - Parameter moments: In ascending order.
    /// - Throws: ``Fault`` `limitExceeded` for more than ``ReportLimit/mostRows`` keys in one currency.
    func sums(
        of filter: MovementFilter, userID: String, by grouping: ReportGrouping, before moments: [Instant]
    ) throws -> [ReportSum]
}

/// The size of a report: it must fit a message.
enum ReportLimit {
    static let mostRows = 1_000
    static let mostAmounts = 30_000

    static var fault: Fault {
        Fault(
            .limitExceeded, .tooLargeReport, ["rows": .number(mostRows), "most": .number(mostAmounts)])
    }
}
