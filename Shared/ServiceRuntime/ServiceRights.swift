import Coordination
import Identity
import Signals
import Transport

/// The table of rights: which service may send which signal, and see which events, of which other service. Nothing else is
/// allowed.
///
/// The listener of each service refuses what has no row, before the use case. A request that a service makes for a person,
/// with the person's session, is not in the table: there the person's rights count. The rows are those that the code needs;
/// `ServiceRightsTests` compares both, so a call without a row and a row without a call fail the build.
public enum ServiceRights {
    /// A signal that a service, or the operator, sends on its own.
    package struct Call: Hashable, Sendable {
        package let caller: TokenSigner
        package let method: SignalMethod

        init<S: Signal>(_ caller: HouseService, _: S.Type) { self.init(caller: .service(caller), method: S.method) }

        init<S: Signal>(operatorSends _: S.Type) { self.init(caller: .operator, method: S.method) }

        /// Asks how far the events of `service` are.
        init(_ caller: HouseService, statisticsOf service: HouseService) {
            self.init(caller: .service(caller), method: SignalMethod("\(service.rawValue).stats"))
        }

        private init(caller: TokenSigner, method: SignalMethod) {
            self.caller = caller
            self.method = method
        }
    }

    /// Events that a service follows.
    package struct Reading: Hashable, Sendable {
        package let reader: HouseService
        package let source: HouseService
        /// The types whose subject and facts it sees.
        package let types: Set<String>

        init(_ reader: HouseService, of source: HouseService, _ names: Set<String>) {
            self.reader = reader
            self.source = source
            types = Set(names.map { "\(source.rawValue).\($0)" })
        }
    }

    /// Who may send what.
    package static let calls: Set<Call> = [
        // Every service is shown sessions and tells auth when that was.
        Call(.ledger, AuthSignal.NoteUses.self), Call(.history, AuthSignal.NoteUses.self),
        Call(.patterns, AuthSignal.NoteUses.self), Call(.scanner, AuthSignal.NoteUses.self),
        Call(.bonds, AuthSignal.NoteUses.self), Call(.subscriptions, AuthSignal.NoteUses.self),
        Call(.notifications, AuthSignal.NoteUses.self),
        // Ledger has transfers confirmed, and says whose account is paid; notifications has changes of channels confirmed,
        // and says who sent money.
        Call(.ledger, AuthSignal.CheckCode.self), Call(.ledger, AuthSignal.FindPeople.self),
        Call(.notifications, AuthSignal.CheckCode.self), Call(.notifications, AuthSignal.FindPeople.self),
        // Zones from before there was one by person.
        Call(.subscriptions, AuthSignal.AdoptZones.self), Call(.notifications, AuthSignal.AdoptZones.self),
        // History tells whether it has caught up with the books.
        Call(.history, statisticsOf: .ledger),
        // Patterns looks through the market, which is everybody's.
        Call(.patterns, ScannerSignal.Securities.self), Call(.patterns, ScannerSignal.Chart.self),
        Call(.patterns, ScannerSignal.Scan.self),
        // Subscriptions debits by mandates and looks ahead.
        Call(.subscriptions, LedgerSignal.Debits.self), Call(.subscriptions, LedgerSignal.Outlook.self),
        Call(.subscriptions, statisticsOf: .ledger), Call(.subscriptions, BondsSignal.Calendar.self),
        // Notifications settles a payment whose button was pressed.
        Call(.notifications, SubscriptionsSignal.Pay.self), Call(.notifications, SubscriptionsSignal.Skip.self),
        // The operator runs the house and sees nothing of anybody's.
        Call(operatorSends: AuthSignal.IssueReset.self), Call(operatorSends: AuthSignal.EndSessions.self),
        Call(operatorSends: HistorySignal.Rebuild.self),
        Call(operatorSends: NotificationsSignal.Outbox.self), Call(operatorSends: LedgerSignal.Check.self),
    ]

    /// Who follows whose events.
    package static let readings: Set<Reading> = [
        // Sessions that ended and users who left concern every service.
        Reading(.scanner, of: .auth, ["sessionEnded", "userDeleted"]),
        Reading(.patterns, of: .auth, ["sessionEnded", "userDeleted"]),
        Reading(.bonds, of: .auth, ["sessionEnded", "userDeleted"]),
        // These count days by people's clocks, too.
        Reading(.ledger, of: .auth, ["sessionEnded", "userDeleted", "zoneChanged"]),
        Reading(.history, of: .auth, ["sessionEnded", "userDeleted", "zoneChanged"]),
        Reading(.subscriptions, of: .auth, ["sessionEnded", "userDeleted", "zoneChanged"]),
        Reading(
            .notifications, of: .auth,
            [
                "sessionEnded", "userDeleted", "zoneChanged", "userRegistered", "signedIn", "otherSessionsEnded",
                "signInsFailed", "passwordChanged", "passwordReset", "resetIssued", "totpEnabled", "totpDisabled",
                "recoveryCodesRenewed", "recoveryCodeUsed", "telegramLinked", "telegramUnlinked", "telegramStarted",
                "telegramPressed",
            ]),
        Reading(.history, of: .ledger, ["accountOpened", "accountChanged", "transferPosted"]),
        Reading(
            .subscriptions, of: .ledger,
            [
                "accountOpened", "accountChanged", "transferPosted", "transferHeld", "holdReleased", "limitsChanged",
                "mandateGranted", "mandateRevoked", "scheduledTransferFailed",
            ]),
        Reading(
            .notifications, of: .ledger,
            [
                "accountOpened", "accountChanged", "transferPosted", "rowsImported", "importUndone",
                "scheduledTransferFailed",
            ]),
        Reading(.patterns, of: .scanner, ["candlesChanged"]),
        Reading(.notifications, of: .patterns, ["found", "judged"]),
        Reading(.notifications, of: .bonds, ["couponsChanged"]),
        Reading(
            .notifications, of: .subscriptions,
            ["upcoming", "paid", "paymentFailed", "priceChanged", "cancelBy", "balanceLow"]),
    ]

    /// The rows about one service, as its listener checks them.
    ///
    /// - Parameter eventReaders: The services whose rows about events count; all when nil.
    package static func grants(at service: HouseService, eventReaders: Set<HouseService>? = nil) -> Grants {
        var callers: [String: Set<Caller>] = [:]
        for call in calls where call.method.service == service.rawValue {
            callers[call.method.name, default: []].insert(call.caller.caller)
        }
        var eventTypes: [Caller: Set<String>] = [:]
        for reading in readings where reading.source == service && eventReaders?.contains(reading.reader) != false {
            let reader = TokenSigner.service(reading.reader).caller
            eventTypes[reader] = reading.types
            callers["\(service.rawValue).events", default: []].insert(reader)
        }
        return Grants(callers: callers, eventTypes: eventTypes)
    }
}
