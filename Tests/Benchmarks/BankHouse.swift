import Coordination
import Domain
import Foundation
import Signals
import StrictJSON
import TestSupport
import Transport

/// Auth and ledger as real processes, one person signed in, and accounts with money.
final class BankHouse {
    let house: RunningHouse
    /// The password of `bench@example.org`.
    let password = Identifier.random(length: 26)
    let session: String
    let accounts: [String]
    private let loop = SocketLoop()

    /// - Parameters:
    ///   - ledger: The path of another ledger than the one beside this program; an auth beside it comes along.
    ///   - environment: Variables of all services.
    ///   - prepare: Called before the services start.
    init(
        accounts count: Int, ledger program: String? = nil, environment: [String: String] = [:],
        prepare: (RunningHouse) throws -> Void = { _ in }
    ) async throws {
        house = RunningHouse(environment: environment, programs: program.map(Self.programs) ?? [:])
        try prepare(house)
        try await house.start("auth")
        try await house.start("ledger")
        let auth = ServiceLink(service: "auth", runDirectory: house.runDirectory, loop: loop)
        let ledger = ServiceLink(service: "ledger", runDirectory: house.runDirectory, loop: loop)
        let register = AuthSignal.Register(email: "bench@example.org", password: password)
        let signedIn = try await auth.send(
            register, context: SignalContext(idempotencyKey: "register"), within: .seconds(60))
        session = signedIn.session.token
        let context = SignalContext(session: session)
        guard let rubles = Currency(code: "RUB") else { preconditionFailure("There are rubles.") }
        var opened: [String] = []
        for _ in 0..<count {
            let account = try await ledger.send(LedgerSignal.OpenAccount(currency: rubles), context: context).account
            let amount = Money(minorUnits: 1_000_000_000, currency: rubles)
            _ = try await ledger.send(LedgerSignal.Deposit(account: account.id, amount: amount), context: context)
            opened.append(account.id)
        }
        accounts = opened
        await auth.close()
        await ledger.close()
    }

    private static func programs(besideLedger ledger: String) -> [String: String] {
        let auth = (ledger as NSString).deletingLastPathComponent + "/auth"
        guard FileManager.default.isExecutableFile(atPath: auth) else { return ["ledger": ledger] }
        return ["ledger": ledger, "auth": auth]
    }

    /// Transfers between its accounts.
    var load: TransferLoad { TransferLoad(path: house.socket(of: "ledger"), session: session, accounts: accounts) }

    /// The memory of a service, as the kernel counts it: now, and at its highest.
    func residentKilobytes(of service: String) throws -> (now: Int, peak: Int) {
        try house.residentKilobytes(of: service)
    }

    /// How long a service has kept a core busy since it began, in seconds.
    func processorSeconds(of service: String) throws -> Double {
        guard let process = house.processID(of: service) else {
            throw WaitedInVain(description: "\(service) does not run")
        }
        // The fourteenth and fifteenth fields of proc(5), counted from behind the name in brackets.
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = text.drop { $0 != ")" }.split(separator: " ").dropFirst(12).prefix(2)
        return fields.reduce(0) { $0 + (Double($1) ?? 0) } / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Ends the services, so that they take no time of what is measured next.
    func stop() async throws {
        for service in ["ledger", "auth"] { try await house.stop(service) }
    }

    /// The totals of the books, which must balance after every benchmark.
    func check() async throws -> LedgerSignal.CheckAnswer {
        let link = ServiceLink(service: "ledger", runDirectory: house.runDirectory, loop: loop)
        let answer = try await link.send(
            LedgerSignal.Check(), context: SignalContext(session: session), within: .seconds(300))
        await link.close()
        precondition(
            answer.imbalance.allSatisfy { $0.minorUnits == 0 } && answer.problems.isEmpty,
            "The books do not balance: \(answer)")
        return answer
    }
}

extension RunningHouse {
    /// The memory of a service, as the kernel counts it: now, and at its highest.
    func residentKilobytes(of service: String) throws -> (now: Int, peak: Int) {
        guard let process = processID(of: service) else {
            throw WaitedInVain(description: "\(service) does not run")
        }
        let lines = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(separator: "\n")
        func kilobytes(_ name: String) -> Int {
            lines.first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        return (kilobytes("VmRSS:"), kilobytes("VmHWM:"))
    }
}
