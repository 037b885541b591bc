import Hosting
import Sodium
import TestSupport
import Testing
import ZeroMQ

/// CURVE and ZAP as libzmq does them: who gets in, with which id, and what is counted.
@Suite struct CurveTests {
    private let context = Context()
    private let serverKeys = MachineKeys()
    private let clientKeys = MachineKeys()

    /// A CURVE server on a local port, and its endpoint.
    private func serve(
        limits: ReceiveLimits? = nil, handshakeInterval: Duration? = SocketOptions.server.handshakeInterval
    ) throws -> (socket: Socket, endpoint: String) {
        let port = try ListeningPort(address: "127.0.0.1", port: 0)
        let endpoint = port.endpoint
        var options = SocketOptions.server
        options.handshakeInterval = handshakeInterval
        options.useFileDescriptor = port.takeDescriptor()
        options.receiveLimits = limits
        options.tcpKeepAlive = TCPKeepAlive()
        let socket = try Socket(.router, in: context, options: options)
        try serverKeys.secretKey.withBytes { key throws(ZeroMQError) in
            try socket.serveCurve(secretKey: key, domain: "echo")
        }
        try socket.bind(endpoint)
        return (socket, endpoint)
    }

    private func connect(to endpoint: String, serverKey: [UInt8]? = nil) throws -> Socket {
        var options = SocketOptions.client
        options.connectTimeout = .seconds(2)
        options.tcpKeepAlive = TCPKeepAlive()
        let socket = try Socket(.dealer, in: context, options: options)
        try clientKeys.secretKey.withBytes { key throws(ZeroMQError) in
            try socket.useCurve(
                secretKey: key, publicKey: clientKeys.publicKey, serverKey: serverKey ?? serverKeys.publicKey)
        }
        try socket.connect(endpoint)
        return socket
    }

    /// A ZAP handler that answers when ``next(of:handler:status:within:)`` runs.
    private func handle() throws -> Socket {
        let handler = try Socket(.router, in: context)
        try handler.bind("inproc://zeromq.zap.01")
        return handler
    }

    /// Returns the next message of `socket` and the ZAP user id of its sender. Meanwhile `handler` answers `status`.
    private func next(
        of socket: Socket, handler: Socket? = nil, status: String = "200", within limit: Duration = .seconds(180)
    ) throws -> (frames: [[UInt8]], userID: String?)? {
        let poller = Poller()
        poller.add(socket)
        if let handler { poller.add(handler) }
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            try poller.poll(milliseconds: 10)
            if let handler, let request = try handler.receiveFrames() {
                #expect(request.count == 9 && request[4] == Array("echo".utf8) && request[8] == clientKeys.publicKey)
                let answer = [Array(status.utf8), [], Array((status == "200" ? "beta" : "").utf8), []]
                try handler.send(frames: request[..<4] + answer)
            }
            guard let first = try socket.receive() else { continue }
            var (frames, userID, hasMore) = ([first.bytes], first.userID, first.hasMore)
            while hasMore, let frame = try socket.receive() {
                frames.append(frame.bytes)
                (userID, hasMore) = (frame.userID, frame.hasMore)
            }
            return (frames, userID)
        }
        return nil
    }

    @Test func theHandlerLetsAPeerInAndNamesIt() throws {
        let (server, endpoint) = try serve()
        let handler = try handle()
        let client = try connect(to: endpoint)
        try client.send(frames: [Array("question".utf8)])
        let question = try #require(try next(of: server, handler: handler))
        #expect(question.frames.last == Array("question".utf8))
        #expect(question.userID == "beta")
        try server.send(frames: [question.frames[0], Array("answer".utf8)])
        #expect(try next(of: client)?.frames == [Array("answer".utf8)])
    }

    /// Without the domain being enforced, libzmq would let everybody in.
    @Test func withoutAHandlerNobodyGetsIn() throws {
        let (server, endpoint) = try serve()
        let client = try connect(to: endpoint)
        try client.send(frames: [Array("question".utf8)])
        #expect(try next(of: server, within: .milliseconds(600)) == nil)
        // The same client gets in as soon as there is one.
        let handler = try handle()
        #expect(try next(of: server, handler: handler)?.frames.last == Array("question".utf8))
    }

    @Test func aHandlerThatDoesNotAnswerLetsNobodyIn() throws {
        let (server, endpoint) = try serve()
        let handler = try handle()
        let client = try connect(to: endpoint)
        try client.send(frames: [Array("question".utf8)])
        // libzmq asks on a thread of its own; only then does the time begin in which nobody gets in.
        let poller = Poller()
        poller.add(handler)
        try poller.poll(milliseconds: 120_000)
        #expect(try handler.receiveFrames() != nil, "libzmq has asked")
        #expect(try next(of: server, within: .milliseconds(600)) == nil)
    }

    @Test func aRefusedPeerTriesAgainAndGetsInWhenItMay() throws {
        let (server, endpoint) = try serve()
        let handler = try handle()
        let client = try connect(to: endpoint)
        try client.send(frames: [Array("question".utf8)])
        #expect(try next(of: server, handler: handler, status: "300", within: .milliseconds(600)) == nil)
        #expect(try next(of: server, handler: handler)?.frames.last == Array("question".utf8))
    }

    @Test func theServerMustHaveTheRightKey() throws {
        let (server, endpoint) = try serve()
        let handler = try handle()
        let client = try connect(to: endpoint, serverKey: MachineKeys().publicKey)
        try client.send(frames: [Array("question".utf8)])
        #expect(try next(of: server, handler: handler, within: .milliseconds(600)) == nil)
    }

    @Test func keysAndDomainsOfAnotherLengthAreRefused() throws {
        let socket = try Socket(.router, in: context)
        for (key, domain) in [([UInt8](repeating: 1, count: 40), "echo"), ([UInt8](repeating: 1, count: 32), "")] {
            #expect(throws: ZeroMQError.self) {
                try key.withUnsafeBytes { try socket.serveCurve(secretKey: $0, domain: domain) }
            }
        }
        #expect(throws: ZeroMQError.self) {
            try clientKeys.secretKey.withBytes {
                try socket.useCurve(secretKey: $0, publicKey: clientKeys.publicKey, serverKey: [1, 2])
            }
        }
    }

    /// Encryption makes each frame longer than it is when it is received, and the limits count what has come.
    @Test func aBusyConnectionIsNotEndedForWhatEncryptionAdds() throws {
        let limits = ReceiveLimits(messageBytes: 1000, messageFrames: 10, connectionBytes: 8000, allBytes: 8000)
        let (server, endpoint) = try serve(limits: limits)
        let handler = try handle()
        let client = try connect(to: endpoint)
        for number in 0..<400 {
            let frames: [[UInt8]] = number.isMultiple(of: 2) ? [[7]] : [[1], [], [2]]
            try client.send(frames: frames)
            var rest = 0
            var taken = 0
            var isOver = false
            while !isOver {
                guard let first = try server.receive() else {
                    _ = try handler.receiveFrames().map {
                        try handler.send(frames: $0[..<4] + ["200", "", "beta", ""].map { Array($0.utf8) })
                    }
                    continue
                }
                var hasMore = first.hasMore
                while hasMore, let frame = try server.receive() {
                    (rest, taken, hasMore) = (rest + frame.count, taken + 1, frame.hasMore)
                    if !hasMore { frame.noteTaken(bytes: rest + taken * Socket.curveFrameOverhead, frames: taken) }
                }
                isOver = true
            }
            #expect(taken == frames.count)
        }
    }

    @Test func connectionsBeyondTheLimitAreClosed() throws {
        let limits = ReceiveLimits(
            messageBytes: 1000, messageFrames: 10, connectionBytes: 8000, allBytes: 8000, connections: 2)
        // None of them shakes hands: it is the limit that ends the third, and nothing that ends the others.
        let (server, endpoint) = try serve(limits: limits, handshakeInterval: .seconds(600))
        defer { server.close() }
        let port = try #require(endpoint.split(separator: ":").last.flatMap { Int($0) })
        let first = try [#require(RawStream(port: port)), #require(RawStream(port: port))]
        // The greeting of libzmq comes at once.
        for stream in first { #expect(stream.read(10).count == 10) }
        let third = try #require(RawStream(port: port))
        #expect(third.isClosed(within: .seconds(60)))
        for stream in first { #expect(!stream.isClosed(within: .zero)) }
    }
}
