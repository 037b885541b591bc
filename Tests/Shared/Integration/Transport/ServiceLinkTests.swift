import Coordination
import Domain
import Hosting
import Reasons
import Sodium
import StrictJSON
import Synchronization
import TestSupport
import Testing
import Transport

/// A correct caller whose peer is slow, absent or gone.
@Suite struct ServiceLinkTests {
    private func withEcho(_ body: (EchoService, Listener, ServiceLink) async throws -> Void) async throws {
        let service = EchoService()
        let listener = try await service.open()
        let link = ServiceLink(service: "echo", runDirectory: service.directory.path, loop: service.loop)
        do {
            try await body(service, listener, link)
        } catch {
            await link.close()
            await service.close(listener)
            throw error
        }
        await link.close()
        await service.close(listener)
    }

    @Test func aSignalIsAnswered() async throws {
        try await withEcho { _, _, link throws in
            #expect(try await link.send(EchoSignal.Say(text: "привет", count: nil)).text == "привет")
        }
    }

    /// The I/O thread of libzmq tells a monitor of each attempt to connect. It would wait for ever for a closed one.
    @Test func linksThatAreClosedWhileTheyConnectHoldNobodyUp() async throws {
        try await withEcho { service, _, link throws in
            let (keys, nobody) = (MachineKeys(), MachineKeys())
            for _ in 0..<400 {
                let lost = ServiceLink(
                    service: "echo",
                    endpoint: .replica(host: "127.0.0.1", port: 1, serverKey: nobody.publicKey, keys: keys),
                    loop: service.loop)
                await #expect(throws: Fault.self) {
                    try await lost.send(EchoSignal.Say(text: "lost", count: nil), within: .milliseconds(1))
                }
                await lost.close()
            }
            #expect(try await link.send(EchoSignal.Say(text: "here", count: nil)).text == "here")
        }
    }

    @Test func manyAtOnceEachGetTheirOwnAnswer() async throws {
        try await withEcho { _, _, link throws in
            let texts = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for number in 0..<500 {
                    group.addTask { (number, try await link.send(EchoSignal.Say(text: "\(number)", count: nil)).text) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(texts.count == 500)
            #expect(texts.allSatisfy { "\($0.0)" == $0.1 })
        }
    }

    /// More than a service accepts at once, so that some wait for the answers to others.
    @Test func manyLargeOnesAtOnceEachGetTheirOwnAnswer() async throws {
        try await withEcho { service, _, link throws in
            let padding = String(repeating: "x", count: 1 << 20)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let text = "\(number) \(padding)"
                        let said = try await link.send(EchoSignal.Say(text: text, count: nil), within: .seconds(180))
                        return said.text == text
                    }
                }
                for try await isOwn in group { #expect(isOwn) }
            }
            #expect(service.calls.withLock { $0.count } == 40)
        }
    }

    @Test func aFaultArrivesWithAllItsParts() async throws {
        try await withEcho { _, _, link throws in
            let fault = await #expect(throws: Fault.self) {
                try await link.send(EchoSignal.Refuse(code: "sameAccount"))
            }
            #expect(fault?.code.name == "sameAccount")
            #expect(fault?.field == "code")
            #expect(fault?.details == ["left": .text("5.00"), "tries": .number(3)])
        }
    }

    @Test func theTokenAndTheTraceTravel() async throws {
        try await withEcho { _, _, link throws in
            let context = SignalContext(trace: .new(), session: "good")
            #expect(try await link.send(EchoSignal.Who(), context: context).text == "u1")
        }
    }

    @Test func timeRunsOutAndTheWorkIsCancelled() async throws {
        try await withEcho { service, _, link throws in
            let fault = await #expect(throws: Fault.self) {
                try await link.send(EchoSignal.Wait(), within: .milliseconds(50))
            }
            #expect(fault?.code == .deadlineExceeded)
            #expect(try await link.send(EchoSignal.Say(text: "on", count: nil)).text == "on")
        }
    }

    @Test func cancellingTheTaskTakesTheRequestBack() async throws {
        try await withEcho { _, _, link throws in
            let task = Task { try await link.send(EchoSignal.Wait()) }
            try await Task.sleep(for: .milliseconds(20))
            task.cancel()
            let fault = await #expect(throws: Fault.self) { try await task.value }
            #expect(fault?.code == .cancelled)
        }
    }

    @Test func aRequestWaitsForAServiceThatIsNotThereYet() async throws {
        let service = EchoService()
        let link = ServiceLink(service: "echo", runDirectory: service.directory.path, loop: service.loop)
        async let answer = link.send(EchoSignal.Say(text: "early", count: nil))
        try await Task.sleep(for: .milliseconds(100))
        let listener = try await service.open()
        #expect(try await answer.text == "early")
        await link.close()
        await service.close(listener)
    }

    @Test func requestsBeyondTheQueueOfTheSocketGoOutLater() async throws {
        let service = EchoService()
        let link = ServiceLink(service: "echo", runDirectory: service.directory.path, loop: service.loop)
        let count = 3000
        async let answers = withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    _ = try await link.send(EchoSignal.Say(text: "early", count: nil), within: .seconds(180))
                }
            }
            return try await group.reduce(into: 0) { count, _ in count += 1 }
        }
        // More requests wait than fit into libzmq's queue of 1000 before there is a reader.
        try await Task.sleep(for: .milliseconds(300))
        let listener = try await service.open()
        #expect(try await answers == count)
        await link.close()
        await service.close(listener)
    }

    @Test func anAbsentServiceFailsInTime() async throws {
        let directory = TemporaryDirectory()
        let loop = SocketLoop()
        let link = ServiceLink(service: "nobody", runDirectory: directory.path, loop: loop)
        let fault = await #expect(throws: Fault.self) {
            try await link.send(EchoSignal.Say(text: "", count: nil), within: .milliseconds(100))
        }
        #expect(fault?.code == .deadlineExceeded)
        await link.close()
        await loop.stop()
    }

    @Test func silenceOpensTheBreakerAndAnAnswerClosesIt() async throws {
        let service = EchoService()
        // A socket that accepts connections and stays silent, like that of a stopped process.
        let silent = try ListeningSocket.make(name: "echo", runDirectory: service.directory.path)
        let link = ServiceLink(service: "echo", runDirectory: service.directory.path, loop: service.loop)
        for _ in 0..<5 {
            let fault = await #expect(throws: Fault.self) {
                try await link.send(EchoSignal.Say(text: "x", count: nil), within: .milliseconds(10))
            }
            #expect(fault?.code == .deadlineExceeded)
        }
        // After its pause the breaker lets one request through, which on a busy machine may be this one.
        try await eventually("the breaker refuses at once") {
            let fault = await #expect(throws: Fault.self) {
                try await link.send(EchoSignal.Say(text: "x", count: nil), within: .milliseconds(10))
            }
            return fault?.code == .unavailable
        }
        let listener = try await service.open(on: silent)
        try await eventually("the breaker lets one through") {
            (try? await link.send(EchoSignal.Say(text: "x", count: nil)))?.text == "x"
        }
        #expect(try await link.send(EchoSignal.Say(text: "y", count: nil)).text == "y")
        await link.close()
        await service.close(listener)
    }

    @Test func aPeerThatGreetsAndHangsUpIsSentARequestAFewTimesOnly() async throws {
        let directory = TemporaryDirectory()
        let listener = try await SilentListener(at: directory.file("echo.sock"), hangsUp: true)
        let loop = SocketLoop()
        let link = ServiceLink(service: "echo", runDirectory: directory.path, loop: loop)
        let began = ContinuousClock.now
        let fault = await #expect(throws: Fault.self) {
            try await link.send(EchoSignal.Say(text: "once", count: nil), within: .seconds(120))
        }
        #expect(fault?.code == .unavailable && fault?.message.contains("10 times") == true, "\(fault as Any)")
        let sent = try listener.requests().filter { $0.contains("once") }
        #expect((1...10).contains(sent.count), "\(sent.count)")
        // The pauses between them: at least nine, of which the first is zero.
        #expect(ContinuousClock.now - began > .seconds(3))
        await link.close()
        await loop.stop()
    }

    @Test func whatMayNotBeRepeatedIsSentOnceToAPeerThatHangsUp() async throws {
        let directory = TemporaryDirectory()
        let listener = try await SilentListener(at: directory.file("echo.sock"), hangsUp: true)
        let loop = SocketLoop()
        let link = ServiceLink(service: "echo", runDirectory: directory.path, loop: loop)
        let fault = await #expect(throws: Fault.self) {
            try await link.call(
                SignalMethod("echo.change"), parameters: Array("{}".utf8), effect: .changes, within: .seconds(120))
        }
        #expect(fault?.code == .unavailable)
        try await eventually("the request has come") { try listener.requests().contains { $0.contains("change") } }
        #expect(try listener.requests().count { $0.contains("change") } == 1)
        await link.close()
        await loop.stop()
    }

    @Test func theTreeLeadsToTheLinkAndBack() async throws {
        try await withEcho { _, _, link throws in
            let (root, near) = (RelayCoordinator(), RelayCoordinator())
            root.startFlow(near)
            root.startFlow(LinkCoordinator(link))
            #expect(try await near.send(EchoSignal.Say(text: "far", count: nil)).text == "far")
        }
    }
}
