/// What others learn of auth.
enum AuthFact: Sendable {
    case userRegistered(User)
    case signedIn(AuthSession)
    case sessionEnded(AuthSession)
    case passwordChanged(userID: String)
    case totpEnabled(userID: String)
    case totpDisabled(userID: String)
    case recoveryCodesRenewed(userID: String)
    case recoveryCodeUsed(userID: String, left: Int)
}
