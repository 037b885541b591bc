import StrictJSON

/// Every event of the services with the type of its data. The AsyncAPI documents are made from it.
public struct EventCatalogue: Sendable {
    /// The type of the event, `ledger.transferPosted`.
    public let type: String
    /// The meaning of the event, the beginning of a sentence.
    public let summary: String
    /// The schema of its `data`, made on demand.
    public let schema: @Sendable () throws(JSONSchemaError) -> JSONSchema

    /// The service that publishes it.
    public var service: String { String(type.prefix { $0 != "." }) }

    private init<Data: Decodable & SendableMetatype>(_ type: String, _ summary: String, _ data: Data.Type) {
        self.type = type
        self.summary = summary
        schema = { () throws(JSONSchemaError) in try JSONSchema.of(data) }
    }

    /// All of them, service by service.
    public static let all: [EventCatalogue] = [
        EventCatalogue("auth.userRegistered", "a user registered", AuthEvent.UserRegistered.self),
        EventCatalogue("auth.signedIn", "a session began", AuthEvent.SignedInEvent.self),
        EventCatalogue("auth.passwordChanged", "a password was changed", AuthEvent.PasswordChanged.self),
        EventCatalogue(
            "auth.totpEnabled", "one-time codes were turned on", AuthEvent.FactorChanged.self),
        EventCatalogue("auth.totpDisabled", "one-time codes were turned off", AuthEvent.FactorChanged.self),
        EventCatalogue("auth.recoveryCodesRenewed", "the recovery codes were replaced", AuthEvent.FactorChanged.self),
        EventCatalogue(
            "auth.recoveryCodeUsed", "a recovery code was used in place of a one-time code",
            AuthEvent.RecoveryCodeUsed.self),
        EventCatalogue("auth.resetIssued", "a code to reset the password was issued", AuthEvent.ResetIssued.self),
        EventCatalogue("auth.passwordReset", "a forgotten password was replaced", AuthEvent.PasswordReset.self),
        EventCatalogue("auth.zoneChanged", "a user's time zone changed", AuthEvent.ZoneChanged.self),
        EventCatalogue(
            "auth.signInsFailed", "sign-ins or proofs of a user keep failing",
            AuthEvent.SignInsFailed.self),
        EventCatalogue("auth.userDeleted", "a user was deleted", AuthEvent.UserDeleted.self),
        EventCatalogue("auth.passkeyAdded", "a passkey was registered", AuthEvent.PasskeyChanged.self),
        EventCatalogue("auth.passkeyRemoved", "a passkey was removed", AuthEvent.PasskeyChanged.self),
        EventCatalogue(
            "auth.passkeyCopied", "the counter of a passkey went back; its use was refused",
            AuthEvent.PasskeyChanged.self),
        EventCatalogue("auth.telegramLinked", "a Telegram account was linked to a user", AuthEvent.TelegramLinked.self),
        EventCatalogue(
            "auth.telegramUnlinked", "a Telegram account was unlinked from a user", AuthEvent.TelegramUnlinked.self),
        EventCatalogue(
            "auth.sessionEnded", "a session ended; its tokens are no longer valid", AuthEvent.SessionEnded.self),
        EventCatalogue(
            "auth.otherSessionsEnded", "a session ended the other sessions", AuthEvent.OtherSessionsEnded.self),
        EventCatalogue(
            "auth.telegramStarted", "somebody pressed Start with a code that is not for signing in",
            AuthEvent.TelegramStarted.self),
        EventCatalogue(
            "auth.telegramPressed", "somebody pressed a button that is not for signing in",
            AuthEvent.TelegramPressed.self),
        EventCatalogue("ledger.accountOpened", "an account was opened", LedgerEvent.AccountOpened.self),
        EventCatalogue("ledger.accountChanged", "an account changed", LedgerEvent.AccountChanged.self),
        EventCatalogue("ledger.transferPosted", "money moved", LedgerEvent.TransferPosted.self),
        EventCatalogue("ledger.transferHeld", "money was held", LedgerEvent.TransferHeld.self),
        EventCatalogue("ledger.holdReleased", "held money was released", LedgerEvent.HoldReleased.self),
        EventCatalogue("ledger.limitsChanged", "the limits of an account changed", LedgerEvent.LimitsChanged.self),
        EventCatalogue(
            "ledger.mandateGranted", "a service was allowed to debit an account", LedgerEvent.MandateGranted.self),
        EventCatalogue("ledger.mandateRevoked", "a mandate was revoked", LedgerEvent.MandateRevoked.self),
        EventCatalogue(
            "ledger.rowsImported", "rows of a bank's file were booked; follows the transfers of the rows",
            LedgerEvent.RowsImported.self),
        EventCatalogue(
            "ledger.importUndone", "an import was undone; follows the transfers that reverse it",
            LedgerEvent.ImportUndone.self),
        EventCatalogue(
            "ledger.scheduledTransferFailed", "a scheduled transfer was refused",
            LedgerEvent.ScheduledTransferFailed.self),
        EventCatalogue(
            "history.changed", "categories, rules, saved filters or layouts of CSV files changed",
            HistoryEvent.Changed.self),
        EventCatalogue(
            "scanner.candlesChanged", "candles were added, changed or removed", ScannerEvent.CandlesChanged.self),
        EventCatalogue("patterns.found", "a pattern was found that ends now", PatternsEvent.Found.self),
        EventCatalogue("patterns.judged", "the outcome of a pattern is known", PatternsEvent.Judged.self),
        EventCatalogue(
            "patterns.changed", "the patterns of a user's watched securities changed",
            PatternsEvent.Changed.self),
        EventCatalogue(
            "bonds.couponsChanged", "the future payments of a user's bond changed", BondsEvent.CouponsChanged.self),
        EventCatalogue("bonds.changed", "bonds changed", BondsEvent.Changed.self),
        EventCatalogue("subscriptions.upcoming", "a payment is due soon", SubscriptionsEvent.Upcoming.self),
        EventCatalogue("subscriptions.paid", "a payment was made", SubscriptionsEvent.Paid.self),
        EventCatalogue(
            "subscriptions.paymentFailed", "ledger refused a payment", SubscriptionsEvent.PaymentFailed.self),
        EventCatalogue(
            "subscriptions.priceChanged", "the price of a subscription changes", SubscriptionsEvent.PriceChanged.self),
        EventCatalogue(
            "subscriptions.cancelBy", "the last days to cancel a subscription", SubscriptionsEvent.CancelBy.self),
        EventCatalogue(
            "subscriptions.balanceLow", "the balance of an account will run low", SubscriptionsEvent.BalanceLow.self),
        EventCatalogue(
            "subscriptions.changed", "the subscriptions of a user changed",
            SubscriptionsEvent.Changed.self),
        EventCatalogue("notifications.added", "a notification was added to an inbox", NotificationsEvent.Added.self),
        EventCatalogue("notifications.changed", "an inbox changed", NotificationsEvent.Changed.self),
    ]
}
