import Glibc
import TestSupport
import Testing

@testable import Hosting

@Suite struct ServiceLogFileTests {
    @Test func longLogIsCopiedAndEmptiedInPlace() throws {
        let folder = TemporaryDirectory()
        let log = ServiceLogFile(path: folder.path + "/ledger.log", limit: 10)
        let writer = try log.openForAppending()
        writeAll(Array("12345678901\n".utf8), to: writer.rawValue)
        log.rotateIfLong()
        writeAll(Array("after\n".utf8), to: writer.rawValue)
        #expect(folder.read("ledger.log.1") == "12345678901\n")
        #expect(folder.read("ledger.log") == "after\n")
    }

    /// Created by a previous version, or by hand.
    @Test func aLogThatWasOpenToOthersIsClosedToThem() throws {
        let folder = TemporaryDirectory()
        let log = ServiceLogFile(path: folder.path + "/ledger.log", limit: 10)
        for name in ["ledger.log", "ledger.log.1"] {
            _ = try folder.write("long ago, and long enough\n", to: name)
            #expect(chmod(folder.file(name), 0o644) == 0)
        }
        _ = try log.openForAppending()
        for name in ["ledger.log", "ledger.log.1"] {
            var information = stat()
            #expect(stat(folder.file(name), &information) == 0 && information.st_mode & 0o777 == 0o600, "\(name)")
        }
    }
}
