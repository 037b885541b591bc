import Coordination
import Domain
import Reasons
import Signals

/// A series of times and values, from which points are sampled.
struct ChartLine {
    let times: ArraySlice<Int64>
    let values: ArraySlice<Double>

    /// - Throws: ``Fault`` `noYield` when no value is a number.
    func answer(
        of bond: Bond, _ kind: BondsSignal.ChartKind, points: Int, quotes: Int
    ) throws(Fault) -> BondsSignal.ChartAnswer {
        guard let (lowest, highest) = extremes, let first = times.first, let last = times.last else {
            throw Fault(.noYield, .noYieldInPeriod, field: "kind")
        }
        let seconds = times.map { Double($0 - first) / 1_000_000 }
        let chosen = seconds.withUnsafeBufferPointer { x in
            values.withUnsafeBufferPointer { Downsampling.largestTriangles(x: x, y: $0, count: points) }
        }.map { $0 + values.startIndex }
        func point(_ index: Int) -> BondsSignal.ChartPoint {
            BondsSignal.ChartPoint(date: Instant(microseconds: times[index]), value: values[index])
        }
        let line = chosen.map(point)
        return BondsSignal.ChartAnswer(
            isin: bond.isin, kind: kind, points: line, from: Instant(microseconds: first),
            to: Instant(microseconds: last), quotes: quotes, lowest: point(lowest), highest: point(highest),
            change: (line.last?.value ?? 0) - (line.first?.value ?? 0), title: bond.title, firstQuote: bond.first,
            lastQuote: bond.last)
    }

    /// The places of the first lowest and the first highest finite value; nil when there is none.
    private var extremes: (lowest: Int, highest: Int)? {
        guard var lowest = values.firstIndex(where: \.isFinite) else { return nil }
        var highest = lowest
        var (least, greatest) = (values[lowest], values[lowest])
        for index in lowest..<values.endIndex {
            let value = values[index]
            if value < least, value.isFinite { (least, lowest) = (value, index) }
            if value > greatest, value.isFinite { (greatest, highest) = (value, index) }
        }
        return (lowest, highest)
    }
}

/// The yields of quotes: those of the source, or else computed ones.
struct YieldLine {
    /// The largest number of computed yields. Above it, only quotes that represent the shape of the prices are used.
    static let mostReckoned = 20_000

    let bond: Bond
    let columns: QuoteColumns
    let range: Range<Int>
    let points: Int

    /// - Throws: ``Fault`` `termsMissing`.
    func line() throws(Fault) -> ChartLine {
        let missing = range.reduce(0) { columns.yields[$1].isNaN ? $0 + 1 : $0 }
        if missing == 0 { return ChartLine(times: columns.times[range], values: columns.yields[range]) }
        guard let terms = bond.terms else {
            throw Fault(
                .termsMissing, .yieldsNeedTerms,
                [
                    "missing": "terms", "quotesWithoutYield": .number(missing), "quotes": .number(range.count),
                    "isin": .text(bond.isin.text),
                ], field: "kind")
        }
        let lastDay = Instant(microseconds: columns.times[range.upperBound - 1]).dayInUTC
        if let unknown = terms.unknownCoupon(after: lastDay) {
            throw Fault(
                .termsMissing, .couponUnknown, ["missing": "coupons", "from": .text("\(unknown)")], field: "kind")
        }
        let table = PaymentTable(terms)
        let places = missing <= Self.mostReckoned ? Array(range) : representatives()
        var values: [Double] = []
        values.reserveCapacity(places.count)
        var schedule: (day: CalendarDay, schedule: BondSchedule)?
        var guess = 0.08
        for place in places {
            if !columns.yields[place].isNaN {
                values.append(columns.yields[place])
                continue
            }
            let day = Instant(microseconds: columns.times[place]).dayInUTC
            if schedule?.day != day { schedule = (day, table.schedule(on: day)) }
            let yield = schedule?.schedule.yield(cleanPricePercent: columns.prices[place], near: guess)
            // The next yield is near this one.
            if let yield { guess = yield }
            let isPlausible = yield.map(QuotedFigures.plausibleYields.contains) ?? false
            values.append(isPlausible ? (yield ?? .nan) * 100 : .nan)
        }
        return ChartLine(times: places.map { columns.times[$0] }[...], values: values[...])
    }

    /// Returns quotes that represent the shape of the prices, extremes included.
    private func representatives() -> [Int] {
        let prices = Array(columns.prices[range])
        let start = columns.times[range.lowerBound]
        let seconds = range.map { Double(columns.times[$0] - start) / 1_000_000 }
        let chosen = seconds.withUnsafeBufferPointer { x in
            prices.withUnsafeBufferPointer { Downsampling.largestTriangles(x: x, y: $0, count: Self.mostReckoned) }
        }
        let extremes = [prices.indices.min { prices[$0] < prices[$1] }, prices.indices.max { prices[$0] < prices[$1] }]
        return Set(chosen + extremes.compactMap { $0 }).sorted().map { $0 + range.lowerBound }
    }
}
