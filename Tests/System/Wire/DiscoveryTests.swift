import Coordination
import Foundation
import GatewaySession
import Signals
import StrictJSON
import TestSupport
import Testing

/// The self-description of services.
@Suite(.bank("auth", "ledger", "history", "scanner", "patterns", "bonds", "subscriptions", "notifications"))
struct DiscoveryTests {
    static let methods: [String: Set<String>] = [
        "auth": [
            "auth.health", "auth.stats", "auth.events", "auth.register", "auth.login", "auth.refresh",
            "auth.me", "auth.logout", "auth.sessions", "auth.endSession", "auth.changePassword",
            "auth.setPassword", "auth.noteUses", "auth.setZone", "auth.adoptZones", "auth.keys",
            "auth.telegram.start", "auth.telegram.poll", "auth.telegram.link", "auth.telegram.unlink",
            "auth.telegram.status", "auth.telegram.widget", "auth.telegram.update",
            "auth.passkeys.begin", "auth.passkeys.add", "auth.passkeys.list", "auth.passkeys.rename",
            "auth.passkeys.remove", "auth.passkeys.beginLogin", "auth.passkeys.login", "auth.passkeys.beginProof",
            "auth.passkeys.prove",
        ],
        "ledger": [
            "ledger.health", "ledger.stats", "ledger.events", "ledger.openAccount", "ledger.accounts",
            "ledger.balance", "ledger.features", "ledger.deposit", "ledger.withdraw", "ledger.transfer",
            "ledger.transfers", "ledger.hold", "ledger.post", "ledger.void", "ledger.holds", "ledger.check",
        ],
        "history": [
            "history.health", "history.stats", "history.transactions", "history.transaction", "history.rebuild",
        ],
        "scanner": [
            "scanner.health", "scanner.stats", "scanner.events", "scanner.importCandles", "scanner.uploadPart",
            "scanner.securities", "scanner.chart", "scanner.scan", "scanner.simulate", "scanner.splits",
            "scanner.addSplit", "scanner.removeSplit", "scanner.remove", "scanner.fetch",
        ],
        "patterns": [
            "patterns.health", "patterns.stats", "patterns.events", "patterns.list", "patterns.best", "patterns.show",
            "patterns.refresh", "patterns.score", "patterns.watch.add", "patterns.watch.remove", "patterns.watch.list",
        ],
        "bonds": [
            "bonds.health", "bonds.stats", "bonds.events", "bonds.import", "bonds.list", "bonds.bond", "bonds.chart",
            "bonds.figures", "bonds.shares", "bonds.checkISIN", "bonds.hold", "bonds.holdings", "bonds.calendar",
            "bonds.accrued", "bonds.curve", "bonds.importFile", "bonds.uploadPart", "bonds.fetch",
            "bonds.uploadedShares",
        ],
        "subscriptions": [
            "subscriptions.health", "subscriptions.stats", "subscriptions.events", "subscriptions.add",
            "subscriptions.list", "subscriptions.update", "subscriptions.remove", "subscriptions.dates",
            "subscriptions.payments", "subscriptions.pay", "subscriptions.skip", "subscriptions.unpay",
            "subscriptions.pause",
            "subscriptions.resume", "subscriptions.forecast", "subscriptions.calendar", "subscriptions.services",
            "subscriptions.currencies",
        ],
        "notifications": [
            "notifications.health", "notifications.stats", "notifications.events", "notifications.list",
            "notifications.show", "notifications.read", "notifications.archive", "notifications.snooze",
            "notifications.undo", "notifications.preferences", "notifications.setPreferences",
            "notifications.channels", "notifications.addChannel", "notifications.removeChannel",
            "notifications.switchChannel", "notifications.rotateSecret", "notifications.test",
            "notifications.failed", "notifications.resend",
        ],
    ]

    @Test(arguments: methods.keys.sorted()) func everyMethodIsDescribedInAValidOpenRPCDocument(service: String)
        async throws
    {
        let bank = try SharedBank.current()
        let document = try #require(try await bank.ask("rpc.discover", of: service).result)
        var checker = OpenRPCChecker()
        checker.check(document)
        #expect(checker.problems.isEmpty, "\(checker.problems.joined(separator: "\n"))")
        let names = document.member("methods")?.elements.compactMap { $0.member("name")?.string } ?? []
        #expect(Set(names).isSuperset(of: try #require(Self.methods[service])))
        #expect(Set(names).count == names.count, "no method twice")
    }

    @Test(arguments: methods.keys.sorted()) func theProgramDescribesAServiceAsTheServiceDoes(service: String)
        async throws
    {
        let bank = try SharedBank.current()
        let told = try #require(try await bank.ask("rpc.discover", of: service).result)
        let made = try JSONDocument(ContractDocument.openRPC(of: service), limits: JSONDocument.answerLimits).root
        func methods(_ document: JSONNode) -> [String] {
            document.member("methods")?.elements.map { String(decoding: $0.rawBytes, as: UTF8.self) } ?? []
        }
        let differences = Set(methods(told)).symmetricDifference(methods(made))
        #expect(differences.isEmpty, "\(differences.map { $0.prefix(80) })")
        #expect(made.rawBytes.elementsEqual(told.rawBytes))
    }

    @Test(arguments: methods.keys.sorted()) func whatIsRequiredIsWhatTheContractSays(service: String) async throws {
        let bank = try SharedBank.current()
        let document = try #require(try await bank.ask("rpc.discover", of: service).result)
        let contract = [
            "ledger.transfer": ["from", "to", "amount", "description?"], "ledger.openAccount": ["currency", "name?"],
            "ledger.balance": ["account", "at?"], "ledger.transfers": ["transfers", "atomic?"],
            "ledger.deposit": ["account", "amount", "description?", "category?"], "ledger.accounts": [],
            "ledger.events": ["after", "limit?", "wait?"],
            "scanner.securities": [], "scanner.chart": ["ticker", "from?", "to?", "points?", "timeframe?"],
            "scanner.scan": [
                "kind", "segment", "tickers?", "searchFrom?", "searchTo?", "asOf?", "daysToWatch?", "tailLength?",
                "bodyTolerance?", "shadowTolerance?", "points?", "band?", "minScale?", "maxScale?", "tolerance?",
                "timeframe?", "limit?",
            ],
            "patterns.list": [
                "type?", "minMatches?", "deviationFromAvg?", "sortBy?", "ascending?", "limit?", "cursor?",
            ],
            "patterns.stats": [], "patterns.best": [], "patterns.refresh": ["tickers?"], "patterns.show": ["id"],
            "bonds.import": ["activities"], "bonds.list": [], "bonds.bond": ["isin"],
            "bonds.chart": ["isin", "kind", "from?", "to?", "points?"], "bonds.shares": ["shares", "sumsToHundred?"],
            "bonds.checkISIN": ["isin"],
            "subscriptions.add": [
                "service", "amount", "start", "every", "description?", "category?", "remindDaysBefore?",
                "cancelDaysBefore?", "payFrom?", "trialUntil?", "ends?",
            ],
            "subscriptions.dates": ["id", "count?"], "subscriptions.payments": ["id?"], "subscriptions.pay": ["id"],
            "subscriptions.remove": ["id", "removePayments?"], "subscriptions.forecast": ["days?"],
            "notifications.read": ["ids"], "notifications.archive": ["ids"], "notifications.test": ["channel"],
            "notifications.resend": ["id"], "notifications.preferences": [], "notifications.channels": [],
            "auth.register": ["email", "password", "name?", "username?"],
            "auth.login": ["login", "password", "code?", "device?"], "auth.refresh": ["refreshToken"],
            "auth.telegram.start": ["device?"], "auth.telegram.poll": ["attempt"],
            "auth.telegram.link": ["password", "code?"],
            "auth.passkeys.begin": ["password?", "code?"], "auth.passkeys.list": [],
            "auth.passkeys.add": ["name", "clientDataJSON", "attestationObject"],
            "auth.passkeys.login": ["assertion", "device?"], "auth.passkeys.prove": ["assertion", "order?"],
            "auth.changePassword": ["current", "new"], "history.transaction": ["id"], "history.rebuild": [],
            "history.transactions": [
                "account?", "type?", "from?", "to?", "text?", "minAmount?", "maxAmount?", "category?",
                "counterparty?", "reversed?", "filter?", "limit?", "cursor?",
            ],
        ].filter { $0.key.hasPrefix(service) }
        for method in document.member("methods")?.elements.map({ $0 }) ?? [] {
            guard let name = method.member("name")?.string, let expected = contract[name] else { continue }
            let found = method.member("params")?.elements.map { parameter in
                (parameter.member("name")?.string ?? "") + (parameter.member("required")?.bool == true ? "" : "?")
            }
            // More members may be added if they are optional.
            #expect(found?.prefix(expected.count).elementsEqual(expected) == true, "\(name): \(found ?? [])")
            #expect(
                found?.dropFirst(expected.count).allSatisfy { $0.hasSuffix("?") } == true, "\(name): \(found ?? [])")
        }
    }

    @Test(arguments: methods.keys.sorted()) func healthNeedsNoSessionAndStatsNeedsOne(service: String) async throws {
        let bank = try SharedBank.current()
        let health = try await bank.ask("\(service).health")
        #expect(health.text("status") == "ready")
        #expect(health.text("version")?.split(separator: ".").count == 3, "\(health)")
        #expect(health.result?.member("uptimeSeconds")?.int64 ?? -1 >= 0)

        #expect(try await bank.ask("\(service).stats").code == "unauthenticated")
        let session = try await SharedBank.person().session
        let asked = service == "history" ? "history.transaction" : "\(service).events"
        #expect(try await bank.ask(asked, as: session).code == "invalidArgument")
        let stats = try await bank.ask("\(service).stats", as: session)
        let counted = try #require(stats.result?.member("methods")).elements.first {
            $0.member("method")?.string == asked
        }
        #expect(counted?.member("requests")?.int64 ?? 0 >= 1, "\(stats)")
        #expect(counted?.member("faults")?.int64 ?? 0 >= 1, "\(stats)")
    }

    @Test func statsTellTheNewestEvent() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        _ = try await bank.account(of: person, with: "1")
        let stats = try await bank.ask("ledger.stats", as: person.session)
        #expect(stats.result?.member("lastEvent")?.int64 ?? 0 >= 2, "\(stats)")
    }

    @Test func peopleSeeOnlyEventsAboutThemselves() async throws {
        let bank = try SharedBank.current()
        let (anna, boris, vera) = (try await bank.person(), try await bank.person(), try await bank.person())
        let hers = try await bank.account(of: anna, with: "1000.11")
        let his = try await bank.account(of: boris, with: "2000.22")
        _ = try await bank.account(of: vera, with: "3000.33")
        let made = try await bank.ask(
            "ledger.transfer", #""from":"\#(hers)","to":"\#(his)","amount":\#(Bank.money("0.10"))"#, as: anna.session)
        let transfer = try #require(made.text("transfer", "id"))

        for (person, own, others) in [(anna, "1000.01", "2000.32"), (boris, "2000.32", "1000.01")] {
            let (events, text) = try await self.events(of: "ledger", bank, person)
            let posted = events.first { event in
                event.member("data")?.member("transfer")?.member("id")?.string == transfer
            }
            let data = try #require(posted?.member("data"), "both sides hear of the transfer")
            let entries = data.member("entries")?.elements.map { $0 } ?? []
            #expect(entries.count == 1, "of a transfer everybody sees the own side only")
            #expect(entries.first?.member("userId")?.string == person.id)
            #expect(entries.first?.member("balanceAfter")?.member("amount")?.string == own)
            #expect(!text.contains(others) && !text.contains("3000.33"))
            for event in events {
                let owner = event.member("data")?.member("account")?.member("userId")?.string
                #expect(owner == nil || owner == person.id)
            }
        }
        let (_, veras) = try await events(of: "ledger", bank, vera)
        // In quotation marks: the short id may be contained in another.
        #expect(!veras.contains("\"\(transfer)\"") && veras.contains("3000.33"))

        let (authEvents, authText) = try await events(of: "auth", bank, anna)
        #expect(!authEvents.isEmpty && authEvents.allSatisfy { $0.member("subject")?.string == anna.id })
        #expect(!authText.contains(boris.id))
    }

    @Test func eventsAreCloudEventsInOrder() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        _ = try await bank.account(of: person, with: "1")
        let (events, _) = try await events(of: "ledger", bank, person)
        #expect(events.compactMap { $0.member("type")?.string } == ["ledger.accountOpened", "ledger.transferPosted"])
        var last: Int64 = 0
        for event in events {
            let sequence = try #require(event.member("sequence")?.int64)
            #expect(sequence > last)
            last = sequence
            #expect(event.member("specversion")?.string == "1.0")
            #expect(event.member("id")?.string == "ledger-\(sequence)")
            #expect(event.member("source")?.string == "/kopilka/ledger")
            #expect(event.member("time")?.string?.hasSuffix("Z") == true)
            #expect(event.member("data")?.kind == .object)
        }
    }

    /// Returns all events of a service that a person may see, and their text.
    private func events(of service: String, _ bank: Bank, _ person: Person) async throws -> ([JSONNode], String) {
        var (after, all, text): (Int64, [JSONNode], String) = (0, [], "")
        while true {
            let page = try await bank.ask("\(service).events", #""after":\#(after),"limit":100"#, as: person.session)
            let last = try #require(page.result?.member("last")?.int64, "\(page)")
            guard last > after else { return (all, text) }
            after = last
            text += page.description
            all += page.result?.member("events")?.elements.map { $0 } ?? []
        }
    }
}
