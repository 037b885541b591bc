import Domain
import GatewayWords
import Signals

struct SchedulesView: SceneView {
    func screen(_ state: SchedulesState) -> Screen {
        if let question = state.question { return Screen(SchedulesTexts.title, blocks: [.question(question)]) }
        var screen = Screen(SchedulesTexts.title, isWaiting: state.schedules.isLoading)
        switch state.schedules {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content(let schedules, let stale):
            screen.blocks.append(
                schedules.isEmpty ? .paragraph(SchedulesTexts.empty, .plain) : .list(list(schedules, state)))
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        if let said = state.said { screen.blocks += [.gap, .paragraph(said, .good)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        screen.actions = [SceneAction("add", .character("a"), SchedulesTexts.add)]
        if let chosen = state.chosen {
            let isPaused = chosen.status == .paused
            screen.actions += [
                SceneAction("pause", .character("p"), isPaused ? SchedulesTexts.resume : SchedulesTexts.pause),
                SceneAction("end", .character("x"), SchedulesTexts.end),
            ]
        }
        if state.schedules.fault != nil { screen.actions.append(.retry) }
        return screen
    }

    private func next(of schedule: LedgerSignal.Schedule) -> Span {
        schedule.status == .paused
            ? Span(StatusText.of(schedule.status), .waits) : Span(schedule.next.map { .day($0) } ?? .blank)
    }

    private func list(_ schedules: [LedgerSignal.Schedule], _ state: SchedulesState) -> ListBlock {
        ListBlock(
            [
                .words(SchedulesTexts.next), .numbers(SchedulesTexts.amount), .words(SchedulesTexts.from),
                .text(SchedulesTexts.to), .words(SchedulesTexts.every), .text(SchedulesTexts.what),
            ],
            rows: schedules.map { schedule in
                [
                    next(of: schedule), Span(.money(schedule.amount), .strong),
                    Span(verbatim: state.name(of: schedule.from)), Span(verbatim: state.name(of: schedule.to)),
                    Span(schedule.every.map { RhythmText.of($0.count, $0.unit) } ?? SchedulesTexts.once, .faint),
                    Span(verbatim: schedule.description, .faint),
                ]
            }, selected: state.selected
        ).keyed(schedules.map(\.id), .selects)
    }
}
