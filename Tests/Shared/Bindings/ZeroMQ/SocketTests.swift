import Glibc
import TestSupport
import Testing
import ZeroMQ

/// The properties of a received frame, for comparisons.
private struct Arrival: Equatable {
    let bytes: [UInt8]
    let hasMore: Bool
    let peer: PeerAddress?

    init?(of socket: Socket) throws {
        guard let message = try socket.receive() else { return nil }
        bytes = message.bytes
        hasMore = message.hasMore
        peer = message.peerAddress
    }
}

@Suite struct SocketTests {
    let directory = TemporaryDirectory()
    let context = Context()

    /// Waits for the next message, at most 10 s.
    private func frames(of socket: Socket) throws -> [[UInt8]] {
        let poller = Poller()
        poller.add(socket)
        try poller.poll(milliseconds: 120_000)
        return try #require(try socket.receiveFrames())
    }

    @Test func dealerAndRouterExchangeMessagesAndTheKernelNamesThePeer() throws {
        let server = try Socket(.router, in: context, options: .server)
        try server.bind(directory.endpoint("s"))
        let client = try Socket(.dealer, in: context, options: .client)
        try client.connect(directory.endpoint("s"))
        try client.send(Message(bytes: Array("question".utf8)), more: false)

        let poller = Poller()
        poller.add(server)
        #expect(try poller.poll(milliseconds: 120_000) == 1)
        let identity = try #require(try Arrival(of: server))
        #expect(identity.hasMore)
        let body = try #require(try Arrival(of: server))
        #expect(body.bytes == Array("question".utf8))
        #expect(!body.hasMore)
        #expect(body.peer == PeerAddress(userID: getuid(), groupID: getgid(), processID: getpid()))

        #expect(try server.send(frames: [identity.bytes, Array("answer".utf8)]))
        #expect(try frames(of: client) == [Array("answer".utf8)])
        #expect(try Arrival(of: client) == nil)
    }

    /// A peer can put any property into its handshake; the kernel's value must override it.
    @Test func peerCannotForgeItsAddress() throws {
        var options = SocketOptions.server
        // Time for a handshake in steps: a peer that is late would be dropped, and nothing connects this one again.
        options.handshakeInterval = .seconds(600)
        let server = try Socket(.router, in: context, options: options)
        try server.bind(directory.endpoint("s"))
        let forger = RawPeer()
        #expect(forger.attach(directory.file("s")))
        var greeting: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 3, 0] + Array("NULL".utf8)
        greeting += [UInt8](repeating: 0, count: 64 - greeting.count)
        var ready: [UInt8] = [5] + Array("READY".utf8)
        for (name, value) in [("Socket-Type", "DEALER"), ("Peer-Address", "localhost:4242:4242:4242")] {
            ready +=
                [UInt8(name.utf8.count)] + Array(name.utf8) + [0, 0, 0, UInt8(value.utf8.count)] + Array(value.utf8)
        }
        #expect(forger.write(greeting))
        #expect(forger.read(64))
        #expect(forger.write([4, UInt8(ready.count)] + ready))
        // The server's own READY. A message before it would be taken for a part of the handshake.
        #expect(forger.read(8))
        #expect(forger.write([0, 2] + Array("hi".utf8)))

        let poller = Poller()
        poller.add(server)
        #expect(try poller.poll(milliseconds: 120_000) == 1)
        let identity = try #require(try Arrival(of: server))
        #expect(identity.hasMore)
        let body = try #require(try Arrival(of: server))
        #expect(body.bytes == Array("hi".utf8))
        #expect(body.peer == PeerAddress(userID: getuid(), groupID: getgid(), processID: getpid()))
        // An object may be released after its last use, which would hang up here.
        withExtendedLifetime(forger) {}
    }

    @Test func messageThatIsNotTakenStaysWithTheCaller() throws {
        var options = SocketOptions.client
        options.immediate = true
        let client = try Socket(.dealer, in: context, options: options)
        try client.connect(directory.endpoint("nobody"))
        let isSent = try client.send(Message(bytes: [1]), more: false)
        #expect(!isSent)
        var message = Message(bytes: [1, 2, 3])
        let isTaken = try client.offer(&message, more: false)
        #expect(!isTaken)
        let kept = message.bytes
        #expect(kept == [1, 2, 3])
        #expect(try !client.send(frames: [[1], [2]]))
        let isCopySent = try [UInt8](repeating: 0, count: 3).withUnsafeBytes { try client.send(bytes: $0, more: false) }
        #expect(!isCopySent)
    }

    @Test func mandatoryRouterNamesAnUnknownPeer() throws {
        let server = try Socket(.router, in: context, options: .server)
        try server.bind(directory.endpoint("s"))
        let error = try #require(throws: ZeroMQError.self) { try server.send(frames: [[0, 1, 2, 3, 4], [9]]) }
        #expect(error.code == .unreachable)
        #expect(error.function == "zmq_send")
    }

    @Test func messagesOfAllSizesArriveWhole() throws {
        let sender = try Socket(.push, in: context)
        let receiver = try Socket(.pull, in: context)
        try receiver.bind("inproc://sizes")
        try sender.connect("inproc://sizes")
        for size in [0, 1, 33, 4095, 4096, 1 << 20] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try sender.send(Message(bytes: bytes), more: true)
            _ = try bytes.withUnsafeBytes { try sender.send(bytes: $0, more: true) }
            try sender.send(Message(size: size) { $0.copyBytes(from: bytes) }, more: false)
            #expect(try frames(of: receiver) == [bytes, bytes, bytes])
        }
    }

    /// The array is passed without a copy, so later changes by the caller must not affect the message.
    @Test func handedOverArrayIsTheMessagesOwn() {
        var bytes = [UInt8](repeating: 1, count: 10_000)
        let message = Message(bytes: bytes)
        bytes[0] = 2
        let (kept, peer) = (message.bytes, message.peerAddress)
        #expect(kept == [UInt8](repeating: 1, count: 10_000))
        #expect(peer == nil)
    }

    @Test func tooLongPathIsRefusedWithItsLimit() throws {
        let server = try Socket(.router, in: context)
        let longest = String(repeating: "x", count: 107 - directory.path.utf8.count - 1)
        try server.bind(directory.endpoint(longest))
        let error = try #require(throws: ZeroMQError.self) { try server.bind(directory.endpoint(longest + "x")) }
        #expect(error.code == .nameTooLong)
        #expect(error.message.contains("107"))
        #expect(throws: error) { try server.connect(directory.endpoint(longest + "x")) }
    }

    @Test func missingDirectoryAndWrongEndpointsAreRefused() throws {
        let server = try Socket(.router, in: context)
        let missing = try #require(throws: ZeroMQError.self) { try server.bind(directory.endpoint("no/s")) }
        #expect(missing.code == .notFound)
        #expect(missing.message.contains("directory"))
        let zero = try #require(throws: ZeroMQError.self) { try server.bind(directory.endpoint("a\0b")) }
        #expect(zero.code == .invalidArgument)
        let unknown = try #require(throws: ZeroMQError.self) { try server.bind("pigeon://coop") }
        #expect(unknown.code == .unknownTransport)
    }

    @Test func endpointsAreToldAndLeft() throws {
        let server = try Socket(.router, in: context)
        #expect(try server.lastEndpoint() == "")
        try server.bind(directory.endpoint("s"))
        #expect(try server.lastEndpoint() == directory.endpoint("s"))
        try server.unbind(directory.endpoint("s"))
        let again = try #require(throws: ZeroMQError.self) { try server.unbind(directory.endpoint("s")) }
        #expect(again.code == .notFound)
        try server.connect(directory.endpoint("s"))
        try server.disconnect(directory.endpoint("s"))
    }

    @Test func listeningDescriptorIsTakenOver() throws {
        let listener = RawPeer()
        #expect(listener.attach(directory.file("s"), listening: true))
        var options = SocketOptions.server
        options.useFileDescriptor = dup(listener.descriptor)
        let server = try Socket(.router, in: context, options: options)
        try server.bind(directory.endpoint("s"))
        let client = try Socket(.dealer, in: context, options: .client)
        try client.connect(directory.endpoint("s"))
        try client.send(Message(bytes: [7]), more: false)
        #expect(try frames(of: server).last == [7])
    }

    @Test func subscriberGetsWhatItAskedFor() throws {
        let publisher = try Socket(.xpub, in: context)
        try publisher.bind("inproc://events")
        var options = SocketOptions()
        options.subscriptions = [Array("a".utf8)]
        let subscriber = try Socket(.sub, in: context, options: options)
        try subscriber.connect("inproc://events")
        #expect(try frames(of: publisher) == [[1] + Array("a".utf8)])
        try publisher.send(Message(bytes: Array("b1".utf8)), more: false)
        try publisher.send(Message(bytes: Array("a1".utf8)), more: false)
        #expect(try frames(of: subscriber) == [Array("a1".utf8)])
        try subscriber.unsubscribe(Array("a".utf8))
        #expect(try frames(of: publisher) == [[0] + Array("a".utf8)])
    }

    @Test func optionThatDoesNotSuitIsRefused() throws {
        var options = SocketOptions()
        options.routerMandatory = true
        let error = try #require(throws: ZeroMQError.self) { try Socket(.dealer, in: context, options: options) }
        #expect(error.code == .invalidArgument)
        #expect(error.description.contains("zmq_setsockopt"))
    }

    @Test func contextWithoutRoomForSocketsSaysSo() throws {
        let small = Context(maximumSockets: 1)
        let only = try Socket(.pair, in: small)
        let error = try #require(throws: ZeroMQError.self) { try Socket(.pair, in: small) }
        #expect(error.code == .tooManyOpen)
        only.close()
        only.close()
        #expect(only.isClosed)
    }

    @Test func readyEventsFollowTheQueue() throws {
        let first = try Socket(.pair, in: context)
        let second = try Socket(.pair, in: context)
        try first.bind("inproc://ready")
        try second.connect("inproc://ready")
        #expect(try second.readyEvents() == .writable)
        try first.send(Message(bytes: [1]), more: false)
        #expect(try second.readyEvents() == [.readable, .writable])
    }

    @Test func useByAnotherThreadTraps() async {
        await #expect(processExitsWith: .failure) {
            // The tested mistake: the check must trap.
            nonisolated(unsafe) let socket = try Socket(.pair, in: Context())
            onAnotherThread { _ = try? socket.receive() }
        }
    }

    @Test func useAfterCloseTraps() async {
        await #expect(processExitsWith: .failure) {
            let socket = try Socket(.pair, in: Context())
            socket.close()
            _ = try socket.receive()
        }
    }

    @Test func pollingAClosedSocketTraps() async {
        await #expect(processExitsWith: .failure) {
            let socket = try Socket(.pair, in: Context())
            let poller = Poller()
            poller.add(socket)
            socket.close()
            try poller.poll(milliseconds: 0)
        }
    }

    @Test func messageWithoutFramesTraps() async {
        await #expect(processExitsWith: .failure) {
            try Socket(.pair, in: Context()).send(frames: [])
        }
    }

    @Test func libraryIsTheOneWeWereProbedWith() {
        #expect(ZeroMQLibrary.version.hasPrefix("4.3."))
        #expect(ZeroMQLibrary.has(.ipc))
        #expect(ZeroMQLibrary.has(.curve))
    }
}
