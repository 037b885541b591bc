import Coordination
import Domain
import Hosting
import StrictJSON
import Synchronization
import TestSupport
import Testing
import Transport

/// Events over real sockets: in order, each once, with and without wake-ups.
@Suite struct EventFeedTests {
    @Test func aReaderGetsEveryEventOnceAndInOrder() async throws {
        let house = try await FeedHouse()
        let reader = try await house.subscribe()
        for _ in 0..<1234 { house.log.append() }
        try await eventually("all events are read") { house.seen.withLock { $0.count } >= 1234 }
        #expect(house.seen.withLock { $0 } == Array(1...1234))
        await house.close(reader)
    }

    @Test func anEventIsReadOnce() async throws {
        let house = try await FeedHouse()
        let reader = try await house.subscribe(firstInterval: .seconds(3600))
        let events: Int64 = 20
        for event in 1...events {
            house.log.append()
            try await eventually("the event is read") { house.seen.withLock { $0.last } == event }
        }
        await house.close(reader)
        // At the start, when the wake-ups are connected, and once for each event.
        #expect(house.log.reads.withLock { $0 } <= 2 + Int(events))
    }

    @Test func wakeUpsAreOnlyHints() async throws {
        let house = try await FeedHouse(ringing: false)
        let reader = try await house.subscribe()
        house.log.append()
        try await eventually("the event is read without a wake-up") { house.seen.withLock { $0 } == [1] }
        await house.close(reader)
    }

    @Test func aNewSubscriberReadsWhatItHasMissedAtOnce() async throws {
        let house = try await FeedHouse(ringing: false)
        let reader = try await house.subscribe(firstInterval: .seconds(3600))
        try await eventually("the reader looks") { house.hasLooked.withLock { $0 } }
        // A later request is answered later.
        for _ in 0..<2 {
            _ = try await house.link.call(
                "feed.events", parameters: Array(#"{"after":0}"#.utf8), effect: .reads,
                context: SignalContext(session: "good"))
        }
        // This event causes no wake-up.
        house.log.append()
        try await house.openFeed()
        try await eventually("the event is read") { house.seen.withLock { $0 } == [1] }
        await house.close(reader)
    }

    @Test func aPageThatFailsComesAgain() async throws {
        let house = try await FeedHouse()
        house.failures.withLock { $0 = 2 }
        let reader = try await house.subscribe()
        for _ in 0..<3 { house.log.append() }
        try await eventually("all events are read") { house.seen.withLock { $0.count } >= 3 }
        #expect(house.seen.withLock { $0 } == [1, 2, 3])
        await house.close(reader)
    }

    /// A service whose database cannot be read asked for its position without a pause once a wake-up had come.
    @Test func afterAFailureNoWakeUpShortensThePause() async throws {
        let house = try await FeedHouse()
        let reader = try await house.subscribe(firstInterval: .seconds(3600))
        house.log.append()
        try await eventually("the event is read") { house.seen.withLock { $0 } == [1] }
        house.positionFailures.withLock { $0 = 4 }
        let began = ContinuousClock.now
        while house.positionFailures.withLock({ $0 }) > 0 {
            house.log.append()
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(ContinuousClock.now - began >= .milliseconds(300), "three pauses of at least 100 ms lie between")
        let last = house.log.newestSequence()
        try await eventually("all events are read") { house.seen.withLock { $0.last } == last }
        await house.close(reader)
    }

    @Test func waitingHoldsTheAnswerUntilThereIsNews() async throws {
        let house = try await FeedHouse()
        let context = SignalContext(session: "good")
        async let page = house.link.call(
            "feed.events", parameters: Array(#"{"after":0,"wait":20000}"#.utf8), effect: .reads, context: context,
            within: .seconds(180))
        try await Task.sleep(for: .milliseconds(50))
        house.log.append()
        let answer = try await page
        #expect(answer.member("last")?.int64 == 1)
        let event = try #require(answer.member("events")?.elements.first { _ in true })
        #expect(event.member("specversion")?.string == "1.0")
        #expect(event.member("id")?.string == "feed-1")
        #expect(event.member("sequence")?.int64 == 1)
        #expect(event.member("data")?.member("number")?.int64 == 1)
        await house.close(nil)
    }

    @Test func nobodyIsHeldOnceTheFeedIsClosed() async throws {
        // A held request waits for thirty seconds each time; a busy machine may occasionally take as long.
        for _ in 0..<5 {
            let house = try await FeedHouse()
            let began = ContinuousClock.now
            async let page = house.link.call(
                "feed.events", parameters: Array(#"{"after":0,"wait":30000}"#.utf8), effect: .reads,
                context: SignalContext(session: "good"), within: .seconds(180))
            try await Task.sleep(for: .milliseconds(50))
            await house.closeFeed()
            #expect(try await page.member("events")?.count == 0)
            let took = ContinuousClock.now - began
            await house.close(nil)
            if took < .seconds(29) { return }
        }
        Issue.record("the answer was held, though nothing can come any more")
    }

    @Test func stoppingAReaderWaitsForItAndLetsItAskNothingMore() async throws {
        let house = try await FeedHouse()
        house.isHeld.withLock { $0 = true }
        let reader = try await house.subscribe()
        try await eventually("the reader looks where it is") { house.hasLooked.withLock { $0 } }
        house.log.append()
        let stopping = Task {
            await reader.stop()
            return house.isHeld.withLock { $0 }
        }
        try await Task.sleep(for: .milliseconds(50))
        house.isHeld.withLock { $0 = false }
        #expect(await stopping.value == false)
        #expect(house.seen.withLock { $0 }.isEmpty)
        await house.close(nil)
    }

    @Test func anEmptyLogAnswersAtOnceOrAfterTheWait() async throws {
        let house = try await FeedHouse()
        for parameters in [#"{"after":0}"#, #"{"after":0,"wait":30}"#, #"{"after":7}"#] {
            let page = try await house.link.call(
                "feed.events", parameters: Array(parameters.utf8), effect: .reads,
                context: SignalContext(session: "good"))
            #expect(page.member("events")?.count == 0)
        }
        await house.close(nil)
    }

    @Test(arguments: [
        (#"{}"#, "after"), (#"{"after":-1}"#, "after"), (#"{"after":0,"limit":0}"#, "limit"),
        (#"{"after":0,"limit":1001}"#, "limit"),
        (#"{"after":0,"wait":30001}"#, "wait"), (#"{"after":0,"wait":-1}"#, "wait"), (#"{"after":"0"}"#, "after"),
    ])
    func aWrongQueryIsNamed(parameters: String, field: String) async throws {
        let house = try await FeedHouse()
        let fault = await #expect(throws: Fault.self) {
            _ = try await house.link.call(
                "feed.events", parameters: Array(parameters.utf8), effect: .reads,
                context: SignalContext(session: "good"))
        }
        #expect(fault?.code == .invalidArgument)
        #expect(fault?.field == field)
        await house.close(nil)
    }

    @Test func subscriptionsWithoutEndCostTheConnection() async throws {
        let house = try await FeedHouse()
        let path = house.directory.file("feed.events.sock")
        try await onThread {
            for wish in [ZMTP.frame([1]), ZMTP.command("SUBSCRIBE", [])] {
                let subscriber = try #require(RawStream.joined(path: path, as: "SUB"))
                #expect(subscriber.write(wish))
                #expect(!subscriber.isClosed(within: .milliseconds(50)))
                var isOpen = true
                for _ in 0..<40_000 where isOpen { isOpen = subscriber.write(wish) }
                #expect(subscriber.isClosed(within: .seconds(180)))
            }
        }
        await house.close(nil)
    }

    @Test func aCallerSeesOnlyWhatIsTheirs() async throws {
        let house = try await FeedHouse(visibility: EvenOnly())
        for _ in 0..<10 { house.log.append() }
        let page = try await house.link.call(
            "feed.events", parameters: Array(#"{"after":0}"#.utf8), effect: .reads,
            context: SignalContext(session: "good"))
        #expect(page.member("events")?.elements.compactMap { $0.member("sequence")?.int64 } == [2, 4, 6, 8, 10])
        #expect(page.member("last")?.int64 == 10)
        await house.close(nil)
    }

    @Test func aServiceSeesTheFactsOfItsTypesAndNoGaps() async throws {
        let rights = { (types: Set<String>) in
            ListenerRights(callers: ["feed.events": [.service("reader")]], eventTypes: [.service("reader"): types])
        }
        for (types, isSeen) in [(Set(["feed.counted"]), true), (["feed.other"], false)] {
            let house = try await FeedHouse(rights: rights(types))
            for _ in 0..<3 { house.log.append() }
            let page = try await house.link.call(
                "feed.events", parameters: Array(#"{"after":0}"#.utf8), effect: .reads,
                context: SignalContext(session: "reader"))
            let events = try #require(page.member("events")?.elements.map { $0 })
            #expect(events.compactMap { $0.member("sequence")?.int64 } == [1, 2, 3])
            #expect(events.allSatisfy { $0.member("type")?.string == "feed.counted" })
            #expect(events.map { $0.member("subject")?.string } == (isSeen ? ["1", "2", "3"] : ["", "", ""]))
            #expect(
                events.map { $0.member("data")?.member("number")?.int64 } == (isSeen ? [1, 2, 3] : [nil, nil, nil]))
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.link.call(
                    "feed.events", parameters: Array(#"{"after":0}"#.utf8), effect: .reads,
                    context: SignalContext(session: "stranger"))
            }
            #expect(fault?.code == .permissionDenied)
            await house.close(nil)
        }
    }
}

/// A service with a feed, a link to it, and the events that its reader has seen.
private final class FeedHouse: Sendable {
    let directory = TemporaryDirectory()
    let loop = SocketLoop()
    let log = MemoryEventLog()
    let link: ServiceLink
    let seen = Mutex<[Int64]>([])
    let failures = Mutex(0)
    /// How often the reader's own database cannot be read.
    let positionFailures = Mutex(0)
    /// Keeps the reader from reporting its position.
    let isHeld = Mutex(false)
    let hasLooked = Mutex(false)
    private let feed: EventFeed
    private let listener: Listener
    private let running = Mutex<Task<Void, any Error>?>(nil)

    init(
        ringing: Bool = true, visibility: any EventVisibility = EverythingVisible(),
        rights: ListenerRights = ListenerRights()
    ) async throws {
        let quiet = Log(service: "feed", level: .critical, clock: .system)
        feed = EventFeed(service: "feed", eventLog: log, visibility: visibility, rights: rights, loop: loop)
        listener = Listener(
            service: ServiceIdentity(name: "feed", version: "1"), routes: [feed.route], entrance: RelayCoordinator(),
            authenticator: KnownTokens(), rights: rights, loop: loop, log: quiet)
        link = ServiceLink(service: "feed", runDirectory: directory.path, loop: loop)
        if ringing { try await openFeed() }
        try await listener.open(try ListeningSocket.make(name: "feed", runDirectory: directory.path))
    }

    func openFeed() async throws {
        try await feed.open(try ListeningSocket.make(name: "feed.events", runDirectory: directory.path))
    }

    func closeFeed() async { await feed.close() }

    func subscribe(
        firstInterval: Duration = EventSubscriber.firstInterval
    ) async throws -> EventSubscriber {
        let quiet = Log(service: "reader", level: .critical, clock: .system)
        let reader = EventSubscriber(
            source: "feed", runDirectory: directory.path, link: link, loop: loop, log: quiet, session: { "good" },
            firstInterval: firstInterval,
            cursor: { [self] in
                hasLooked.withLock { $0 = true }
                while isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(2)) }
                try fail(positionFailures)
                return seen.withLock { $0.last ?? 0 }
            },
            handle: { [self] events in
                try fail(failures)
                seen.withLock { $0 += events.map(\.sequence) }
            })
        try await reader.start()
        let task = Task { try await reader.run() }
        running.withLock { $0 = task }
        return reader
    }

    private func fail(_ failures: borrowing Mutex<Int>) throws {
        let fails = failures.withLock { count in
            defer { count = max(0, count - 1) }
            return count > 0
        }
        if fails { throw Fault(.unavailable, "not now") }
    }

    func close(_ reader: EventSubscriber?) async {
        await reader?.stop()
        await link.close()
        await feed.close()
        await listener.drain(within: .seconds(5))
        _ = await running.withLock { $0 }?.result
        await loop.stop()
    }
}

private final class MemoryEventLog: EventLog {
    let reads = Mutex(0)
    private let state = Mutex((count: Int64(0), listeners: [@Sendable (Int64) -> Void]()))

    func append() {
        let (newest, listeners) = state.withLock { state in
            state.count += 1
            return (state.count, state.listeners)
        }
        for listener in listeners { listener(newest) }
    }

    func events(after sequence: Int64, limit: Int) async throws -> [Event] {
        reads.withLock { $0 += 1 }
        let newest = newestSequence()
        guard sequence < newest else { return [] }
        return ((sequence + 1)...min(newest, sequence + Int64(limit))).map {
            Event(
                sequence: $0, type: "feed.counted", subject: "\($0)", time: Instant(microseconds: 0),
                data: Array("{\"number\":\($0)}".utf8))
        }
    }

    func newestSequence() -> Int64 { state.withLock { $0.count } }

    func onAppend(_ body: @escaping @Sendable (Int64) -> Void) { state.withLock { $0.listeners.append(body) } }
}

private struct EverythingVisible: EventVisibility {
    func view(of event: Event, for user: String) -> Event? { event }
}

private struct EvenOnly: EventVisibility {
    func view(of event: Event, for user: String) -> Event? { event.sequence % 2 == 0 ? event : nil }
}
