import Domain
import Hosting

/// Sends items of one kind to a collector, in batches, one after another.
///
/// While the collector does not take them, they wait in a bounded queue, in which the oldest give way. Nothing else
/// waits for a collector.
package actor Delivery<Item: Sendable> {
    /// Sends a request and returns what came of it.
    package typealias Post = @Sendable (_ path: String, _ body: [UInt8], _ limit: Duration) async -> CollectorAnswer

    /// The pauses between attempts.
    struct Pauses: Sendable {
        var first = Duration.seconds(1)
        var longest = Duration.seconds(60)
    }

    /// What became of the items so far.
    package struct Counts: Sendable, Equatable {
        /// Taken by the collector.
        package var sent = 0
        /// Given up: too many waited, or the collector refused them.
        package var dropped = 0
    }

    /// The most items that wait: some megabytes.
    static var capacity: Int { 8_192 }
    /// The most items of a request: a few hundred kilobytes.
    static var batchSize: Int { 512 }
    /// The time limit of a request.
    private static var limit: Duration { .seconds(10) }
    /// How often it is complained at most.
    private static var complaintInterval: Duration { .seconds(60) }

    private let name: String
    private let path: String
    private let encode: @Sendable ([Item]) -> [UInt8]
    private let post: Post
    private let pauses: Pauses
    private let clock: WallClock
    private let log: Log
    private let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    private var waiting = Backlog<Item>(capacity: Delivery.capacity)
    private var batch: [Item] = []
    private var counts = Counts()
    private var isFailing = false
    private var complainedAt: ContinuousClock.Instant?

    /// - Parameters:
    ///   - name: What the log calls the items.
    ///   - path: Where the collector takes them.
    ///   - encode: Makes the body of a request.
    init(
        _ name: String, path: String, pauses: Pauses = Pauses(), clock: WallClock, log: Log, post: @escaping Post,
        encode: @escaping @Sendable ([Item]) -> [UInt8]
    ) {
        self.name = name
        self.path = path
        self.encode = encode
        self.post = post
        self.pauses = pauses
        self.clock = clock
        self.log = log
        (bell, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What became of the items so far.
    package var summary: Counts {
        Counts(sent: counts.sent, dropped: counts.dropped + waiting.dropped)
    }

    /// Adds items. Does not wait for the collector.
    package func add(_ items: [Item]) {
        guard !items.isEmpty else { return }
        waiting.add(items)
        ring.yield()
    }

    /// Counts items that were lost before they came here.
    package func lose(_ count: Int) { counts.dropped += count }

    /// Sends items as they come, until the task is cancelled.
    package func run() async {
        var pause = pauses.first
        for await _ in bell {
            while takeBatch(), !Task.isCancelled {
                guard let wait = await attempt(within: Self.limit) else {
                    pause = pauses.first
                    continue
                }
                // Without jitter, many exporters would return to a collector at the same moment.
                try? await Task.sleep(for: wait ?? pause * Double.random(in: 0.5...1))
                pause = min(pause * 2, pauses.longest)
            }
        }
    }

    /// Sends what waits, as long as the collector takes it.
    ///
    /// - Parameter limit: The time for each request.
    package func flush(within limit: Duration) async {
        while takeBatch() {
            guard await attempt(within: limit) == nil else { break }
        }
        let left = batch.count + waiting.take(waiting.count).count
        (batch, counts.dropped) = ([], counts.dropped + left)
    }

    /// Takes the next batch unless one is in hand; false when there is none.
    private func takeBatch() -> Bool {
        if batch.isEmpty { batch = waiting.take(Self.batchSize) }
        return !batch.isEmpty
    }

    /// Sends the batch in hand.
    ///
    /// - Returns: Nil when it is done with. Otherwise the pause that the collector asked for, if it did.
    private func attempt(within limit: Duration) async -> Duration?? {
        let answer = await post(path, encode(batch), limit)
        switch answer.verdict(at: clock.now()) {
        case .taken(let rejected, let message):
            let rejected = min(rejected, batch.count)
            counts.sent += batch.count - rejected
            counts.dropped += rejected
            batch = []
            if isFailing {
                isFailing = false
                log.notice(
                    "collector takes again",
                    ["telemetry.kind": .string(name), "telemetry.dropped": .integer(summary.dropped)])
            }
            if rejected > 0 || message != nil {
                complain("collector took a part", message ?? "no reason")
            }
            return nil
        case .later(let pause, let reason):
            // The end of the process is no failure of the collector.
            if !Task.isCancelled, !isFailing {
                isFailing = true
                complain("collector does not take", reason)
            }
            return .some(pause)
        case .refused(let reason):
            counts.dropped += batch.count
            batch = []
            isFailing = true
            complain("collector refuses", reason)
            return nil
        }
    }

    /// Writes a warning, once in a while.
    private func complain(_ what: StaticString, _ reason: String) {
        let now = ContinuousClock.now
        if let complainedAt, now - complainedAt < Self.complaintInterval { return }
        complainedAt = now
        log.warning(
            what,
            [
                "telemetry.kind": .string(name), "telemetry.reason": .string(reason),
                "telemetry.dropped": .integer(summary.dropped),
            ])
    }
}
