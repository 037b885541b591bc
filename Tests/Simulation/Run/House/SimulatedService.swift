import AuthService
import BondsService
import CSimulatedMachine
import Coordination
import HistoryService
import Hosting
import Identity
import LedgerService
import NotificationsService
import PatternsService
import ScannerService
import ServiceRuntime
import SubscriptionsService
import Synchronization

/// A service of the house, run by its own assembly as a process of the world. It is started again whenever it died.
final class SimulatedService: Sendable {
    let service: HouseService
    private let environment: Environment
    private let sink: RecentLog
    private let state = Mutex(State())

    private struct State {
        var process: Int32?
        var isReady = false
        var starts = 0
        var vainStarts = 0
        var failures: [String] = []
        var stop: AsyncStream<UnixSignal>.Continuation?
    }

    init(_ service: HouseService, environment: Environment, sink: RecentLog) {
        (self.service, self.environment, self.sink) = (service, environment, sink)
    }

    /// The process; nil between death and the next start.
    var process: Int32? { state.withLock { $0.process } }

    var isReady: Bool { state.withLock { $0.isReady } }

    var starts: Int { state.withLock { $0.starts } }

    /// How many starts in a row ended before the service was ready.
    var vainStarts: Int { state.withLock { $0.vainStarts } }

    /// What the service said when it ended.
    var failures: [String] { state.withLock { $0.failures } }

    /// Starts the service as a new process.
    func start() {
        let process = kopilka_process_new()
        let (signals, stop) = AsyncStream.makeStream(of: UnixSignal.self)
        state.withLock { state in
            (state.process, state.isReady, state.stop) = (process, false, stop)
            state.starts += 1
        }
        World.act(as: process) {
            _ = Task {
                do {
                    try await self.live(stoppedBy: signals) { [self] in serves(process) }
                } catch {
                    self.note("\(self.service.rawValue) ended: \(error)")
                }
                kopilka_process_kill(process)
            }
        }
    }

    /// Asks the service to stop, as SIGTERM does.
    func stop() { state.withLock { $0.stop }?.yield(.terminate) }

    /// Notes that its process is dead.
    func died() {
        state.withLock { state in
            if !state.isReady { state.vainStarts += 1 }
            (state.process, state.isReady, state.stop) = (nil, false, nil)
        }
    }

    private func serves(_ process: Int32) {
        state.withLock { state in
            guard state.process == process else { return }
            (state.isReady, state.vainStarts) = (true, 0)
        }
    }

    private func note(_ failure: String) { state.withLock { $0.failures.append(failure) } }

    private func live(
        stoppedBy signals: AsyncStream<UnixSignal>, onReady: @escaping @Sendable () -> Void
    ) async throws {
        switch service {
        case .auth: try await run(AuthAssembly.init, signals, onReady)
        case .ledger: try await run(LedgerAssembly.init, signals, onReady)
        case .history: try await run(HistoryAssembly.init, signals, onReady)
        case .scanner: try await run(ScannerAssembly.init, signals, onReady)
        case .patterns: try await run(PatternsAssembly.init, signals, onReady)
        case .bonds: try await run(BondsAssembly.init, signals, onReady)
        case .subscriptions: try await run(SubscriptionsAssembly.init, signals, onReady)
        case .notifications: try await run(NotificationsAssembly.init, signals, onReady)
        default: preconditionFailure("There is no assembly of \(service.rawValue).")
        }
    }

    private func run<Settings: ServiceSettings, Made: Assembly>(
        _ make: (Settings, Log, SharedHouse?) -> Made, _ signals: AsyncStream<UnixSignal>,
        _ onReady: @escaping @Sendable () -> Void
    ) async throws where Made.Product == [any ProcessMember] {
        let reader = SettingsReader(environment: environment, service: service.rawValue)
        let settings = Settings(reading: reader)
        try reader.finish()
        let common = settings.common
        try common.layout.prepare(for: service.rawValue, neighbours: HouseService.allCases.map(\.rawValue))
        let log = Log(service: service.rawValue, level: common.logLevel, clock: common.clock, sink: sink)
        let members = try await make(settings, log, nil).assemble()
        let group = MemberGroup(members, drainLimit: common.drainLimit, log: log)
        try await group.run(stoppedBy: signals, onReady: onReady)
    }
}
