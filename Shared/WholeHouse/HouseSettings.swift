import AuthService
import BondsService
import HistoryService
import Hosting
import Identity
import LedgerService
import NotificationsService
import PatternsService
import ScannerService
import SubscriptionsService

/// The settings of all services, each read as its own process would read them.
public struct HouseSettings: ServiceSettings {
    public let common: CommonSettings
    let auth: AuthSettings
    let ledger: LedgerSettings
    let history: HistorySettings
    let scanner: ScannerSettings
    let patterns: PatternsSettings
    let bonds: BondsSettings
    let subscriptions: SubscriptionsSettings
    let notifications: NotificationsSettings

    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        auth = Self.read(.auth, reader)
        ledger = Self.read(.ledger, reader)
        history = Self.read(.history, reader)
        scanner = Self.read(.scanner, reader)
        patterns = Self.read(.patterns, reader)
        bonds = Self.read(.bonds, reader)
        subscriptions = Self.read(.subscriptions, reader)
        notifications = Self.read(.notifications, reader)
    }

    /// The combined needs of all services: each may use them.
    public var reach: Confinement.Reach {
        let all: [any ServiceSettings] = [
            auth, ledger, history, scanner, patterns, bonds, subscriptions, notifications,
        ]
        return Confinement.Reach(
            isOnline: all.contains { $0.reach.isOnline }, readable: all.flatMap(\.reach.readable),
            ports: all.flatMap(\.reach.ports))
    }

    private static func read<Settings: ServiceSettings>(_ service: HouseService, _ reader: SettingsReader) -> Settings {
        let own = SettingsReader(environment: reader.environment, service: service.rawValue)
        let settings = Settings(reading: own)
        do throws(SettingsError) {
            if !own.onlyTells { try own.finish() }
        } catch {
            for fault in error.faults { reader.fault(fault.name, source: fault.source, fault.rule) }
        }
        return settings
    }
}
