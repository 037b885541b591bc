import Coordination
import CrashPoints
import Domain
import Signals
import Sodium
import Storage
import StrictJSON
import TestSupport

@testable import AuthService

/// A day of auth: people who come, sign in by every way, change what proves them, and leave.
struct AuthDay: CrashDay {
    struct House: Sendable {
        let auth: AuthHouse
        let store: SQLiteAuthStore
    }

    static let name = "auth"
    private let vaultKey = SecretBytes.random(count: SecretBox.keyCount)
    private static let page = PasskeyPage()
    private static let newPassword = "another harbour lamp 8"
    private static let lastPassword = "a third harbour lamp 9"

    func open(at path: String, clock: SteppedClock, options: StoreOptions) async throws -> OpenHouse<House> {
        let store = try await Store.open(at: path, migrations: AuthMigrations.all, options: options)
        let auth = SQLiteAuthStore(store, clock: clock.wallClock)
        let house = try await AuthHouse(
            store: auth, clock: clock, hasher: CountingHasher(), vaultKey: vaultKey, mayRegister: true,
            registrations: 1_000, events: { [] })
        return OpenHouse(House(auth: house, store: auth), over: store)
    }

    /// Nobody has two names, and every session belongs to somebody.
    func problems(of house: House, _ store: Store) async throws -> [String] {
        try await store.read { transaction in
            let lost: Int64? = try transaction.connection.first(
                "SELECT count(*) FROM sessions WHERE user_id NOT IN (SELECT id FROM users)")
            return lost == 0 ? [] : ["\(lost ?? -1) sessions belong to nobody"]
        }
    }

    static func keep(_ session: AuthSignal.Session, as name: String, in notes: Notes) throws {
        notes[name] = String(decoding: try JSONEncoding.encode(session), as: UTF8.self)
    }

    static func session(_ name: String, _ notes: Notes) throws -> AuthSignal.Session {
        try JSONDocument(Array(notes[name].utf8)).root.decode(AuthSignal.Session.self)
    }

    static let steps: [CrashStep<House>] = sessions + people + passwords + codes + ways + departure

    private static func login(
        _ name: String, _ password: String = AuthHouse.password, as login: String = "anna"
    ) -> CrashStep<House> {
        .change("sign in: \(name)") { house, notes in
            try keep(try await house.auth.send(house.auth.login(login, password)).session, as: name, in: notes)
        }
    }

    private static let sessions: [CrashStep<House>] = [
        .change("register anna") { house, notes in
            let signedIn = try await house.auth.registerAnna()
            notes["anna"] = signedIn.user.id
            try keep(signedIn.session, as: "main", in: notes)
        },
        login("second"),
        .ask("end session") {
            try await $0.auth.send(
                AuthSignal.EndSession(id: try session("second", $1).id), as: try session("main", $1), key: $2)
        },
        login("third"),
        .ask("end other sessions") {
            try await $0.auth.send(AuthSignal.EndOtherSessions(), as: try session("main", $1), key: $2)
        },
        .change("wrong password") { house, _ in
            let fault = try await house.auth.fault(of: house.auth.login("anna", "wrong one"))
            guard fault?.code != .invalidCredentials else { return }
            throw fault ?? Fault(.internalFault, "A wrong password was right.")
        },
        .change("refresh") { house, notes in
            let old = try session("main", notes)
            let renewed = try await house.auth.send(AuthSignal.Refresh(refreshToken: old.refreshToken))
            try keep(renewed.session, as: "main", in: notes)
        },
    ]

    private static let people: [CrashStep<House>] = [
        .change("register boris") { house, notes in
            let signedIn = try await house.auth.send(
                AuthSignal.Register(email: "boris@example.org", password: AuthHouse.password))
            notes["boris"] = signedIn.user.id
            try keep(signedIn.session, as: "boris's", in: notes)
        },
        .ask("user name") {
            try await $0.auth.send(AuthSignal.SetUsername(username: "boris"), as: try session("boris's", $1), key: $2)
        },
        .ask("zone") {
            try await $0.auth.send(AuthSignal.SetZone(zone: "Europe/Moscow"), as: try session("main", $1), key: $2)
        },
        .ask("adopt zones") {
            let zones = [AuthSignal.KeptZone(user: $1["boris"], zone: "Asia/Omsk")]
            return try await $0.auth.send(AuthSignal.AdoptZones(zones: zones), asService: "subscriptions", key: $2)
        },
        .restart("restart at noon"),
    ]

    private static let codes: [CrashStep<House>] = [
        .change("set up codes", commits: 2) { house, notes in
            let session = try session("boris's", notes)
            notes["recovery"] = try await house.auth.enrol(session).recoveryCodes.joined(separator: " ")
        },
        .ask("turn codes off") {
            let code = String($1["recovery"].split(separator: " ")[0])
            return try await $0.auth.send(
                AuthSignal.DisableTOTP(password: AuthHouse.password, code: code), as: try session("boris's", $1),
                key: $2)
        },
    ]

    private static let passwords: [CrashStep<House>] = [
        .change("issue reset") { house, notes in
            notes["reset"] = try await house.auth.send(AuthSignal.IssueReset(login: "anna")).resetCode
        },
        .change("reset password") { house, notes in
            let reset = AuthSignal.ResetPassword(
                login: "anna", recoveryCode: nil, resetCode: notes["reset"], new: newPassword)
            _ = try await house.auth.send(reset)
        },
        login("main", newPassword),
        // Asked again it is answered only while the password is still that one.
        .ask("change password") {
            try await $0.auth.send(
                AuthSignal.ChangePassword(current: newPassword, new: lastPassword), as: try session("main", $1),
                key: $2)
        },
    ]

    private static let ways: [CrashStep<House>] = [
        .change("begin passkey") { house, notes in
            let creation = try await house.auth.beginPasskey(try session("boris's", notes))
            notes["creation"] = String(decoding: try JSONEncoding.encode(creation), as: UTF8.self)
        },
        .change("add passkey") { house, notes in
            let creation = try JSONDocument(Array(notes["creation"].utf8)).root
                .decode(AuthSignal.PasskeyCreation.self)
            let added = try await house.auth.send(page.add(creation), as: try session("boris's", notes))
            notes["passkey"] = added.id
        },
        .change("rename passkey") { house, notes in
            let rename = AuthSignal.RenamePasskey(id: notes["passkey"], name: "Boris's phone")
            _ = try await house.auth.send(rename, as: try session("boris's", notes))
        },
        .change("sign in by passkey", commits: 3) { house, notes in
            let request = try await house.auth.send(AuthSignal.BeginPasskeyLogin())
            let login = AuthSignal.PasskeyLogin(assertion: page.use(request, of: notes["boris"]))
            try keep(try await house.auth.send(login).session, as: "by passkey", in: notes)
        },
        .change("remove passkey") { house, notes in
            let remove = AuthSignal.RemovePasskey(id: notes["passkey"], password: AuthHouse.password)
            _ = try await house.auth.send(remove, as: try session("boris's", notes))
        },
        .change("link telegram", commits: 12) { house, notes in
            try await TelegramRoom(house.auth).link(TelegramRoom.boris, to: try session("boris's", notes))
        },
        .ask("unlink telegram") {
            try await $0.auth.send(
                AuthSignal.UnlinkTelegram(password: AuthHouse.password), as: try session("boris's", $1), key: $2)
        },
    ]

    private static let departure: [CrashStep<House>] = [
        .change("log out") { house, notes in
            _ = try await house.auth.send(AuthSignal.Logout(), as: try session("by passkey", notes))
        },
        .change("register dora") { house, notes in
            let signedIn = try await house.auth.send(
                AuthSignal.Register(email: "dora@example.org", password: AuthHouse.password))
            try keep(signedIn.session, as: "dora's", in: notes)
        },
        .change("dora leaves") { house, notes in
            let leave = AuthSignal.DeleteUser(password: AuthHouse.password, code: nil, name: "dora@example.org")
            _ = try await house.auth.send(leave, as: try session("dora's", notes))
        },
        .restart("restart in the evening"),
        .ask("end sessions") {
            try await $0.auth.send(AuthSignal.EndSessions(login: "boris@example.org"), key: $2)
        },
        login("last", lastPassword),
    ]
}
