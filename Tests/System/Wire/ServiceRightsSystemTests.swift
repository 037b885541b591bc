import Coordination
import Domain
import Foundation
import Hosting
import Identity
import Signals
import StrictJSON
import TestSupport
import Testing

/// The possibilities of an attacker with a service's key: the rights of that service, and nothing else.
@Suite(.bank("auth", "ledger", "history", "scanner", "subscriptions", "notifications"))
struct ServiceRightsSystemTests {
    @Test func theKeyOfPatternsReadsNobodysMoney() async throws {
        let (bank, person) = (try SharedBank.current(), try await SharedBank.person())
        try await isKnown(.patterns, bank)
        for (method, params) in [
            ("ledger.events", #""after":0"#), ("ledger.outlook", #""until":"2027-01-01","user":"\#(person.id)""#),
            ("ledger.accounts", ""), ("ledger.stats", ""), ("ledger.check", ""),
        ] {
            let reply = try await bank.ask(method, params, as: bank.house.token(of: .patterns, for: .ledger))
            #expect(reply.code == "permissionDenied" && reply.result == nil, "\(method): \(reply)")
        }
        #expect(
            try await bank.ask("scanner.securities", as: bank.house.token(of: .patterns, for: .scanner)).result != nil)
        // A service with the right still gets the outlook.
        let outlook = try await bank.ask(
            "ledger.outlook", #""until":"\#(WallClock.system.now().dayInUTC)","user":"\#(person.id)""#,
            as: bank.house.token(of: .subscriptions, for: .ledger))
        #expect(outlook.result != nil, "\(outlook)")
    }

    @Test func aServiceSeesOfTheEventsOfAnotherTheFactsThatItNeeds() async throws {
        let bank = try SharedBank.current()
        _ = try await bank.person()
        try await isKnown(.patterns, bank)
        func events(of source: HouseService, for reader: HouseService) async throws -> [JSONNode] {
            let token = try bank.house.token(of: reader, for: source)
            let page = try await bank.ask("\(source.rawValue).events", #""after":0,"limit":1000"#, as: token)
            return try #require(page.result?.member("events")?.elements.map { $0 }, "\(page)")
        }
        let (withheld, told) = (
            try await events(of: .auth, for: .patterns), try await events(of: .auth, for: .notifications)
        )
        #expect(withheld.compactMap { $0.member("sequence")?.int64 } == Array(1...Int64(withheld.count)))
        let registered = withheld.filter { $0.member("type")?.string == "auth.userRegistered" }
        #expect(!registered.isEmpty)
        #expect(registered.allSatisfy { $0.member("subject")?.string == "" && $0.member("data")?.count == 0 })
        #expect(
            told.filter { $0.member("type")?.string == "auth.userRegistered" }
                .allSatisfy { $0.member("data")?.member("userId")?.string != nil })
    }

    /// Reset codes and the sessions of others.
    @Test(arguments: ["auth.issueReset", "auth.endSessions"])
    func onlyTheOperatorMakesResetCodes(method: String) async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let login = #""login":"\#(person.email)""#
        for service in HouseService.allCases {
            try await isKnown(service, bank)
            let reply = try await bank.ask(method, login, as: bank.house.token(of: service, for: .auth))
            #expect(reply.code == "permissionDenied" && reply.result == nil, "\(service): \(reply)")
        }
        for session in [nil, person.session] {
            let reply = try await bank.ask(method, login, as: session)
            #expect(reply.code == "permissionDenied" && reply.result == nil, "\(reply)")
        }
        let elsewhere = try await bank.ask(method, login, as: bank.house.operatorToken(for: .history))
        #expect(elsewhere.code == "unauthenticated", "\(elsewhere)")
        let made = try await bank.ask(method, login, as: bank.house.operatorToken(for: .auth))
        #expect(made.result != nil, "\(made)")
        let isEnded = try await bank.ask("auth.me", as: person.session).code == "unauthenticated"
        #expect(isEnded == (method == "auth.endSessions"))
    }

    @Test func theOperatorSeesNothingOfAnybodys() async throws {
        let (bank, person) = (try SharedBank.current(), try await SharedBank.person())
        for (service, method, params) in [
            (HouseService.ledger, "ledger.accounts", ""), (.ledger, "ledger.events", #""after":0"#),
            (.ledger, "ledger.outlook", #""until":"2027-01-01","user":"\#(person.id)""#),
            (.history, "history.transactions", ""), (.auth, "auth.events", #""after":0"#), (.auth, "auth.me", ""),
        ] {
            let reply = try await bank.ask(method, params, as: bank.house.operatorToken(for: service))
            #expect(reply.code == "permissionDenied" && reply.result == nil, "\(method): \(reply)")
        }
        #expect(try await bank.ask("ledger.check", as: bank.house.operatorToken(for: .ledger)).result != nil)
    }

    /// An older house has no such key, and its operator need not create it.
    @Test func theGatewayMakesTheOperatorsKeyWhenItIsNeeded() async throws {
        let bank = try await Bank.opened(["auth"])
        let person = try await bank.person()
        let secret = bank.house.dataDirectory + "/operator/operator.secret"
        #expect(!FileManager.default.fileExists(atPath: secret))
        for line in [
            ["people", "reset", person.email], ["call", "auth.issueReset", #"{"login":"\#(person.email)"}"#],
        ] {
            let issued = try await bank.house.run("gateway", line)
            #expect(issued.status == .exited(0) && issued.output.contains("-"), "\(issued)")
        }
        let mode = try FileManager.default.attributesOfItem(atPath: secret)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        await bank.close()
    }

    @Test func theSettingTakesRightsAwayAndGivesNone() async throws {
        let bank = try await Bank.opened(environment: ["KOPILKA_EVENT_READERS": "history,patterns"])
        let person = try await bank.person()
        for (reader, isSeen) in [(HouseService.history, true), (.subscriptions, false), (.patterns, false)] {
            try await isKnown(reader, at: [.ledger], bank)
            let token = try bank.house.token(of: reader, for: .ledger)
            let page = try await bank.ask("ledger.events", #""after":0"#, as: token)
            #expect((page.result != nil) == isSeen, "\(reader): \(page)")
            let outlook = try await bank.ask(
                "ledger.outlook", #""until":"2027-01-01","user":"\#(person.id)""#, as: token)
            #expect(outlook.code == "permissionDenied", "\(reader): \(outlook)")
        }
        await bank.close()
    }

    /// Keys of services that appeared after the start are read at most once a second.
    private func isKnown(
        _ service: HouseService, at receivers: [HouseService] = [.auth, .ledger, .scanner], _ bank: Bank
    ) async throws {
        try await eventually("the key of \(service) is known") {
            for receiver in receivers {
                let reply = try await bank.ask(
                    "\(receiver.rawValue).stats", as: bank.house.token(of: service, for: receiver))
                if reply.code == "unauthenticated" { return false }
            }
            return true
        }
    }
}
