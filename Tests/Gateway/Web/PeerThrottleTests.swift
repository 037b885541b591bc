import Domain
import MicroHTTPD
import TestSupport
import Testing

@testable import GatewayWeb

/// Bounds on attempts for each network.
@Suite struct PeerThrottleTests {
    private let clock = SteppedClock()

    @Test func aNetworkHasTenAttemptsAMinuteAndSixtyAnHour() throws {
        let throttle = PeerThrottle(clock: clock.wallClock)
        let peer = try #require(WebPeer("192.0.2.1"))
        for minute in 0..<6 {
            for attempt in 0..<10 { #expect(throttle.attempt(by: peer) == nil, "\(minute) \(attempt)") }
            #expect(throttle.attempt(by: peer) == .seconds(60))
            clock.advance(by: .seconds(59))
            #expect(throttle.attempt(by: peer) == .seconds(1))
            clock.advance(by: .seconds(1))
        }
        #expect(throttle.attempt(by: peer) == .seconds(3_600 - 360))
        clock.advance(by: .seconds(3_600 - 360))
        #expect(throttle.attempt(by: peer) == nil)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.2", false), ("2001:db8::1", "2001:db8::ffff", true),
        ("2001:db8::1", "2001:db8:0:1::1", false), ("192.0.2.1", "::ffff:192.0.2.1", true),
    ])
    func networksAreCountedApart(one: String, other: String, areSame: Bool) throws {
        let throttle = PeerThrottle(clock: clock.wallClock)
        let (first, second) = (try #require(WebPeer(one)), try #require(WebPeer(other)))
        for _ in 0..<10 { #expect(throttle.attempt(by: first) == nil) }
        #expect((throttle.attempt(by: second) != nil) == areSame)
        // Those without an address are one network of their own.
        for peer in [WebPeer.unix, nil] { for _ in 0..<5 { #expect(throttle.attempt(by: peer) == nil) } }
        #expect(throttle.attempt(by: nil) != nil && throttle.attempt(by: .unix) != nil)
    }

    /// Whatever comes in whatever order, no network gets more than its attempts in any minute and hour of its own, and
    /// one that waits as told is let in.
    @Test(arguments: 0..<20) func noOrderOfAttemptsGetsAroundTheBounds(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var limits = PeerThrottle.Limits()
        limits.perMinute = 3
        limits.perHour = 7
        let throttle = PeerThrottle(clock: clock.wallClock, limits: limits)
        let peers = try (1...4).map { try #require(WebPeer("198.51.100.\($0)")) }
        var taken: [WebPeer: [Instant]] = [:]
        for _ in 0..<2_000 {
            clock.advance(by: .milliseconds(random.below(random.chance(5) ? 600_000 : 4_000)))
            let peer = random.one(of: peers)
            guard let wait = throttle.attempt(by: peer) else {
                taken[peer, default: []].append(clock.now)
                continue
            }
            #expect(wait > .zero && wait <= .seconds(3_600), "seed \(seed)")
            if random.chance(10) {
                clock.advance(by: wait)
                // The minute may be over while the hour is not.
                let second = throttle.attempt(by: peer)
                if second == nil { taken[peer, default: []].append(clock.now) }
                #expect(second != wait, "seed \(seed)")
            }
        }
        for (peer, moments) in taken {
            // Spans begin with the first attempt in them, so at most two meet in any window of their length.
            for (span, most) in [(Duration.seconds(60), 3), (.seconds(3_600), 7)] {
                for (index, moment) in moments.enumerated() {
                    let within = moments[index...].count { $0 < moment + span }
                    #expect(within <= 2 * most, "\(peer) had \(within) in \(span), seed \(seed)")
                }
                let whole = moments.last.map { $0 - moments[0] } ?? .zero
                #expect(Double(moments.count) <= Double(most) * (whole / span + 2), "\(peer), seed \(seed)")
            }
        }
    }

    @Test func theTableIsBounded() throws {
        var limits = PeerThrottle.Limits()
        limits.perMinute = 1
        limits.networks = 16
        let throttle = PeerThrottle(clock: clock.wallClock, limits: limits)
        let first = try #require(WebPeer("203.0.113.1"))
        #expect(throttle.attempt(by: first) == nil && throttle.attempt(by: first) != nil)
        for number in 0..<64 {
            clock.advance(by: .milliseconds(1))
            let other = try #require(WebPeer("10.0.0.\(number)"))
            #expect(throttle.attempt(by: other) == nil)
        }
        // It was forgotten: a table that grows with the attackers would be worse.
        #expect(throttle.attempt(by: first) == nil)
    }

    @Test(arguments: [
        (Duration.milliseconds(1), "1"), (.seconds(60), "60"), (.milliseconds(59_001), "60"), (.zero, "1"),
    ])
    func theRefusalSaysWhenToComeBackInBothLanguages(wait: Duration, seconds: String) {
        for language in Language.allCases {
            let response = PeerThrottle.refusal(after: wait, in: language, styleSheet: nil)
            #expect(response.status == 429)
            #expect(response.headers.filter { $0.name == "Retry-After" }.map(\.value) == [seconds])
            guard case .bytes(let bytes) = response.content else {
                Issue.record("no page")
                continue
            }
            let sentence = language == .russian ? "Слишком много попыток" : "Too many attempts"
            #expect(String(decoding: bytes, as: UTF8.self).contains(sentence))
        }
    }
}
