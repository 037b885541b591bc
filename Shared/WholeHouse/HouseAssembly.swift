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

    /// Runs the house as a process until SIGTERM or SIGINT.
    ///
    /// Exit codes: 0 stopped, 64 invalid settings, 70 a member failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess.ofHouse(named: name).run(in: .current()) { (settings: HouseSettings, _) in
            try await HouseAssembly(settings: settings).assemble()
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
