import Signals
import StrictJSON
import Testing

@testable import ScannerService

/// The reference results, to nine decimals.
@Suite(.serialized)
struct GoldenScanTests {
    @Test(arguments: GoldenScans.names) func answersAsTheReferenceDoes(name: String) async throws {
        let golden = try GoldenScans.golden(name)
        let prepared = try ScanRules(GoldenScans.signal(golden), market: GoldenScans.market()).prepared()
        let findings = try #require(
            await EngineTests.engine.run(prepared.plan, stop: StopFlag(), progress: { _, _ in }))
        let answer = ScannerSignal.ScanAnswer(findings, of: prepared)

        #expect(findings.rawCount == golden.member("rawCount")?.integer(as: Int.self))
        #expect(findings.candidateCount == golden.member("candidateCount")?.integer(as: Int.self))
        #expect(answer.asOf == golden.member("request")?.member("asOf")?.string)
        try compareMatches(answer.matches, golden)
        try compareStatistics(JSONDocument(JSONEncoding.encode(answer.stats)).root, golden)
    }

    private func compareMatches(_ matches: [ScannerSignal.Match], _ golden: JSONNode) throws {
        let expected = try #require(golden.member("matches"))
        #expect(matches.count == expected.count)
        let byPlace = Dictionary(uniqueKeysWithValues: matches.map { ("\($0.ticker) \($0.from) \($0.candles)", $0) })
        for node in expected.elements {
            let place =
                "\(node.text("ticker")) \(node.text("from")) \(node.member("candles")?.integer(as: Int.self) ?? 0)"
            let match = try #require(byPlace[place], "\(place) was not found")
            #expect(match.to == node.text("to"))
            #expect(abs(match.distance - (node.member("distance")?.double ?? .nan)) <= 1e-9, "\(place)")
            #expect(abs(match.similarity - (node.member("similarity")?.double ?? .nan)) <= 1e-9, "\(place)")
            if let change = node.member("change")?.double {
                #expect(abs((match.change ?? .nan) - change) <= 1e-9, "\(place)")
            } else {
                #expect(match.change == nil, "\(place)")
            }
        }
    }

    private func compareStatistics(_ found: JSONNode, _ golden: JSONNode) throws {
        for member in try #require(golden.member("stats")).members {
            let own = try #require(found.member(member.name), "\(member.name) is missing")
            if let text = member.node.string {
                #expect(own.string == text, "\(member.name)")
            } else if let number = member.node.double {
                #expect(abs((own.double ?? .nan) - number) <= 1e-9, "\(member.name)")
            } else {
                #expect(own.isNull, "\(member.name)")
            }
        }
    }
}

extension JSONNode {
    fileprivate func text(_ name: String) -> String { member(name)?.string ?? "" }
}
