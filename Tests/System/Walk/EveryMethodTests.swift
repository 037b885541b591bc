import Identity
import Signals
import StrictJSON
import TestSupport
import Testing

/// Calls every method of every service, including future ones, as nobody and as another person: nobody sees, guesses or
/// moves what belongs to another.
@Suite(.bank("auth", "ledger", "history", "scanner", "patterns", "bonds", "subscriptions", "notifications"))
struct EveryMethodTests {
    static let services = [
        "auth", "history", "ledger", "scanner", "patterns", "bonds", "subscriptions", "notifications",
    ]
    /// Services whose data belong to the house: all users see and change the same.
    private static let ofTheHouse: Set<String> = ["scanner"]
    /// Methods with the same answer for everybody, or about the service itself.
    private static let common: Set<String> = ["health", "stats", "events", "check", "keys"]

    /// The data that Anna creates by calling methods. `$account` and `$other` are hers, `$foreign` is not.
    private static let belongings: [(method: String, params: String)] = [
        ("ledger.rename", #""account":"$account","name":"Annas household""#),
        ("ledger.deposit", #""account":"$account","amount":$5432.17,"description":"Annas salary","category":"wages""#),
        ("ledger.withdraw", #""account":"$account","amount":$20,"description":"Annas dentist","category":"health""#),
        ("ledger.transfer", #""from":"$account","to":"$other","amount":$100,"description":"Annas savings plan""#),
        ("ledger.hold", #""from":"$account","to":"$other","amount":$30"#),
        ("ledger.setOverdraft", #""account":"$account","limit":$77"#),
        ("ledger.setLimits", #""account":"$account","daily":$4000"#),
        ("ledger.setRate", #""from":"RUB","to":"USD","rate":"0.0123","source":"Annas kitchen""#),
        ("ledger.grantMandate", #""service":"subscriptions","account":"$account","amount":$321,"per":"month""#),
        (
            "ledger.schedule",
            #""from":"$account","to":"$foreign","amount":$11,"description":"Annas rent","start":"2099-01-31""#
        ),
        ("ledger.saveTemplate", #""name":"annas-template","from":"$account","to":"$foreign","amount":$12"#),
        ("history.addRule", #""contains":"dentist","category":"annas-teeth""#),
        ("history.saveFilter", #""name":"annas-filter","text":"salary""#),
        (
            "history.learnStatement",
            #"""
            "name":"annas-layout","header":["Annas day","Annas sum"],"columns":[{"column":1,"field":"date"},\#
            {"column":2,"field":"amount"}]
            """#
        ),
        (
            "bonds.import",
            #"""
            "activities":[{"title":"Annas bond","currency":"RUB","isin":"RU000A0ZYMN9","items":[{"date":"2020-01-01",\#
            "price":99}]}]
            """#
        ),
        ("bonds.hold", #""isin":"RU000A0ZYMN9","quantity":31415926"#),
        ("patterns.watch.add", #""tickers":["ANNAS-SHARE"]"#),
        (
            "subscriptions.add",
            #"""
            "service":{"title":"Annas gym"},"amount":$1234.56,"start":"2099-01-31","every":{"count":1,"unit":"month"},\#
            "description":"Annas muscles","category":"annas-body","payFrom":"$account"
            """#
        ),
        ("subscriptions.setSettings", #""timeZone":"Asia/Kathmandu","buffer":{"account":"$account","amount":$98.76}"#),
        ("subscriptions.dismiss", #""suggestion":"annas-suggestion""#),
        ("notifications.setPreferences", #""thresholds":[$8642.09]"#),
        (
            "notifications.addChannel",
            #"""
            "kind":"webhook","name":"Annas robot","url":"https://annas-robot.example/hook?key=annas-key","code":"$proof"
            """#
        ),
        ("auth.totp.begin", #""password":"$password""#),
    ]

    @Test(arguments: services) func withoutASessionOnlyWhatIsOpenAnswers(service: String) async throws {
        let bank = try SharedBank.current()
        let methods = try await DescribedMethod.all(of: service, bank)
        #expect(methods.count > 5)
        for method in methods where method.access == "session" {
            for session in [nil, "v4.public.nonsense"] {
                let reply = try await bank.ask(method.name, as: session, of: service)
                #expect(reply.code == "unauthenticated", "\(method.name): \(reply)")
            }
        }
    }

    @Test func withAnothersSessionNothingIsSeenAndNothingMoves() async throws {
        let bank = try SharedBank.current()
        var methods: [String: [DescribedMethod]] = [:]
        for service in Self.services where !Self.ofTheHouse.contains(service) {
            methods[service] = try await DescribedMethod.all(of: service, bank)
        }
        let anna = try await bank.person("anna-of-the-walk")
        let boris = try await bank.person()
        let his = try await bank.account(of: boris, with: "1000")
        let hers = try await equip(anna, foreign: his, methods.values.flatMap { $0 }, bank)
        // Afterwards nothing that Anna did changes her answers any more.
        try await bank.house.untilEventsAreHandled()

        let before = try await snapshot(of: anna, account: hers.account, methods, bank)
        var secret = PrivateTexts()
        for (_, answer) in before { secret.add(answer) }
        var open = PrivateTexts()
        for (_, answer) in try await snapshot(of: boris, account: his, methods, bank) { open.add(answer) }
        // The names of services are public.
        let told = secret.telling.subtracting(open.all).subtracting(HouseService.allCases.map(\.rawValue))
        #expect(told.count >= 10, "there is something to find")

        // Each service is walked by somebody of their own, at the same time.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (service, methods) in methods {
                group.addTask { try await Self.walk(methods, of: service, hers.ids, told, bank) }
            }
            try await group.waitForAll()
        }

        let after = try await snapshot(of: anna, account: hers.account, methods, bank)
        for (method, answer) in before {
            #expect(Self.lasting(after[method]) == Self.lasting(answer), "\(method) answers Anna something else now")
        }
        #expect(try await bank.problems(as: anna) == [])
    }

    /// Calls every method of a service as a stranger with Anna's ids: no answer may have what is told to her only.
    private static func walk(
        _ methods: [DescribedMethod], of service: String, _ ids: [String], _ told: Set<String>, _ bank: Bank
    ) async throws {
        var boris = try await bank.person()
        var his = try await bank.account(of: boris, with: "1000")
        // He may read his own inputs again, such as the name of a filter.
        var written: Set<String> = []
        for method in methods where method.access == "session" && !isCommon(method.name) {
            for id in method.parameters.isEmpty ? ["-"] : ids {
                // Only auth ends sessions.
                if service == "auth", try await bank.ask("auth.me", as: boris.session).result == nil {
                    boris = try await bank.person()
                    his = try await bank.account(of: boris, with: "1000")
                }
                for withOptionalTexts in [false, true] {
                    let params = ParameterMaker(id: id, ownAccount: his)
                        .params(of: method, withOptionalTexts: withOptionalTexts)
                    let reply = try await bank.ask(method.name, params, as: boris.session, of: service)
                    let text = reply.description
                    if method.effect == "changes", reply.result != nil { written.insert(id) }
                    let leaked = told.filter {
                        $0 != id && !written.contains($0) && text.contains($0) && PrivateTexts.isSaid($0, in: text)
                    }
                    #expect(leaked.isEmpty, "\(method.name) {\(params)} told \(leaked): \(text)")
                }
            }
        }
    }

    /// Creates data of every kind for Anna, and returns their ids.
    private func equip(
        _ anna: Person, foreign: String, _ methods: [DescribedMethod], _ bank: Bank
    ) async throws -> (account: String, ids: [String]) {
        let account = try await bank.account(of: anna, with: "1000")
        let other = try await bank.account(of: anna)
        var ids: Set<String> = [account, other, anna.id, anna.signedIn.session.id]
        let names = Set(methods.map(\.name))
        let proof = try await bank.proof(of: anna)
        for (method, template) in Self.belongings where names.contains(method) {
            var params = template.replacing("$account", with: account).replacing("$other", with: other)
                .replacing("$foreign", with: foreign).replacing("$password", with: anna.password)
                .replacing("$proof", with: proof)
            while let place = params.firstRange(of: /\$\d+(\.\d+)?/) {
                params.replaceSubrange(place, with: Bank.money(String(params[place].dropFirst())))
            }
            let reply = try await bank.ask(method, params, as: anna.session, key: Bank.newKey())
            let result = try #require(reply.result, "\(method) {\(params)}: \(reply)")
            Self.collect(result, into: &ids)
        }
        ids.formUnion(["annas-template", "annas-filter", "annas-layout", "annas-teeth", "ANNAS-SHARE"])
        ids.subtract([foreign])
        try await eventually("history has caught up") {
            try await bank.ask("history.transactions", as: anna.session).description.contains("Annas savings plan")
        }
        return (account, ids.sorted())
    }

    /// Collects the values of members that contain ids.
    private static func collect(_ node: JSONNode, into ids: inout Set<String>) {
        let names: Set = ["id", "account", "transfer", "hold", "challenge", "mandate", "schedule", "attempt"]
        for member in node.members {
            if let text = member.node.string, names.contains(member.name), !text.hasPrefix("world-") {
                ids.insert(text)
            }
            collect(member.node, into: &ids)
        }
        for element in node.elements { collect(element, into: &ids) }
    }

    /// Returns the answers of every reading method to a person who asks for everything, or for an account.
    private func snapshot(
        of person: Person, account: String, _ methods: [String: [DescribedMethod]], _ bank: Bank
    ) async throws -> [String: JSONNode] {
        var answers: [String: JSONNode] = [:]
        for (service, methods) in methods {
            for method in methods
            where method.access == "session" && method.effect == "reads" && !Self.isCommon(method.name) {
                let params = ParameterMaker(id: account, ownAccount: account)
                    .params(of: method, withOptionalTexts: false)
                // Patterns says whether scanner is well, which on a busy machine may seem not so for a moment.
                try await eventually("\(method.name) finds scanner well, if it needs it") {
                    let reply = try await bank.ask(method.name, params, as: person.session, of: service)
                    answers[method.name] = reply.result
                    return reply.result?.member("scanner")?.string != "unavailable"
                }
            }
        }
        #expect(answers.count >= 4)
        return answers
    }

    private static func isCommon(_ method: String) -> Bool {
        method.hasPrefix("rpc.") || common.contains(String(method.split(separator: ".").last ?? ""))
    }

    /// Returns an answer without the parts that change over time.
    private static func lasting(_ node: JSONNode?) -> String {
        guard let node else { return "nothing" }
        switch node.kind {
        case .object:
            let members = node.members.filter { !["asOf", "lastUsedAt", "resetsAt"].contains($0.name) }
            return "{" + members.map { "\($0.name):\(lasting($0.node))" }.joined(separator: ",") + "}"
        case .array: return "[" + node.elements.map(lasting).joined(separator: ",") + "]"
        default: return String(decoding: node.rawBytes, as: UTF8.self)
        }
    }
}
