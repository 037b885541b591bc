/// What a piece of a screen means to a person; each face shows it in its own way.
package enum Tone: Hashable, Sendable {
    /// As usual.
    case plain
    /// A heading, a name, what is chosen.
    case strong
    /// Beside the point: heads of columns, units, ids, other dates.
    case faint
    /// Money that comes, good news.
    case good
    /// Faults, refusals, past due, below zero.
    case bad
    /// Waits, unread, warns, out of date.
    case waits
    /// Here go the keys: the pane with the focus, the chosen one of several filters.
    case here
    /// Pointed out in a drawing.
    case pointed
    /// The second shape of a drawing, bars.
    case second
    /// A text to type or follow.
    case underlined
}
