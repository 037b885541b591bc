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
    /// The dialogue for the period, while it is open.
    var dialogue: Form?
    /// The service's objection to the period in the dialogue.
    var dialogueFault: SceneFault?
    var isAsking = false
}

/// Shows prices or yields of a bond over a period of a fixed length or between two days.
@MainActor final class BondChartPresenter: StatePresenter<BondChartState> {
    static let points = 160

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
        switch input {
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
        default: break
        }
    }

    private func step(_ count: Int) {
        let all = BondsSignal.ChartPeriod.allCases
        let now = state.period.flatMap { all.firstIndex(of: $0) } ?? all.count - 1
        let next = max(0, min(now + count, all.count - 1))
        guard all[next] != state.period else { return }
        (state.period, state.from, state.to, state.chart) = (all[next], nil, nil, .loading)
        reload()
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
            FormField("from", BondsTexts.from, day, text: text(state.from, shown?.from), note: BondsTexts.dayNote),
            FormField("to", BondsTexts.to, day, text: text(state.to, shown?.to), note: BondsTexts.dayNote),
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
                state.dialogueFault = SceneFault(error)
            }
        }
    }
}
