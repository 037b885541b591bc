import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of a bond's chart.
struct BondChartState: Sendable {
    let isin: ISIN
    var kind = BondsSignal.ChartKind.price
    /// The period up to the newest quote; nil when both ends are given.
    var period: BondsSignal.ChartPeriod? = .year
    var from: CalendarDay?
    var to: CalendarDay?
    var chart: Loadable<BondsSignal.ChartAnswer> = .loading
    /// The days that were typed last beside the chart, if they were refused.
    var refusal: SegmentRefusal?
    /// The dialogue for the period, while it is open.
    var dialogue: Form?
    /// The service's objection to the period in the dialogue.
    var dialogueFault: SceneFault?
    var isAsking = false
}

/// Shows prices or yields of a bond over a period of a fixed length or between two days.
@MainActor final class BondChartPresenter: StatePresenter<BondChartState> {
    static let points = 160
    nonisolated static let showPrice: ActionName = "show-price"
    nonisolated static let showYield: ActionName = "show-yield"

    /// The action that shows a period.
    nonisolated static func action(_ period: BondsSignal.ChartPeriod) -> ActionName {
        ActionName("period-\(period.rawValue)")
    }

    init(_ isin: ISIN, signals: any Transmitter, tools: SceneTools) {
        super.init(BondChartState(isin: isin), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        follow("bonds") { [weak self] in self?.reload() }
    }

    /// Goes back one step at a time: closes the form, then clears the period between two days, then leaves the scene.
    override func goBack() -> Bool {
        if state.dialogue != nil {
            (state.dialogue, state.dialogueFault) = (nil, nil)
            return true
        }
        guard state.period == nil else { return false }
        (state.period, state.from, state.to, state.chart) = (.year, nil, nil, .loading)
        reload()
        return true
    }

    override func receive(_ input: SceneInput) {
        if state.dialogue != nil { return fill(input) }
        if state.refusal != nil { state.refusal = nil }
        switch input {
        case .span(let first, let last): show(first: first, last: last)
        case .perform("kind"):
            state.kind = state.kind == .price ? .yield : .price
            state.chart = .loading
            reload()
        case .step(.left): step(-1)
        case .step(.right): step(1)
        case .perform("shorter"): step(-1)
        case .perform("longer"): step(1)
        case .perform("period"), .enter: ask()
        case .perform(.retry): reload()
        case .perform(let name):
            if let period = BondsSignal.ChartPeriod.allCases.first(where: { Self.action($0) == name }) { show(period) }
        default: break
        }
    }

    private func show(_ kind: BondsSignal.ChartKind) {
        guard kind != state.kind else { return }
        (state.kind, state.chart) = (kind, .loading)
        reload()
    }

    private func show(_ period: BondsSignal.ChartPeriod) {
        guard period != state.period else { return }
        (state.period, state.from, state.to, state.chart) = (period, nil, nil, .loading)
        reload()
    }

    private func step(_ count: Int) {
        let all = BondsSignal.ChartPeriod.allCases
        let now = state.period.flatMap { all.firstIndex(of: $0) } ?? all.count - 1
        show(all[max(0, min(now + count, all.count - 1))])
    }

    private func reload() {
        let signal = signal(from: state.from, to: state.to, period: state.period)
        load(\.chart) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(signal)
        }
    }

    private func signal(
        from: CalendarDay?, to: CalendarDay?, period: BondsSignal.ChartPeriod?
    ) -> BondsSignal.Chart {
        BondsSignal.Chart(
            isin: state.isin, kind: state.kind, from: from.flatMap { QuoteMoment($0.description) },
            to: to.flatMap { QuoteMoment($0.description) }, points: Self.points, period: period)
    }

    // MARK: The dialogue of the period

    private func ask() {
        let shown = state.chart.value
        func text(_ day: CalendarDay?, _ other: Instant?) -> String {
            (day ?? other?.dayInUTC).map { ValueText.day($0) } ?? ""
        }
        let day = FormField.Kind.day(from: tools.clock.now().localDay)
        state.dialogue = Form([
            FormField("from", BondsTexts.from, day, text: text(state.from, shown?.from), keysNote: BondsTexts.dayNote),
            FormField("to", BondsTexts.to, day, text: text(state.to, shown?.to), keysNote: BondsTexts.dayNote),
        ])
        state.dialogueFault = nil
    }

    private func fill(_ input: SceneInput) {
        guard !state.isAsking, let form = state.dialogue else { return }
        guard input == .enter else {
            if state.dialogue?.receive(input) != nil {
                state.dialogueFault = nil
                state.dialogue?.setProblems([:])
            }
            return
        }
        var problems: [String: Text] = [:]
        let today = tools.clock.now().localDay
        let from = TypedDay.day(form["from"], today: today)
        let to = TypedDay.day(form["to"], today: today, .past, .last)
        for (name, day) in [("from", from), ("to", to)] where !form[name].isEmpty && day == nil {
            problems[name] = BondsTexts.notADay
        }
        state.dialogue?.setProblems(problems)
        guard problems.isEmpty else { return }
        show(from: from, to: to) { $0.dialogueFault = $1 }
    }

    /// Shows the period between two days that were typed beside the chart.
    private func show(first: String, last: String) {
        guard !state.isAsking, state.chart.value != nil else { return }
        func refusal(_ isAboutLast: Bool, _ message: Text) -> SegmentRefusal {
            SegmentRefusal(first: first, last: last, isAboutLast: isAboutLast, message)
        }
        let today = tools.clock.now().localDay
        guard let from = TypedDay.day(first, today: today) else {
            return state.refusal = refusal(false, BondsTexts.notADay)
        }
        guard let to = TypedDay.day(last, today: today, .past, .last) else {
            return state.refusal = refusal(true, BondsTexts.notADay)
        }
        guard from <= to else { return state.refusal = refusal(true, BondsTexts.reversedDays) }
        show(from: from, to: to) { $0.refusal = refusal(true, $1.message) }
    }

    /// Asks for the period between two days and shows it.
    ///
    /// - Parameter refuse: Keeps the service's objection, with which nothing else changes.
    private func show(
        from: CalendarDay?, to: CalendarDay?, refuse: @escaping (inout BondChartState, SceneFault) -> Void
    ) {
        let signal = signal(from: from, to: to, period: nil)
        state.isAsking = true
        run { [weak self] in
            guard let self else { return }
            defer { state.isAsking = false }
            do {
                // The service checks the period: a missing end, reversed ends, an empty period.
                let answer = try await ask(signal)
                (state.period, state.from, state.to) = (nil, from, to)
                state.chart = .content(answer, stale: nil)
                (state.dialogue, state.dialogueFault) = (nil, nil)
            } catch {
                refuse(&state, SceneFault(error))
            }
        }
    }
}
