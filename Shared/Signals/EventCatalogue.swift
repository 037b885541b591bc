import StrictJSON

/// Every event that a service tells, with the type of its facts: what an AsyncAPI document is made of.
public struct EventCatalogue: Sendable {
    /// What happened, `ledger.transferPosted`.
    public let type: String
    /// What it tells, the beginning of a sentence.
    public let summary: String
    /// The schema of its `data`; made when somebody asks for it.
    public let schema: @Sendable () throws(JSONSchemaError) -> JSONSchema

    /// The service that tells it.
    public var service: String { String(type.prefix { $0 != "." }) }

    private init<Data: Decodable & SendableMetatype>(_ type: String, _ summary: String, _ data: Data.Type) {
        self.type = type
        self.summary = summary
        schema = { () throws(JSONSchemaError) in try JSONSchema.of(data) }
    }

    /// All of them, service by service.
    public static let all: [EventCatalogue] = [
        EventCatalogue("auth.userRegistered", "there is a new user", AuthEvent.UserRegistered.self),
        EventCatalogue("auth.signedIn", "a session began", AuthEvent.SignedInEvent.self),
        EventCatalogue("auth.passwordChanged", "a password is another", AuthEvent.PasswordChanged.self),
        EventCatalogue(
            "auth.totpEnabled", "signing in needs a one-time code from now on", AuthEvent.FactorChanged.self),
        EventCatalogue("auth.totpDisabled", "signing in needs no one-time code any more", AuthEvent.FactorChanged.self),
        EventCatalogue("auth.recoveryCodesRenewed", "there are new recovery codes", AuthEvent.FactorChanged.self),
        EventCatalogue("auth.recoveryCodeUsed", "one stood in for a one-time code", AuthEvent.RecoveryCodeUsed.self),
        EventCatalogue("auth.resetIssued", "there is a code that resets the password", AuthEvent.ResetIssued.self),
        EventCatalogue("auth.passwordReset", "a forgotten password was replaced", AuthEvent.PasswordReset.self),
        EventCatalogue("auth.zoneChanged", "a user has another time zone", AuthEvent.ZoneChanged.self),
        EventCatalogue(
            "auth.signInsFailed", "somebody fails again and again to prove to be the user",
            AuthEvent.SignInsFailed.self),
        EventCatalogue("auth.userDeleted", "the user is gone for good", AuthEvent.UserDeleted.self),
        EventCatalogue("auth.telegramLinked", "a Telegram account signs the user in", AuthEvent.TelegramLinked.self),
        EventCatalogue("auth.telegramUnlinked", "it does not any more", AuthEvent.TelegramUnlinked.self),
        EventCatalogue("auth.sessionEnded", "tokens of the session are worth nothing", AuthEvent.SessionEnded.self),
        EventCatalogue("auth.otherSessionsEnded", "a session ended others", AuthEvent.OtherSessionsEnded.self),
        EventCatalogue(
            "auth.telegramStarted", "somebody pressed Start with a code that is not one of signing in",
            AuthEvent.TelegramStarted.self),
        EventCatalogue(
            "auth.telegramPressed", "somebody pressed a button that is not one of signing in",
            AuthEvent.TelegramPressed.self),
        EventCatalogue("ledger.accountOpened", "there is a new account", LedgerEvent.AccountOpened.self),
        EventCatalogue("ledger.accountChanged", "an account is not what it was", LedgerEvent.AccountChanged.self),
        EventCatalogue("ledger.transferPosted", "money moved", LedgerEvent.TransferPosted.self),
        EventCatalogue("ledger.transferHeld", "money was put aside", LedgerEvent.TransferHeld.self),
        EventCatalogue("ledger.holdReleased", "money that was put aside is free again", LedgerEvent.HoldReleased.self),
        EventCatalogue("ledger.limitsChanged", "what may leave an account is another", LedgerEvent.LimitsChanged.self),
        EventCatalogue("ledger.mandateGranted", "a service may debit an account", LedgerEvent.MandateGranted.self),
        EventCatalogue("ledger.mandateRevoked", "a service may not any more", LedgerEvent.MandateRevoked.self),
        EventCatalogue(
            "ledger.rowsImported", "rows of a bank's file were booked, after the transfers of the rows",
            LedgerEvent.RowsImported.self),
        EventCatalogue(
            "ledger.importUndone", "an import was taken back, after the transfers that reverse it",
            LedgerEvent.ImportUndone.self),
        EventCatalogue(
            "ledger.scheduledTransferFailed", "a scheduled transfer was refused",
            LedgerEvent.ScheduledTransferFailed.self),
        EventCatalogue(
            "history.changed", "categories, rules or saved filters are other than they were",
            HistoryEvent.Changed.self),
        EventCatalogue("scanner.candlesChanged", "candles came, changed or went", ScannerEvent.CandlesChanged.self),
        EventCatalogue("patterns.found", "a shape that means something ends now", PatternsEvent.Found.self),
        EventCatalogue("patterns.judged", "what followed a shape is known", PatternsEvent.Judged.self),
        EventCatalogue(
            "patterns.changed", "what a user sees of the securities they watch is other than it was",
            PatternsEvent.Changed.self),
        EventCatalogue(
            "bonds.couponsChanged", "what a user will get of a bond is another", BondsEvent.CouponsChanged.self),
        EventCatalogue("bonds.changed", "bonds are other than they were", BondsEvent.Changed.self),
        EventCatalogue("subscriptions.upcoming", "a payment is near", SubscriptionsEvent.Upcoming.self),
        EventCatalogue("subscriptions.paid", "a payment was made", SubscriptionsEvent.Paid.self),
        EventCatalogue(
            "subscriptions.paymentFailed", "the ledger refused a payment", SubscriptionsEvent.PaymentFailed.self),
        EventCatalogue(
            "subscriptions.priceChanged", "a subscription costs another amount", SubscriptionsEvent.PriceChanged.self),
        EventCatalogue(
            "subscriptions.cancelBy", "the last days in which it can be cancelled", SubscriptionsEvent.CancelBy.self),
        EventCatalogue("subscriptions.balanceLow", "an account will run low", SubscriptionsEvent.BalanceLow.self),
        EventCatalogue(
            "subscriptions.changed", "what a user pays for again and again is other than it was",
            SubscriptionsEvent.Changed.self),
        EventCatalogue("notifications.added", "something is new in an inbox", NotificationsEvent.Added.self),
        EventCatalogue("notifications.changed", "an inbox is other than it was", NotificationsEvent.Changed.self),
    ]
}
