import AuthService
import BondsService
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

/// The assembly of all services in one process and one tree: signals between services go through the tree, without a
/// socket. Clients reach each service at its own socket, as with separate processes.
public struct HouseAssembly: Assembly {
    /// The name of the program, and of the process in logs.
    public static let name = "house"

    /// The tree of the process.
    public let house = SharedHouse(of: Set(HouseService.allCases))
    private let settings: HouseSettings
    private let makeLog: @Sendable (HouseService) -> Log

    /// Runs what the program is called, until SIGTERM or SIGINT: under the name of a service that service alone,
    /// otherwise all of them. Packages thus have the code that services share once, as with busybox(1).
    ///
    /// Exit codes: 0 stopped, 64 invalid settings, 70 a member failed, 75 already running.
    public static func run() -> Never {
        let called = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? name
        switch HouseService(rawValue: called) {
        case .auth: AuthAssembly.run()
        case .ledger: LedgerAssembly.run()
        case .history: HistoryAssembly.run()
        case .scanner: ScannerAssembly.run()
        case .patterns: PatternsAssembly.run()
        case .bonds: BondsAssembly.run()
        case .subscriptions: SubscriptionsAssembly.run()
        case .notifications: NotificationsAssembly.run()
        default: runAll()
        }
    }

    private static func runAll() -> Never {
        ServiceProcess.ofHouse(named: name).run(in: .current()) { (settings: HouseSettings, log) in
            try await HouseAssembly(settings: settings, makeLog: { log.named($0.rawValue) }).assemble()
        }
    }

    /// Creates the house.
    ///
    /// - Parameter makeLog: Creates the log of a service.
    public init(settings: HouseSettings, makeLog: (@Sendable (HouseService) -> Log)? = nil) {
        self.settings = settings
        let common = settings.common
        self.makeLog = makeLog ?? { Log(service: $0.rawValue, level: common.logLevel, clock: common.clock) }
    }

    /// Returns the members of the process, in the order of their start: a service may use the ones before it.
    ///
    /// - Throws: The errors of the services' assemblies.
    public func assemble() async throws -> [any ProcessMember] {
        let members = [
            try await AuthAssembly(settings: settings.auth, log: makeLog(.auth), in: house).assemble(),
            try await LedgerAssembly(settings: settings.ledger, log: makeLog(.ledger), in: house).assemble(),
            try await HistoryAssembly(settings: settings.history, log: makeLog(.history), in: house).assemble(),
            try await ScannerAssembly(settings: settings.scanner, log: makeLog(.scanner), in: house).assemble(),
            try await PatternsAssembly(settings: settings.patterns, log: makeLog(.patterns), in: house).assemble(),
            try await BondsAssembly(settings: settings.bonds, log: makeLog(.bonds), in: house).assemble(),
            try await SubscriptionsAssembly(
                settings: settings.subscriptions, log: makeLog(.subscriptions), in: house
            ).assemble(),
            try await NotificationsAssembly(
                settings: settings.notifications, log: makeLog(.notifications), in: house
            ).assemble(),
        ]
        return members.flatMap { $0 }
    }
}
