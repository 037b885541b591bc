import Domain
import Signals
import Terminal

/// The main scene, as it is seen.
struct MainView: SceneView {
    private static let mostPayments = 4

    func screen(_ state: MainState) -> Screen {
        var screen = Screen(MainTexts.title, isWaiting: state.accounts.isLoading)
        screen.blocks.append(.heading(MainTexts.accounts))
        screen.blocks += accounts(state)
        for shortage in state.shortages.prefix(2) {
            screen.blocks.append(.paragraph(MainTexts.shortage(shortage), .waits))
        }
        screen.blocks.append(.gap)
        screen.blocks.append(.line([Span(MainTexts.best, .strong)] + best(state)))
        screen.blocks.append(.gap)
        screen.blocks.append(.heading(MainTexts.payments))
        screen.blocks += payments(state)
        screen.blocks.append(.gap)
        screen.blocks.append(unread(state.unread))
        screen.actions = actions(state)
        return screen
    }

    private func accounts(_ state: MainState) -> [Block] {
        switch state.accounts {
        case .loading: return [.text(AppTexts.loading, .dim)]
        case .failed(let fault): return Block.fault(fault)
        case .content(let accounts, let stale):
            guard !accounts.isEmpty else {
                return [.paragraph(MainTexts.noAccounts, .plain), .paragraph(MainTexts.openFirst, .dim)]
            }
            let rows = accounts.map { account in
                [
                    Span(verbatim: account.name, .bold), Span(.money(account.balance)),
                    Span(account.available == account.balance ? Text(verbatim: "") : .money(account.available), .dim),
                    Span(MainTexts.status(account.status), .yellow),
                ]
            }
            let columns: [ListBlock.Column] = [
                .text(MainTexts.account), .numbers(MainTexts.balance), .numbers(MainTexts.available),
                .words(Text(verbatim: "")),
            ]
            var blocks: [Block] = [.list(ListBlock(columns, rows: rows, selected: state.selected))]
            if let stale { blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .yellow)) }
            return blocks + [.gap] + features(state)
        }
    }

    private func features(_ state: MainState) -> [Block] {
        switch state.features {
        case .loading: return [.text(MainTexts.offers + AppTexts.loading, .dim)]
        case .failed(let fault): return [.paragraph(MainTexts.offers + fault.message, .red)]
        case .content(let features, _):
            let offered = features.filter(\.available).map { MainTexts.feature($0.type) }
            let refused = features.filter { !$0.available && $0.reason != nil }
            var blocks: [Block] = [.paragraph(MainTexts.offers + offered.joined(separator: ", "), .plain)]
            if !refused.isEmpty {
                let names = refused.map { MainTexts.feature($0.type) }.joined(separator: ", ")
                blocks.append(.paragraph(MainTexts.offersNot + names, .dim))
            }
            return blocks
        }
    }

    private func best(_ state: MainState) -> [Span] {
        switch state.best {
        case .loading: return [Span(AppTexts.loading, .dim)]
        case .failed(let fault): return [Span(fault.message, .yellow)]
        case .content(nil, _): return [Span(MainTexts.noBest, .dim)]
        case .content(let best?, _):
            let look: Tone = best.priceChange > 0 ? .green : best.priceChange < 0 ? .red : .plain
            return [
                Span(verbatim: best.ticker + "  ", .bold), Span(.percent(best.probability)), Span(verbatim: "  "),
                Span(.change(best.priceChange), look), Span(verbatim: "  "),
                Span(spark: best.pattern.sparkline, .dim),
            ]
        }
    }

    private func payments(_ state: MainState) -> [Block] {
        let planned = (state.schedules.value ?? []).filter { $0.status == .active }.flatMap { schedule in
            schedule.days(from: state.today, through: state.today.adding(days: Shortage.days)).map { day in
                NextPayment(
                    date: day, title: schedule.title(among: state.accounts.value ?? []),
                    amount: Money(minorUnits: -schedule.amount.minorUnits, currency: schedule.amount.currency))
            }
        }
        let all = (planned + (state.payments.value ?? []) + (state.subscriptions.value ?? [])).sorted {
            $0.date < $1.date
        }
        var blocks: [Block] = all.prefix(Self.mostPayments).map { payment in
            .line([
                Span(.day(payment.date)), Span(verbatim: "  "),
                Span(.change(payment.amount), payment.amount.minorUnits < 0 ? .plain : .green),
                Span(Text(verbatim: "  ") + payment.title, .dim),
            ])
        }
        let isLoading = state.schedules.isLoading || state.payments.isLoading || state.subscriptions.isLoading
        let faults = [
            (MainTexts.noSchedules, state.schedules.fault), (MainTexts.noCoupons, state.payments.fault),
            (MainTexts.noSubscriptions, state.subscriptions.fault),
        ]
        if isLoading {
            if all.isEmpty { blocks.append(.text(AppTexts.loading, .dim)) }
        } else if all.isEmpty, faults.allSatisfy({ $0.1 == nil }) {
            blocks.append(.text(MainTexts.noPayments, .dim))
        }
        for case (let name, let fault?) in faults { blocks.append(.paragraph(name + fault.message, .yellow)) }
        return blocks
    }

    private func unread(_ unread: Loadable<Int>) -> Block {
        switch unread {
        case .loading: .line([Span(MainTexts.inbox, .strong), Span(AppTexts.loading, .dim)])
        case .failed(let fault):
            .line([Span(MainTexts.inbox, .strong), Span(fault.message, .yellow)])
        case .content(let count, _):
            .line([
                Span(MainTexts.inbox, .strong),
                Span(InboxTexts.unread(count), count > 0 ? .bold : .dim),
            ])
        }
    }

    private func actions(_ state: MainState) -> [SceneAction] {
        let none = state.account == nil ? MainTexts.noAccount : nil
        var actions =
            state.hasNoAccount
            ? [SceneAction(.enter, .enter, AccountFormTexts.key)]
            : [
                SceneAction("balance", .enter, MainTexts.balance, obstacle: none),
                SceneAction("transfer", .character("t"), MainTexts.transfer, obstacle: none),
                SceneAction("record", .character("d"), RecordTexts.key, obstacle: none),
            ]
        actions += [
            SceneAction("history", .character("h"), MainTexts.history),
            SceneAction("securities", .character("s"), MainTexts.securities),
            SceneAction("scanner", .character("c"), PatternsTexts.scanner),
            SceneAction("bonds", .character("b"), BondsTexts.key),
            SceneAction("subscriptions", .character("u"), SubscriptionsTexts.key),
            SceneAction("inbox", .character("i"), InboxTexts.key),
            SceneAction("open-account", .character("a"), AccountFormTexts.key, isHinted: !state.hasNoAccount),
        ]
        if state.accounts.fault != nil || state.best.fault != nil || state.payments.fault != nil
            || state.unread.fault != nil || state.subscriptions.fault != nil
        {
            actions.append(SceneAction(.retry, .character("r"), AppTexts.retry))
        }
        return actions
    }
}
