import Domain
import Testing

@testable import GatewayCare
@testable import Replication
@testable import Storage

/// What the doctor says of the comparisons of a house on several machines.
@Suite struct ComparisonExaminationTests {
    private let now = GatewayFixture.now

    private func hosts(_ names: String...) throws -> [HouseHost] {
        try names.map { name in
            HouseHost(
                name: name, endpoint: try #require(HostEndpoint("127.0.0.1:7400")),
                publicKey: [UInt8](repeating: 1, count: 32))
        }
    }

    private func line(
        _ host: String, at number: Int64, _ differing: [String]?, _ age: Duration = .zero
    ) -> ContentReports.Line {
        let head = CommitHead(number: number, hash: CommitHead.none.hash)
        let digest = ContentDigest(schema: "", tables: [])
        let time = Instant(microseconds: now.microseconds - Int64(age / .microseconds(1)))
        return ContentReports.Line(
            service: "ledger", host: host, report: ContentReport(head, digest, differing: differing, time: time))
    }

    private func finding(
        _ hosts: [HouseHost], _ lines: [ContentReports.Line], begun age: Duration? = nil
    ) -> Finding? {
        let begun = age.map { Instant(microseconds: now.microseconds - Int64($0 / .microseconds(1))) }
        return ComparisonExamination(hosts: hosts, lines: lines, now: now).finding(of: "ledger", since: begun)
    }

    @Test func aMachineThatDiffersIsBadAndHasACure() throws {
        let lines = [line("alpha", at: 9, nil), line("beta", at: 7, ["accounts", "transfers"])]
        let found = try #require(finding(try hosts("alpha", "beta"), lines))
        #expect(found.result == .bad && "\(found.seen)".contains("accounts, transfers"))
        #expect(found.cure.map { "\($0)" }?.contains("gateway house resync ledger on beta") == true)
        // One that is no machine of the house any more says nothing.
        #expect(finding(try hosts("alpha", "gamma"), lines)?.result == .good)
        #expect(finding(try hosts("alpha"), lines) == nil, "nobody to compare with")
    }

    @Test func twoDaysWithoutAComparisonAreAWarning() throws {
        let (house, day) = (try hosts("alpha", "beta"), Duration.seconds(86_400))
        let equal = [line("alpha", at: 9, nil, day), line("beta", at: 9, [], day)]
        #expect(finding(house, equal)?.result == .good)
        let late = [line("alpha", at: 9, nil), line("beta", at: 7, [], day * 3)]
        let found = try #require(finding(house, late))
        #expect(found.result == .warning && "\(found.seen)".hasPrefix("beta"))
        #expect(found.cure.map { "\($0)" }?.contains("gateway house compare ledger") == true)
        #expect(finding(house, [], begun: day)?.result == .good, "a new house")
        #expect(finding(house, [], begun: day * 3)?.result == .warning)
    }

    @Test func aReportThatTheHouseDidNotMakeIsBad() throws {
        let lines = [
            line("alpha", at: 9, nil), ContentReports.Line(service: "ledger", host: "beta", report: nil),
        ]
        #expect(finding(try hosts("alpha", "beta"), lines)?.result == .bad)
    }

    @Test func onlyTheNewestCommitCountsAsCompared() throws {
        let house = try hosts("alpha", "beta", "gamma", "delta")
        let lines = [line("alpha", at: 9, nil), line("beta", at: 9, []), line("gamma", at: 7, [])]
        #expect(ComparedMachine.of("ledger", house, lines).map(\.outcome) == [.leader, .equal, .missing, .missing])
        #expect(ComparedMachine.of("auth", house, lines).allSatisfy { $0.outcome == .missing })
    }
}
