/// The meaning of a piece of a screen; each face shows it in its own way.
package enum Tone: Hashable, Sendable {
    case plain
    /// Headings, names, selections.
    case strong
    /// Secondary text: headings of columns, units, ids, other dates.
    case faint
    /// Income and success.
    case good
    /// Faults, refusals, past due, below zero.
    case bad
    /// Pending, unread, warnings, out of date.
    case waits
    /// The pane with the focus, the active one of several filters.
    case here
    /// Highlighted in a drawing.
    case pointed
    /// The second shape of a drawing, bars.
    case second
    /// A text to type or follow.
    case underlined
}
