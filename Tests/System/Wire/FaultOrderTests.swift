import TestSupport
import Testing

/// A request that breaks several rules at once is refused for the first of them, in the order of the contract.
@Suite(.bank("auth", "ledger")) struct FaultOrderTests {
    /// The parts of a transfer; each part may break a rule.
    struct Attempt: Sendable, CustomTestStringConvertible {
        enum Account: Sendable { case rubles, dollars, empty, others, missing }
        let from: Account
        let to: Account
        let amount: String
        let currency: String
        var usesKeyAgain = false
        let code: String
        let field: String?

        var testDescription: String {
            "\(from) to \(to), \(amount) \(currency)\(usesKeyAgain ? ", a used key" : ""): \(code)"
        }
    }

    static let attempts: [Attempt] = [
        // invalidArgument comes before everything.
        Attempt(
            from: .missing, to: .missing, amount: "0", currency: "USD", usesKeyAgain: true, code: "invalidArgument",
            field: "amount"),
        Attempt(
            from: .missing, to: .missing, amount: "-1", currency: "RUB", code: "invalidArgument", field: "amount"),
        // conflict comes before any look at the accounts.
        Attempt(
            from: .missing, to: .missing, amount: "1", currency: "USD", usesKeyAgain: true, code: "conflict", field: nil
        ),
        Attempt(
            from: .empty, to: .empty, amount: "1", currency: "RUB", usesKeyAgain: true, code: "conflict", field: nil),
        // notFound: the payer's first, then the payee's.
        Attempt(from: .missing, to: .missing, amount: "1", currency: "USD", code: "notFound", field: "from"),
        Attempt(from: .others, to: .others, amount: "1", currency: "USD", code: "notFound", field: "from"),
        Attempt(from: .others, to: .missing, amount: "1", currency: "USD", code: "notFound", field: "from"),
        Attempt(from: .empty, to: .missing, amount: "1", currency: "USD", code: "notFound", field: "to"),
        // sameAccount before currency and money.
        Attempt(from: .empty, to: .empty, amount: "1", currency: "USD", code: "sameAccount", field: "to"),
        Attempt(from: .empty, to: .empty, amount: "1", currency: "RUB", code: "sameAccount", field: "to"),
        // currencyMismatch before money.
        Attempt(
            from: .empty, to: .rubles, amount: "1", currency: "USD", code: "currencyMismatch",
            field: "amount.currency"),
        Attempt(from: .empty, to: .dollars, amount: "1", currency: "RUB", code: "currencyMismatch", field: "to"),
        Attempt(
            from: .empty, to: .dollars, amount: "1", currency: "USD", code: "currencyMismatch", field: "amount.currency"
        ),
        // insufficientFunds comes last of those that need no balance near its limit (see LimitTests).
        Attempt(from: .empty, to: .rubles, amount: "0.01", currency: "RUB", code: "insufficientFunds", field: "amount"),
        Attempt(
            from: .rubles, to: .others, amount: "100.01", currency: "RUB", code: "insufficientFunds", field: "amount"),
    ]

    @Test(arguments: attempts) func theFirstRuleThatIsBrokenAnswers(attempt: Attempt) async throws {
        let bank = try SharedBank.current()
        let (person, other) = (try await bank.person(), try await SharedBank.person())
        let rubles = try await bank.account(of: person, with: "100")
        let dollars = try await bank.account(of: person, "USD", with: "100")
        let empty = try await bank.account(of: person)
        let others = try await bank.account(of: other)
        func id(_ account: Attempt.Account) -> String {
            switch account {
            case .rubles: rubles
            case .dollars: dollars
            case .empty: empty
            case .others: others
            case .missing: "nobodys-account"
            }
        }
        func transfer(_ from: String, _ to: String, _ amount: String) -> String {
            #""from":"\#(from)","to":"\#(to)","amount":\#(amount)"#
        }
        let key = Bank.newKey()
        if attempt.usesKeyAgain {
            let first = try await bank.ask(
                "ledger.transfer", transfer(rubles, empty, Bank.money("0.02")), as: person.session, key: key)
            try #require(first.result != nil, "\(first)")
        }
        let reply = try await bank.ask(
            "ledger.transfer", transfer(id(attempt.from), id(attempt.to), Bank.money(attempt.amount, attempt.currency)),
            as: person.session, key: key)
        #expect(reply.code == attempt.code, "\(reply)")
        if let field = attempt.field { #expect(reply.field == field, "\(reply)") }
    }

    @Test func whatComesWithARequestIsCheckedBeforeTheRequest() async throws {
        let bank = try SharedBank.current()
        let meta = #""_meta":{"session":"nobody","deadline":1,"idempotencyKey":"a b"}"#
        let late = #""_meta":{"session":"nobody","deadline":1}"#
        let nobody = #""_meta":{"session":"nobody"}"#
        for (method, params, code) in [
            ("ledger.none", meta, "methodNotFound"), ("ledger.balance", meta, "invalidArgument"),
            ("ledger.balance", late, "deadlineExceeded"), ("ledger.balance", nobody, "unauthenticated"),
        ] {
            let reply = try await bank.ask(method, params)
            #expect(reply.code == code, "\(reply)")
        }
        let params = try await bank.ask("ledger.balance", "", as: try await SharedBank.person().session)
        #expect(params.code == "invalidArgument" && params.field == "account", "\(params)")
    }

    @Test func aRefusalByTheBooksIsKeptWithItsKeyAndAFaultOfTheRequestIsNot() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let (from, to) = (try await bank.account(of: person), try await bank.account(of: person))
        let params = #""from":"\#(from)","to":"\#(to)","amount":\#(Bank.money("5"))"#
        let (refusedKey, spoiledKey) = (Bank.newKey(), Bank.newKey())
        let refused = try await bank.ask("ledger.transfer", params, as: person.session, key: refusedKey)
        #expect(refused.code == "insufficientFunds", "\(refused)")
        let spoiled = try await bank.ask(
            "ledger.transfer", #""from":"\#(from)","to":"none","amount":\#(Bank.money("5"))"#, as: person.session,
            key: spoiledKey)
        #expect(spoiled.code == "notFound", "\(spoiled)")

        let deposit = #""account":"\#(from)","amount":\#(Bank.money("100"))"#
        #expect(try await bank.ask("ledger.deposit", deposit, as: person.session).result != nil)
        let again = try await bank.ask("ledger.transfer", params, as: person.session, key: refusedKey)
        #expect(again.description == refused.description, "a key never fails once and succeeds later")
        let mended = try await bank.ask("ledger.transfer", params, as: person.session, key: spoiledKey)
        #expect(mended.result != nil, "\(mended)")
        let repeated = try await bank.ask("ledger.transfer", params, as: person.session, key: spoiledKey)
        #expect(repeated.description == mended.description)
        #expect(try await bank.balance(of: from, person) == "95.00")
    }
}
