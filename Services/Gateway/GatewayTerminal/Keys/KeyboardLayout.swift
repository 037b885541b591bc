/// The physical keys of the ЙЦУКЕН layout: й is on the key of q.
///
/// - Source: Windows keyboard layout `Russian` (kbdru), which Linux calls `ru(winkeys)`.
enum KeyboardLayout {
    private static let russian = Array("йцукенгшщзхъфывапролджэячсмитьбюё")
    private static let english = Array("qwertyuiop[]asdfghjkl;'zxcvbnm,.`")
    private static let russianShifted = Array("ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ")
    private static let englishShifted = Array("QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~")

    /// Returns the character of the same key in the Latin layout; nil for a character that the Russian layout does not
    /// have.
    static func latin(_ character: Character) -> Character? { table[character] }

    private static let table: [Character: Character] = {
        var table: [Character: Character] = [:]
        for (typed, key) in zip(russian, english) { table[typed] = key }
        for (typed, key) in zip(russianShifted, englishShifted) { table[typed] = key }
        // In the Russian layout the key of / and ? types a point and a comma; neither is a command.
        table["."] = "/"
        table[","] = "?"
        return table
    }()
}
