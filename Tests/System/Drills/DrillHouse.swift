import Domain
import Hosting
import Identity
import StrictJSON
import TestSupport
import Testing

/// A house with users and accounts, or its copy elsewhere.
struct DrillHouse: Sendable {
    let bank: Bank
    let people: [Person]
    /// The accounts of each user.
    let accounts: [[String]]

    /// All services.
    static let services = HouseService.allCases.map(\.rawValue)
    private static let funds = "1000000"
    /// The same in minor units.
    static let fundsInMinorUnits: Int64 = 100_000_000

    /// Starts a house with users who have two funded accounts each.
    static func opened(people count: Int) async throws -> DrillHouse {
        let bank = Bank()
        try await start(bank)
        var people: [Person] = []
        var accounts: [[String]] = []
        for _ in 0..<count {
            let person = try await bank.person()
            people.append(person)
            accounts.append([
                try await bank.account(of: person, with: funds), try await bank.account(of: person, with: funds),
            ])
        }
        return DrillHouse(bank: bank, people: people, accounts: accounts)
    }

    /// Restores a backup into a house elsewhere, and starts it. The keys are in the backup, so sessions go on.
    func restored(from file: String, key: String?) async throws -> DrillHouse {
        let elsewhere = Bank()
        let finished = try await elsewhere.house.run(
            "gateway", ["backup", "restore", file] + (key.map { ["--key", $0] } ?? []))
        try #require(finished.status == .exited(0), "\(finished)")
        try await Self.start(elsewhere)
        return DrillHouse(bank: elsewhere, people: people, accounts: accounts)
    }

    private static func start(_ bank: Bank) async throws {
        for service in services { try bank.house.launch(service) }
        for service in services {
            try await eventually("\(service) is ready") { try await bank.house.isReady(service) }
        }
    }

    /// Returns the texts of a reading method, over all its pages.
    func pages(_ method: String, _ params: String = "", of list: String, as user: Int) async throws -> [JSONNode] {
        var rows: [JSONNode] = []
        var cursor: String?
        repeat {
            let place = cursor.map { #""cursor":"\#($0)""# }
            let reply = try await bank.ask(
                method, [params, place].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ","),
                as: people[user].session)
            rows += try #require(reply.result?.member(list), "\(method): \(reply)").elements.map { $0 }
            cursor = reply.text("nextCursor")
        } while cursor != nil
        return rows
    }
}
