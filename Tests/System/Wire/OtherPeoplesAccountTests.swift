import StrictJSON
import TestSupport
import Testing

/// Another person's account is treated as missing, except as the payee's.
@Suite(.bank("auth", "ledger", "history")) struct OtherPeoplesAccountTests {
    @Test func anothersAccountReadsAsOneThatIsMissing() async throws {
        let bank = try SharedBank.current()
        let (anna, boris) = (try await bank.person(), try await bank.person())
        let hers = try await bank.account(of: anna, with: "1000")
        let his = try await bank.account(of: boris, with: "10")
        let missing = String(hers.reversed())
        let requests: [(method: String, params: (String) -> String)] = [
            ("ledger.balance", { #""account":"\#($0)""# }),
            ("ledger.balance", { #""account":"\#($0)","at":"2020-01-01T00:00:00Z""# }),
            ("ledger.features", { #""account":"\#($0)""# }),
            ("ledger.deposit", { #""account":"\#($0)","amount":\#(Bank.money("1"))"# }),
            ("ledger.withdraw", { #""account":"\#($0)","amount":\#(Bank.money("1"))"# }),
            ("ledger.transfer", { #""from":"\#($0)","to":"\#(his)","amount":\#(Bank.money("1"))"# }),
        ]
        for (method, params) in requests {
            let others = try await bank.ask(method, params(hers), as: boris.session)
            let none = try await bank.ask(method, params(missing), as: boris.session)
            #expect(others.code == "notFound", "\(method): \(others)")
            #expect(others.description == none.description, "\(method)")
        }
        #expect(try await bank.balance(of: hers, anna) == "1000.00")
        #expect(try await bank.balance(of: his, boris) == "10.00")
    }

    @Test func anothersAccountMayReceiveAndShowsNothingOfItself() async throws {
        let bank = try SharedBank.current()
        let (anna, boris) = (try await bank.person(), try await bank.person())
        let hers = try await bank.account(of: anna, with: "987.65")
        let his = try await bank.account(of: boris, with: "10")
        let reply = try await bank.ask(
            "ledger.transfer", #""from":"\#(his)","to":"\#(hers)","amount":\#(Bank.money("2.50"))"#, as: boris.session)
        #expect(reply.text("transfer", "status") == "posted", "\(reply)")
        let balances = reply.result?.member("balances")?.elements.compactMap { $0.member("account")?.string }
        #expect(balances == [his], "only the giver's own balance is told: \(reply)")
        #expect(!reply.description.contains("990.15"))
        #expect(try await bank.balance(of: hers, anna) == "990.15")
        #expect(try await bank.balance(of: his, boris) == "7.50")
    }

    @Test func theHistoryOfAnothersAccountIsNobodyElses() async throws {
        let bank = try SharedBank.current()
        let (anna, boris) = (try await bank.person(), try await bank.person())
        let hers = try await bank.account(of: anna, with: "4321.09")
        func list(_ filter: String, _ person: Person) async throws -> WireReply {
            try await bank.ask("history.transactions", filter, as: person.session)
        }
        try await eventually("the history has caught up") {
            try await list(#""account":"\#(hers)""#, anna).result?.member("transactions")?.count == 1
        }
        let his = try await list(#""account":"\#(hers)""#, boris)
        let none = try await list(#""account":"\#(String(hers.reversed()))""#, boris)
        #expect(his.description == none.description, "as if there were no such account")
        #expect(!his.description.contains("4321.09"))
        let named = try await list(#""query":"acct:\#(hers)""#, boris)
        #expect(named.code == "notFound" && named.field == "query", "\(named)")
        for query in ["amt:4321.09", "-with:nobody", "not:is:own", "date:2000.."] {
            #expect(try await list(#""query":"\#(query)""#, anna).result?.member("transactions")?.count == 1)
            #expect(try await list(#""query":"\#(query)""#, boris).result?.member("transactions")?.count == 0)
        }
        #expect(try await list("", boris).result?.member("transactions")?.count == 0)
        let id = try #require(
            try await list("", anna).result?.member("transactions")?.elements.first { _ in true }?.member("id")?.string)
        let shown = try await bank.ask("history.transaction", #""id":"\#(id)""#, as: boris.session)
        #expect(shown.code == "notFound", "\(shown)")
    }

    @Test func inAListAnothersAccountIsRefusedInItsPlace() async throws {
        let bank = try SharedBank.current()
        let (anna, boris) = (try await bank.person(), try await bank.person())
        let hers = try await bank.account(of: anna, with: "5")
        let his = try await bank.account(of: boris, with: "5")
        let list = [(his, hers), (hers, his)].map {
            #"{"from":"\#($0.0)","to":"\#($0.1)","amount":\#(Bank.money("1"))}"#
        }.joined(separator: ",")
        let reply = try await bank.ask("ledger.transfers", #""transfers":[\#(list)]"#, as: boris.session)
        let results = try #require(reply.result?.member("results")).elements.map { $0 }
        try #require(results.count == 2)
        #expect(results[0].member("transfer") != nil, "\(reply)")
        #expect(results[1].member("fault")?.member("code")?.string == "notFound", "\(reply)")
        #expect(results[1].member("fault")?.member("field")?.string == "transfers[1].from", "\(reply)")
        #expect(try await bank.balance(of: hers, anna) == "6.00")
    }
}
