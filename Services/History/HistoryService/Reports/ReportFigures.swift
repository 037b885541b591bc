import Domain
import Signals

/// The amounts of a row in minor units: one for each column.
struct ReportFigures: Hashable, Sendable {
    var amounts: [Int128]
    var compared: [Int128]?

    /// True when there is nothing to show.
    var isZero: Bool { amounts.allSatisfy { $0 == 0 } && (compared ?? []).allSatisfy { $0 == 0 } }

    var total: Int128 { amounts.reduce(0, +) }

    /// The mean; halves away from zero.
    var average: Int128 { amounts.isEmpty ? 0 : total.dividedRounding(by: Int128(amounts.count)) }

    static func + (left: ReportFigures, right: ReportFigures) -> ReportFigures { left.combined(with: right, +) }
    static func - (left: ReportFigures, right: ReportFigures) -> ReportFigures { left.combined(with: right, -) }

    private func combined(with other: ReportFigures, _ operation: (Int128, Int128) -> Int128) -> ReportFigures {
        var both = self
        both.amounts = zip(amounts, other.amounts).map(operation)
        if let compared, let others = other.compared { both.compared = zip(compared, others).map(operation) }
        return both
    }
}

extension ReportCuts {
    /// Zero for each column.
    var zero: ReportFigures {
        ReportFigures(amounts: columns.map { _ in 0 }, compared: compared?.map { _ in 0 })
    }

    /// Returns what was added in each column to sums that are known before each moment.
    func changes(of sums: [Int128]) -> ReportFigures {
        ReportFigures(
            amounts: columns.map { sums[$0.end] - sums[$0.start] },
            compared: compared?.map { sums[$0.end] - sums[$0.start] })
    }

    /// Returns the sums at the start of each column.
    func openings(of sums: [Int128]) -> ReportFigures {
        ReportFigures(amounts: columns.map { sums[$0.start] }, compared: compared?.map { sums[$0.start] })
    }

    /// Returns the sums at the end of each column.
    func closings(of sums: [Int128]) -> ReportFigures {
        ReportFigures(amounts: columns.map { sums[$0.end] }, compared: compared?.map { sums[$0.end] })
    }
}

extension Int128 {
    /// Returns the quotient, rounded to the nearest; halves away from zero.
    func dividedRounding(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        guard remainder.magnitude * 2 >= divisor.magnitude else { return quotient }
        return quotient + ((self < 0) == (divisor < 0) ? 1 : -1)
    }
}
