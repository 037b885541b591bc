import Domain
import Foundation
import TestSupport
import Testing

@testable import Identity

@Suite struct KeyDirectoryTests {
    @Test func makesAKeyOnceAndPublishesIt() throws {
        try TemporaryKeys.with { keys in
            let made = try keys.directory().signingKey(of: .ledger)
            let again = try keys.directory().signingKey(of: .ledger)
            #expect(made.publicKey == again.publicKey)
            let trusted = try #require(try keys.directory().key(id: made.publicKey.id))
            #expect(trusted.owner == .service(.ledger))
            #expect(trusted.key == made.publicKey)
            #expect(try keys.mode(of: "ledger/ledger.secret") == 0o600)
            #expect(try keys.names() == ["keys/ledger/ledger.public", "ledger/ledger.secret"])
        }
    }

    @Test func thoseWhoMakeAKeyAtOnceGetTheSame() async throws {
        try await TemporaryKeys.with { keys in
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<16 {
                    let directory = try keys.directory()
                    group.addTask { try directory.signingKey(of: .auth).publicKey.id }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try keys.names() == ["auth/auth.secret", "keys/auth/auth.public"])
        }
    }

    @Test func theKeyOfAnExtraServiceIsTrustedOnlyWhereItIsNamed() throws {
        try TemporaryKeys.with { keys in
            let weather = HouseService(extra: "weather")
            let own = try keys.directory(extra: [weather]).signingKey(of: weather).publicKey
            #expect(try keys.directory(extra: [weather]).key(id: own.id)?.owner == .service(weather))
            #expect(try keys.directory().key(id: own.id) == nil)
            #expect(try keys.directory(extra: [HouseService(extra: "notes")]).key(id: own.id) == nil)
        }
    }

    @Test func learnsAtOnceOfAServiceThatStartsLater() throws {
        try TemporaryKeys.with { keys in
            let reader = try keys.directory()
            #expect(reader.key(id: "k4.pid.nobody") == nil)
            let late = try keys.directory().signingKey(of: .history).publicKey
            #expect(reader.key(id: late.id)?.owner == .service(.history))
        }
    }

    @Test func readsNothingForStrangersWhileTheDirectoryIsAsItWas() async throws {
        try await TemporaryKeys.with { keys in
            let reader = try keys.directory()
            try await eventually("the last change is long enough ago") {
                let before = reader.readCount
                _ = reader.key(id: "k4.pid.nobody")
                return before > 0 && reader.readCount == before
            }
            let before = reader.readCount
            for index in 0..<100 { #expect(reader.key(id: "k4.pid.nobody\(index)") == nil) }
            #expect(reader.readCount == before)
            let late = try keys.directory().signingKey(of: .history).publicKey
            #expect(reader.key(id: late.id)?.owner == .service(.history))
        }
    }

    /// Any replacement of a key is noticed, however the file changes, even if its id is never presented.
    @Test func changesAreSeenWithinASecondOfTheCallersClock() throws {
        try TemporaryKeys.with { keys in
            let (reader, clock) = (try keys.directory(), SteppedClock())
            let old = try keys.directory().signingKey(of: .auth).publicKey
            func generation(after wait: Duration) -> Int {
                clock.advance(by: wait)
                return reader.generation(at: clock.now)
            }
            let first = generation(after: .zero)
            #expect(reader.key(id: old.id) != nil)
            let new = TokenSigningKey().publicKey
            try keys.write(new.text, to: "keys/auth/auth.public")
            #expect(generation(after: .milliseconds(999)) == first, "one look in a second")
            let second = generation(after: .milliseconds(1))
            #expect(second > first && reader.key(id: old.id) == nil && reader.key(id: new.id)?.owner == .service(.auth))

            try keys.setMode(0o666, of: "keys/auth/auth.public")
            let third = generation(after: .seconds(1))
            #expect(third > second && reader.key(id: new.id) == nil, "others may write to it")
            try keys.setMode(0o644, of: "keys/auth/auth.public")
            let fourth = generation(after: .seconds(1))
            #expect(fourth > third && reader.key(id: new.id) != nil)

            try keys.remove("keys/auth/auth.public")
            clock.advance(by: .seconds(-3600))
            #expect(reader.generation(at: clock.now) > fourth, "a clock that was set back hides nothing")
            #expect(reader.key(id: new.id) == nil)
        }
    }

    @Test func trustsNoFileOfAnotherName() throws {
        try TemporaryKeys.with { keys in
            let stranger = TokenSigningKey().publicKey
            try keys.write(stranger.text, to: "keys/mallory/mallory.public")
            #expect(try keys.directory().key(id: stranger.id) == nil)
        }
    }

    @Test func refusesASecretThatOthersCanRead() throws {
        try TemporaryKeys.with { keys in
            _ = try keys.directory().signingKey(of: .auth)
            try keys.setMode(0o644, of: "auth/auth.secret")
            #expect { try keys.directory().signingKey(of: .auth) } throws: { error in
                (error as? KeyDirectoryError)?.code == .notPrivate
            }
        }
    }

    @Test func refusesADirectoryThatOthersCanWriteTo() throws {
        try TemporaryKeys.with { keys in
            _ = try keys.directory()
            for place in ["keys", "keys/auth"] {
                _ = try keys.directory().signingKey(of: .auth)
                try keys.setMode(0o777, of: place)
                #expect(throws: KeyDirectoryError.self, "\(place)") { try keys.directory() }
                try keys.setMode(0o700, of: place)
            }
        }
    }

    @Test func refusesASecretThatIsNoKey() throws {
        try TemporaryKeys.with { keys in
            try keys.write("k4.secret.nonsense", to: "auth/auth.secret", mode: 0o600)
            #expect { try keys.directory().signingKey(of: .auth) } throws: { error in
                (error as? KeyDirectoryError)?.code == .notAKey
            }
        }
    }
}

/// A key directory for one test, deleted afterwards.
struct TemporaryKeys {
    let path: String

    static func with<Result>(_ body: (TemporaryKeys) throws -> Result) throws -> Result {
        let keys = TemporaryKeys(path: makeDirectory())
        defer { try? FileManager.default.removeItem(atPath: keys.path) }
        return try body(keys)
    }

    static func with<Result>(_ body: (TemporaryKeys) async throws -> Result) async throws -> Result {
        let keys = TemporaryKeys(path: makeDirectory())
        defer { try? FileManager.default.removeItem(atPath: keys.path) }
        return try await body(keys)
    }

    private static func makeDirectory() -> String {
        let path = NSTemporaryDirectory() + "/kopilka-keys-" + Identifier.random()
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return path
    }

    func directory(extra: [HouseService] = []) throws -> KeyDirectory {
        try KeyDirectory(dataDirectory: path, extra: extra)
    }

    /// Returns all files, by their paths below the directory.
    func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.type] as? FileAttributeType
                == .typeRegular
        }.sorted()
    }

    func write(_ text: String, to name: String, mode: Int = 0o644) throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        try FileManager.default.createDirectory(
            atPath: ((path + "/" + name) as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let isWritten = FileManager.default.createFile(
            atPath: path + "/" + name, contents: Data(text.utf8), attributes: attributes)
        try #require(isWritten)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

    func mode(of name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
    }
}
