/// The evidence of a request beyond its session, which may be stolen. Later cases prove more.
enum Proof: Comparable, Sendable {
    case session
    /// A password, or a recent sign-in of a user without one. It counts for users who have not set up codes.
    case person
    /// A one-time code.
    case code
}
