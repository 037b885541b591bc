import Foundation
import Glibc
import TestSupport
import Testing

@testable import Hosting

@Suite struct SocketTests {
    @Test func socketOfOurOwnIsPrivateListensAndGoesWithItsOwner() throws {
        let folder = TemporaryDirectory()
        var socket: ListeningSocket? = try ListeningSocket.make(name: "ledger", runDirectory: folder.path)
        let path = try #require(socket?.path)
        #expect(path == folder.path + "/ledger.sock")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(UnixClient.canConnect(path))
        #expect(FileLock.holder(of: folder.path + "/ledger.lock") == Int(getpid()))
        let descriptor = try #require(socket?.descriptorToLend)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        socket = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func secondCopyIsToldWhoRuns() throws {
        let folder = TemporaryDirectory()
        let first = try ListeningSocket.make(name: "ledger", runDirectory: folder.path)
        let error = #expect(throws: HostingError.self) {
            try ListeningSocket.make(name: "ledger", runDirectory: folder.path)
        }
        #expect(error?.code == .alreadyRunning)
        #expect(error?.message == "ledger is already running (pid \(getpid()))")
        #expect(UnixClient.canConnect(first.path))
    }

    @Test func socketOfSomebodyWithoutALockIsNotStolen() throws {
        let folder = TemporaryDirectory()
        let first = try ListeningSocket.make(name: "ledger", runDirectory: folder.path)
        unlink(folder.path + "/ledger.lock")
        let error = #expect(throws: HostingError.self) {
            try ListeningSocket.make(name: "ledger", runDirectory: folder.path)
        }
        #expect(error?.code == .alreadyRunning)
        #expect(UnixClient.canConnect(first.path))
    }

    @Test func deadSocketIsClearedAway() throws {
        let folder = TemporaryDirectory()
        let dead = try ListeningSocket.make(name: "ledger", runDirectory: folder.path)
        let path = dead.path
        // Like after kill -9: the descriptor is closed without removing the path.
        close(dead.takeDescriptor())
        unlink(folder.path + "/ledger.lock")
        #expect(!UnixClient.canConnect(path))
        let second = try ListeningSocket.make(name: "ledger", runDirectory: folder.path)
        #expect(UnixClient.canConnect(second.path))
    }

    @Test func pathOver107BytesIsAClearFault() throws {
        let folder = TemporaryDirectory()
        let run =
            folder.path + "/"
            + String(repeating: "d", count: 107 - folder.path.utf8.count - 1 - "/ledger.sock".utf8.count)
        try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: false)
        let longest = try ListeningSocket.make(name: "ledger", runDirectory: run)
        #expect(longest.path.utf8.count == 107)
        #expect(UnixClient.canConnect(longest.path))
        let error = #expect(throws: HostingError.self) {
            try ListeningSocket.make(name: "history", runDirectory: run)
        }
        #expect(error?.code == .pathTooLong)
        #expect(error?.message.contains("108 bytes long") == true)
    }

    @Test func socketsAreInheritedByName() throws {
        let folder = TemporaryDirectory()
        let made = try ["ledger", "ledger.events"].map { try ListeningSocket.make(name: $0, runDirectory: folder.path) }
        let inherited = InheritedSockets(
            Dictionary(uniqueKeysWithValues: made.map { ($0.name, dup($0.descriptorToLend)) }))
        let socket = try ListeningSocket.obtain(name: "ledger.events", runDirectory: "/nowhere", inherited: inherited)
        #expect(socket.isInherited)
        #expect(socket.path == folder.path + "/ledger.events.sock")
        #expect(inherited.names == ["ledger"])
        // The path is not ours to remove, and a second call gets no socket.
        #expect(throws: HostingError.self) {
            try ListeningSocket.obtain(name: "ledger.events", runDirectory: folder.path, inherited: inherited)
        }
        _ = try ListeningSocket.obtain(name: "ledger", runDirectory: "/nowhere", inherited: inherited)
        #expect(FileManager.default.fileExists(atPath: made[0].path))
    }

    @Test func descriptorsMeantForAnotherProcessAreNotTouched() {
        let variables = ["LISTEN_PID": "1", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "ledger"]
        #expect(InheritedSockets(Environment(variables: variables), pid: 2).names.isEmpty)
        for count in ["0", "-1", "65", "many", ""] {
            let variables = ["LISTEN_PID": "2", "LISTEN_FDS": count, "LISTEN_FDNAMES": "ledger"]
            #expect(InheritedSockets(Environment(variables: variables), pid: 2).names.isEmpty)
        }
    }

    @Test func inheritedDescriptorThatDoesNotListenIsRefused() throws {
        let inherited = InheritedSockets(["ledger": open("/dev/null", O_RDONLY | O_CLOEXEC)])
        let error = #expect(throws: HostingError.self) {
            try ListeningSocket.obtain(name: "ledger", runDirectory: "/nowhere", inherited: inherited)
        }
        #expect(error?.code == .wrongInheritance)
    }

    @Test func databaseHasOneWriterAndASuccessorWaits() async throws {
        let folder = TemporaryDirectory()
        for service in ["ledger", "history"] { try DataLayout(root: folder.path).prepare(for: service) }
        var first: WriterLock? = try await .acquire(service: "ledger", dataDirectory: folder.path)
        let error = await #expect(throws: HostingError.self) {
            try await WriterLock.acquire(service: "ledger", dataDirectory: folder.path, patience: .milliseconds(50))
        }
        #expect(error?.code == .alreadyRunning)
        #expect(error?.message.contains("pid \(getpid())") == true)
        _ = try await WriterLock.acquire(service: "history", dataDirectory: folder.path)
        async let second = WriterLock.acquire(service: "ledger", dataDirectory: folder.path, patience: .seconds(60))
        first = nil
        _ = try await second
        #expect(first == nil)
    }
}
