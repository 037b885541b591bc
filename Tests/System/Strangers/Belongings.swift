import TestSupport

/// Something of every kind that a user may have.
enum Belongings {
    /// Returns the requests that make it, with new texts and amounts.
    static func all(_ texts: inout MarkedText, _ generator: inout SeededGenerator) -> [(method: String, params: String)]
    {
        func text() -> String { texts.next(&generator) }
        func money(_ most: Int) -> String { Bank.money("\(1 + generator.below(most)).\(10 + generator.below(90))") }
        let (first, second) = (Placeholder.own("account", 0), Placeholder.own("account", 1))
        return [
            ("ledger.openAccount", #""currency":"RUB","name":"\#(text())""#),
            ("ledger.openAccount", #""currency":"RUB","name":"\#(text())""#),
            ("ledger.openAccount", #""currency":"USD","name":"\#(text())""#),
            (
                "ledger.deposit",
                #""account":"\#(first)","amount":\#(Bank.money("50000")),"description":"\#(text())""#
            ),
            (
                "ledger.withdraw",
                #""account":"\#(first)","amount":\#(money(50)),"description":"\#(text())","category":"\#(text())""#
            ),
            (
                "ledger.transfer",
                #""from":"\#(first)","to":"\#(second)","amount":\#(money(100)),"description":"\#(text())""#
            ),
            ("ledger.hold", #""from":"\#(first)","to":"\#(second)","amount":\#(money(30))"#),
            ("ledger.setOverdraft", #""account":"\#(second)","limit":\#(money(80))"#),
            ("ledger.setRate", #""from":"RUB","to":"USD","rate":"0.0123","source":"\#(text())""#),
            (
                "ledger.grantMandate",
                #""service":"subscriptions","account":"\#(first)","amount":\#(money(300)),"per":"month""#
            ),
            (
                "ledger.schedule",
                #""from":"\#(first)","to":"\#(second)","amount":\#(money(20)),"start":"2099-01-31","#
                    + #""description":"\#(text())""#
            ),
            (
                "ledger.saveTemplate",
                #""name":"\#(text())","from":"\#(first)","to":"\#(second)","amount":\#(money(20))"#
            ),
            ("history.addRule", #""contains":"\#(text())","category":"\#(text())""#),
            ("history.saveFilter", #""name":"\#(text())","text":"\#(text())""#),
            (
                "history.learnStatement",
                #"""
                "name":"\#(text())","header":["\#(text())","\#(text())"],"columns":[{"column":1,"field":"date"},\#
                {"column":2,"field":"amount"}]
                """#
            ),
            ("bonds.hold", #""isin":"\#(WatchedMarket.isin)","quantity":\#(1 + generator.below(999_999))"#),
            ("patterns.watch.add", #""tickers":["\#(text().uppercased())"]"#),
            (
                "subscriptions.add",
                #"""
                "service":{"title":"\#(text())"},"amount":\#(money(900)),"start":"2099-01-31",\#
                "every":{"count":1,"unit":"month"},"description":"\#(text())","category":"\#(text())"
                """#
            ),
            ("subscriptions.dismiss", #""suggestion":"\#(text())""#),
            ("notifications.setPreferences", #""thresholds":[\#(money(500))]"#),
            ("auth.prove", #""password":"\#(Placeholder.password)""#),
        ]
    }
}
