import Coordination
import Domain
import Signals
import Synchronization
import Testing

@testable import GatewaySession

/// Files with more than one part, as the gateway sends them.
@Suite struct ImportRunTests {
    /// A ledger that accepts every row, and requires a proof for a first part that takes money.
    private final class TakingClient: ImportClient {
        private let requests = Mutex<[LedgerSignal.ImportRows]>([])
        var sent: [LedgerSignal.ImportRows] { requests.withLock { $0.filter { $0.preview != true } } }

        func ask<S: Signal>(_ signal: S, part: Int) async throws -> S.Answer { try await ask(signal) }

        func ask<S: Signal>(_ signal: S) async throws -> S.Answer {
            guard let rows = signal as? LedgerSignal.ImportRows else { throw Fault.methodNotFound(S.method) }
            requests.withLock { $0.append(rows) }
            let isPreview = rows.preview ?? false
            if !isPreview, rows.outgoing != nil, rows.code == nil {
                throw Fault(.confirmationRequired, "It takes a code.", field: "code")
            }
            func sum(_ isMeant: (Int64) -> Bool) -> Money {
                let units = rows.rows.map(\.amount.minorUnits).filter(isMeant).reduce(0, +)
                return Money(minorUnits: abs(units), currency: AppSamples.roubles)
            }
            let answer = LedgerSignal.ImportAnswer(
                rows: rows.rows.map { _ in LedgerSignal.ImportedRow(status: .new) }, opening: nil,
                new: rows.rows.count, known: 0, conflict: 0, income: sum { $0 > 0 }, expense: sum { $0 < 0 },
                balance: AppSamples.money("0"), shortfall: nil, preview: isPreview, import: isPreview ? nil : "i7")
            guard let answer = answer as? S.Answer else { throw Fault.methodNotFound(S.method) }
            return answer
        }
    }

    private func makeRun(_ client: TakingClient, _ amounts: [String]) -> ImportRun {
        let rows = amounts.enumerated().map { ImportScreens.row($0 + 2, $1, "row") }
        return ImportRun(
            file: ImportScreens.file(rows), account: AppSamples.main, choices: ImportChoices(similarity: .kept),
            client: client)
    }

    @Test func theFirstPartAnnouncesWhatAllOfThemTake() async throws {
        let client = TakingClient()
        var run = makeRun(client, Array(repeating: "-1", count: 8_192) + ["-5", "3"])
        try await run.preview()
        let previewed = run
        await #expect(throws: Fault.self) {
            var refused = previewed
            try await refused.commit()
        }
        run.code = "123456"
        try await run.commit()
        #expect(client.sent.map(\.outgoing) == [AppSamples.money("8197"), AppSamples.money("8197"), nil])
        #expect(client.sent.map(\.import) == [nil, nil, "i7"])
    }

    @Test(arguments: [(8_193, "1"), (2, "-1")])
    func whatNeedsNoProofOrHasOnePartAnnouncesNothing(count: Int, amount: String) async throws {
        let client = TakingClient()
        var run = makeRun(client, Array(repeating: amount, count: count))
        try await run.preview()
        try await run.commit()
        #expect(client.sent.allSatisfy { $0.outgoing == nil })
    }
}
