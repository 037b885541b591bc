import StrictJSON
import TestSupport
import Testing

/// Gives every text of every method, including future ones, steering characters: each is refused by its name, except
/// the few texts that may contain anything.
@Suite(.bank("auth", "ledger", "history", "scanner", "patterns", "bonds", "subscriptions", "notifications"))
struct HostileTextTests {
    /// As in JSON: escape, line break, C1, and two characters that change the direction of writing.
    private static let hostile = [#"a\u001b[2Jb"#, #"a\nb"#, "a\u{9B}1mb", "a\u{202E}b", #"a\u2066b"#]

    /// The texts that may contain anything. Secrets and logins are compared and never shown. Files have line breaks.
    /// Names stored before the rule must be found and removable. Items of lists are refused one by one.
    private static let raw: Set<String> = [
        "auth.checkCode code", "auth.prove password",
        "auth.deleteUser password", "auth.deleteUser code", "auth.deleteUser name",
        "auth.changePassword current", "auth.changePassword new", "auth.setPassword new", "auth.issueReset login",
        "auth.endSessions login",
        "auth.resetPassword login", "auth.resetPassword recoveryCode", "auth.resetPassword resetCode",
        "auth.resetPassword new", "auth.refresh refreshToken", "auth.totp.begin password", "auth.totp.confirm code",
        "auth.totp.disable password", "auth.totp.disable code", "auth.recoveryCodes.renew password",
        "auth.recoveryCodes.renew code", "auth.telegram.widget firstName", "auth.telegram.widget lastName",
        "auth.telegram.widget username", "auth.telegram.widget photoURL", "auth.telegram.link password",
        "auth.telegram.link code", "auth.telegram.unlink password", "auth.telegram.update update",
        "auth.telegram.update secretToken", "auth.register password", "auth.login login", "auth.login password",
        "auth.login code", "auth.login deviceCookie",
        "auth.passkeys.begin password", "auth.passkeys.begin code", "auth.passkeys.remove password",
        "auth.passkeys.remove code",
        "bonds.importFile text", "bonds.uploadPart text",
        "history.removeFilter name", "history.readStatement content", "history.report text", "history.report category",
        "history.report counterparty", "history.report filter", "history.report query", "history.summary text",
        "history.summary category", "history.summary counterparty", "history.summary filter", "history.summary query",
        "history.transactions text", "history.transactions category", "history.transactions counterparty",
        "history.transactions filter", "history.transactions query",
        "ledger.debits debits", "ledger.transfers transfers", "ledger.renamePayee name", "ledger.removePayee name",
        "ledger.removeTemplate name", "ledger.importRates csv",
        "scanner.importCandles csv", "scanner.uploadPart text",
        "subscriptions.import content", "subscriptions.list category", "subscriptions.services text",
        "subscriptions.accept suggestion", "subscriptions.merge suggestion", "subscriptions.dismiss suggestion",
    ]

    @Test(arguments: EveryMethodTests.services)
    func isRefusedByItsNameWhereverATextIsGiven(service: String) async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let account = try await bank.account(of: person)
        let maker = ParameterMaker(id: account, ownAccount: account, usesExamples: true)
        var count = 0
        // Spans are for the operator, and their text is only compared.
        for method in try await DescribedMethod.all(of: service, bank) where method.name != "\(service).spans" {
            for parameter in method.parameters where !Self.raw.contains("\(method.name) \(parameter.name)") {
                for place in maker.places(ofTextsIn: parameter.name, parameter.schema) {
                    for text in Self.hostile {
                        let others = method.parameters.filter { $0.isRequired && $0.name != parameter.name }
                        let members = others.map { #""\#($0.name)":\#(maker.value($0.name, $0.schema))"# }
                        let params = (members + [#""\#(parameter.name)":\#(place.value(text))"#]).joined(separator: ",")
                        let reply = try await bank.ask(method.name, params, as: person.session, of: service)
                        #expect(reply.code == "invalidArgument", "\(method.name) {\(params)}: \(reply)")
                        // A part may be refused by the name of the whole, as with amounts.
                        let field = reply.field ?? ""
                        #expect(
                            field == place.path || !field.isEmpty && place.path.hasPrefix(field),
                            "\(method.name) {\(params)}: \(reply)")
                        count += 1
                    }
                }
            }
        }
        #expect(count >= 30, "there is something to refuse")
    }

    @Test func anItemOfAListIsRefusedByItself() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let (from, to) = (try await bank.account(of: person, with: "10"), try await bank.account(of: person))
        for text in Self.hostile {
            let item = #"{"from":"\#(from)","to":"\#(to)","amount":\#(Bank.money("1")),"description":"#
            let reply = try await bank.ask(
                "ledger.transfers", #""transfers":[\#(item)"\#(text)"},\#(item)"plain"}]"#, as: person.session,
                key: Bank.newKey())
            let results = try #require(reply.result?.member("results")?.elements.map { $0 })
            #expect(results[0].member("fault")?.member("field")?.string == "transfers[0].description", "\(reply)")
            #expect(results[1].member("transfer")?.member("description")?.string == "plain", "\(reply)")
        }
    }

    /// Texts from before the rule, or search terms: a look-up accepts texts that can no longer be created.
    @Test func whatIsOnlyLookedUpIsNotRefused() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        for text in Self.hostile {
            let found = try await bank.ask("history.transactions", #""text":"\#(text)""#, as: person.session)
            #expect(found.result != nil, "\(found)")
            let removed = try await bank.ask(
                "history.removeFilter", #""name":"\#(text)""#, as: person.session, key: Bank.newKey())
            #expect(removed.code == "notFound", "\(removed)")
        }
    }
}

extension ParameterMaker {
    /// A place for a text in a parameter.
    struct Place {
        /// The path in faults.
        let path: String
        /// Returns the parameter in JSON with a text, given in JSON, at this place.
        let value: @Sendable (String) -> String
    }

    /// Returns the places for texts in a parameter, without enumerations and names of members.
    func places(ofTextsIn name: String, _ schema: JSONNode) -> [Place] {
        if schema.member("enum") != nil { return [] }
        if let choices = schema.member("oneOf") {
            return choices.elements.flatMap { places(ofTextsIn: name, $0) }
        }
        switch schema.member("type")?.string {
        case "string": return [Place(path: name) { #""\#($0)""# }]
        case "array":
            guard let items = schema.member("items") else { return [] }
            return places(ofTextsIn: name, items).map { place in
                Place(path: "\(name)[0]\(place.path.dropFirst(name.count))") { "[\(place.value($0))]" }
            }
        case "object":
            let required = schema.member("required")?.elements.compactMap(\.string) ?? []
            let members = schema.member("properties")?.members.map { $0 } ?? []
            return members.flatMap { member in
                let others = members.filter { required.contains($0.name) && $0.name != member.name }
                    .map { #""\#($0.name)":\#(value($0.name, $0.node)),"# }.joined()
                return places(ofTextsIn: member.name, member.node).map { place in
                    Place(path: "\(name).\(place.path)") { #"{\#(others)"\#(member.name)":\#(place.value($0))}"# }
                }
            }
        default: return []
        }
    }
}
