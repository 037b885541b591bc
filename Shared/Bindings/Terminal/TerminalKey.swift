import CNcurses

/// An input of a person at the terminal.
public enum TerminalKey: Hashable, Sendable {
    /// A key for a character.
    case character(Character)
    /// Ctrl with a lowercase letter.
    case control(Character)
    /// A function key, 1 ... 12.
    case function(Int)
    /// Return.
    case enter
    /// Escape.
    case escape
    /// Tab.
    case tab
    /// Shift-Tab.
    case backTab
    /// Deletes the character before the cursor.
    case backspace
    /// Deletes the character after the cursor.
    case delete
    /// An arrow key.
    case up, down, left, right
    /// An arrow key with Shift.
    case shiftLeft, shiftRight
    /// To the beginning or the end.
    case home, end
    /// By one page.
    case pageUp, pageDown
    /// A pasted text with its line breaks, which are not key presses.
    case paste(String)
    /// A click into a cell.
    case click(row: Int, column: Int)

    /// Creates the key of a character in raw mode; nil for characters that nobody types.
    package init?(character value: UInt32) {
        switch value {
        case 9: self = .tab
        case 10, 13: self = .enter
        case 27: self = .escape
        case 8, 127: self = .backspace
        case 1...26:
            guard let letter = Unicode.Scalar(value + 96) else { return nil }
            self = .control(Character(letter))
        case 0..<32: return nil
        default:
            guard let scalar = Unicode.Scalar(value) else { return nil }
            self = .character(Character(scalar))
        }
    }

    /// Creates the key of an ncurses code; nil for codes without a meaning here.
    init?(code: UInt32) {
        if let key = Self.byCode[Int(code)] {
            self = key
            return
        }
        let number = Int(code) - KOPILKA_KEY_F0
        guard (1...12).contains(number) else { return nil }
        self = .function(number)
    }

    private static let byCode: [Int: TerminalKey] = [
        KOPILKA_KEY_DOWN: .down, KOPILKA_KEY_UP: .up,
        KOPILKA_KEY_LEFT: .left, KOPILKA_KEY_RIGHT: .right,
        KOPILKA_KEY_SLEFT: .shiftLeft, KOPILKA_KEY_SRIGHT: .shiftRight,
        KOPILKA_KEY_HOME: .home, KOPILKA_KEY_END: .end,
        KOPILKA_KEY_NPAGE: .pageDown, KOPILKA_KEY_PPAGE: .pageUp,
        KOPILKA_KEY_BACKSPACE: .backspace, KOPILKA_KEY_DC: .delete,
        KOPILKA_KEY_BTAB: .backTab, KOPILKA_KEY_ENTER: .enter,
    ]
}
