import Coordination
import Identity
import Signals
import Transport

/// The table of rights: which service may send which signal to which other service, and see which of its events.
/// Everything else is denied.
///
/// The listener of each service refuses what has no row, before the use case runs. The table also lists the signals
/// that a service sends for a person, with the session that came with the person's request: the person's rights apply.
/// A signal that is in neither list leaves the service without a token. The rows are those that the code needs.
/// `ServiceRightsTests` compares both: a call without a row fails the build, and so does a row without a call.
public enum ServiceRights {
    /// A signal that a service, or the operator, sends on its own.
    package struct Call: Hashable, Sendable {
        package let caller: TokenSigner
        package let method: SignalMethod

        init<S: Signal>(_ caller: HouseService, _: S.Type) { self.init(caller: .service(caller), method: S.method) }

        init<S: Signal>(operatorSends _: S.Type) { self.init(caller: .operator, method: S.method) }

        /// Every service answers it outside its tree, so it has no type of its own.
        init(operatorSends method: String, to service: HouseService) {
            self.init(caller: .operator, method: SignalMethod("\(service.rawValue).\(method)"))
        }

        init(caller: TokenSigner, method: SignalMethod) {
            self.caller = caller
            self.method = method
        }
    }

    /// The events that a service follows.
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

    /// The methods that services and the operator may call.
    package static let calls = signals.union(
        HouseService.allCases.flatMap(operatorsCalls))

    /// What every service answers for the operator.
    private static func operatorsCalls(of service: HouseService) -> [Call] {
        ["metrics", "spans"].map { Call(operatorSends: $0, to: service) }
    }

    /// The signals that services and the operator may send.
    private static let signals: Set<Call> = [
        // Every service receives sessions and reports their last use to auth.
        Call(.ledger, AuthSignal.NoteUses.self), Call(.history, AuthSignal.NoteUses.self),
        Call(.patterns, AuthSignal.NoteUses.self), Call(.scanner, AuthSignal.NoteUses.self),
        Call(.bonds, AuthSignal.NoteUses.self), Call(.subscriptions, AuthSignal.NoteUses.self),
        Call(.notifications, AuthSignal.NoteUses.self),
        // Ledger asks auth to confirm transfers and to name the owner of a payee account. Notifications asks auth to
        // confirm changes of channels and to name the sender of money.
        Call(.ledger, AuthSignal.CheckCode.self), Call(.ledger, AuthSignal.FindPeople.self),
        Call(.notifications, AuthSignal.CheckCode.self), Call(.notifications, AuthSignal.FindPeople.self),
        // Zones from before zones belonged to people.
        Call(.subscriptions, AuthSignal.AdoptZones.self), Call(.notifications, AuthSignal.AdoptZones.self),
        // History reports whether it has caught up with ledger.
        Call(.history, NewestEvent<LedgerSignal>.self),
        // Patterns scans market data, which is public.
        Call(.patterns, ScannerSignal.Securities.self), Call(.patterns, ScannerSignal.Chart.self),
        Call(.patterns, ScannerSignal.Scan.self),
        // Subscriptions debits by mandates and forecasts balances.
        Call(.subscriptions, LedgerSignal.Debits.self), Call(.subscriptions, LedgerSignal.Outlook.self),
        Call(.subscriptions, NewestEvent<LedgerSignal>.self), Call(.subscriptions, BondsSignal.Calendar.self),
        // Notifications settles a payment whose button was pressed.
        Call(.notifications, SubscriptionsSignal.Pay.self), Call(.notifications, SubscriptionsSignal.Skip.self),
        // The operator runs the house and sees no data of people.
        Call(operatorSends: AuthSignal.IssueReset.self), Call(operatorSends: AuthSignal.EndSessions.self),
        Call(operatorSends: HistorySignal.Rebuild.self),
        Call(operatorSends: NotificationsSignal.Outbox.self), Call(operatorSends: LedgerSignal.Check.self),
    ]

    /// The signals that services send for a person, with the session that came with the person's request.
    package static let callsForPeople: Set<Call> = [
        // One zone of a person counts for all services, and auth keeps it.
        Call(.subscriptions, AuthSignal.SetZone.self), Call(.notifications, AuthSignal.SetZone.self),
        // Subscriptions has the ledger permit its debits, and reads rates and past charges.
        Call(.subscriptions, LedgerSignal.Mandates.self), Call(.subscriptions, LedgerSignal.GrantMandate.self),
        Call(.subscriptions, LedgerSignal.Rates.self), Call(.subscriptions, HistorySignal.Transactions.self),
        // History writes the books of a person with what only ledger knows of accounts, and with rates.
        Call(.history, LedgerSignal.Accounts.self), Call(.history, LedgerSignal.Rates.self),
    ]

    /// The events that services follow.
    package static let readings: Set<Reading> = [
        // Ended sessions and deleted users concern every service.
        Reading(.scanner, of: .auth, ["sessionEnded", "userDeleted"]),
        Reading(.patterns, of: .auth, ["sessionEnded", "userDeleted"]),
        Reading(.bonds, of: .auth, ["sessionEnded", "userDeleted"]),
        // These services count days by people's time zones, too.
        Reading(.ledger, of: .auth, ["sessionEnded", "userDeleted", "zoneChanged"]),
        Reading(.history, of: .auth, ["sessionEnded", "userDeleted", "zoneChanged"]),
        Reading(.subscriptions, of: .auth, ["sessionEnded", "userDeleted", "zoneChanged"]),
        Reading(
            .notifications, of: .auth,
            [
                "sessionEnded", "userDeleted", "zoneChanged", "userRegistered", "signedIn", "otherSessionsEnded",
                "signInsFailed", "passwordChanged", "passwordReset", "resetIssued", "totpEnabled", "totpDisabled",
                "recoveryCodesRenewed", "recoveryCodeUsed", "passkeyAdded", "passkeyRemoved", "passkeyCopied",
                "telegramLinked", "telegramUnlinked", "telegramStarted", "telegramPressed",
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

    /// Returns the rows about one service, as its listener checks them.
    ///
    /// - Parameters:
    ///   - eventReaders: The services whose rows about events apply; all when nil.
    ///   - extra: The rights of extra services, by name.
    package static func rights(
        at service: HouseService, eventReaders: Set<HouseService>? = nil, extra: [String: Set<String>] = [:]
    ) -> ListenerRights {
        var callers: [String: Set<Caller>] = [:]
        for call in calls.union(operatorsCalls(of: service)) where call.method.service == service.rawValue {
            callers[call.method.name, default: []].insert(call.caller.caller)
        }
        var eventTypes: [Caller: Set<String>] = [:]
        for reading in readings where reading.source == service && eventReaders?.contains(reading.reader) != false {
            let reader = TokenSigner.service(reading.reader).caller
            eventTypes[reader] = reading.types
            callers["\(service.rawValue).events", default: []].insert(reader)
        }
        for (name, rights) in extra {
            let caller = Caller.service(name)
            if service == .auth { callers[AuthSignal.NoteUses.method.name, default: []].insert(caller) }
            let types = grantedTypes(rights, of: service)
            guard !types.isEmpty else { continue }
            eventTypes[caller] = types
            callers["\(service.rawValue).events", default: []].insert(caller)
        }
        return ListenerRights(callers: callers, eventTypes: eventTypes)
    }

    /// The events of a service that an extra service may follow. Ended sessions and deleted users concern all.
    private static func grantedTypes(_ rights: Set<String>, of service: HouseService) -> Set<String> {
        let granted = service == .auth ? rights.union(["auth.sessionEnded", "auth.userDeleted"]) : rights
        return granted.filter { type in
            SignalMethod(type).belongs(to: service.rawValue) && EventCatalogue.all.contains { $0.type == type }
        }
    }

    /// Returns the context in which `service` sends a signal of `method` to another service: with its own token, or
    /// with the session of the person whose request it answers, as the table says.
    ///
    /// - Parameter extra: What `service` may send for people as an extra service.
    static func context(
        of service: HouseService, sending method: SignalMethod, in given: SignalContext, _ tokens: ServiceTokens,
        extra: Set<String>
    ) -> SignalContext {
        var context = given
        let call = Call(caller: .service(service), method: method)
        let isExtra = !HouseService.allCases.contains(service)
        let isOwnCall = calls.contains(call) || (isExtra && method == AuthSignal.NoteUses.method)
        if isOwnCall, let receiver = HouseService(rawValue: method.service) {
            (context.caller, context.session) = (call.caller.caller, tokens.token(for: receiver))
        } else if case .user = given.caller, callsForPeople.contains(call) || extra.contains(method.name) {
            // The session goes on as it came.
        } else {
            (context.caller, context.session) = (.anonymous, nil)
        }
        return context
    }
}
