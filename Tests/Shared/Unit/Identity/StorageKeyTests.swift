import Foundation
import Identity
import Sodium
import TestSupport
import Testing

@Suite struct StorageKeyTests {
    @Test func isMadeOnceAndReadByItsOwnerAlone() throws {
        try TemporaryKeys.with { keys in
            let made = try keys.directory().storageKey(of: .auth)
            #expect(made.count == 32)
            #expect(try keys.directory().storageKey(of: .auth) == made)
            #expect(try keys.directory().storageKey(of: .ledger) != made)
            #expect(try keys.mode(of: "auth/auth.storage") == 0o600)
            #expect(try keys.names() == ["auth/auth.storage", "ledger/ledger.storage"])
            let path = keys.path + "/auth/auth.storage"
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let fault = try #require(throws: KeyDirectoryError.self) { try keys.directory().storageKey(of: .auth) }
            #expect(fault.code == .notPrivate)
        }
    }

    @Test func aFileThatHoldsNoKeyIsRefusedAndLeftAlone() throws {
        try TemporaryKeys.with { keys in
            let path = keys.path + "/auth/auth.storage"
            for text in ["", "k4.local.", "k4.local.AAAA", "k4.secret." + String(repeating: "A", count: 43)] {
                try FileManager.default.createDirectory(atPath: keys.path + "/auth", withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
                let fault = try #require(throws: KeyDirectoryError.self) { try keys.directory().storageKey(of: .auth) }
                #expect(fault.code == .notAKey)
                #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
            }
        }
    }
}
