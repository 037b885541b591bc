import Signals
import StrictJSON

extension AuthFact {
    var type: String {
        switch self {
        case .userRegistered: "auth.userRegistered"
        case .signedIn: "auth.signedIn"
        case .sessionEnded: "auth.sessionEnded"
        case .otherSessionsEnded: "auth.otherSessionsEnded"
        case .passwordChanged: "auth.passwordChanged"
        case .totpEnabled: "auth.totpEnabled"
        case .totpDisabled: "auth.totpDisabled"
        case .recoveryCodesRenewed: "auth.recoveryCodesRenewed"
        case .recoveryCodeUsed: "auth.recoveryCodeUsed"
        case .resetIssued: "auth.resetIssued"
        case .passwordReset: "auth.passwordReset"
        case .signInsFailed: "auth.signInsFailed"
        case .userDeleted: "auth.userDeleted"
        case .zoneChanged: "auth.zoneChanged"
        case .passkeyAdded: "auth.passkeyAdded"
        case .passkeyRemoved: "auth.passkeyRemoved"
        case .passkeyCopied: "auth.passkeyCopied"
        case .telegramLinked: "auth.telegramLinked"
        case .telegramUnlinked: "auth.telegramUnlinked"
        case .telegramStarted: "auth.telegramStarted"
        case .telegramPressed: "auth.telegramPressed"
        }
    }

    /// The user the event is about, by which ``EventsBySubject`` decides.
    var subject: String {
        switch self {
        case .userRegistered(let user): user.id
        case .telegramLinked(let link), .telegramUnlinked(let link): link.userID
        case .passkeyAdded(let passkey), .passkeyRemoved(let passkey), .passkeyCopied(let passkey): passkey.userID
        case .signedIn(let session), .sessionEnded(let session), .otherSessionsEnded(let session, _): session.userID
        case .passwordChanged(let userID), .totpEnabled(let userID), .totpDisabled(let userID),
            .recoveryCodesRenewed(let userID), .recoveryCodeUsed(let userID, _), .resetIssued(let userID, _),
            .passwordReset(let userID, _), .signInsFailed(let userID, _, _), .userDeleted(let userID),
            .zoneChanged(let userID, _):
            userID
        case .telegramStarted(let person, _): Self.chatSubject(person.id)
        case .telegramPressed(let press): Self.chatSubject(press.person.id)
        }
    }

    /// Returns the subject of a chat. It is never the id of a user.
    static func chatSubject(_ chat: Int64) -> String { "telegram:\(chat)" }

    /// Encodes the facts as JSON.
    func data() throws -> [UInt8] {
        switch self {
        case .userRegistered(let user):
            try JSONEncoding.encode(AuthEvent.UserRegistered(userId: user.id, name: user.name))
        case .signedIn(let session):
            try JSONEncoding.encode(
                AuthEvent.SignedInEvent(userId: session.userID, sessionId: session.id, device: session.device))
        case .sessionEnded(let session):
            try JSONEncoding.encode(
                AuthEvent.SessionEnded(
                    userId: session.userID, sessionId: session.id, expiresAt: session.tokenExpiresAt))
        case .otherSessionsEnded(let session, let count):
            try JSONEncoding.encode(
                AuthEvent.OtherSessionsEnded(
                    userId: session.userID, sessionId: session.id, device: session.device, count: count))
        case .passwordChanged(let userID):
            try JSONEncoding.encode(AuthEvent.PasswordChanged(userId: userID))
        case .totpEnabled(let userID), .totpDisabled(let userID), .recoveryCodesRenewed(let userID):
            try JSONEncoding.encode(AuthEvent.FactorChanged(userId: userID))
        case .recoveryCodeUsed(let userID, let left):
            try JSONEncoding.encode(AuthEvent.RecoveryCodeUsed(userId: userID, left: left))
        case .resetIssued(let userID, let expiresAt):
            try JSONEncoding.encode(AuthEvent.ResetIssued(userId: userID, expiresAt: expiresAt))
        case .passwordReset(let userID, let means):
            try JSONEncoding.encode(AuthEvent.PasswordReset(userId: userID, by: means))
        case .signInsFailed(let userID, let count, let means):
            try JSONEncoding.encode(AuthEvent.SignInsFailed(userId: userID, count: count, by: means))
        case .userDeleted(let userID):
            try JSONEncoding.encode(AuthEvent.UserDeleted(userId: userID))
        case .zoneChanged(let userID, let zone):
            try JSONEncoding.encode(
                AuthEvent.ZoneChanged(userId: userID, zone: zone.name, revision: zone.revision))
        case .passkeyAdded(let passkey), .passkeyRemoved(let passkey), .passkeyCopied(let passkey):
            try JSONEncoding.encode(AuthEvent.PasskeyChanged(userId: passkey.userID, name: passkey.name))
        case .telegramLinked(let link):
            try JSONEncoding.encode(AuthEvent.TelegramLinked(userId: link.userID, name: link.name))
        case .telegramUnlinked(let link):
            try JSONEncoding.encode(AuthEvent.TelegramUnlinked(userId: link.userID, name: link.name))
        case .telegramStarted(let person, let code):
            try JSONEncoding.encode(
                AuthEvent.TelegramStarted(
                    telegramId: person.id, name: person.name, language: person.language.rawValue, code: code))
        case .telegramPressed(let press):
            try JSONEncoding.encode(
                AuthEvent.TelegramPressed(
                    telegramId: press.person.id, queryId: press.queryID, messageId: press.messageID, data: press.data))
        }
    }
}
