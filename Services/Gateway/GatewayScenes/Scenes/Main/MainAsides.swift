import Domain
import GatewayWords
import Signals

/// The panes beside and below the accounts.
enum MainAsides {
    private static func opening(_ title: Text) -> [SceneAction] { [SceneAction(.enter, .enter, title)] }

    /// Returns the message for a pane without content. It only names the unreachable service, since six panes may show
    /// it at once.
    private static func missing(_ service: String, _ fault: SceneFault) -> Block {
        .paragraph(fault.isOutOfReach ? MainTexts.noAnswer(service) : fault.message, .waits)
    }

    // MARK: Payments

    static func payments(_ state: MainState) -> Pane {
        let due = state.due
        var blocks: [Block] = []
        if !due.isEmpty {
            let amounts = AmountColumn(.blank, due.map(\.amount), isSigned: true, tone: AmountColumn.change)
            let rows = due.indices.map { index in
                [
                    Span(.shortDay(due[index].date, today: state.today)), amounts.cells[index],
                    Span(due[index].title, .faint),
                ]
            }
            blocks.append(
                .list(
                    ListBlock(
                        [.words(.blank), amounts.column, .text(.blank, cut: .end).least(6).priority(1)], rows: rows,
                        selected: state.chosen[MainView.payments] ?? 0)))
        }
        let faults = [
            ("ledger", state.schedules.fault), ("bonds", state.payments.fault),
            ("subscriptions", state.subscriptions.fault),
        ]
        if state.schedules.isLoading || state.payments.isLoading || state.subscriptions.isLoading {
            if due.isEmpty { blocks.append(.text(AppTexts.loading, .faint)) }
        } else if due.isEmpty, faults.allSatisfy({ $0.1 == nil }) {
            blocks.append(.paragraph(MainTexts.noPayments, .faint))
        }
        let gone = faults.compactMap { name, fault in fault?.isOutOfReach == true ? name : nil }
        if !gone.isEmpty { blocks.append(.paragraph(MainTexts.noAnswer(gone.joined(separator: ", ")), .waits)) }
        for case (_, let fault?) in faults where !fault.isOutOfReach {
            blocks.append(.paragraph(fault.message, .waits))
        }
        return Pane(
            MainView.payments, MainTexts.payments, .aside,
            totals: Text.sums(due.filter { !$0.isBetweenOwn }.map(\.amount), isSigned: true),
            room: Pane.Room(columns: 33...64, rows: 2...max(6, due.count + 1)), blocks: blocks,
            actions: opening(SubscriptionsTexts.key),
            sources: due.isEmpty ? [] : ["ledger", "bonds", "subscriptions"])
    }

    // MARK: Inbox

    static func inbox(_ state: MainState) -> Pane {
        var pane = Pane(
            MainView.inbox, InboxTexts.title, .aside, room: Pane.Room(columns: 33...60, rows: 2...6),
            places: [.beside.from(columns: 160), .below], actions: opening(InboxTexts.key))
        switch state.inbox {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = [missing("notifications", fault)]
        case .content(let inbox, _):
            let notices = inbox.notifications
            if inbox.unread > 0 { pane.badge = Pane.Badge(MainTexts.news(inbox.unread), .waits) }
            pane.sources = ["notifications"]
            pane.room = Pane.Room(columns: 33...60, rows: 2...max(6, min(30, notices.count + 1)))
            guard !notices.isEmpty else {
                pane.blocks = [.text(InboxTexts.empty, .faint)]
                return pane
            }
            let rows = notices.map { notice in
                let isNew = notice.readAt == nil
                return [
                    Span(verbatim: isNew ? "●" : "", .waits),
                    Span(.shortMoment(notice.createdAt, today: state.today), .faint),
                    Span(StatusText.of(notice.category), .faint),
                    Span(verbatim: notice.title, isNew ? .strong : .plain),
                ]
            }
            pane.blocks = [
                .list(
                    ListBlock(
                        [
                            .words(.blank), .words(.blank), .words(.blank).priority(4),
                            .text(.blank, cut: .end).priority(1),
                        ], rows: rows, selected: state.chosen[MainView.inbox] ?? 0,
                        count: inbox.nextCursor == nil ? nil : .atLeast(notices.count)
                    ).keyed(notices.map(\.id), .rows(of: .inbox)))
            ]
        }
        return pane
    }

    // MARK: Securities

    static func securities(_ state: MainState) -> Pane {
        var pane = Pane(
            MainView.securities, MainTexts.securitiesTitle, .aside, room: Pane.Room(columns: 33...60, rows: 2...5),
            places: [.under(MainView.payments)], actions: opening(MainTexts.securities))
        if let best = state.best.value ?? nil { pane.badge = Pane.Badge(MainTexts.best(best.ticker)) }
        switch state.patterns {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = [missing("patterns", fault)]
        case .content(let list, _):
            pane.sources = ["patterns"]
            pane.room = Pane.Room(columns: 33...60, rows: 2...max(4, min(20, list.patterns.count + 1)))
            guard !list.patterns.isEmpty else {
                pane.blocks = [.paragraph(MainTexts.noBest, .faint)]
                return pane
            }
            let rows = list.patterns.map { pattern in
                [
                    Span(verbatim: pattern.ticker, .strong), Span(PatternsTexts.direction(pattern.direction)),
                    Span(.percent(pattern.probability)),
                    Span(
                        .change(pattern.priceChange),
                        pattern.priceChange > 0 ? .good : pattern.priceChange < 0 ? .bad : .plain),
                    Span(spark: pattern.sparkline, .faint), Span(MainTexts.of(pattern.considered), .faint),
                    Span(.candle(pattern.periodEnd), .faint),
                ]
            }
            pane.blocks = [
                .list(
                    ListBlock(
                        [
                            .words(.blank), .words(.blank), .numbers(.blank), .numbers(.blank).priority(4),
                            .words(.blank).priority(5), .numbers(.blank).priority(7), .words(.blank).priority(6),
                        ], rows: rows, selected: state.chosen[MainView.securities] ?? 0
                    ).keyed(list.patterns.map(\.id), .scenes(list.patterns.map { .pattern($0.id) })))
            ]
        }
        return pane
    }

    // MARK: Drawings

    static func money(_ state: MainState) -> Pane {
        var pane = Pane(
            "money", MainTexts.money(state.account?.name ?? ""), .companion,
            room: Pane.Room(columns: 46...74, rows: 6...1000), places: [.under(.main).from(rows: 24)], takesKeys: false)
        switch state.money {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = [missing("history", fault)]
        case .content(let line, _):
            pane.sources = ["history", "subscriptions"]
            if let lowest = line.lowest {
                let isLow = line.low != nil
                pane.badge = Pane.Badge(
                    MainTexts.lowest(line.low ?? lowest, today: state.today), isLow ? .waits : .faint)
            }
            pane.blocks = line.hasSomething ? [.chart(line.chart())] : [.text(ChartTexts.nothingYet, .faint)]
        }
        return pane
    }

    /// Returns the pane of this month's spending by category.
    static func spent(_ state: MainState) -> Pane {
        let rows = state.spent.value ?? []
        var pane = Pane(
            "spent", MainTexts.spent(in: state.today), .companion,
            room: Pane.Room(columns: 46...74, rows: 3...max(4, min(14, rows.count + 1))),
            places: [.under(.main).from(columns: 160, rows: 40)], takesKeys: false)
        switch state.spent {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = [missing("history", fault)]
        case .content(let rows, _):
            pane.sources = ["history"]
            pane.totals = Text.sums(rows.map { $0.expense.negated }, isSigned: true)
            let most = rows.map(\.expense.minorUnits).max() ?? 0
            let bars = rows.sorted { $0.expense.minorUnits > $1.expense.minorUnits }.map { row in
                Bar(
                    name: row.key.map { CategoryText.of($0) } ?? MainTexts.noCategory, value: .money(row.expense),
                    share: most > 0 ? Double(row.expense.minorUnits) / Double(most) : 0)
            }
            pane.blocks = bars.isEmpty ? [.text(MainTexts.nothingSpent, .faint)] : [.bars(bars)]
        }
        return pane
    }
}
