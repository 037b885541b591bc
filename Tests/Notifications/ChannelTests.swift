import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import NotificationsService

/// The set-up of channels, and the notices about it.
@Suite struct ChannelTests {
    @Test func aWebhookTellsItsSecretOnceAndTheSameToTheSameKey() async throws {
        try await NotificationsHouse.with { house in
            let signal = NotificationsSignal.AddChannel(kind: .webhook, url: "https://robot.example/hook")
            let added = try await house.send(signal, key: "k1")
            #expect(added.secret?.hasPrefix("whsec_") == true && added.channel.name == "https://robot.example/hook")
            #expect(try await house.send(signal, key: "k1") == added, "whoever did not hear asks again")
            #expect(try await house.send(NotificationsSignal.Channels()).channels.count == 1)
            let own = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
            let rotated = try await house.send(
                NotificationsSignal.RotateSecret(channel: added.channel.id, secret: own), key: "k2")
            #expect(rotated.secret == own)
            let channel = try #require(try await house.store.read { try $0.channel(added.channel.id) })
            #expect(channel.oldSecret != nil && channel.oldSecretUntil == house.clock.now + .seconds(86_400))
            #expect(channel.secret != nil && !String(decoding: channel.secret ?? [], as: UTF8.self).contains("whsec"))
        }
    }

    @Test(arguments: [
        NotificationsSignal.AddChannel(kind: .email), .init(kind: .email, address: "anna"),
        .init(kind: .email, address: "anna@example.org\r\nBcc: x@example.org"),
        .init(kind: .email, address: "anna@example.org", url: "https://x.example"), .init(kind: .webhook),
        .init(kind: .webhook, url: "ftp://x.example"), .init(kind: .webhook, url: "https://"),
        .init(kind: .webhook, url: "https://a@x.example/"), .init(kind: .webhook, url: "https://x.example/#a"),
        .init(kind: .webhook, url: "https://x.example/\r\nX: y"),
        .init(kind: .webhook, url: "https://x.example/" + String(repeating: "a", count: 2000)),
        .init(kind: .webhook, url: "https://x.example", secret: "whsec_short"),
        .init(kind: .webhook, name: "", url: "https://x.example"),
        .init(kind: .webhook, name: "two\nlines", url: "https://x.example"),
        .init(kind: .webhook, name: String(repeating: "a", count: 61), url: "https://x.example"),
        .init(kind: .telegram, address: "anna@example.org"),
    ])
    func whatIsNoChannelIsRefused(signal: NotificationsSignal.AddChannel) async throws {
        try await NotificationsHouse.with { house in
            let code = try await house.fault(of: signal)
            #expect(code == .invalidArgument)
            #expect(try await house.send(NotificationsSignal.Channels()).channels.isEmpty)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func aPrivateAddressIsRefusedWhenItIsNamedAndTheChannelGoesOffWhereItIsFoundLater(
        keeping: NotificationsHouse.Keeping
    ) async throws {
        try await NotificationsHouse.with(keeping) { house in
            let named = NotificationsSignal.AddChannel(kind: .webhook, url: ScriptedSender.privateAddress)
            #expect(try await house.fault(of: named) == .invalidArgument)
            #expect(try await house.send(NotificationsSignal.Channels()).channels.isEmpty)
            // A name resolves to a private address only when it is looked up: at a test, or with the first message.
            let reason = SendAnswer(.addressNotAllowed)
            let (first, second) = (try await house.webhook("first"), try await house.webhook("second"))
            house.sender.script(.forbidden(reason))
            #expect(try await !house.send(NotificationsSignal.Test(channel: first)).delivered)
            try await house.follower.take([house.money(1)], of: "ledger")
            house.sender.script(.forbidden(reason))
            try await house.deliver()
            let channels = try await house.send(NotificationsSignal.Channels()).channels
            #expect(channels.map(\.id) == [first, second] && channels.allSatisfy { $0.state == .off })
            #expect(channels.allSatisfy { $0.reason == reason.text && $0.explanation == reason.explanation })
            let told = try #require(try await house.inbox().first { $0.kind == .channelOff })
            #expect(told.body.contains("private or not encrypted"), "\(told.body)")
        }
    }

    @Test func aPersonHasTwentyChannelsAndNobodyElsesCanBeTouched() async throws {
        try await NotificationsHouse.with { house in
            var ids: [String] = []
            for number in 0..<Channel.most { ids.append(try await house.webhook("\(number)")) }
            let more = NotificationsSignal.AddChannel(kind: .webhook, url: "https://x.example")
            #expect(try await house.fault(of: more) == .limitExceeded)
            #expect(
                try await house.fault(of: NotificationsSignal.RemoveChannel(channel: ids[0]), as: "boris") == .notFound)
            #expect(try await house.fault(of: NotificationsSignal.Test(channel: ids[0]), as: "boris") == .notFound)
            #expect(
                try await house.fault(of: NotificationsSignal.RotateSecret(channel: ids[0]), as: "boris") == .notFound)
            let off = NotificationsSignal.SwitchChannel(channel: ids[0], on: false)
            #expect(try await house.fault(of: off, as: "boris") == .notFound)
            #expect(try await house.send(NotificationsSignal.Channels(), as: "boris").channels.isEmpty)
            #expect(
                try await house.send(NotificationsSignal.RemoveChannel(channel: ids[0])).channels.count == Channel.most
                    - 1)
            #expect(try await house.fault(of: NotificationsSignal.RemoveChannel(channel: ids[0])) == .notFound)
        }
    }

    @Test func testsTellTheTruthAndAreNotRepeated() async throws {
        try await NotificationsHouse.with { house in
            let id = try await house.webhook()
            house.sender.script(.later("status 500"))
            let failed = try await house.send(NotificationsSignal.Test(channel: id))
            #expect(!failed.delivered && failed.answer == "status 500")
            #expect(try await house.send(NotificationsSignal.Test(channel: id)).delivered)
            try await house.deliver()
            #expect(house.sender.sent.count == 2 && house.sender.sent[0].letter.title == "This is a test")
            #expect(try await house.inbox().isEmpty)
        }
    }

    @Test func testsAreCounted() async throws {
        try await NotificationsHouse.with { house in
            let id = try await house.webhook()
            for _ in 0..<10 { #expect(try await house.fault(of: NotificationsSignal.Test(channel: id)) == nil) }
            #expect(try await house.fault(of: NotificationsSignal.Test(channel: id)) == .tooManyAttempts)
            house.clock.advance(by: .seconds(600))
            #expect(try await house.fault(of: NotificationsSignal.Test(channel: id)) == nil)
        }
    }

    @Test func whatWaitsInAChannelThatIsSwitchedOffIsGivenUp() async throws {
        try await NotificationsHouse.with { house in
            let id = try await house.webhook()
            try await house.follower.take([house.money(1)], of: "ledger")
            try await house.send(NotificationsSignal.SwitchChannel(channel: id, on: false))
            try await house.deliver()
            func carried() -> [NotificationsSignal.Kind] { house.sender.sent.flatMap(\.notices).map(\.kind) }
            #expect(carried() == [.channelSwitchedOff])
            let failed = try await house.send(NotificationsSignal.Failed()).failed
            #expect(failed.count == 1)
            #expect(try await house.fault(of: NotificationsSignal.Resend(id: failed[0].id)) == .conflict)
            try await house.send(NotificationsSignal.SwitchChannel(channel: id, on: true))
            try await house.send(NotificationsSignal.Resend(id: failed[0].id))
            try await house.deliver()
            #expect(Set(carried()) == [.channelSwitchedOff, .channelSwitchedOn, .moneyIn])
        }
    }

    @Test(arguments: [
        NotificationsSignal.SetPreferences(zone: "Nowhere/City"), .init(zone: "../etc/passwd"),
        .init(quietHours: .init(from: "23:00", to: "24:00")), .init(quietHours: .init(from: "7", to: "08:00")),
        .init(digest: .init(every: .week, at: "09:00", weekday: 8)), .init(digest: .init(every: .day, at: "9")),
    ])
    func wishesThatMakeNoSenseAreRefused(signal: NotificationsSignal.SetPreferences) async throws {
        try await NotificationsHouse.with { house in
            let code = try await house.fault(of: signal)
            #expect(code == .invalidArgument)
            let rubles = [house.rubles(1), house.rubles(2)]
            #expect(
                try await house.fault(of: NotificationsSignal.SetPreferences(thresholds: rubles)) == .invalidArgument)
            #expect(
                try await house.fault(of: NotificationsSignal.SetPreferences(thresholds: [house.rubles(-1)]))
                    == .invalidArgument)
        }
    }
}
