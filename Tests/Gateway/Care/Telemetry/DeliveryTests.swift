import Domain
import Hosting
import Synchronization
import TestSupport
import Testing

@testable import GatewayCare

/// What is sent to a collector, whatever it answers.
@Suite struct DeliveryTests {
    /// A collector with scripted answers; the last one is repeated.
    private final class Collector: Sendable {
        private let state: Mutex<(answers: [CollectorAnswer], bodies: [[UInt8]])>
        init(_ answers: [CollectorAnswer]) { state = Mutex((answers, [])) }

        var bodies: [String] { state.withLock { $0.bodies.map { String(decoding: $0, as: UTF8.self) } } }

        func answer(_ body: [UInt8]) -> CollectorAnswer {
            state.withLock { state in
                state.bodies.append(body)
                return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
            }
        }
    }

    private let sink = InMemoryLogSink()
    private static let done = CollectorAnswer.answered(status: 200, retryAfter: nil, body: Array("{}".utf8))
    private static let busy = CollectorAnswer.answered(status: 503, retryAfter: nil, body: [])

    private func delivery(_ collector: Collector) -> Delivery<Int> {
        Delivery(
            "numbers", path: "/v1/numbers", pauses: .init(first: .milliseconds(1), longest: .milliseconds(2)),
            clock: .system, log: Log(service: "telemetry", clock: .system, sink: sink)
        ) { path, body, _ in
            path == "/v1/numbers" ? collector.answer(body) : .failed("wrong path")
        } encode: { numbers in
            Array(numbers.map(String.init).joined(separator: ",").utf8)
        }
    }

    private func running(_ delivery: Delivery<Int>, _ body: () async throws -> Void) async throws {
        let task = Task { await delivery.run() }
        let result: Result<Void, any Error>
        do {
            try await body()
            result = .success(())
        } catch { result = .failure(error) }
        task.cancel()
        await task.value
        try result.get()
    }

    @Test func whatIsAddedIsSentOnce() async throws {
        let collector = Collector([Self.done])
        let delivery = delivery(collector)
        try await running(delivery) {
            await delivery.add([1, 2])
            try await eventually("sent") { await delivery.summary.sent == 2 }
            await delivery.add([])
            await delivery.add([3])
            try await eventually("sent") { await delivery.summary.sent == 3 }
        }
        #expect(collector.bodies == ["1,2", "3"] && sink.records.isEmpty)
    }

    @Test func aCollectorThatIsBackGetsTheSameAgain() async throws {
        let collector = Collector([.failed("cannot_connect"), Self.busy, Self.done])
        let delivery = delivery(collector)
        try await running(delivery) {
            await delivery.add([1, 2])
            try await eventually("sent") { await delivery.summary.sent == 2 }
        }
        #expect(collector.bodies == ["1,2", "1,2", "1,2"])
        #expect(sink.records.map(\.message) == ["collector does not take", "collector takes again"])
        #expect(await delivery.summary == .init(sent: 2, dropped: 0))
    }

    @Test(arguments: [400, 401, 404, 413, 500, 301])
    func whatIsRefusedIsNotSentAgain(status: Int) async throws {
        let collector = Collector([.answered(status: status, retryAfter: nil, body: []), Self.done])
        let delivery = delivery(collector)
        try await running(delivery) {
            await delivery.add([1, 2])
            try await eventually("refused") { await delivery.summary.dropped == 2 }
            await delivery.add([3])
            try await eventually("sent") { await delivery.summary.sent == 1 }
        }
        #expect(collector.bodies == ["1,2", "3"])
        #expect(sink.records.map(\.message) == ["collector refuses", "collector takes again"])
    }

    @Test func aPartThatWasRejectedIsCounted() async throws {
        let part = #"{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old\u001b[2J"}}"#
        let collector = Collector([.answered(status: 200, retryAfter: nil, body: Array(part.utf8)), Self.done])
        let delivery = delivery(collector)
        try await running(delivery) {
            await delivery.add([1, 2, 3])
            try await eventually("sent") { await delivery.summary == .init(sent: 1, dropped: 2) }
        }
        #expect(collector.bodies == ["1,2,3"] && sink.records.map(\.message) == ["collector took a part"])
    }

    @Test func theOldestGiveWayToTheNewestAndAreCounted() async throws {
        let collector = Collector([Self.done])
        let delivery = delivery(collector)
        let capacity = Delivery<Int>.capacity
        await delivery.add(Array(0..<capacity))
        await delivery.add([capacity, capacity + 1])
        #expect(await delivery.summary == .init(sent: 0, dropped: 2))
        await delivery.flush(within: .seconds(1))
        #expect(await delivery.summary == .init(sent: capacity, dropped: 2))
        #expect(collector.bodies.count == capacity / Delivery<Int>.batchSize)
        #expect(collector.bodies.first?.hasPrefix("2,3,") == true)
        #expect(collector.bodies.last?.hasSuffix(",\(capacity + 1)") == true)
    }

    @Test func theEndDoesNotWaitForACollectorThatIsDown() async throws {
        let collector = Collector([.failed("cannot_connect")])
        let delivery = delivery(collector)
        await delivery.add(Array(0..<2_000))
        await delivery.flush(within: .seconds(1))
        #expect(collector.bodies.count == 1)
        #expect(await delivery.summary == .init(sent: 0, dropped: 2_000))
    }

    @Test func complaintsAreFew() async throws {
        let collector = Collector([.answered(status: 401, retryAfter: nil, body: [])])
        let delivery = delivery(collector)
        try await running(delivery) {
            for count in 1...20 {
                await delivery.add([count])
                try await eventually("refused") { await delivery.summary.dropped == count }
            }
        }
        #expect(sink.records.count == 1)
    }
}

/// What follows from an answer of a collector.
@Suite struct CollectorAnswerTests {
    private static let now = Instant(milliseconds: 1_795_262_400_000)

    private func verdict(_ status: Int, _ body: String = "", after: String? = nil) -> CollectorAnswer.Verdict {
        CollectorAnswer.answered(status: status, retryAfter: after, body: Array(body.utf8)).verdict(at: Self.now)
    }

    @Test func aFullSuccessMayBeEmpty() {
        #expect(verdict(200) == .taken(rejected: 0, message: nil))
        #expect(verdict(200, "{}") == .taken(rejected: 0, message: nil))
        #expect(verdict(200, #"{"partialSuccess":{}}"#) == .taken(rejected: 0, message: nil))
        #expect(verdict(200, #"{"partialSuccess":null,"new":1}"#) == .taken(rejected: 0, message: nil))
    }

    @Test func aPartialSuccessSaysHowMuchItIs() {
        #expect(
            verdict(200, #"{"partialSuccess":{"rejectedLogRecords":3,"errorMessage":"m"}}"#)
                == .taken(rejected: 3, message: "m"))
        #expect(verdict(200, #"{"partialSuccess":{"rejectedSpans":"-7"}}"#) == .taken(rejected: 0, message: nil))
        #expect(verdict(200, #"{"partialSuccess":{"errorMessage":"slow"}}"#) == .taken(rejected: 0, message: "slow"))
    }

    @Test(arguments: ["<html>Welcome</html>", "[]", "{", "\0", "{}{}"])
    func rubbishIsNoSuccess(body: String) {
        guard case .refused(let reason) = verdict(200, body) else {
            Issue.record("\(verdict(200, body))")
            return
        }
        #expect(reason.contains("not OTLP"))
    }

    @Test func aCollectorSaysWhenItWantsMore() {
        #expect(verdict(429, after: "7") == .later(after: .seconds(7), reason: "status 429"))
        #expect(
            verdict(503, after: "Sat, 21 Nov 2026 12:00:30 GMT") == .later(after: .seconds(30), reason: "status 503"))
        #expect(verdict(503, after: "Sat, 21 Nov 2026 11:00:30 GMT") == .later(after: .zero, reason: "status 503"))
        #expect(verdict(503, after: "99999999999999") == .later(after: .seconds(600), reason: "status 503"))
        for wrong in ["-1", "soon", "", "1.5"] {
            #expect(verdict(502, after: wrong) == .later(after: nil, reason: "status 502"))
        }
        #expect(verdict(504) == .later(after: nil, reason: "status 504"))
        #expect(CollectorAnswer.failed("x").verdict(at: Self.now) == .later(after: nil, reason: "x"))
    }
}
