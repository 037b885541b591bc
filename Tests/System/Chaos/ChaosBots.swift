import Coordination
import Domain
import Foundation
import Hosting
import Signals
import StrictJSON
import Synchronization
import TestSupport
import Transport

/// Simulated users who retry until each answer is known, through links, raw sockets, the gateway and Telegram.
final class ChaosBots: Sendable {
    private let bank: CrashBank
    private let record: ChaosRecord
    private let telegram: ChaosTelegram
    private let isOver = Mutex(false)

    init(_ bank: CrashBank, _ record: ChaosRecord, _ telegram: ChaosTelegram) {
        (self.bank, self.record, self.telegram) = (bank, record, telegram)
    }

    /// Acts until ``end()``, and returns when every answer is known.
    func act() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 { group.addTask { try await self.go("links") { try await self.bank.moveOnce() } } }
            for _ in 0..<2 { group.addTask { try await self.go("raw sockets") { try await self.payRaw() } } }
            group.addTask { try await self.signInByGateway() }
            group.addTask { try await self.go("Telegram") { try await self.telegram.settleOnce(self.bank) } }
            for number in 0..<2 { group.addTask { try await self.wander(number) } }
            try await group.waitForAll()
        }
    }

    func end() { isOver.withLock { $0 = true } }

    private var goesOn: Bool { !isOver.withLock { $0 } }

    private func go(_ way: String, _ act: () async throws -> Void) async throws {
        while goesOn {
            let began = ContinuousClock.now
            try await act()
            record.acknowledged(by: way, after: began)
        }
    }

    // MARK: Raw sockets

    private func payRaw() async throws {
        let (from, to) = bank.pair()
        let params = #""from":"\#(from)","to":"\#(to)","amount":\#(Bank.money("0.01"))"#
        let reply = try await bank.demand("ledger.transfer", params, as: bank.context().session ?? "")
        guard let transfer = reply.result?.member("transfer") else { throw ChaosError("no transfer: \(reply)") }
        bank.record(try transfer.decode(LedgerSignal.Transfer.self))
    }

    // MARK: The gateway

    private func signInByGateway() async throws {
        let file = bank.house.directory.file("password")
        try (bank.password + "\n").write(toFile: file, atomically: false, encoding: .utf8)
        _ = try await gateway(["login", bank.email, "--password-file", file])
        try await go("the gateway") { [self] in
            let (from, to) = bank.pair()
            let words = ["transfer", from, to, "0.01", "RUB", "--yes", "--idempotency-key", .random()]
            let answer = try await gateway(words)
            guard let transfer = answer.member("transfer") else { throw ChaosError("the gateway printed no transfer") }
            bank.record(try transfer.decode(LedgerSignal.Transfer.self))
        }
    }

    /// Runs the gateway until it succeeds, always with the same words.
    private func gateway(_ words: [String]) async throws -> JSONNode {
        for _ in 0..<1000 {
            let finished = try await bank.house.run("gateway", words + ["--json", "--no-input", "--timeout", "60s"])
            if finished.status == .exited(0) { return try JSONDocument(text: finished.output).root }
            let fault = try? JSONDocument(text: finished.errors).root
            guard fault?.member("error")?.member("retryable")?.bool == true else {
                throw ChaosError("gateway \(words) failed: \(finished)")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw ChaosError("gateway \(words) failed a thousand times")
    }

    // MARK: Everything else

    /// Calls any method of any service, again and again: answers may be faults, but those that the house names.
    private func wander(_ number: Int) async throws {
        var methods: [DescribedMethod] = []
        for service in ChaosHouse.services {
            let answer = try await ask(service, Bank.request("rpc.discover"))
            guard let document = answer.result else {
                throw ChaosError("\(service) does not describe itself: \(answer)")
            }
            methods += try DescribedMethod.all(in: document).filter { ["open", "session"].contains($0.access) }
        }
        var session: String?
        var own = "none"
        while goesOn {
            if session == nil { (session, own) = try await stranger() }
            guard let method = methods.randomElement() else { return }
            var maker = ParameterMaker(id: Bool.random() ? own : .random(), ownAccount: own)
            maker.usesExamples = true
            let params = maker.params(of: method, withOptionalTexts: Bool.random())
            let service = String(method.name.prefix { $0 != "." })
            let began = ContinuousClock.now
            let reply = try await ask(service, Bank.request(method.name, params, session: session, key: .random()))
            if reply.code == "unauthenticated" { session = nil }
            guard reply.code != "internal" else {
                record.note(problem: "\(method.name) {\(params)}: \(reply)")
                continue
            }
            record.acknowledged(by: "wanderers", after: began)
        }
    }

    /// Registers somebody with an account.
    private func stranger() async throws -> (session: String, account: String) {
        let register = AuthSignal.Register(email: "\(String.random())@example.org", password: .random() + .random())
        let context = SignalContext(idempotencyKey: .random())
        let person = try await bank.insist {
            try await bank.auth.send(register, context: context, within: CrashBank.patience)
        }
        let signedIn = SignalContext(idempotencyKey: .random(), session: person.session.token)
        let open = LedgerSignal.OpenAccount(currency: bank.rubles)
        let account = try await bank.insist {
            try await bank.ledger.send(open, context: signedIn, within: CrashBank.patience)
        }
        return (person.session.token, account.account.id)
    }

    /// Asks until there is an answer.
    private func ask(_ service: String, _ request: String) async throws -> WireReply {
        let end = ContinuousClock.now + CrashBank.patience
        while .now < end {
            let reply = try? await withRawPeer(path: bank.house.socket(of: service)) {
                WireReply(try $0.askJSON(request, within: .seconds(5)))
            }
            if let reply { return reply }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw ChaosError("\(service) has not answered for \(CrashBank.patience): \(request)")
    }
}
