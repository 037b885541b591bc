import Domain
import Signals

/// A change in auth that is recorded as an event.
enum AuthFact: Sendable {
    case userRegistered(User)
    case signedIn(AuthSession)
    case sessionEnded(AuthSession)
    /// The other sessions of the user were ended from a session.
    case otherSessionsEnded(by: AuthSession, count: Int)
    case passwordChanged(userID: String)
    case totpEnabled(userID: String)
    case totpDisabled(userID: String)
    case recoveryCodesRenewed(userID: String)
    case recoveryCodeUsed(userID: String, left: Int)
    case resetIssued(userID: String, expiresAt: Instant)
    case passwordReset(userID: String, by: AuthEvent.ResetMeans)
    case signInsFailed(userID: String, count: Int, by: AuthEvent.FailedMeans)
    case userDeleted(userID: String)
    case zoneChanged(userID: String, UserZone)
    case passkeyAdded(Passkey)
    case passkeyRemoved(Passkey)
    /// The counter of a passkey went back.
    case passkeyCopied(Passkey)
    case telegramLinked(TelegramLink)
    case telegramUnlinked(TelegramLink)
    /// Start was pressed with a code of another service.
    case telegramStarted(TelegramPerson, code: String)
    /// A button of another service was pressed.
    case telegramPressed(TelegramPress)
}
