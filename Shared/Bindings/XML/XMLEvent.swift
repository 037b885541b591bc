/// A piece of an XML text.
public enum XMLEvent: Hashable, Sendable {
    /// The start of an element.
    case start(String)
    /// An attribute of the element that has just started, by name and value, if it was asked for.
    case attribute(String, String)
    /// Text between tags, possibly in several pieces.
    case text(String)
    /// The end of an element.
    case end(String)
}
