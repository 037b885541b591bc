/// What others learn of auth.
enum AuthFact: Sendable {
    case userRegistered(User)
    case signedIn(AuthSession)
    case sessionEnded(AuthSession)
    case passwordChanged(userID: String)
}
