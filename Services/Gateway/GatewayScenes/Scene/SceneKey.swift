/// A key that triggers something in a scene, on whatever face.
package enum SceneKey: Hashable, Sendable {
    /// A key that writes something.
    case character(Character)
    /// Ctrl with a small letter.
    case control(Character)
    /// A function key, 1 ... 12.
    case function(Int)
    case enter, escape
    /// Tab, and Shift-Tab.
    case tab, backTab
    /// What takes back the character before, and what takes away the character behind.
    case backspace, delete
    case up, down, left, right
    /// An arrow with Shift.
    case shiftLeft, shiftRight
    case home, end
    case pageUp, pageDown
}
