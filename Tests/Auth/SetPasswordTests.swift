import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import AuthService

/// A user who came by Telegram sets an address and a password, and so gets another way to sign in.
@Suite struct SetPasswordTests {
    private static let email = "anna@example.org"
    private static let password = AuthHouse.password

    private func set(_ email: String = email, _ new: String = password) -> AuthSignal.SetPassword {
        AuthSignal.SetPassword(email: email, new: new)
    }

    @Test(arguments: StoreKind.allCases) func bothWaysInAreOpenAfterwards(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            let other = try await room.signIn()
            let session = try await room.signIn()
            #expect(try await house.send(AuthSignal.Me(), as: session).hasPassword == false)
            let user = try await house.send(set("Anna@Example.org"), as: session).user
            #expect(user.email == "Anna@Example.org" && user.id == session.userId)
            #expect(try await house.send(AuthSignal.Me(), as: session).hasPassword)
            #expect(house.revoked.ids == [other.id], "the other sessions have ended")
            #expect(try await house.send(house.login(Self.email)).user.id == user.id)
            #expect(try await room.signIn().userId == user.id)
            #expect(try await house.eventTypes().filter { $0 == "auth.passwordChanged" }.count == 1)
            // From now on every request that needs a password works.
            #expect(
                try await house.fault(of: set("b@example.org", "another harbour lamp 8"), as: session)?.code
                    == .conflict)
            let unlink = AuthSignal.UnlinkTelegram(password: Self.password)
            #expect(try await house.fault(of: unlink, as: session) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func anOldSessionDoesNotDo(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            let session = try await room.signIn()
            house.clock.advance(by: AuthSession.longestFreshness)
            let fault = try #require(try await house.fault(of: set(), as: session))
            #expect(fault.code == .permissionDenied && fault.reason == "freshTelegramForPassword")
            #expect(try await house.fault(of: set(), as: try await room.signIn()) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func refusesInTheOrderOfTheContract(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let registered = try await house.registerAnna().session
            let room = TelegramRoom(house)
            let session = try await room.signIn()
            func fault(_ email: String, _ new: String) async throws -> Fault? {
                try await house.fault(of: set(email, new), as: session)
            }
            #expect(try await house.fault(of: set())?.code == .unauthenticated)
            #expect(try await fault(" ", "")?.field == "email")
            #expect(try await fault("x", "")?.field == "new")
            #expect(try await fault("x", "weak")?.code == .invalidEmail)
            #expect(try await fault("new@example.org", "weak")?.code == .weakPassword)
            #expect(try await fault("harbour.lamp@example.org", "harbour.lamp")?.code == .weakPassword)
            #expect(try await fault(Self.email, Self.password)?.code == .emailTaken)
            #expect(try await house.fault(of: set("x@example.org", "weak"), as: registered)?.code == .conflict)
            #expect(try await fault("new@example.org", Self.password) == nil)
        }
    }
}
