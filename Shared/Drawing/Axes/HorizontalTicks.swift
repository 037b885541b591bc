import Domain

/// The ticks of the horizontal axis, with labels that never touch. Pictures, where widths are pixels, and terminals,
/// where they are columns, share this implementation.
public struct HorizontalTicks: Sendable {
    /// A tick, with or without a label.
    public struct Tick: Hashable, Sendable {
        /// The distance from the left edge of the plot.
        public let position: Double
        /// The label; nil when there is no room for it.
        public let label: String?
        /// The start of the label; may be left of the plot.
        public let start: Double
        /// The larger unit that begins here, such as the year; nil when it does not change or has no room.
        public fileprivate(set) var context: String?
        /// The start of the context.
        public let contextStart: Double
    }

    /// The ticks, ascending.
    public let ticks: [Tick]
    /// The meaning of the numbers, on an axis of numbers.
    public let title: String?

    /// The room for the labels.
    public struct Room: Sendable {
        /// The width of the plot.
        public let width: Double
        /// The room for labels left of the plot.
        public let before: Double
        /// The room for labels right of the plot.
        public let after: Double
        /// The smallest gap between labels.
        public let gap: Double

        public init(width: Double, before: Double = 0, after: Double = 0, gap: Double) {
            self.width = width
            self.before = before
            self.after = after
            self.gap = gap
        }
    }

    private struct Candidate {
        let position: Double
        let label: String
        let context: String?
    }

    /// Creates the ticks of dates or numbers along the axis of a chart. ``NameLabels`` creates those of names.
    ///
    /// - Parameter measure: Returns the width of a text.
    public init(of chart: CheckedChart, in room: Room, measure: (String) -> Double) {
        let span = chart.places.upperBound - chart.places.lowerBound
        func position(_ place: Double) -> Double { (place - chart.places.lowerBound) / span * room.width }
        switch chart.horizontal {
        case .time:
            title = nil
            ticks = Self.finest(in: room, isDaily: chart.isDaily, measure) { step, most in
                let (first, last) = (chart.places.lowerBound.rounded(.up), chart.places.upperBound.rounded(.down))
                return step.dates(from: Int(first), to: Int(last), most: most)?.map { date in
                    Candidate(
                        position: position(Double(date)), label: step.label(of: date, in: chart.language),
                        context: step.context(of: date, in: chart.language))
                }
            }
        case .moments(let moments):
            title = nil
            let seconds = moments.map { Int($0.microseconds / 1_000_000) }
            ticks = Self.finest(in: room, isDaily: chart.isDaily, measure) { step, most in
                Self.dates(step, among: seconds, most: most)?.map { index in
                    Candidate(
                        position: position(Double(index)), label: step.label(of: seconds[index], in: chart.language),
                        context: step.context(of: seconds[index], in: chart.language))
                }
            }
        case .numbers(let name):
            title = name
            var placed: [Tick] = []
            for most in [10, 8, 6, 5, 4, 3, 2, 1] where placed.isEmpty {
                // There are no half candles.
                let steps = NumberSteps(
                    over: chart.places, most: most, isWithin: true, hasQuarters: false, isWhole: span >= 1)
                let candidates = zip(steps.ticks, steps.labels).map {
                    Candidate(position: position($0), label: AmountText.decimals($1, in: chart.language), context: nil)
                }
                placed = Self.place(candidates, in: room, measure) ?? []
            }
            ticks = placed
        case .groups(let groups):
            title = nil
            var placed: [Tick] = []
            let count = groups.reduce(0) { $0 + $1.count }
            for step in [1, 2, 5, 10, 20, 50, 100, 1_000_000] where placed.isEmpty && count / step <= 400 {
                // Where whole names do not fit side by side, their first words are used: a ticker without its day.
                for isShort in [false, true] where placed.count(where: { $0.context != nil }) < groups.count {
                    let candidates = Self.numbers(of: groups, step: step, isShort: isShort, at: position)
                    placed = Self.place(candidates, in: room, measure) ?? placed
                }
            }
            ticks = placed
        case .names:
            title = nil
            ticks = []
        }
    }

    /// Returns the first candle of each group, with the name of the group, and every `step`-th candle after it.
    private static func numbers(
        of groups: [HorizontalAxis.Group], step: Int, isShort: Bool, at position: (Double) -> Double
    ) -> [Candidate] {
        zip(groups, HorizontalAxis.starts(of: groups)).flatMap { group, start -> [Candidate] in
            let name = isShort ? group.name.split(separator: " ").first.map(String.init) ?? group.name : group.name
            return (0..<group.count).filter { $0 == 0 || ($0 + 1) % step == 0 }.map { index in
                Candidate(
                    position: position(Double(start + index)), label: String(index + 1),
                    context: index == 0 ? name : nil)
            }
        }
    }

    /// Returns the indices of the moments with which a new step begins; nil when there are more than `most`.
    private static func dates(_ step: DateStep, among seconds: [Int], most: Int) -> [Int]? {
        guard let first = seconds.first, let last = seconds.last,
            let dates = step.dates(from: first, to: last, most: max(most, 1) * 20)
        else { return nil }
        var indices: [Int] = []
        var index = 0
        for date in dates {
            while index < seconds.count, seconds[index] < date { index += 1 }
            // Steps without a moment have no tick.
            if index < seconds.count, indices.last != index { indices.append(index) }
        }
        return indices.count <= most ? indices : nil
    }

    /// Returns the finest step whose labels do not touch.
    private static func finest(
        in room: Room, isDaily: Bool, _ measure: (String) -> Double,
        _ candidates: (DateStep, _ most: Int) -> [Candidate]?
    ) -> [Tick] {
        let most = Int(min(200, max(1, room.width / max(1, room.gap))))
        for step in DateStep.all where !isDaily || step.seconds >= 86_400 {
            guard let candidates = candidates(step, most), !candidates.isEmpty else { continue }
            if let ticks = place(candidates, in: room, measure) { return ticks }
        }
        return []
    }

    /// Places the labels below their ticks; nil when two would touch.
    private static func place(
        _ candidates: [Candidate], in room: Room, _ measure: (String) -> Double
    ) -> [Tick]? {
        var ticks: [Tick] = []
        var end = -Double.infinity
        var contextEnd = -Double.infinity
        var lastContext: String?
        func start(_ position: Double, _ width: Double) -> Double {
            max(-room.before, min(position - width / 2, room.width + room.after - width))
        }
        for candidate in candidates {
            let width = measure(candidate.label)
            let labelStart = start(candidate.position, width)
            guard labelStart >= end + room.gap, width <= room.width else { return nil }
            end = labelStart + width
            var context = candidate.context == lastContext ? nil : candidate.context
            lastContext = candidate.context
            let contextWidth = context.map(measure) ?? 0
            let contextStart = start(candidate.position, contextWidth)
            if context != nil {
                // The first unit began before the chart, so it gives way to the second.
                if contextStart < contextEnd + room.gap, ticks.count(where: { $0.context != nil }) == 1,
                    let first = ticks.firstIndex(where: { $0.context != nil })
                {
                    ticks[first].context = nil
                    contextEnd = -.infinity
                }
                if contextStart >= contextEnd + room.gap, contextWidth <= room.width {
                    contextEnd = contextStart + contextWidth
                } else {
                    context = nil
                }
            }
            ticks.append(
                Tick(
                    position: candidate.position, label: candidate.label, start: labelStart, context: context,
                    contextStart: contextStart))
        }
        return ticks
    }
}
