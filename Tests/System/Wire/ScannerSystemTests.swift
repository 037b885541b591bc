import Coordination
import Domain
import Signals
import StrictJSON
import Synchronization
import TestSupport
import Testing
import Transport

/// Scans end to end: progress, cancellation, and candles that outlive the process.
@Suite struct ScannerSystemTests {
    private static let slow = #"""
        "kind":"chart","segment":{"ticker":"LONG","from":"2015-01-01","to":"2017-12-31"},"points":1000,"band":1,\#
        "minScale":0.5,"maxScale":2,"tolerance":9
        """#

    @Test func tellsProgressEndsWhenTakenBackAndKeepsWhatItAnswered() async throws {
        let bank = try await Bank.opened(["auth", "scanner"])
        let person = try await bank.person()
        let link = ServiceLink(service: "scanner", runDirectory: bank.house.runDirectory, loop: bank.loop)
        let made = try await link.send(
            ScannerSignal.Simulate(ticker: "LONG", candles: 20_000), context: bank.context(person, key: Bank.newKey()),
            within: .seconds(180))
        #expect(made.candles == 20_000)

        let shares = Mutex<[Double]>([])
        var context = bank.context(person)
        context.progress = ProgressReporter { share, _, explanation in
            #expect(explanation != nil)
            shares.withLock { $0.append(share) }
        }
        let scan = ScannerSignal.Scan(
            kind: .chart, segment: .init(ticker: "LONG", from: "2015-03-01", to: "2015-04-01"))
        let found = try await link.send(scan, context: context, within: .seconds(180))
        #expect(found.searched.candles == 20_000)
        let told = shares.withLock { $0 }
        #expect(told == told.sorted() && (told.last ?? 0) > 0.5)

        let request = Bank.request("scanner.scan", Self.slow, session: person.session, id: "7")
        let (code, took) = try await withRawPeer(path: bank.house.socket(of: "scanner")) { peer in
            try peer.send(request.replacing(#""_meta":{"#, with: #""_meta":{"progressToken":1,"#))
            // Progress shows that it has begun.
            _ = try peer.receive(within: .seconds(180))
            let began = ContinuousClock.now
            var reply = try peer.askJSON(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#)
            while reply.member("method") != nil {
                guard let next = try peer.receive()?.last else { break }
                reply = try JSONDocument(next).root
            }
            return (reply.member("error")?.member("data")?.member("code")?.string, .now - began)
        }
        #expect(code == "cancelled")
        #expect(took < .seconds(60), "it does not run to its end")

        try await bank.house.kill("scanner")
        try await bank.house.start("scanner")
        let list = try await link.send(ScannerSignal.Securities(), context: bank.context(person), within: .seconds(180))
        #expect(list.securities.map(\.candles) == [20_000])
        #expect(try await link.send(scan, context: bank.context(person), within: .seconds(180)) == found)
        await link.close()
        await bank.close()
    }
}
