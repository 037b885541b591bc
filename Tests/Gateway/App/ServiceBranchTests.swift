import Coordination
import Domain
import Hosting
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewaySession

/// The app's branch to the services.
@Suite struct ServiceBranchTests {
    @Test func whatPeopleAskForIsTracedAndWhatTheAppLooksAtIsNot() async throws {
        let gateway = try GatewayFixture()
        try await gateway.signIn()
        gateway.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        gateway.services.answer("ledger.transfer", json: GatewayFixture.transfer)
        gateway.services.refuse("ledger.freeze", Fault(.accountClosed, "The account is closed."))
        let directory = try #require(AbsolutePath(gateway.directory + "/state/kopilka"))
        let file = try SessionFile(directory: directory, profile: nil)
        let clock = WallClock { GatewayFixture.now }
        let sessions = SessionKeeper(place: file, clock: clock, caller: gateway.services, profile: nil)
        let traces = TraceFile(beside: file)
        let branch = ServiceBranch(services: ["ledger"], traces: traces) { [services = gateway.services] limit, key in
            ServiceClient(
                caller: services, sessions: sessions, operatorProof: OperatorProof(dataDirectory: nil, clock: clock),
                limit: limit, idempotencyKey: key ?? "key")
        }
        func send<S: Signal>(_ signal: S) async throws -> S.Answer {
            let handler = try #require(branch.handler(for: S.self))
            return try await handler(signal, SignalContext())
        }

        _ = try await send(LedgerSignal.Accounts())
        #expect(gateway.services.calls(of: "ledger.accounts").last?.context.trace?.isSampled == true)
        #expect(!traces.load().contains { $0.command.hasPrefix("app") }, "what went well is not worth keeping")
        _ = try await AppWork.$isItsOwn.withValue(true) { try await send(LedgerSignal.Accounts()) }
        #expect(gateway.services.calls(of: "ledger.accounts").last?.context.trace == nil)
        _ = try await send(
            LedgerSignal.MakeTransfer(from: "a", to: "b", amount: try Money(decimal: "5", currency: AppSamples.roubles))
        )
        let sent = try #require(gateway.services.calls(of: "ledger.transfer").last?.context.trace)
        let kept = try #require(traces.load().first)
        #expect(kept.id == sent.traceID.description && kept.command == "app ledger.transfer" && kept.exitCode == 0)
        let refused = await #expect(throws: Fault.self) { try await send(LedgerSignal.Freeze(account: "a")) }
        #expect(SceneFault(try #require(refused)).trace?.description == traces.load().first?.id)
        #expect(refused?.trace == gateway.services.calls(of: "ledger.freeze").last?.context.trace?.traceID)
        #expect(traces.load().first?.command == "app ledger.freeze")
        #expect(traces.load().first?.exitCode == 6)
        for _ in 0..<20 { _ = try? await send(LedgerSignal.Freeze(account: "a")) }
        #expect(traces.load().count == TraceFile.capacity)

        // A read is traced when it fails, unless it was a background request.
        gateway.services.refuse("ledger.accounts", Fault(.internalFault, "Something went wrong."))
        let failed = await #expect(throws: Fault.self) { try await send(LedgerSignal.Accounts()) }
        #expect(traces.load().first?.command == "app ledger.accounts" && failed?.trace != nil)
        gateway.services.refuse("ledger.accounts", Fault(.unavailable, "It is down."))
        let silent = await #expect(throws: Fault.self) { try await send(LedgerSignal.Accounts()) }
        #expect(silent != nil && silent?.trace == nil)
        #expect(traces.load().filter { $0.command == "app ledger.accounts" }.count == 1)
        gateway.services.refuse("ledger.accounts", Fault(.notFound, "There is none."))
        let missing = await #expect(throws: Fault.self) { try await send(LedgerSignal.Accounts()) }
        #expect(missing?.trace != nil)
        #expect(traces.load().filter { $0.command == "app ledger.accounts" }.count == 1, "nothing went wrong")
    }
}
