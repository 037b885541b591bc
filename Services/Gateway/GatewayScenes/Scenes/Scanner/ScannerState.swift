import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of the scan scene.
struct ScannerState: Sendable {
    enum Stage: Hashable, Sendable {
        /// The user selects a security.
        case choosing
        /// The user moves the ends of the segment and looks through the matches.
        case segment
        /// The user fills in the parameters.
        case parameters
        /// The user selects the securities to search.
        case targets
    }

    /// The matches, and the scan that found them.
    struct Results: Sendable {
        let order: ScanOrder
        let answer: ScannerSignal.ScanAnswer
    }

    /// The progress of a scan.
    struct Progress: Hashable, Sendable {
        var share = 0.0
        var text = Text.blank
    }

    var stage = Stage.choosing
    /// True when the scene was opened for one security, so that no other can be selected.
    var isOnly = false
    var securities: Loadable<[ScannerSignal.Security]> = .loading
    var selectedSecurity = 0
    /// The selected security.
    var security: ScannerSignal.Security?
    var candles: Loadable<[ScannerSignal.Candle]> = .loading
    /// The indices of the first and the last candle of the segment.
    var segment = 0...0
    /// The ends that were typed last, if they were refused.
    var refusal: SegmentRefusal?
    /// True when keys move the end of the segment, false when they move its start.
    var movesEnd = true
    var parameters = ScanParameters()
    var form = Form([])
    var targets = SecurityChoice()
    var progress: Progress?
    var results: Results?
    var fault: SceneFault?
    var selectedMatch = 0
    /// The match whose shape is shown with that of the segment.
    var compared: MatchPair?
    var shapes: Loadable<ScanShapes> = .loading

    private static let usualLength = 20

    /// Returns the initial segment: the newest candles.
    static func usual(of candles: Int) -> ClosedRange<Int> {
        let last = max(0, candles - 1)
        return max(0, last - usualLength + 1)...last
    }

    /// The initial segment; nil while there are no candles.
    var usual: ClosedRange<Int>? { candles.value.map { Self.usual(of: $0.count) } }

    /// True when the segment differs from the initial one.
    var isMoved: Bool { usual.map { $0 != segment } ?? false }

    /// The selected match with its segment; nil without matches.
    var pair: MatchPair? {
        guard let results, results.answer.matches.indices.contains(selectedMatch) else { return nil }
        return MatchPair(
            segment: results.order.segment, match: results.answer.matches[selectedMatch],
            timeframe: results.order.timeframe, kind: results.order.parameters.kind)
    }

    /// The securities that can be searched: those with the same candle interval as the segment.
    var scannable: [ScannerSignal.Security] {
        (securities.value ?? []).filter { $0.timeframe == security?.timeframe }
    }

    /// The scan as currently described; nil while it is incomplete.
    var order: ScanOrder? {
        guard let security, let candles = candles.value, candles.indices.contains(segment.upperBound) else {
            return nil
        }
        return ScanOrder(
            segment: ScannerSignal.Segment(
                ticker: security.ticker, from: candles[segment.lowerBound].date, to: candles[segment.upperBound].date),
            timeframe: security.timeframe, parameters: parameters)
    }

    /// True when the matches belong to another scan than the one currently described.
    var isOutOfDate: Bool { results.map { $0.order != order } ?? false }

    /// The length of the segment in days, both ends included; nil where candles are shorter than days.
    var days: Int? {
        guard let candles = candles.value, candles.indices.contains(segment.upperBound),
            let first = CalendarDay(candles[segment.lowerBound].date),
            let last = CalendarDay(candles[segment.upperBound].date)
        else { return nil }
        return last.daysSince1970 - first.daysSince1970 + 1
    }
}

/// A scan as the user describes it.
struct ScanOrder: Hashable, Sendable {
    let segment: ScannerSignal.Segment
    let timeframe: ScannerSignal.Timeframe
    let parameters: ScanParameters

    /// The signal for scanner.
    var signal: ScannerSignal.Scan {
        let isLine = parameters.kind == .chart
        let targets = parameters.targets
        return ScannerSignal.Scan(
            kind: parameters.kind, segment: segment,
            tickers: parameters.isOwnOnly ? [segment.ticker] : targets.isEmpty ? nil : targets,
            searchFrom: parameters.searchFrom?.description, searchTo: parameters.searchTo?.description,
            daysToWatch: parameters.daysToWatch, tailLength: isLine ? nil : parameters.tailLength,
            bodyTolerance: isLine ? nil : parameters.bodyTolerance,
            shadowTolerance: isLine ? nil : parameters.shadowTolerance, minScale: isLine ? parameters.minScale : nil,
            maxScale: isLine ? parameters.maxScale : nil, tolerance: isLine ? parameters.tolerance : nil,
            timeframe: timeframe, limit: 200)
    }
}

/// The parameters of a scan.
struct ScanParameters: Hashable, Sendable {
    var kind = ScannerSignal.Kind.chart
    /// True to search only the security itself.
    var isOwnOnly = false
    /// The securities to search; empty for all.
    var targets: [String] = []
    /// The first day to search; nil for no limit.
    var searchFrom: CalendarDay?
    /// The last day to search; nil for no limit.
    var searchTo: CalendarDay?
    var daysToWatch = 5
    var tolerance = 0.25
    var minScale = 0.8
    var maxScale = 1.2
    var tailLength = 0
    var bodyTolerance = 0.1
    var shadowTolerance = 0.1

    /// Returns the form for the parameters.
    func form() -> Form {
        func number(_ value: Double) -> String {
            let text = "\(value)"
            return ValueText.decimals(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
        }
        var fields = [
            FormField(
                "kind", ScannerTexts.kind, .choice(ScannerSignal.Kind.allCases.map { PatternsTexts.kind($0) }),
                choice: ScannerSignal.Kind.allCases.firstIndex(of: kind) ?? 0),
            FormField(
                "targets", ScannerTexts.targets,
                .choice([ScannerTexts.all, ScannerTexts.own, ScannerTexts.these(targets)]),
                choice: isOwnOnly ? 1 : targets.isEmpty ? 0 : 2, keysNote: ScannerTexts.targetsNote),
            FormField(
                "searchFrom", ScannerTexts.searchFrom, text: searchFrom.map { ValueText.day($0) } ?? "",
                note: ScannerTexts.searchFromNote),
            FormField(
                "searchTo", ScannerTexts.searchTo, text: searchTo.map { ValueText.day($0) } ?? "",
                note: ScannerTexts.searchToNote),
            FormField("watch", ScannerTexts.watch, text: String(daysToWatch), note: ScannerTexts.watchNote),
        ]
        switch kind {
        case .chart:
            fields += [
                FormField("tolerance", ScannerTexts.tolerance, text: number(tolerance)),
                FormField("minScale", ScannerTexts.minScale, text: number(minScale)),
                FormField("maxScale", ScannerTexts.maxScale, text: number(maxScale)),
            ]
        case .candle:
            fields += [
                FormField("tail", ScannerTexts.tail, text: String(tailLength), note: ScannerTexts.tailNote),
                FormField("body", ScannerTexts.body, text: number(bodyTolerance)),
                FormField("shadow", ScannerTexts.shadow, text: number(shadowTolerance)),
            ]
        }
        return Form(fields)
    }

    /// Takes the values of a form.
    /// - Returns: The errors by field; with errors, the parameters stay as they were.
    mutating func take(_ form: Form) -> [String: Text] {
        var problems: [String: Text] = [:]
        func decimal(_ name: String, _ range: ClosedRange<Double>, else value: Double) -> Double {
            guard form.fields.contains(where: { $0.name == name }) else { return value }
            let typed = try? TypedNumber(form[name], as: .quantity)
            guard let number = typed.flatMap({ Double($0.decimalText) }), range.contains(number) else {
                problems[name] = ScannerTexts.range(range)
                return value
            }
            return number
        }
        func whole(_ name: String, _ range: ClosedRange<Int>, else value: Int) -> Int {
            guard form.fields.contains(where: { $0.name == name }) else { return value }
            guard let number = Int(form[name]), range.contains(number) else {
                problems[name] = ScannerTexts.range(Double(range.lowerBound)...Double(range.upperBound))
                return value
            }
            return number
        }
        func day(_ name: String) -> CalendarDay? {
            guard !form[name].isEmpty else { return nil }
            guard let day = TypedDay.day(form[name]) else {
                problems[name] = BondsTexts.notADay
                return nil
            }
            return day
        }
        var taken = self
        taken.kind = ScannerSignal.Kind.allCases[form.choice("kind")]
        taken.isOwnOnly = form.choice("targets") == 1
        if form.choice("targets") != 2 { taken.targets = [] }
        if form.choice("targets") == 2, targets.isEmpty { problems["targets"] = ScannerTexts.noTickers }
        taken.searchFrom = day("searchFrom")
        taken.searchTo = day("searchTo")
        if let from = taken.searchFrom, let to = taken.searchTo, to < from {
            problems["searchTo"] = ScannerTexts.searchOrder
        }
        taken.daysToWatch = whole("watch", 0...1000, else: daysToWatch)
        taken.tolerance = decimal("tolerance", 0...10, else: tolerance)
        taken.minScale = decimal("minScale", 0.1...10, else: minScale)
        taken.maxScale = decimal("maxScale", 0.1...10, else: maxScale)
        if taken.minScale > taken.maxScale { problems["maxScale"] = ScannerTexts.scaleOrder }
        taken.tailLength = whole("tail", 0...1000, else: tailLength)
        taken.bodyTolerance = decimal("body", 0...10, else: bodyTolerance)
        taken.shadowTolerance = decimal("shadow", 0...10, else: shadowTolerance)
        if problems.isEmpty { self = taken }
        return problems
    }
}
