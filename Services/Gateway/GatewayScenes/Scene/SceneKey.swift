/// A key that triggers something in a scene, on any face.
package enum SceneKey: Hashable, Sendable {
    /// A printable key.
    case character(Character)
    /// Ctrl with a lower-case letter.
    case control(Character)
    /// A function key, 1 ... 12.
    case function(Int)
    case enter, escape
    /// Tab, and Shift-Tab.
    case tab, backTab
    /// The keys that delete the character before and after the cursor.
    case backspace, delete
    case up, down, left, right
    /// An arrow with Shift.
    case shiftLeft, shiftRight
    case home, end
    case pageUp, pageDown
}
