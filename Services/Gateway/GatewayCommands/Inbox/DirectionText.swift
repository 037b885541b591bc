import GatewayWords

/// The direction of a price.
enum DirectionText {
    /// Returns the text for up, down or either, given the word on the wire.
    static func of(_ word: String) -> Text {
        switch word {
        case "up": Text("up", "вверх")
        case "down": Text("down", "вниз")
        case "none": Text("either way", "в обе стороны")
        default: Text(verbatim: word)
        }
    }
}
