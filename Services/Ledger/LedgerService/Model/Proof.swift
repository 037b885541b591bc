/// What a request has proved beyond having a session, which may be stolen. The later ones prove more.
enum Proof: Comparable, Sendable {
    /// Nothing.
    case session
    /// The user, who has set up no codes, proved the password, or, having none, signed in a moment ago.
    case person
    /// The user gave a code.
    case code
}
