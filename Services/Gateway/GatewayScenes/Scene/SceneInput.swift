/// What a person wants of a scene: keys, clicks and lines all become one of these.
package enum SceneInput: Hashable, Sendable {
    /// To do one of the things that the screen lists.
    case perform(ActionName)
    /// To do what is most usual here: open the row, go on with the form.
    case enter
    /// To choose a row, 0 for the first.
    case choose(Int)
    /// To go to another row, or to move what is being moved.
    case step(Step)
    /// To have keys go to another pane.
    case pane(PaneName)
    /// To write a character into the field.
    case type(Character)
    /// To write a text that was pasted into the field.
    case paste(String)
    /// To choose one of the answers of a question without giving it.
    case aim(ActionName)
    /// To take back the character before the cursor.
    case erase
    /// To take away the character behind it.
    case eraseForward
    /// To empty the field.
    case clearField
    /// To go to another field.
    case nextField, previousField
    /// To go to a field by its name.
    case focus(field: String)
    /// To give a field a text, or one of its choices by name.
    case fill(field: String, String)
}

/// Ways to go.
package enum Step: Hashable, Sendable {
    case up, down, left, right, shiftLeft, shiftRight, pageUp, pageDown, first, last

    /// Where this leads in a list: the number of a row.
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
