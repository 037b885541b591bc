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

    @Test func deadSocketIsClearedAway() async throws {
        let folder = TemporaryDirectory()
        let dead = try ListeningSocket.make(name: "ledger", runDirectory: folder.path)
        let path = dead.path
        // Like after kill -9: the descriptor is closed without removing the path.
        close(dead.takeDescriptor())
        unlink(folder.path + "/ledger.lock")
        // A process that another test starts has a copy of every descriptor for a moment, until it is its program.
        try await eventually("nobody listens there") { !UnixClient.canConnect(path) }
        let second = try ListeningSocket.make(name: "ledger", runDirectory: folder.path)
        #expect(UnixClient.canConnect(second.path))
    }

    @Test func socketAtAPathOfItsOwnMayBeSharedWithAGroup() async throws {
        let folder = TemporaryDirectory()
        let path = try #require(AbsolutePath(folder.file("web.socket")))
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path.description)[.posixPermissions] as? Int
        }
        var socket: ListeningSocket? = try ListeningSocket.make(name: "web", at: path)
        #expect(try mode() == 0o600 && UnixClient.canConnect(path.description))
        let second = #expect(throws: HostingError.self) { try ListeningSocket.make(name: "web", at: path) }
        #expect(second?.code == .alreadyRunning)
        socket = nil
        #expect(socket == nil && !FileManager.default.fileExists(atPath: path.description))
        // A process that another test starts has a copy of the lock for a moment, until it is its program.
        try await eventually("the lock is free") {
            socket = try? ListeningSocket.make(name: "web", at: path, group: getegid())
            return socket != nil
        }
        #expect(try mode() == 0o660 && UnixClient.canConnect(path.description))
        // A file that is no socket is somebody's, and stays.
        let file = try #require(AbsolutePath(try folder.write("mine", to: "notes")))
        let taken = #expect(throws: HostingError.self) { try ListeningSocket.make(name: "web", at: file) }
        #expect(taken?.code == .notPrivate)
        #expect(folder.read("notes") == "mine")
        withExtendedLifetime(socket) {}
    }

    @Test func inheritedSocketsAreToldApart() throws {
        let folder = TemporaryDirectory()
        let socket = try ListeningSocket.make(name: "web", runDirectory: folder.path)
        let port = try ListeningPort(address: "127.0.0.1", port: 0)
        let number = port.port
        let inherited = InheritedSockets(["unix": socket.takeDescriptor(), "tcp": port.takeDescriptor()])
        #expect(inherited.isUnix("unix") == true && inherited.isUnix("tcp") == false && inherited.isUnix("web") == nil)
        #expect(try ListeningSocket.inherited("web", from: inherited) == nil)
        let taken = try #require(try ListeningSocket.inherited("unix", from: inherited))
        #expect(taken.path == socket.path && taken.isInherited && inherited.names == ["tcp"])
        guard let tcp = try ListeningPort.inherited("tcp", from: inherited) else {
            Issue.record("the port is not there")
            return
        }
        let takenPort = tcp.port
        #expect(takenPort == number && inherited.names.isEmpty)
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

    @Test(arguments: ["127.0.0.1", "::1"])
    func portsAreInheritedByName(address: String) throws {
        let made = try ListeningPort(address: address, port: 0)
        let (port, endpoint) = (made.port, made.endpoint)
        let inherited = InheritedSockets(["web": made.takeDescriptor()])
        // The type cannot be copied, which the macros of the tests would do.
        func taken(_ name: String) throws -> (port: Int, endpoint: String)? {
            guard let found = try ListeningPort.inherited(name, from: inherited) else { return nil }
            return (found.port, found.endpoint)
        }
        #expect(try taken("other") == nil)
        let found = try #require(try taken("web"))
        #expect(found.port == port && found.endpoint == endpoint)
        #expect(try taken("web") == nil)
    }

    @Test func anInheritedDescriptorThatIsNoPortIsRefused() throws {
        let folder = TemporaryDirectory()
        let unix = try ListeningSocket.make(name: "web", runDirectory: folder.path)
        let unconnected = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        for descriptor in [dup(unix.descriptorToLend), open("/dev/null", O_RDONLY | O_CLOEXEC), unconnected] {
            let error = #expect(throws: HostingError.self) {
                _ = try ListeningPort.inherited("web", from: InheritedSockets(["web": descriptor]))
            }
            #expect(error?.code == .wrongInheritance)
        }
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
