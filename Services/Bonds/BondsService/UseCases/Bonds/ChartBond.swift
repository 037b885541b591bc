import Coordination
import Domain
import Reasons
import Signals

/// Returns the prices or yields of a bond over a period, sampled to the points that a chart needs.
struct ChartBond: UseCase {
    /// The default number of points.
    private static let usualPoints = 1_000
    /// The largest number of points.
    private static let mostPoints = 10_000

    let store: any BondsStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`,
    ///   `periodMissing`, `periodReversed`, `periodEmpty` for a period without length, `notFound`, `periodEmpty` for
    ///   one without quotes, `termsMissing`, `noYield`.
    func answer(_ signal: BondsSignal.Chart, context: SignalContext) async throws -> BondsSignal.ChartAnswer {
        _ = try context.caller.requireUser()
        let points = signal.points ?? Self.usualPoints
        guard (2...Self.mostPoints).contains(points) else {
            throw Fault.invalidArgument("points", .mustBeBetween, ["least": 2, "most": .number(Self.mostPoints)])
        }
        let period = try ChartPeriod(signal)
        return try await store.read { bonds in
            guard let (bond, quotes) = try bonds.bond(signal.isin) else { throw Fault.noBond(signal.isin) }
            guard let first = bond.first, let last = bond.last else {
                throw Fault(.periodEmpty, .noQuotes, ["isin": .text(bond.isin.text)], field: "isin")
            }
            let (start, end) = period.bounds(newest: last)
            let columns = try quotes.quotes(from: start, through: end)
            let range = columns.range(from: start.microseconds, through: end.microseconds)
            guard !range.isEmpty else {
                throw Fault(
                    .periodEmpty, .noQuoteInPeriod,
                    [
                        "isin": .text(bond.isin.text), "from": .text("\(start)"), "to": .text("\(end)"),
                        "first": .text("\(first)"), "last": .text("\(last)"),
                    ], field: "from")
            }
            let line =
                switch signal.kind {
                case .price: ChartLine(times: columns.times[range], values: columns.prices[range])
                case .yield: try YieldLine(bond: bond, columns: columns, range: range, points: points).line()
                }
            return try line.answer(of: bond, signal.kind, points: points, quotes: range.count)
        }
    }
}
