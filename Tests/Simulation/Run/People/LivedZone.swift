import Domain

/// A time zone that somebody asked to live by.
struct LivedZone: Sendable {
    let name: String
    /// When it was asked for first.
    let askedAt: Instant
    /// How often the house had come to rest when it was acknowledged; nil while it is not.
    ///
    /// Auth tells the other services by events. At the next rest all of them have heard of it, and no zone from before
    /// is in force any more.
    var restsBefore: Int?
}
