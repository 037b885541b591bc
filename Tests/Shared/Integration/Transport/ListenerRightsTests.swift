import Coordination
import Domain
import StrictJSON
import TestSupport
import Testing

@testable import Hosting
@testable import Transport

/// Services and the operator can do what they have the right to, and nothing else.
@Suite struct ListenerRightsTests {
    private static let rights = ListenerRights(callers: [
        "echo.who": [.service("reader")], "echo.operate": [.operator],
    ])

    @Test func whatIsNotGrantedIsRefusedBeforeTheUseCase() async throws {
        let sink = InMemoryLogSink()
        let service = EchoService(log: Log(service: "echo", clock: .system, sink: sink))
        let listener = try await service.open(rights: Self.rights)
        let link = ServiceLink(service: "echo", runDirectory: service.directory.path, loop: service.loop)
        func answer<S: Signal>(_ signal: S, _ token: String?) async -> String where S.Answer == EchoSignal.Said {
            do {
                return try await link.send(signal, context: SignalContext(session: token)).text
            } catch {
                return (error as? Fault)?.code.name ?? "\(error)"
            }
        }
        #expect(await answer(EchoSignal.Who(), "good") == "u1")
        #expect(await answer(EchoSignal.Who(), "reader") == "reader")
        #expect(await answer(EchoSignal.Who(), "stranger") == "permissionDenied")
        #expect(await answer(EchoSignal.Who(), "operator") == "permissionDenied")
        #expect(await answer(EchoSignal.Operate(), "operator") == "operator")
        for token in [nil, "good", "reader", "stranger"] {
            #expect(await answer(EchoSignal.Operate(), token) == "permissionDenied", "\(token ?? "nobody")")
        }
        #expect(await answer(EchoSignal.Operate(), "forged") == "unauthenticated")
        await link.close()
        await service.close(listener)
        let lines = try sink.records.filter { $0.message == "security" }.map { try JSONDocument($0.encoded()).root }
        #expect(
            lines.map { $0.member("who")?.string } == [
                "service:stranger", "operator", "-", "u1", "service:reader", "service:stranger", "-",
            ])
    }

    @Test func withoutGrantsPeopleAloneAreAnswered() async throws {
        let service = EchoService()
        let listener = try await service.open()
        let link = ServiceLink(service: "echo", runDirectory: service.directory.path, loop: service.loop)
        for token in ["reader", "operator"] {
            let fault = await #expect(throws: Fault.self) {
                _ = try await link.send(EchoSignal.Who(), context: SignalContext(session: token))
            }
            #expect(fault?.code == .permissionDenied)
        }
        #expect(try await link.send(EchoSignal.Who(), context: SignalContext(session: "good")).text == "u1")
        await link.close()
        await service.close(listener)
    }
}
