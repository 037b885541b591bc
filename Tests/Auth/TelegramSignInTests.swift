import Coordination
import Domain
import Identity
import Signals
import Sodium
import TestSupport
import Testing

@testable import AuthService

/// The rules of sign-in with Telegram.
@Suite struct TelegramSignInTests {
    private static let anna = TelegramRoom.anna
    private static let boris = TelegramRoom.boris

    @Test(arguments: StoreKind.allCases)
    func theRightNumberSignsTheLinkedUserInOnce(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            let registered = try await house.registerAnna()
            try await room.link(Self.anna, to: registered.session)

            let attempt = try await room.begin(device: "gateway on hearth")
            #expect(attempt.link.hasPrefix("https://t.me/\(TelegramStandIn.botName)?start="))
            #expect((10...99).contains(attempt.number))
            #expect(attempt.expiresAt == house.clock.now + .seconds(300))
            #expect(try await room.poll(attempt).state == .waiting)
            let question = try #require(try await room.open(attempt.link, as: Self.anna).first?.text)
            #expect(question.contains("gateway on hearth") && question.contains(" UTC"), "\(question)")
            #expect(room.buttons(of: Self.anna).filter { Int($0.label) != nil }.count == TelegramAttempt.choiceCount)
            #expect(try await room.poll(attempt).state == .waiting, "the link alone does nothing")
            let replies = try await room.press(String(attempt.number), as: Self.anna)
            #expect(replies.map(\.kind) == [.acknowledge, .rewrite], "the message becomes the result")
            #expect(room.buttons(of: Self.anna).isEmpty)

            let first = try await room.poll(attempt)
            #expect(first.state == .confirmed && first.user == registered.user)
            let session = try #require(first.session)
            #expect(try await house.send(AuthSignal.Me(), as: session).user == registered.user)
            for _ in 0..<3 {
                let again = try await room.poll(attempt)
                #expect(again.state == .confirmed && again.session == nil && again.user == nil)
            }
            let signedIn = try await house.facts("auth.signedIn", as: AuthEvent.SignedInEvent.self)
            #expect(signedIn.count == 2 && signedIn.last?.device == "Telegram, gateway on hearth")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aWrongNumberSignsNobodyInAndTheThirdEndsIt(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            try await room.link(Self.anna, to: try await house.registerAnna().session)
            let attempt = try await room.begin()
            try await room.open(attempt.link, as: Self.anna)
            for round in 1...3 {
                let wrong = try #require(room.wrongNumbers(of: Self.anna, attempt).first)
                let data = try #require(room.buttons(of: Self.anna).first { $0.label == wrong }?.data)
                try await room.press(data: data, as: Self.anna)
                // A second tap on the same button is not a second attempt.
                let second = try await room.press(data: data, as: Self.anna)
                #expect(second.map(\.kind) == [.acknowledge])
                #expect(try await room.poll(attempt).state == (round < 3 ? .waiting : .refused), "round \(round)")
            }
            #expect(try await house.eventTypes().filter { $0 == "auth.signedIn" }.count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases) func tappingBlindlyHardlyEverSignsIn(kind: StoreKind) async throws {
        #expect(TelegramAttempt.mostWrong * 16 <= TelegramAttempt.choiceCount)
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            try await room.link(Self.anna, to: try await house.registerAnna().session)
            let attempt = try await room.begin()
            try await room.open(attempt.link, as: Self.anna)
            func numbers() -> [Int] { room.buttons(of: Self.anna).compactMap { Int($0.label) } }
            var expected = numbers()
            #expect(expected == expected.sorted() && Set(expected).count == expected.count, "found at a glance")
            #expect(expected.contains(attempt.number) && expected.allSatisfy((10...99).contains))
            // The keyboards of all rounds together reveal only the wrong picks.
            for _ in 1..<TelegramAttempt.mostWrong {
                let wrong = try #require(room.wrongNumbers(of: Self.anna, attempt).randomElement())
                try await room.press(wrong, as: Self.anna)
                expected.removeAll { String($0) == wrong }
                #expect(numbers() == expected)
            }
        }
    }

    @Test func afterOneWrongNumberTheRightOneStillCountsUnderTheNewButtonsOnly() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let room = TelegramRoom(house)
            try await room.link(Self.anna, to: try await house.registerAnna().session)
            let attempt = try await room.begin()
            try await room.open(attempt.link, as: Self.anna)
            let old = try #require(room.buttons(of: Self.anna).first { $0.label == String(attempt.number) }?.data)
            try await room.press(try #require(room.wrongNumbers(of: Self.anna, attempt).first), as: Self.anna)
            try await room.press(data: old, as: Self.anna)
            #expect(try await room.poll(attempt).state == .waiting)
            try await room.press(String(attempt.number), as: Self.anna)
            #expect(try await room.poll(attempt).session != nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aForwardedLinkAndAnothersTapDoNothing(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            try await room.link(Self.anna, to: try await house.registerAnna().session)
            let attempt = try await room.begin()
            try await room.open(attempt.link, as: Self.anna)
            let buttons = room.buttons(of: Self.anna)
            let refusal = try await room.open(attempt.link, as: Self.boris)
            #expect(refusal.count == 1 && refusal[0].buttons.isEmpty)
            for button in buttons {
                let replies = try await room.press(data: button.data, as: Self.boris)
                #expect(replies.map(\.kind) == [.acknowledge])
            }
            #expect(try await room.poll(attempt).state == .waiting)
            try await room.press(String(attempt.number), as: Self.anna)
            #expect(try await room.poll(attempt).session != nil, "the owner goes on undisturbed")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func itIsOverAfterFiveMinutes(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            try await room.link(Self.anna, to: try await house.registerAnna().session)
            let (early, late) = (try await room.begin(), try await room.begin())
            try await room.open(late.link, as: Self.anna)
            let button = try #require(room.buttons(of: Self.anna).first { $0.label == String(late.number) })
            house.clock.advance(by: .seconds(300))
            #expect(try await room.poll(late).state == .expired)
            let replies = try await room.press(data: button.data, as: Self.anna)
            #expect(replies.map(\.kind) == [.acknowledge, .rewrite], "old buttons go where they stand")
            try await room.open(early.link, as: Self.anna)
            #expect(room.buttons(of: Self.anna).isEmpty)
            #expect(try await room.poll(early).state == .expired)
            #expect(try await room.poll(late).state == .expired)
        }
    }

    @Test func whatWasConfirmedInTheLastMomentCanBeFetchedAndNotMuchLater() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let room = TelegramRoom(house)
            try await room.link(Self.anna, to: try await house.registerAnna().session)
            for (wait, isGiven) in [(59, true), (60, false)] {
                let attempt = try await room.begin()
                try await room.open(attempt.link, as: Self.anna)
                house.clock.advance(by: .seconds(299))
                try await room.press(String(attempt.number), as: Self.anna)
                house.clock.advance(by: .seconds(1 + wait))
                let progress = try await room.poll(attempt)
                #expect(progress.state == (isGiven ? .confirmed : .expired))
                #expect((progress.session != nil) == isGiven)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theClientThatDidNotHearGetsTheSameSessionAgainAndNobodyElse(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            try await room.link(Self.anna, to: try await house.registerAnna().session)
            let attempt = try await room.begin()
            try await room.open(attempt.link, as: Self.anna)
            try await room.press(String(attempt.number), as: Self.anna)
            let heard = try #require(try await room.poll(attempt, key: "k1").session)
            let again = try #require(try await room.poll(attempt, key: "k1").session)
            #expect(again.id == heard.id && again.refreshToken != heard.refreshToken)
            #expect(try await room.poll(attempt, key: "k2").session == nil)
            #expect(try await room.poll(attempt).session == nil)
            #expect(try await house.fault(of: AuthSignal.Refresh(refreshToken: again.refreshToken)) == nil)
            #expect(try await house.eventTypes().filter { $0 == "auth.signedIn" }.count == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func itWasNotMeRefuses(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            try await room.link(Self.boris, to: try await house.registerAnna().session)
            let attempt = try await room.begin()
            try await room.open(attempt.link, as: Self.boris)
            try await room.press("Это не я", as: Self.boris)
            #expect(try await room.poll(attempt).state == .refused)
            #expect(room.buttons(of: Self.boris).isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aStrangerIsAskedBeforeAUserIsMade(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            let attempt = try await room.begin()
            try await room.open(attempt.link, as: Self.anna)
            try await room.press(String(attempt.number), as: Self.anna)
            #expect(try await room.poll(attempt).state == .waiting, "nobody is made unasked")
            #expect(try await house.eventTypes() == [])
            let create = try #require(room.buttons(of: Self.anna).first { $0.label == "Create a new account" })
            try await room.press(data: create.data, as: Self.anna)
            try await room.press(data: create.data, as: Self.anna)
            let made = try await room.poll(attempt)
            let (user, session) = (try #require(made.user), try #require(made.session))
            #expect(user.name == "Anna" && user.email == "" && user.username == nil)
            #expect(
                try await house.eventTypes() == ["auth.userRegistered", "auth.telegramLinked", "auth.signedIn"])

            // The next sign-in asks only for the number.
            let second = try await room.begin()
            try await room.open(second.link, as: Self.anna)
            try await room.press(String(second.number), as: Self.anna)
            #expect(try await room.poll(second).user?.id == user.id)
            // Without a password, unlinking would lock the user out, so the link stays.
            let unlink = AuthSignal.UnlinkTelegram(password: "anything at all")
            #expect(try await house.fault(of: unlink, as: session)?.code == .conflict)
            #expect(try await house.fault(of: house.login("", ""))?.code == .emptyField)
            let change = AuthSignal.ChangePassword(current: "x", new: "verdant harbour lamp 8")
            #expect(try await house.fault(of: change, as: session)?.code == .invalidCredentials)
        }
    }

    @Test func whereRegistrationIsOffAStrangerIsRefused() async throws {
        try await AuthHouse.with(.inMemory, mayRegister: false) { house in
            let room = TelegramRoom(house)
            let attempt = try await room.begin()
            try await room.open(attempt.link, as: Self.anna)
            try await room.press(String(attempt.number), as: Self.anna)
            #expect(try await room.poll(attempt).state == .refused)
            #expect(try await house.eventTypes() == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func anUpdateThatComesAgainChangesNothing(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            try await room.link(Self.anna, to: try await house.registerAnna().session)
            let attempt = try await room.begin()
            let payload = attempt.link.split(separator: "=").last.map(String.init)
            let start = TelegramUpdate.Content.start(payload: payload, Self.anna)
            #expect(try await room.hand(in: start, as: 900).count == 1)
            #expect(try await room.hand(in: start, as: 900).isEmpty)
            let wrong = try #require(room.wrongNumbers(of: Self.anna, attempt).first)
            let data = try #require(room.buttons(of: Self.anna).first { $0.label == wrong }?.data)
            let press = TelegramUpdate.Content.press(
                TelegramPress(queryID: "q", person: Self.anna, messageID: 7, data: data))
            for _ in 0..<5 { _ = try await room.hand(in: press, as: 901) }
            try await room.press(String(attempt.number), as: Self.anna)
            #expect(try await room.poll(attempt).session != nil, "one try was counted, not five")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func onlySoManyBeginWithinAMinute(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            for _ in 0..<TelegramBeginning.mostPerMinute { _ = try await room.begin() }
            let fault = try #require(try await house.fault(of: AuthSignal.StartTelegram()))
            #expect(fault.code == .tooManyAttempts && fault.retryAfterMilliseconds ?? 0 > 0)
            house.clock.advance(by: .seconds(61))
            #expect(try await house.fault(of: AuthSignal.StartTelegram()) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func oneProcessLeavesSomeToOthers(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            for _ in 0..<StartTelegram.mostPerProcess {
                _ = try await house.send(AuthSignal.StartTelegram(), from: 1)
            }
            #expect(try await house.fault(of: AuthSignal.StartTelegram(), from: 1)?.code == .tooManyAttempts)
            #expect(try await house.fault(of: AuthSignal.StartTelegram(), from: 2) == nil)
        }
    }

    @Test func aChatGetsOnlySoManyAnswersAtOnce() async throws {
        try await AuthHouse.with(.sqlite) { house in
            for id in 1...50 {
                try await house.telegram.updates.handle(
                    TelegramUpdate(id: Int64(id), content: .start(payload: "nonsense", Self.anna)))
            }
            let waiting = try await house.store.read { try $0.telegramReplies(limit: 100) }
            #expect(waiting.count == TelegramConversation.mostRepliesOfChat)
        }
    }

    @Test(arguments: ["", "no such attempt", String(repeating: "x", count: 5000)])
    func anUnknownAttemptIsNotFound(attempt: String) async throws {
        try await AuthHouse.with(.inMemory) { house in
            let fault = try await house.fault(of: AuthSignal.PollTelegram(attempt: attempt))
            #expect(fault?.code == .notFound && fault?.field == "attempt")
        }
    }

    @Test func whatADeviceIsCalledCannotSteerTheChat() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let room = TelegramRoom(house)
            let attempt = try await room.begin(device: "a\n\nPick 42!\u{202E}\u{0}b")
            let question = try #require(try await room.open(attempt.link, as: Self.anna).first?.text)
            #expect(question.contains("Device: a Pick 42! b\n"), "\(question)")
            let long = AuthSignal.StartTelegram(device: String(repeating: "x", count: 101))
            #expect(try await house.fault(of: long)?.field == "device")
        }
    }

    @Test func withoutATokenNothingBegins() async throws {
        let store = InMemoryAuthStore()
        let dependencies = try await AuthAssembly.dependencies(
            store: store, hasher: CountingHasher(),
            sessions: SessionMaker(
                issuer: TokenIssuer(key: TokenSigningKey(), clock: .system), clock: .system,
                revoker: RevokedSessions()),
            vault: FactorVault(key: .random(count: SecretBox.keyCount)),
            telegram: TelegramParts(store: store, clock: .system))
        await #expect(throws: Fault.telegramUnavailable(NoTelegramBot().standing.refusal)) {
            _ = try await StartTelegram(dependencies: dependencies).answer(
                AuthSignal.StartTelegram(), context: SignalContext())
        }
    }

    @Test func neitherSecretNorNonceIsKept() async throws {
        try await TemporaryDatabase.with { database in
            try await AuthHouse.with(database) { house in
                let attempt = try await TelegramRoom(house).begin()
                let nonce = try #require(attempt.link.split(separator: "=").last)
                let kept = try await house.store.read {
                    try $0.telegramAttempt(secretDigest: TelegramAttempt.digest(attempt.attempt))
                }
                let text = "\(try #require(kept))"
                #expect(!text.contains(attempt.attempt) && !text.contains(nonce))
                #expect(nonce.utf8.count == 43 && attempt.attempt.utf8.count == 43 && attempt.attempt != nonce)
            }
        }
    }
}
