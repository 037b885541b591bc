import Coordination
import Domain
import Hosting
import Reasons
import Sodium
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import Transport

/// A service that is called from another machine.
@Suite struct ReplicaPortTests {
    @Test func aLinkToAReplicaDoesWhatALinkDoes() async throws {
        try await withReplica { echo throws in
            let link = echo.link()
            #expect(try await link.send(EchoSignal.Say(text: "привет", count: nil)).text == "привет")
            let fault = await #expect(throws: Fault.self) {
                try await link.send(EchoSignal.Refuse(code: "sameAccount"))
            }
            #expect(fault?.code.name == "sameAccount" && fault?.details["tries"] == .number(3))
            let person = SignalContext(trace: .new(), session: "good")
            #expect(try await link.send(EchoSignal.Who(), context: person).text == "u1")
            let refused = await #expect(throws: Fault.self) { try await link.send(EchoSignal.Who()) }
            #expect(refused?.code == .unauthenticated, "the port replaces no token")

            let shares = Mutex<[Double]>([])
            let reporter = ProgressReporter { share, _, _ in shares.withLock { $0.append(share) } }
            #expect(
                try await link.send(EchoSignal.Work(), context: SignalContext(progress: reporter)).text == "done")
            #expect(shares.withLock { $0 } == [0.5, 1])
        }
    }

    @Test func whatIsTakenBackEnds() async throws {
        try await withReplica { echo throws in
            let link = echo.link()
            let late = await #expect(throws: Fault.self) {
                try await link.send(EchoSignal.Wait(), within: .milliseconds(300))
            }
            #expect(late?.code == .deadlineExceeded)
            let task = Task { try await link.send(EchoSignal.Wait()) }
            try await eventually("the request is in progress") { await echo.listener.requestsInHand == 1 }
            task.cancel()
            let fault = await #expect(throws: Fault.self) { try await task.value }
            #expect(fault?.code == .cancelled)
            try await eventually("the work has ended") { await echo.listener.requestsInHand == 0 }
        }
    }

    @Test func aLinkOutlivesARestartOfTheService() async throws {
        try await withReplica { echo throws in
            let link = echo.link()
            #expect(try await link.send(EchoSignal.Say(text: "before", count: nil)).text == "before")
            await echo.closeService()
            async let between = link.send(EchoSignal.Say(text: "between", count: nil), within: .seconds(120))
            let next = try await ReplicatedEcho(
                serverKeys: echo.serverKeys, clientKeys: echo.clientKeys, port: echo.port)
            let answer = try? await between
            let after = try? await link.send(EchoSignal.Say(text: "after", count: nil), within: .seconds(120))
            await next.close()
            #expect(answer?.text == "between" && after?.text == "after")
        }
    }

    @Test func bothSocketsServeManyAtOnceAndEachGetsItsOwnAnswer() async throws {
        try await withReplica { echo throws in
            let links = [echo.link(), echo.localLink(), echo.link(), echo.localLink()]
            let padding = String(repeating: "x", count: 20_000)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<1200 {
                    let text = number.isMultiple(of: 10) ? "\(number) \(padding)" : "\(number)"
                    group.addTask {
                        let say = EchoSignal.Say(text: text, count: nil)
                        return try await links[number % 4].send(say, within: .seconds(180)).text == text
                    }
                }
                for try await isOwn in group { #expect(isOwn) }
            }
            #expect(echo.said.count == 1200)
        }
    }

    /// Routing ids are unique at one socket only.
    @Test func peersOfTheTwoSocketsAreDifferent() {
        #expect(PeerID(door: .house, bytes: [0, 1]) != PeerID(door: .replicas, bytes: [0, 1]))
    }

    @Test func aMessageBeyondTheLimitIsRefusedAndTheLongestIsNot() async throws {
        var limits = ListenerLimits()
        limits.messageBytes = 64 << 10
        try await withReplica(limits: limits) { echo throws in
            let link = echo.link()
            let longest = String(repeating: "x", count: (64 << 10) - 200)
            #expect(try await link.send(EchoSignal.Say(text: longest, count: nil)).text == longest)
            let fault = await #expect(throws: Fault.self) {
                _ = try await link.call(
                    EchoSignal.Say.method, parameters: Array(#"{"text":"\#(longest)\#(longest)"}"#.utf8),
                    effect: .changes)
            }
            #expect(fault?.code == .unavailable)
            #expect(try await echo.isServed())
        }
    }

    @Test func theSecurityLogNamesTheHost() async throws {
        let sink = InMemoryLogSink()
        try await withReplica(log: Log(service: "echo", clock: .system, sink: sink)) { echo throws in
            _ = try await echo.link().send(EchoSignal.Note(user: "u7", refusal: nil))
            _ = try await echo.localLink().send(EchoSignal.Note(user: "u8", refusal: nil))
        }
        let lines = try sink.records.filter { $0.message == "security" }.map { try JSONDocument($0.encoded()).root }
        #expect(lines.map { $0.member("peer.host")?.string } == ["beta", "-"])
        #expect(lines.first?.member("peer.pid")?.int64 == -1)
    }

    @Test func aKeyThatIsRemovedGetsNothingMore() async throws {
        try await withReplica { echo throws in
            let link = echo.link()
            #expect(try await link.send(EchoSignal.Say(text: "before", count: nil)).text == "before")
            // Long enough for the next three lines, whatever else this machine does.
            let waiting = Task { try await link.send(EchoSignal.Wait(), within: .seconds(15)) }
            try await eventually("the request is in progress") { await echo.listener.requestsInHand == 1 }
            echo.allowed.replace(by: [MachineKeys().publicKey: "beta"])
            echo.service.released.withLock { $0 = true }
            let unanswered = await #expect(throws: Fault.self) { try await waiting.value }
            #expect(unanswered?.code == .deadlineExceeded, "what it asked before is not answered")
            let fault = await #expect(throws: Fault.self) {
                try await link.send(EchoSignal.Say(text: "removed", count: nil), within: .milliseconds(300))
            }
            #expect(fault?.code == .deadlineExceeded)
            #expect(echo.said == ["before"])
            // It may come back, even over the same connection.
            echo.allowed.replace(by: [echo.clientKeys.publicKey: "beta"])
            #expect(try await link.send(EchoSignal.Say(text: "back", count: nil)).text == "back")
        }
    }
}
