/// What a request has proved beyond having a session, which may be stolen. The later ones prove more.
enum Proof: Comparable, Sendable {
    /// Nothing.
    case session
    /// The user, who has set up no codes, signed in a moment ago.
    case signIn
    /// The user gave a code.
    case code
}
