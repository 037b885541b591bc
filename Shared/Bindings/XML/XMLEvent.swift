/// A piece of an XML text.
public enum XMLEvent: Hashable, Sendable {
    /// The start of an element; attributes are ignored.
    case start(String)
    /// Text between tags, possibly in several pieces.
    case text(String)
    /// The end of an element.
    case end(String)
}
