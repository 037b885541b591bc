import TestSupport
import Testing

/// Unknown methods, and params that do not fit.
@Suite(.bank("auth", "ledger", "history")) struct BadParameterTests {
    @Test(arguments: [
        ("ledger.steal", "ledger"), ("auth.login", "ledger"), ("ledger.balance", "auth"), ("", "ledger"),
        ("ledger.", "ledger"), ("LEDGER.BALANCE", "ledger"), ("rpc.none", "auth"), ("ledger.balance ", "ledger"),
        ("ledger.баланс", "ledger"),
    ])
    func aMethodThatNobodyHasIsNotFound(method: String, service: String) async throws {
        let bank = try SharedBank.current()
        let reply = try await bank.ask(method, #""account":"a""#, of: service)
        #expect(reply.code == "methodNotFound", "\(reply)")
        #expect(reply.number == -32601)
        #expect(reply.isRetryable == false)
    }

    static let ofWrongForm: [RefusedRequest] = [
        RefusedRequest("ledger.openAccount", "", field: "currency"),
        RefusedRequest("ledger.openAccount", #""currency":5"#, field: "currency"),
        RefusedRequest("ledger.openAccount", #""currency":null"#, field: "currency"),
        RefusedRequest("ledger.openAccount", #""currency":"rub""#, field: "currency"),
        RefusedRequest("ledger.openAccount", #""currency":"RUBLE""#, field: "currency"),
        RefusedRequest("ledger.openAccount", #""currency":"XXX""#, field: "currency"),
        RefusedRequest("ledger.openAccount", #""currency":"ＲＵＢ""#, field: "currency"),
        RefusedRequest("ledger.openAccount", #""currency":"RUB","colour":"red""#, field: "colour"),
        RefusedRequest("ledger.openAccount", #""currency":"RUB","name":7"#, field: "name"),
        RefusedRequest("ledger.accounts", #""limit":5"#, field: "limit"),
        RefusedRequest("ledger.balance", "", field: "account"),
        RefusedRequest("ledger.balance", #""account":["a"]"#, field: "account"),
        RefusedRequest("ledger.balance", #""account":"a","at":"yesterday""#, field: "at"),
        RefusedRequest("ledger.balance", #""account":"a","at":1795254708"#, field: "at"),
        RefusedRequest("ledger.balance", #""account":"a","at":"2026-02-30T00:00:00Z""#, field: "at"),
        RefusedRequest("ledger.transfer", #""to":"b","amount":\#(Bank.money("1"))"#, field: "from"),
        RefusedRequest("ledger.transfer", #""from":"a","amount":\#(Bank.money("1"))"#, field: "to"),
        RefusedRequest("ledger.transfer", #""from":"a","to":"b""#, field: "amount"),
        RefusedRequest("ledger.transfer", #""from":"a","to":"b","amount":5"#, field: "amount"),
        RefusedRequest("ledger.transfer", #""from":"a","to":"b","amount":{"amount":"5"}"#, field: "amount.currency"),
        RefusedRequest("ledger.transfer", #""from":"a","to":"b","amount":{"currency":"RUB"}"#, field: "amount.amount"),
        RefusedRequest(
            "ledger.transfer", #""from":"a","to":"b","amount":{"amount":5,"currency":"RUB"}"#, field: "amount.amount"),
        RefusedRequest(
            "ledger.transfer", #""from":"a","to":"b","amount":{"amount":"5","currency":"RUB","unit":1}"#,
            field: "amount.unit"),
        RefusedRequest("ledger.transfers", "", field: "transfers"),
        RefusedRequest("ledger.transfers", #""transfers":{}"#, field: "transfers"),
        RefusedRequest("ledger.transfers", #""transfers":[7]"#, field: "transfers[0]"),
        RefusedRequest(
            "ledger.transfers", #""transfers":[{"from":"a","to":"b"}]"#, field: "transfers[0].amount"),
        RefusedRequest(
            "ledger.transfers",
            #"""
            "transfers":[{"from":"a","to":"b","amount":\#(Bank.money("1"))},{"to":"b","amount":\#(Bank.money("1"))}]
            """#,
            field: "transfers[1].from"),
        RefusedRequest("ledger.transfers", #""transfers":[],"atomic":"yes""#, field: "atomic"),
        RefusedRequest("ledger.events", "", field: "after"),
        RefusedRequest("ledger.events", #""after":"0""#, field: "after"),
        RefusedRequest("ledger.events", #""after":1.5"#, field: "after"),
        RefusedRequest("ledger.health", #""verbose":true"#, field: "verbose"),
        RefusedRequest("history.transactions", #""type":"both""#, field: "type"),
        RefusedRequest("history.transactions", #""limit":"5""#, field: "limit"),
        RefusedRequest("history.transactions", #""since":"2026-01-01""#, field: "since"),
        RefusedRequest("history.transaction", "", field: "id"),
        RefusedRequest("auth.register", #""password":"a""#, field: "email"),
        RefusedRequest("auth.login", #""login":"a""#, field: "password"),
        RefusedRequest("auth.login", #""login":"a","password":12345678"#, field: "password"),
        RefusedRequest("auth.refresh", #""refreshToken":null"#, field: "refreshToken"),
        RefusedRequest("auth.endSession", "", field: "id"),
        RefusedRequest("auth.passkeys.rename", #""id":"x""#, field: "name"),
        RefusedRequest("auth.passkeys.login", #""assertion":{"credentialId":"AA"}"#, field: "assertion.clientDataJSON"),
    ]

    @Test(arguments: ofWrongForm)
    func paramsOfAWrongFormNameTheFieldAndTheRule(refused: RefusedRequest) async throws {
        let bank = try SharedBank.current()
        try await refused.check(in: bank, as: try await SharedBank.person().session)
    }

    static let againstTheRules: [RefusedRequest] = [
        RefusedRequest("ledger.openAccount", #""currency":"RUB","name":"""#, number: -32000, field: "name"),
        RefusedRequest(
            "ledger.openAccount", #""currency":"RUB","name":"\#(String(repeating: "é", count: 101))""#, number: -32000,
            field: "name"),
        RefusedRequest("ledger.openAccount", #""currency":"RUB","name":"a\u0000b""#, field: "name"),
        RefusedRequest(
            "ledger.balance", #""account":"a","at":"2999-01-01T00:00:00Z""#, number: -32000, field: "at"),
        RefusedRequest("ledger.transfers", #""transfers":[]"#, number: -32000, field: "transfers"),
        RefusedRequest(
            "ledger.transfer",
            #""from":"a","to":"b","amount":\#(Bank.money("1")),"description":"\#(String(repeating: "x", count: 501))""#,
            number: -32000, field: "description"),
        RefusedRequest(
            "ledger.deposit", #""account":"a","amount":\#(Bank.money("1")),"category":"\u0007""#, field: "category"),
        RefusedRequest("ledger.events", #""after":-1"#, number: -32000, field: "after"),
        RefusedRequest("ledger.events", #""after":0,"limit":0"#, number: -32000, field: "limit"),
        RefusedRequest("ledger.events", #""after":0,"limit":1001"#, number: -32000, field: "limit"),
        RefusedRequest("ledger.events", #""after":0,"wait":30001"#, number: -32000, field: "wait"),
        RefusedRequest("history.transactions", #""limit":0"#, number: -32000, field: "limit"),
        RefusedRequest("history.transactions", #""limit":1001"#, number: -32000, field: "limit"),
        RefusedRequest("history.transactions", #""cursor":"nonsense""#, number: -32000, field: "cursor"),
        RefusedRequest("history.transactions", #""from":"2026-02-30""#, number: -32000, field: "from"),
        RefusedRequest("history.transactions", #""minAmount":"1e3""#, number: -32000, field: "minAmount"),
        RefusedRequest("ledger.balance", #""account":"a","_meta":5"#, number: -32000, field: "_meta"),
        RefusedRequest(
            "ledger.balance", #""account":"a","_meta":{"session":5}"#, number: -32000, field: "_meta.session"),
        RefusedRequest(
            "ledger.balance", #""account":"a","_meta":{"session":""}"#, number: -32000, field: "_meta.session"),
        RefusedRequest(
            "ledger.balance", #""account":"a","_meta":{"session":"\#(String(repeating: "v", count: 4097))"}"#,
            number: -32000, field: "_meta.session"),
        RefusedRequest(
            "ledger.balance", #""account":"a","_meta":{"deadline":"soon"}"#, number: -32000, field: "_meta.deadline"),
        RefusedRequest(
            "ledger.balance", #""account":"a","_meta":{"maxStaleMilliseconds":-1}"#, number: -32000,
            field: "_meta.maxStaleMilliseconds"),
        RefusedRequest(
            "ledger.balance", #""account":"a","_meta":{"maxStaleMilliseconds":60001}"#, number: -32000,
            field: "_meta.maxStaleMilliseconds"),
        RefusedRequest(
            "ledger.balance", #""account":"a","_meta":{"maxStaleMilliseconds":"0"}"#, number: -32000,
            field: "_meta.maxStaleMilliseconds"),
        RefusedRequest(
            "ledger.balance", #""account":"a","_meta":{"idempotencyKey":"a b"}"#, number: -32000,
            field: "_meta.idempotencyKey"),
        RefusedRequest(
            "ledger.balance", #""account":"a","_meta":{"idempotencyKey":"\#(String(repeating: "k", count: 129))"}"#,
            number: -32000, field: "_meta.idempotencyKey"),
        RefusedRequest(
            "ledger.balance", #""account":"a","_meta":{"progressToken":{}}"#, number: -32000,
            field: "_meta.progressToken"),
    ]

    @Test(arguments: againstTheRules)
    func valuesAgainstTheRulesNameTheFieldAndTheRule(refused: RefusedRequest) async throws {
        let bank = try SharedBank.current()
        // Those with a `_meta` of their own are refused for it before anybody looks at a session.
        let session = refused.params.contains("_meta") ? nil : try await SharedBank.person().session
        try await refused.check(in: bank, as: session)
    }

    @Test func paramsByPositionAreRefusedAndNoneMayBeAnEmptyArray() async throws {
        let bank = try SharedBank.current()
        let byPosition = try await bank.send(
            #"{"jsonrpc":"2.0","id":1,"method":"ledger.health","params":["a"]}"#, to: "ledger")
        #expect(byPosition.code == "invalidArgument" && byPosition.number == -32602, "\(byPosition)")
        let none = try await bank.send(
            #"{"jsonrpc":"2.0","id":1,"method":"ledger.health","params":[]}"#, to: "ledger")
        #expect(none.text("status") == "ready", "\(none)")
    }

    @Test func aListOfMoreTransfersThanAllowedIsRefusedWhole() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let item = #"{"from":"a","to":"b","amount":\#(Bank.money("1"))}"#
        let list = Array(repeating: item, count: 8_193).joined(separator: ",")
        let reply = try await bank.ask("ledger.transfers", #""transfers":[\#(list)]"#, as: person.session)
        #expect(reply.code == "invalidArgument" && reply.field == "transfers", "\(reply.description.prefix(300))")
    }

    @Test func nothingIsDoneWithoutASession() async throws {
        let bank = try SharedBank.current()
        for method in ["ledger.accounts", "ledger.check", "ledger.stats", "auth.me", "auth.stats", "auth.logout"] {
            let reply = try await bank.ask(method)
            #expect(reply.code == "unauthenticated", "\(method): \(reply)")
        }
    }
}
