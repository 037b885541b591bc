/// The same physical keys on the ЙЦУКЕН layout: й is where q is.
///
/// - Source: Windows keyboard layout `Russian` (kbdru), which Linux calls `ru(winkeys)`.
enum KeyboardLayout {
    private static let russian = Array("йцукенгшщзхъфывапролджэячсмитьбюё")
    private static let english = Array("qwertyuiop[]asdfghjkl;'zxcvbnm,.`")
    private static let russianShifted = Array("ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ")
    private static let englishShifted = Array("QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~")

    /// What the key writes on the Latin layout; nil for one that is no letter of the Russian one.
    static func latin(_ character: Character) -> Character? { table[character] }

    private static let table: [Character: Character] = {
        var table: [Character: Character] = [:]
        for (typed, key) in zip(russian, english) { table[typed] = key }
        for (typed, key) in zip(russianShifted, englishShifted) { table[typed] = key }
        // The key of / and ? writes a point and a comma there; neither is a command of its own.
        table["."] = "/"
        table[","] = "?"
        return table
    }()
}
