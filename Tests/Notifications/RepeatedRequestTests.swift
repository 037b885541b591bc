import Coordination
import Domain
import Foundation
import Signals
import Storage
import TestSupport
import Testing

@testable import NotificationsService

private typealias N = NotificationsSignal

/// A request repeated with its key gets its stored answer, whatever has changed since.
@Suite struct RepeatedRequestTests {
    typealias House = NotificationsHouse

    @Test(arguments: House.Keeping.allCases)
    func everyChangeOfAnInboxIsAnsweredAsItWas(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            try await house.follower.take((1...4).map { house.money($0) }, of: "ledger")
            let ids = try await house.inbox().map(\.id)
            let snooze = N.Snooze(ids: [ids[2]], until: house.clock.now + .seconds(60))
            let firsts = (
                try await house.send(N.Read(ids: [ids[0]]), key: "read"),
                try await house.send(N.Archive(ids: [ids[1]]), key: "archive"),
                try await house.send(snooze, key: "snooze"), try await house.send(N.Undo(), key: "undo")
            )
            #expect([firsts.0, firsts.1, firsts.2, firsts.3].map(\.unread) == [3, 2, 1, 2])
            // More notices have arrived since, and the snooze has ended.
            try await house.follower.take((5...9).map { house.money($0) }, of: "ledger")
            house.clock.advance(by: .seconds(3600))
            #expect(try await house.send(N.Read(ids: [ids[0]]), key: "read") == firsts.0)
            #expect(try await house.send(N.Archive(ids: [ids[1]]), key: "archive") == firsts.1)
            #expect(try await house.send(snooze, key: "snooze") == firsts.2)
            #expect(try await house.send(N.Undo(), key: "undo") == firsts.3)
            #expect(try await house.inbox().count == 8, "one is archived")
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func wishesThatWereChangedSinceAreNotSetBack(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let set = N.SetPreferences(language: .ru, zone: "Europe/Moscow")
            let first = try await house.send(set, key: "set")
            try await house.send(N.SetPreferences(language: .en, zone: "Asia/Almaty"))
            #expect(try await house.send(set, key: "set") == first)
            let kept = try await house.send(N.GetPreferences())
            #expect(kept.language == .en && kept.zone == "Asia/Almaty")
            #expect(house.people.zones == ["Europe/Moscow", "Asia/Almaty"])
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func theSecretsOfAChannelThatIsGoneAreToldAgain(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let add = N.AddChannel(kind: .webhook, url: "https://robot.example/hook")
            let added = try await house.send(add, key: "add")
            let rotate = N.RotateSecret(channel: added.channel.id)
            let rotated = try await house.send(rotate, key: "rotate")
            #expect(rotated.secret?.hasPrefix("whsec_") == true && rotated.secret != added.secret)
            try await house.send(N.RemoveChannel(channel: added.channel.id))
            #expect(try await house.send(add, key: "add") == added)
            #expect(try await house.send(rotate, key: "rotate") == rotated)
            #expect(try await house.send(N.Channels()).channels == [])
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func aLinkIsToldAgainAndStillWorksWithoutAskingTheBot(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let added = try await house.send(N.AddChannel(kind: .telegram), key: "add")
            house.bot.fail(with: Fault(.unavailable, "Down."))
            house.clock.advance(by: .seconds(60))
            #expect(try await house.send(N.AddChannel(kind: .telegram), key: "add") == added)
            let code = try #require(added.link?.split(separator: "=").last.map(String.init))
            let start = HouseEvent.Start(person: 1001, name: "Anna", language: .en, code: code)
            try await house.follower.take(
                [HouseEvent(sequence: 1, source: "auth", time: house.clock.now, content: .start(start))], of: "auth")
            #expect(try await house.send(N.Channels()).channels.map(\.state) == [.on])
            #expect(try await house.send(N.AddChannel(kind: .telegram), key: "add") == added)
        }
    }

    @Test func theDatabaseAloneTellsNeitherSecretsNorLinks() async throws {
        let directory = TemporaryDirectory()
        let secrets = ["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "C2FVsBQIhrscChlQIMV9b5sSYspob7oD"]
        var told = secrets
        try await House.with(in: directory) { house in
            let added = try await house.send(
                N.AddChannel(kind: .webhook, url: "https://robot.example/hook", secret: "whsec_\(secrets[0])"),
                key: "add")
            let rotated = try await house.send(
                N.RotateSecret(channel: added.channel.id, secret: "whsec_\(secrets[1])"), key: "rotate")
            #expect([added, rotated].map(\.secret) == secrets.map { "whsec_\($0)" })
            let chat = try await house.send(N.AddChannel(kind: .telegram), key: "telegram")
            told.append(String(try #require(chat.link?.split(separator: "-").last)))
            // Tokens, which are not even answered.
            let tokens = ["AGotifyToken.1234", "tk_7eevizlsiwf9yi4uxsrs83r4352o0"]
            told += tokens
            let phone = try await house.send(
                N.AddChannel(kind: .gotify, url: "https://gotify.example", token: tokens[0]), key: "gotify")
            let renewed = try await house.send(
                N.RotateSecret(channel: phone.channel.id, token: tokens[1]), key: "token")
            #expect(phone.secret == nil && renewed.secret == nil)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(!files.isEmpty)
        for file in files {
            let content = try Data(contentsOf: URL(fileURLWithPath: directory.file(file)))
            for secret in told {
                #expect(content.range(of: Data(secret.utf8)) == nil, "\(file)")
            }
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func changesOfChannelsAreAnsweredWithTheChannelsOfThen(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let (first, second) = (try await house.webhook("first"), try await house.webhook("second"))
            let off = N.SwitchChannel(channel: first, on: false)
            let (switched, removed) = (
                try await house.send(off, key: "off"),
                try await house.send(N.RemoveChannel(channel: second), key: "remove")
            )
            #expect(switched.channels.map(\.state) == [.off, .on] && removed.channels.map(\.id) == [first])
            try await house.send(N.RemoveChannel(channel: first))
            _ = try await house.webhook("third")
            #expect(try await house.send(off, key: "off") == switched)
            #expect(try await house.send(N.RemoveChannel(channel: second), key: "remove") == removed)
            #expect(try await house.send(N.Channels()).channels.map(\.name) == ["third"])
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func aMessageThatIsGoneWasResentAllTheSame(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let channel = try await house.webhook()
            house.sender.script(.refused("410 Gone"))
            try await house.follower.take([house.money(1)], of: "ledger")
            try await house.deliver()
            let id = try #require(try await house.send(N.Failed()).failed.first).id
            let resent = try await house.send(N.Resend(id: id), key: "resend")
            #expect(resent.state == .waiting)
            try await house.send(N.RemoveChannel(channel: channel))
            #expect(try await house.send(N.Resend(id: id), key: "resend") == resent)
            #expect(try await house.send(N.Resend(id: id, language: .ru), key: "resend") == resent)
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func aTestSendsOneMessageAndIsAnsweredAsItWas(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let id = try await house.webhook()
            house.sender.script(.later("status 500"))
            let tested = try await house.send(N.Test(channel: id), key: "test")
            #expect(!tested.delivered)
            try await house.send(N.RemoveChannel(channel: id))
            #expect(try await house.send(N.Test(channel: id), key: "test") == tested)
            #expect(house.sender.sent.count == 1)
        }
    }

    @Test func aTestThatWeBrokeOffOurselvesIsTriedAgain() async throws {
        try await House.with { house in
            let id = try await house.webhook()
            house.sender.script(nil)
            #expect(try await !house.send(N.Test(channel: id), key: "test").delivered)
            #expect(try await house.send(N.Test(channel: id), key: "test").delivered)
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func aKeyOfOtherContentIsAConflict(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let id = try await house.webhook()
            try await house.send(N.SetPreferences(language: .ru), key: "one")
            #expect(try await house.fault(of: N.SetPreferences(language: .en), key: "one") == .conflict)
            #expect(try await house.fault(of: N.RemoveChannel(channel: id), key: "one") == .conflict)
            #expect(try await house.fault(of: N.AddChannel(kind: .telegram), key: "one") == .conflict)
            #expect(try await house.fault(of: N.Test(channel: id), key: "one") == .conflict)
            #expect(try await house.fault(of: N.Undo(), key: "one") == .conflict)
            #expect(try await house.send(N.Channels()).channels.map(\.id) == [id])
        }
    }

    @Test func whatAVersionBeforeAnsweredIsRefusedAndNotDoneAgain() async throws {
        try await House.with { house in
            let store = try #require(house.store as? SQLiteNotificationsStore).store
            try await house.follower.take([house.money(1)], of: "ledger")
            let read = N.Read(ids: try await house.inbox().map(\.id))
            let request = try #require(try KeyedRequest(read, caller: "anna", context: House.context(key: "old")))
            try await store.write { transaction in
                _ = try transaction.once(
                    request, storing: [], restore: { $0.content },
                    keep: { StoredAnswer(kind: 1, content: $0) }, { Array(#"["\#(read.ids[0])"]"#.utf8) })
            }
            #expect(try await house.fault(of: read, key: "old") == .conflict)
            #expect(try await house.inbox()[0].readAt == nil)
        }
    }
}
