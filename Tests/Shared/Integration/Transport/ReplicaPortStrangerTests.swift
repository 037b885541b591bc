import Coordination
import Domain
import Hosting
import Reasons
import Sodium
import TestSupport
import Testing
import ZeroMQ

@testable import Transport

/// The replica port and everybody who is not in its list.
@Suite struct ReplicaPortStrangerTests {
    private static let request = #"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"let me in"}}"#

    private func getsNothing(_ link: ServiceLink) async {
        let fault = await #expect(throws: Fault.self) {
            try await link.send(EchoSignal.Say(text: "let me in", count: nil), within: .seconds(1))
        }
        #expect(fault?.code == .deadlineExceeded || fault?.code == .unavailable, "\(fault as Any)")
    }

    @Test func anUnknownKeyGetsNothingUntilItIsInTheList() async throws {
        try await withReplica { echo throws in
            let keys = MachineKeys()
            let link = echo.link(keys: keys)
            await getsNothing(link)
            #expect(echo.said == [])
            echo.allowed.replace(by: [keys.publicKey: "gamma", echo.clientKeys.publicKey: "beta"])
            #expect(
                try await link.send(EchoSignal.Say(text: "known", count: nil), within: .seconds(120)).text == "known")
            #expect(try await echo.isServed())
        }
    }

    @Test func aClientWithoutAKeyGetsNothing() async throws {
        try await withReplica { echo throws in
            let endpoint = echo.endpoint
            let answer = try await onThread {
                let peer = try RawPeer(endpoint: endpoint)
                defer { peer.close() }
                try peer.send(Self.request)
                return try peer.receive(within: .seconds(1))
            }
            #expect(answer == nil && echo.said == [])
            #expect(try await echo.isServed())
        }
    }

    @Test func aClientWhoTakesAnotherMachineForTheServerGetsNothing() async throws {
        try await withReplica { echo throws in
            await getsNothing(echo.link(serverKey: MachineKeys().publicKey))
            #expect(echo.said == [])
            #expect(try await echo.isServed())
        }
    }

    @Test func aRecordedConversationIsGoodForNothing() async throws {
        try await withReplica { echo throws in
            let relay = try RecordingRelay(to: echo.port)
            let link = echo.link(port: relay.port)
            #expect(
                try await link.send(EchoSignal.Say(text: "once", count: nil), within: .seconds(120)).text == "once")
            let (port, sent) = (echo.port, relay.sent)
            // A greeting, HELLO, INITIATE and the request.
            #expect(sent.count > 64 + 200 + 257)
            let isClosed = try await onThread {
                let stream = try #require(RawStream(port: port))
                #expect(stream.write(sent))
                return stream.isClosed(within: .seconds(60))
            }
            #expect(isClosed)
            #expect(echo.said == ["once"])
            #expect(try await echo.isServed())
        }
    }

    @Test func rubbishHarmsNobody() async throws {
        try await withReplica { echo throws in
            let port = echo.port
            try await onThread {
                let rubbish = Random.bytes(1 << 20)
                let greeting = ZMTP.greeting(mechanism: "CURVE")
                let long = ZMTP.head(ofFrameWith: 1 << 20) + rubbish
                let command = [0x06] + ZMTP.head(ofFrameWith: 1 << 20).dropFirst() + rubbish
                for bytes in [rubbish, greeting + rubbish, greeting + long, greeting + command] {
                    let stream = try #require(RawStream(port: port))
                    _ = stream.write(bytes, within: .seconds(5))
                    #expect(stream.isClosed(within: .seconds(60)))
                }
            }
            #expect(echo.said == [])
            #expect(try await echo.isServed())
        }
    }

    @Test func strangersWhoFillThePortLeaveTheUnixSocketAlone() async throws {
        var limits = ListenerLimits()
        limits.replicaConnections = 3
        try await withReplica(limits: limits) { echo throws in
            let port = echo.port
            try await onThread {
                let streams = try (0..<3).map { _ in try #require(RawStream(port: port)) }
                for stream in streams { #expect(stream.read(10).count == 10) }
                let next = try #require(RawStream(port: port))
                #expect(next.isClosed(within: .seconds(60)))
            }
            #expect(try await echo.isServed())
        }
    }

    @Test func whenTheHandlerIsDeadNobodyNewGetsIn() async throws {
        try await withReplica { echo throws in
            let early = echo.link()
            #expect(try await early.send(EchoSignal.Say(text: "early", count: nil)).text == "early")
            let loop = echo.service.loop
            await withCheckedContinuation { done in
                loop.perform {
                    loop.onLoop { $0.admission = nil }
                    done.resume()
                }
            }
            // Its socket is still there, and nobody answers.
            await getsNothing(echo.link())
            #expect(echo.said == ["early"])
        }
    }

    @Test func aPortIsNotOpenedWhileNoHandlerAnswers() async throws {
        let loop = SocketLoop()
        let probe = ZAPProbe(loop: loop)
        let keys = MachineKeys()
        let allowed = AllowedPeers([keys.publicKey: "beta"])
        await #expect(throws: ZeroMQError(code: .unreachable, function: "", message: "")) {
            try await probe.check(allowed, at: "echo", within: .milliseconds(200))
        }
        await #expect(throws: ZeroMQError(code: .accessDenied, function: "", message: ""), "it knows another list") {
            try await Self.admit(AllowedPeers(), on: loop)
            try await probe.check(allowed, at: "echo", within: .seconds(60))
        }
        try await Self.admit(allowed, on: loop)
        try await probe.check(allowed, at: "echo", within: .seconds(60))
        await loop.stop()
    }

    private static func admit(_ allowed: AllowedPeers, on loop: SocketLoop) async throws {
        try await withCheckedThrowingContinuation { done in
            loop.perform { done.resume(with: Result { try loop.admit(allowed, to: "echo") }) }
        }
    }

    @Test func aSecondHandlerOfOneContextIsRefusedAndOpensNoPort() async throws {
        let service = EchoService()
        let listener = try await service.open()
        let loop = service.loop
        let mute = try await withCheckedThrowingContinuation { done in
            loop.perform {
                done.resume(
                    with: Result {
                        let socket = try loop.open(.router, options: SocketOptions()) {}
                        try socket.bind(ZAPHandler.endpoint)
                        return true
                    })
            }
        }
        #expect(mute)
        await #expect(throws: ZeroMQError(code: .addressInUse, function: "", message: "")) {
            try await listener.open(
                ReplicaPort(address: "127.0.0.1", port: 0, keys: MachineKeys(), allowed: AllowedPeers()))
        }
        await service.close(listener)
    }

    @Test func aLinkRecoversFromAPeerThatIsNoService() async throws {
        let stand = try LoopbackStreams { stream in
            _ = stream.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8) + [UInt8](repeating: 10, count: 100))
            _ = stream.isClosed(within: .seconds(60))
        }
        let (server, client) = (MachineKeys(), MachineKeys())
        let loop = SocketLoop()
        let link = ServiceLink(
            service: "echo",
            endpoint: .replica(host: "127.0.0.1", port: stand.port, serverKey: server.publicKey, keys: client),
            loop: loop)
        await getsNothing(link)
        stand.stop()
        var echo: ReplicatedEcho?
        try await eventually("the port is free") {
            echo = try? await ReplicatedEcho(serverKeys: server, clientKeys: client, port: stand.port)
            return echo != nil
        }
        try await eventually("the link has found the service") {
            (try? await link.send(EchoSignal.Say(text: "found", count: nil)))?.text == "found"
        }
        await link.close()
        await loop.stop()
        await echo?.close()
    }
}
