import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

// The pages of commands about money.
extension MoneyCommands {
    /// Shows accounts, and their total if there are several.
    static func present(
        _ accounts: [LedgerSignal.Account], _ totals: MoneyTotals, areRatesKnown: Bool, _ page: inout Page
    ) {
        var table = Self.table(of: accounts)
        if accounts.count > 1 {
            for (index, row) in totals.rows.enumerated() {
                table.addSum([
                    index == 0 ? StyledText("in all", "всего") : .blank,
                    StyledText(row.balance.map { ValueText.money($0) } ?? "\(MoneyTotalsText.tooMuch)", .bold),
                    row.available == row.balance
                        ? .blank : StyledText(row.available.map { ValueText.money($0) } ?? ""),
                    .blank, .blank,
                ])
            }
        }
        page.table(table)
        MoneyTotalsText.present(totals, areRatesKnown: areRatesKnown, &page)
    }

    static func present(_ accounts: [LedgerSignal.Account], _ page: inout Page) { page.table(table(of: accounts)) }

    private static func table(of accounts: [LedgerSignal.Account]) -> Table {
        var table = Table([
            .text(Text("name", "название")).ranked(1), .numbers(Text("balance", "остаток")).ranked(2),
            .numbers(Text("available", "доступно")).ranked(3), .ids(Text(verbatim: "id")).ranked(4),
            .words(Text("status", "состояние")).silent(StatusText.of(LedgerSignal.AccountStatus.active)).ranked(5),
        ])
        for account in accounts {
            table.add([
                StyledText(account.name), StyledText(ValueText.money(account.balance), .bold),
                account.available == account.balance ? .blank : StyledText(ValueText.money(account.available)),
                StyledText(account.id),
                StyledText(StatusText.of(account.status), account.status == .active ? .plain : .yellow),
            ])
        }
        return table
    }

    @Sendable static func finishTransfer(
        _ answer: LedgerSignal.TransferAnswer, _ scene: CommandScene
    ) -> GatewayExitCode {
        answer.transfer.status == .pending ? .pending : .done
    }

    static func present(_ answer: LedgerSignal.TransferAnswer, _ verb: StyledText, _ page: inout Page) {
        page.line(verb, StyledText(ValueText.money(answer.transfer.amount), .bold))
        if answer.needsCode == true {
            page.line(
                StyledText("after a code of your authenticator app", "после кода вашего приложения с кодами", .yellow))
        }
        page.facts(
            facts(of: answer.transfer)
                + answer.balances.flatMap { after -> [(Text, StyledText?)] in
                    let note =
                        answer.balances.count > 1
                        ? "\(Text("  in \(AccountName.of(after.account))", "  на \(AccountName.of(after.account))"))"
                        : ""
                    let available = after.available == after.balance ? nil : ValueText.money(after.available) + note
                    return [
                        (Text("balance", "остаток"), StyledText(ValueText.money(after.balance) + note, .bold)),
                        (Text("available", "доступно"), available.map { StyledText($0) }),
                    ]
                })
    }

    /// Returns the facts of a transfer besides its amount.
    static func facts(of transfer: LedgerSignal.Transfer) -> [(Text, StyledText?)] {
        func time(_ instant: Instant?) -> StyledText? {
            instant.map { StyledText(ValueText.time($0) + WallClocks.suffix) }
        }
        return [
            (Text("transfer", "перевод"), StyledText(transfer.id)),
            (Text("from", "откуда"), StyledText(BookText.payer(transfer.from, of: transfer.id))),
            (Text("to", "куда"), StyledText(BookText.payee(transfer.to, of: transfer.id))),
            (
                Text("for", "за что"),
                transfer.description.isEmpty ? nil : StyledText(BookText.description(transfer.description))
            ),
            (
                Text("status", "состояние"),
                transfer.status == .posted ? nil : StyledText(StatusText.of(transfer.status), .yellow)
            ),
            (Text("held", "отложено"), transfer.heldAmount.map { StyledText(ValueText.money($0)) }),
            (Text("until", "до"), transfer.status == .pending ? time(transfer.expiresAt) : nil),
            (Text("settled", "завершён"), time(transfer.settledAt)),
            (Text("reverses", "возвращает"), transfer.reverses.map { StyledText($0) }),
            (Text("reversed by", "возвращён"), transfer.reversedBy.map { StyledText($0, .yellow) }),
            (Text("reason", "причина"), transfer.reason.map { StyledText($0) }),
            (
                Text("rate", "курс"),
                transfer.exchange.map { terms in
                    let (number, time) = (ValueText.decimals(terms.rate), ValueText.time(terms.asOf))
                    return StyledText("\(number), \(RateSource.text(terms.source)), \(time)\(WallClocks.suffix)")
                }
            ),
            (Text("other half", "другая половина"), transfer.exchange.map { StyledText($0.transfer) }),
        ]
    }

    /// The number of problems that a page of `gateway check` shows.
    private static let shownProblems = 10

    @Sendable static func presentCheck(_ answer: LedgerSignal.CheckAnswer, _ page: inout Page) {
        let isWell = answer.problems.isEmpty && answer.imbalance.allSatisfy { $0.minorUnits == 0 }
        if isWell {
            page.say("the books balance", "книги сходятся", .green)
        } else {
            page.say(
                "the books do not balance: gateway doctor says what to do",
                "книги не сходятся: gateway doctor скажет, что делать",
                .red)
        }
        page.facts(
            [
                (Text("accounts", "счета"), StyledText(String(answer.accounts))),
                (Text("transfers", "переводы"), StyledText(String(answer.transfers))),
            ]
                + answer.imbalance.map { money in
                    (
                        Text("imbalance", "расхождение"),
                        StyledText(ValueText.money(money), money.minorUnits == 0 ? .green : .red)
                    )
                }
                + answer.problems.prefix(shownProblems).map {
                    (Text("problem", "неполадка"), StyledText($0, .red))
                })
        let more = answer.problems.count - shownProblems
        if more > 0 {
            page.say(
                "and \(more) more of which --json tells", "и ещё \(more), о которых скажет --json", .dim)
        }
    }
}
