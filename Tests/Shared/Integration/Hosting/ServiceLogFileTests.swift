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
}
