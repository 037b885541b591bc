import Coordination
import Domain
import Foundation
import Signals
import Sodium
import StrictJSON
import TestSupport
import Testing

@testable import AuthService

@Suite struct LeavingTests {
    private func leave(
        _ password: String = AuthHouse.password, code: String? = nil, name: String = "Anna@Example.org"
    ) -> AuthSignal.DeleteUser {
        AuthSignal.DeleteUser(password: password, code: code, name: name)
    }

    @Test(arguments: StoreKind.allCases)
    func whoLeavesIsForgottenAndTheEmailIsFreeAgain(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let boris = try await house.send(
                AuthSignal.Register(email: "boris@example.org", password: AuthHouse.password))
            let other = try await house.send(house.login(device: "laptop")).session
            _ = try await house.send(AuthSignal.IssueReset(login: "anna"))
            #expect(try await house.send(leave(), as: anna.session).done)
            #expect(house.revoked.ids == [anna.session.id, other.id])
            #expect(try await house.fault(of: house.login())?.code == .invalidCredentials)
            #expect(try await house.fault(of: AuthSignal.Refresh(refreshToken: other.refreshToken)) != nil)
            #expect(try await house.fault(of: AuthSignal.Me(), as: other)?.code == .unauthenticated)
            let told = try await house.facts("auth.userDeleted", as: AuthEvent.UserDeleted.self)
            #expect(told.map(\.userId) == [anna.user.id])
            let departed = try await house.store.read { try $0.departedSessions(withTokensAt: house.clock.now) }
            #expect(Set(departed.map(\.id)) == house.revoked.ids, "their tokens are refused after a restart, too")
            #expect(try await house.send(AuthSignal.Me(), as: boris.session).user == boris.user)
            let again = try await house.registerAnna()
            #expect(again.user.id != anna.user.id)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func needsPasswordNameAndCode(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let (app, codes) = try await house.enrol(session)
            func fault(_ signal: AuthSignal.DeleteUser) async throws -> Fault? {
                try await house.fault(of: signal, as: session)
            }
            #expect(try await house.fault(of: leave())?.code == .unauthenticated)
            #expect(try await fault(leave(""))?.field == "password")
            let without = AuthSignal.DeleteUser(name: "anna@example.org")
            #expect(try await fault(without)?.field == "password", "who has a password gives it")
            #expect(try await fault(leave(name: " "))?.field == "name")
            #expect(try await fault(leave(code: ""))?.field == "code")
            #expect(try await fault(leave("wrong password 1", name: "x"))?.code == .invalidCredentials)
            #expect(try await fault(leave(name: "boris@example.org"))?.field == "name")
            #expect(try await fault(leave())?.code == .codeRequired)
            #expect(try await fault(leave(code: "no code"))?.code == .wrongCode)
            #expect(try await house.send(AuthSignal.Me(), as: session).recoveryCodesLeft == codes.count)
            #expect(try await fault(leave(code: app.code(at: house.clock.now))) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aUserWithoutAPasswordLeavesAfterAFreshSignIn(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await TelegramRoom(house).signIn()
            #expect(try await house.send(AuthSignal.Me(), as: session).hasPassword == false)
            let wrong = AuthSignal.DeleteUser(name: "somebody else")
            #expect(try await house.fault(of: wrong, as: session)?.field == "name")
            #expect(try await house.send(AuthSignal.DeleteUser(name: "anna"), as: session).done)
            #expect(try await house.store.read { try $0.telegramLink(telegramID: TelegramRoom.anna.id) } == nil)
            #expect(try await house.fault(of: AuthSignal.Me(), as: session)?.code == .unauthenticated)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func anOldSessionErasesNobodyWhoHasNoPassword(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let room = TelegramRoom(house)
            let old = try await room.signIn()
            house.clock.advance(by: AuthSession.longestFreshness)
            let leave = AuthSignal.DeleteUser(name: "anna")
            let fault = try #require(try await house.fault(of: leave, as: old))
            #expect(fault.code == .permissionDenied && fault.reason == "freshTelegramToLeave")
            // A refresh continues the same sign-in and proves nothing new.
            let refreshed = try await house.send(AuthSignal.Refresh(refreshToken: old.refreshToken)).session
            #expect(try await house.fault(of: leave, as: refreshed)?.code == .permissionDenied)
            #expect(try await house.send(AuthSignal.Me(), as: old).user.id == old.userId)
            let fresh = try await room.signIn()
            #expect(fresh.userId == old.userId)
            #expect(try await house.fault(of: leave, as: fresh) == nil)
        }
    }

    /// Method: all personal data is spelled uniquely, and the whole database file is searched for it.
    @Test func nothingPersonalStaysInTheDatabase() async throws {
        let words = ["zaphod", "beeblebrox", "heart-of-gold", "trillian"]
        try await TemporaryDatabase.with { database in
            let clock = SteppedClock()
            try await AuthHouse.with(database, clock: clock) { house in
                let register = AuthSignal.Register(
                    email: "\(words[0])@example.org", password: AuthHouse.password, name: words[1])
                let session = try await house.send(register, key: "k").session
                _ = try await house.send(AuthSignal.SetUsername(username: words[3]), as: session, key: "name")
                let (_, codes) = try await house.enrol(session)
                _ = try await house.send(house.login(words[3], code: codes[0], device: words[2]))
                _ = try await house.fault(of: house.login(words[3], "wrong password 1"))
                let before = try await house.store.read { try $0.sessions(of: session.userId) }
                #expect(before.count == 2)
                let leave = AuthSignal.DeleteUser(
                    password: AuthHouse.password, code: codes[1], name: "\(words[0])@example.org")
                _ = try await house.send(leave, as: session)
                #expect(try await house.eventTypes().last == "auth.userDeleted")
                let signedIn = try await house.facts("auth.signedIn", as: AuthEvent.SignedInEvent.self)
                #expect(signedIn.count == 2 && signedIn.allSatisfy { $0.device == nil })
                let registered = try await house.facts("auth.userRegistered", as: AuthEvent.UserRegistered.self)
                #expect(registered.map(\.name) == [""])
            }
            // The database is closed, so the write-ahead log has been moved into the file.
            let content = try Data(contentsOf: URL(fileURLWithPath: database.path))
            for word in words { #expect(content.range(of: Data(word.utf8)) == nil, "\(word)") }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func anExportHoldsEverythingButSecrets(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let other = try await house.send(house.login(device: "laptop")).session
            let (_, codes) = try await house.enrol(anna.session)
            _ = try await house.send(AuthSignal.EndSession(id: other.id), as: anna.session)
            let reset = try await house.send(AuthSignal.IssueReset(login: "anna"))
            let export = try await house.send(AuthSignal.Export(), as: anna.session)
            #expect(export.user == anna.user)
            #expect(export.sessions.count == 2)
            #expect(export.sessions.first { $0.id == other.id }?.endedAt != nil)
            #expect(export.sessions.first { $0.id == other.id }?.device == "laptop")
            #expect(export.totpSince != nil && export.recoveryCodesLeft == 10 && export.resetCodeUntil != nil)
            let text = String(decoding: try JSONEncoding.encode(export), as: UTF8.self)
            let hash = try await house.store.read { try $0.user(id: anna.user.id)?.passwordHash }
            for secret in [
                anna.session.token, anna.session.refreshToken, codes[0], reset.resetCode, try #require(hash),
            ] {
                #expect(!text.contains(secret))
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func allOtherSessionsAreEndedAtOnce(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let boris = try await house.send(
                AuthSignal.Register(email: "boris@example.org", password: AuthHouse.password)
            ).session
            let others = [try await house.send(house.login()).session, try await house.send(house.login()).session]
            house.clock.advance(by: .seconds(90))
            let listed = try await house.send(AuthSignal.Sessions(), as: session).sessions
            #expect(listed.first { $0.isCurrent }?.lastUsedAt == house.clock.now, "in use now")
            #expect(try await house.send(AuthSignal.EndOtherSessions(), as: session).ended == 2)
            #expect(house.revoked.ids == Set(others.map(\.id)))
            #expect(try await house.send(AuthSignal.EndOtherSessions(), as: session).ended == 0)
            #expect(try await house.send(AuthSignal.Sessions(), as: boris).sessions.count == 1)
        }
    }
}
