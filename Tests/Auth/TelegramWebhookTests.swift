import Coordination
import Domain
import Signals
import StrictJSON
import TestSupport
import Testing

@testable import AuthService

/// Updates from a webhook, and the form of updates.
@Suite struct TelegramWebhookTests {
    private func start(_ payload: String, id: Int, chat: String = "private", text: String? = nil) -> String {
        let text = text ?? "/start \(payload)"
        return #"{"update_id":\#(id),"message":{"message_id":5,"date":1795000000,"new_field":{"a":[1]},"#
            + #""from":{"id":1001,"is_bot":false,"first_name":"Anna","language_code":"en"},"#
            + #""chat":{"id":1001,"type":"\#(chat)"},"text":"\#(text)"}}"#
    }

    @Test(arguments: StoreKind.allCases)
    func anUpdateCountsOnceAndWithTheSecretAlone(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            let attempt = try await room.begin()
            let update = start(String(attempt.link.suffix(43)), id: 5_001)
            for wrong in ["", "x", AuthHouse.webhookSecret + "x", String(AuthHouse.webhookSecret.dropLast())] {
                let signal = AuthSignal.TelegramUpdate(update: update, secretToken: wrong)
                #expect(try await house.fault(of: signal)?.code == .permissionDenied)
            }
            for _ in 0..<3 {
                _ = try await house.send(
                    AuthSignal.TelegramUpdate(update: update, secretToken: AuthHouse.webhookSecret))
            }
            #expect(try await room.takeReplies().count == 1)
            try await room.press(String(attempt.number), as: TelegramRoom.anna)
            try await room.press("Create a new account", as: TelegramRoom.anna)
            #expect(try await room.poll(attempt).session != nil)
        }
    }

    @Test(arguments: ["", "{", "[]", "7", #"{"update_id":"x"}"#, String(repeating: " ", count: 70_000)])
    func whatIsNoUpdateIsRefused(text: String) async throws {
        try await AuthHouse.with(.inMemory) { house in
            let signal = AuthSignal.TelegramUpdate(update: text, secretToken: AuthHouse.webhookSecret)
            let fault = try await house.fault(of: signal)
            #expect(fault?.code == .invalidArgument && fault?.field == "update")
        }
    }

    @Test func updatesOfOtherKindsAreTakenAndDoNothing() throws {
        let others = [
            #"{"update_id":1}"#, #"{"update_id":1,"poll":{}}"#, #"{"update_id":1,"message":7,"callback_query":[]}"#,
            start("x", id: 1, chat: "group"), start("x", id: 1, text: "/startle"), start("x", id: 1, text: ""),
            #"{"update_id":1,"callback_query":{"id":"1","from":{"id":1,"is_bot":true},"data":"n:a:0:1"}}"#,
            #"{"update_id":1,"callback_query":{"id":"1","from":{"id":1},"#
                + #""message":{"chat":{"id":2}},"data":"n:a:0:1"}}"#,
        ]
        for text in others {
            let update = try #require(TelegramUpdate(text: text), "\(text)")
            #expect(update == TelegramUpdate(id: 1, content: .other), "\(text)")
        }
        #expect(
            TelegramUpdate(text: start("", id: 1, text: "/start@kopilka_bot abc"))?.content
                == .start(payload: "abc", TelegramRoom.anna))
    }

    @Test func buttonsAreReadAsTheyWereWritten() {
        let all: [TelegramButtonData] = [
            .number(key: "0123456789abcdef", round: 2, 99), .deny(key: "k"), .create(key: "k"),
        ]
        for data in all {
            #expect(TelegramButtonData(data.text) == data)
            #expect(data.text.utf8.count <= 64)
        }
        for text in ["", "n", "n:k", "n:k:0", "n:k:0:x", "n:k:0:1:2", "d", "x:k", String(repeating: "d:", count: 40)] {
            #expect(TelegramButtonData(text) == nil, "\(text)")
        }
    }

    @Test func numbersToPickFromDifferAndHoldTheRightOneAnywhere() {
        let count = TelegramAttempt.choiceCount
        var places: Set<Int> = []
        for _ in 0..<3000 {
            let number = TelegramNumbers.random()
            let choices = TelegramNumbers.choices(with: number)
            guard Set(choices).count == count, choices.allSatisfy((10...99).contains) else {
                Issue.record("\(choices)")
                return
            }
            if let place = choices.firstIndex(of: number) { places.insert(place) }
        }
        #expect(places == Set(0..<count))
    }
}
