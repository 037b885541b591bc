import GatewayWords

/// Which way a price went.
enum DirectionText {
    /// Up, down, or either way, of the word on the wire.
    static func of(_ word: String) -> Text {
        switch word {
        case "up": Text("up", "вверх")
        case "down": Text("down", "вниз")
        case "none": Text("either way", "в обе стороны")
        default: Text(verbatim: word)
        }
    }
}
