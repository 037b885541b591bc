import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import AuthService

/// The ownership of Telegram accounts.
@Suite struct TelegramLinkTests {
    private static let anna = TelegramRoom.anna
    private static let boris = TelegramRoom.boris

    @Test(arguments: StoreKind.allCases)
    func linkingTellsOthersAndUnlinkingNeedsThePassword(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            let registered = try await house.registerAnna()
            #expect(try await house.send(AuthSignal.TelegramStatus(), as: registered.session).isLinked == false)
            try await room.link(Self.anna, to: registered.session)
            let status = try await house.send(AuthSignal.TelegramStatus(), as: registered.session)
            #expect(status.isLinked && status.name == "Anna" && status.state == .ready)
            #expect(try await house.eventTypes().last == "auth.telegramLinked", "linking begins no session")
            let again = AuthSignal.LinkTelegram(password: AuthHouse.password)
            #expect(try await house.fault(of: again, as: registered.session)?.code == .conflict)

            let wrong = AuthSignal.UnlinkTelegram(password: "not the password")
            #expect(try await house.fault(of: wrong, as: registered.session)?.code == .invalidCredentials)
            let right = AuthSignal.UnlinkTelegram(password: AuthHouse.password)
            #expect(try await house.fault(of: right, as: registered.session) == nil)
            #expect(try await house.fault(of: right, as: registered.session)?.code == .notFound)
            #expect(try await house.eventTypes().last == "auth.telegramUnlinked")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func oneAccountToOneUser(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            let first = try await house.registerAnna()
            let second = try await house.send(
                AuthSignal.Register(email: "boris@example.org", password: AuthHouse.password))
            try await room.link(Self.anna, to: first.session)
            let attempt = try await house.send(
                AuthSignal.LinkTelegram(password: AuthHouse.password), as: second.session)
            try await room.open(attempt.link, as: Self.anna)
            try await room.press(String(attempt.number), as: Self.anna)
            #expect(try await room.poll(attempt).state == .refused)
            #expect(try await house.send(AuthSignal.TelegramStatus(), as: second.session).isLinked == false)
            try await room.link(Self.boris, to: second.session)
        }
    }

    @Test func aNewAttemptToLinkRefusesTheOneBefore() async throws {
        try await AuthHouse.with(.sqlite) { house in
            let room = TelegramRoom(house)
            let session = try await house.registerAnna().session
            let first = try await house.send(AuthSignal.LinkTelegram(password: AuthHouse.password), as: session)
            try await room.open(first.link, as: Self.boris)
            let button = try #require(room.buttons(of: Self.boris).first { $0.label == String(first.number) })
            let second = try await house.send(AuthSignal.LinkTelegram(password: AuthHouse.password), as: session)
            try await room.press(data: button.data, as: Self.boris)
            #expect(try await room.poll(first).state == .refused)
            try await room.open(second.link, as: Self.anna)
            try await room.press(String(second.number), as: Self.anna)
            #expect(try await room.poll(second).user?.name == "Anna")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whoIsUnlinkedBeforeTheSessionIsFetchedGetsNone(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            let registered = try await house.registerAnna()
            try await room.link(Self.anna, to: registered.session)
            let attempt = try await room.begin()
            try await room.open(attempt.link, as: Self.anna)
            try await room.press(String(attempt.number), as: Self.anna)
            _ = try await house.send(AuthSignal.UnlinkTelegram(password: AuthHouse.password), as: registered.session)
            #expect(try await room.poll(attempt).state == .refused)
        }
    }

    @Test(arguments: StoreKind.allCases) func aSessionAloneLinksNothing(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            func code(_ password: String, _ code: String? = nil) async throws -> FaultCode? {
                try await house.fault(of: AuthSignal.LinkTelegram(password: password, code: code), as: session)?.code
            }
            #expect(try await code("") == .emptyField)
            #expect(try await code("not the password") == .invalidCredentials)
            #expect(try await code(AuthHouse.password, " ") == .emptyField)
            let (app, recoveryCodes) = try await house.enrol(session)
            // Where a sign-in requires a code, a new way to sign in requires it, too.
            #expect(try await code(AuthHouse.password) == .codeRequired)
            #expect(try await code(AuthHouse.password, "000000") == .wrongCode)
            #expect(try await code("not the password", app.code(at: house.clock.now)) == .invalidCredentials)
            #expect(try await code(AuthHouse.password, app.code(at: house.clock.now)) == nil)
            #expect(try await code(AuthHouse.password, recoveryCodes[0]) == nil)
            #expect(try await code(AuthHouse.password, recoveryCodes[0]) == .wrongCode, "once")
        }
    }

    @Test(arguments: StoreKind.allCases) func wrongPasswordsAndCodesAreCounted(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let wrong = AuthSignal.LinkTelegram(password: "not the password")
            for _ in 0..<FailedAttempts.freeCount {
                #expect(try await house.fault(of: wrong, as: session)?.code == .invalidCredentials)
            }
            #expect(try await house.fault(of: wrong, as: session)?.code == .tooManyAttempts)
        }
    }

    @Test func linkingNeedsASession() async throws {
        try await AuthHouse.with(.inMemory) { house async throws in
            let link = AuthSignal.LinkTelegram(password: AuthHouse.password)
            #expect(try await house.fault(of: link)?.code == .unauthenticated)
            #expect(try await house.fault(of: AuthSignal.TelegramStatus())?.code == .unauthenticated)
            #expect(try await house.fault(of: AuthSignal.UnlinkTelegram(password: "x"))?.code == .unauthenticated)
        }
    }

    @Test func whoLeavesTakesTheLinkAlong() async throws {
        try await AuthHouse.with(.sqlite) { house in
            let room = TelegramRoom(house)
            let session = try await house.registerAnna().session
            try await room.link(Self.anna, to: session)
            let export = try await house.send(AuthSignal.Export(), as: session)
            #expect(export.telegram?.id == Self.anna.id && export.telegram?.name == "Anna")
            let leave = AuthSignal.DeleteUser(password: AuthHouse.password, name: "anna@example.org")
            _ = try await house.send(leave, as: session)
            let linked = try await house.facts("auth.telegramLinked", as: AuthEvent.TelegramLinked.self)
            #expect(linked.map(\.name) == [""], "events keep no name")
            let attempt = try await room.begin()
            try await room.open(attempt.link, as: Self.anna)
            try await room.press(String(attempt.number), as: Self.anna)
            #expect(room.buttons(of: Self.anna).contains { $0.label == "Create a new account" }, "a stranger again")
        }
    }
}
