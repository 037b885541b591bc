/// An input to a scene, from keys, clicks and typed lines.
package enum SceneInput: Hashable, Sendable {
    /// Performs an action of the screen.
    case perform(ActionName)
    /// Performs the main action: opens the row, submits the form.
    case enter
    /// Selects a row, 0 for the first.
    case choose(Int)
    /// Moves to another row, or moves an end of a segment.
    case step(Step)
    /// Chooses a segment of a chart by its ends: keys of places, or days as people type them.
    case span(first: String, last: String)
    /// Moves the focus to another pane.
    case pane(PaneName)
    /// Types a character into the field.
    case type(Character)
    /// Pastes a text into the field.
    case paste(String)
    /// Selects an answer of a question without giving it.
    case aim(ActionName)
    /// Deletes the character before the cursor.
    case erase
    /// Deletes the character after the cursor.
    case eraseForward
    /// Clears the field.
    case clearField
    /// Moves to another field.
    case nextField, previousField
    /// Moves to a field by its name.
    case focus(field: String)
    /// Sets the text of a field, or selects one of its choices by name.
    case fill(field: String, String)
    /// Gives a file to a field: its name, and its content.
    case file(field: String, name: String, bytes: [UInt8])
    /// Gives what an authenticator has answered, as JSON.
    case credential(String)
    /// Selects a choice of a field by its index.
    case pick(field: String, Int)
}

/// The directions of movement.
package enum Step: Hashable, Sendable {
    case up, down, left, right, shiftLeft, shiftRight, pageUp, pageDown, first, last

    /// Returns the row of a list that the step leads to.
    func row(from row: Int, count: Int, page: Int = 10) -> Int {
        let wanted =
            switch self {
            case .up: row - 1
            case .down: row + 1
            case .pageUp: row - page
            case .pageDown: row + page
            case .first: 0
            case .last: count - 1
            case .left, .right, .shiftLeft, .shiftRight: row
            }
        return max(0, min(wanted, count - 1))
    }
}
