import StrictJSON
import TestSupport
import Testing

/// Invalid amounts on the wire: refused by every method with an amount, and nothing moves.
@Suite(.bank("auth", "ledger")) struct BadAmountTests {
    /// Malformed: refused while the params are decoded.
    static let malformed = [
        "", " ", "-", "+5", " 5", "5 ", "5.", ".5", "1,5", "1e3", "0x10", "1_000", "NaN", "Infinity", "--5", "1.2.3",
        "٥٠", "５", "5\u{200b}", "½", "五", "1.001", "0.0000", "92233720368547758.08", "99999999999999999999999999",
        "-92233720368547758.09",
    ]

    /// Valid amounts that cannot be moved.
    static let outOfRange = ["0", "0.00", "-0", "-5", "-0.01", "10000000000000.01", "92233720368547758.07"]

    @Test(arguments: ["ledger.deposit", "ledger.withdraw", "ledger.transfer"], malformed + outOfRange)
    func anAmountThatIsNoneIsRefused(method: String, amount: String) async throws {
        let bank = try SharedBank.current()
        let accounts = method == "ledger.transfer" ? #""from":"a","to":"b""# : #""account":"a""#
        let reply = try await bank.ask(
            method, #"\#(accounts),"amount":\#(Bank.money(amount))"#, as: try await SharedBank.person().session)
        #expect(reply.code == "invalidArgument", "\(reply)")
        #expect(reply.field?.hasPrefix("amount") == true, "\(reply)")
        #expect(reply.number == (Self.malformed.contains(amount) ? -32602 : -32000), "\(reply)")
    }

    @Test func theFieldOfABadAmountInAListSaysWhichOne() async throws {
        let bank = try SharedBank.current()
        let person = try await SharedBank.person()
        let list = ["1", "1.234"].map { #"{"from":"a","to":"b","amount":\#(Bank.money($0))}"# }.joined(separator: ",")
        let malformed = try await bank.ask("ledger.transfers", #""transfers":[\#(list)]"#, as: person.session)
        #expect(malformed.field == "transfers[1].amount.amount", "\(malformed)")

        let account = try await bank.account(of: person)
        let zero = #"{"from":"\#(account)","to":"b","amount":\#(Bank.money("0"))}"#
        let outOfRange = try await bank.ask("ledger.transfers", #""transfers":[\#(zero)]"#, as: person.session)
        let fault = outOfRange.result?.member("results")?.elements.first { _ in true }?.member("fault")
        #expect(fault?.member("code")?.string == "invalidArgument", "\(outOfRange)")
        #expect(fault?.member("field")?.string == "transfers[0].amount", "\(outOfRange)")
    }

    @Test(arguments: [("JPY", "1.5"), ("JPY", "1.0"), ("KWD", "1.0005"), ("USD", "0.001")])
    func aCurrencyHasItsOwnNumberOfDecimals(currency: String, amount: String) async throws {
        let bank = try SharedBank.current()
        let person = try await SharedBank.person()
        let account = try await bank.account(of: person, currency)
        let reply = try await bank.ask(
            "ledger.deposit", #""account":"\#(account)","amount":\#(Bank.money(amount, currency))"#, as: person.session)
        #expect(reply.code == "invalidArgument" && reply.field == "amount.amount", "\(reply)")
        #expect(try #require(reply.message).contains("more decimals than the currency"), "\(reply)")
    }

    @Test func fewerDecimalsAreTakenAndAllAreAnswered() async throws {
        let bank = try SharedBank.current()
        let person = try await SharedBank.person()
        for (currency, given, answered) in [("RUB", "5", "5.00"), ("RUB", "5.1", "5.10"), ("KWD", "0.5", "0.500")] {
            let account = try await bank.account(of: person, currency)
            let reply = try await bank.ask(
                "ledger.deposit", #""account":"\#(account)","amount":\#(Bank.money(given, currency))"#,
                as: person.session)
            #expect(reply.text("transfer", "amount", "amount") == answered, "\(reply)")
        }
    }

    @Test func anAmountInAnotherCurrencyIsRefusedAndMovesNothing() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let rubles = try await bank.account(of: person, with: "100")
        let dollars = try await bank.account(of: person, "USD")
        for (method, params) in [
            ("ledger.deposit", #""account":"\#(rubles)","amount":\#(Bank.money("1", "USD"))"#),
            ("ledger.withdraw", #""account":"\#(rubles)","amount":\#(Bank.money("1", "USD"))"#),
            ("ledger.transfer", #""from":"\#(rubles)","to":"\#(dollars)","amount":\#(Bank.money("1", "USD"))"#),
            ("ledger.transfer", #""from":"\#(rubles)","to":"\#(dollars)","amount":\#(Bank.money("1"))"#),
        ] {
            let reply = try await bank.ask(method, params, as: person.session)
            #expect(reply.code == "currencyMismatch", "\(reply)")
        }
        #expect(try await bank.balance(of: rubles, person) == "100.00")
        #expect(try await bank.balance(of: dollars, person) == "0.00")
        #expect(try await bank.problems(as: person).isEmpty)
    }
}
