/// A piece of an XML text.
public enum XMLEvent: Hashable, Sendable {
    /// An element begins; attributes are not told.
    case start(String)
    /// Text between tags; one text may come in several pieces.
    case text(String)
    /// An element ends.
    case end(String)
}
