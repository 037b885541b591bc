import GatewayWords

/// The names of keys.
package enum KeyText {
    /// Returns the name of a key.
    package static func name(of key: SceneKey) -> Text {
        switch key {
        case .character(" "): Text("Space", "Пробел")
        case .character(let character): Text(verbatim: String(character))
        case .control(let letter): Text(verbatim: "Ctrl-\(String(letter).uppercased())")
        case .function(let number): Text(verbatim: "F\(number)")
        case .enter: Text(verbatim: "Enter")
        case .escape: Text(verbatim: "Esc")
        case .tab: Text(verbatim: "Tab")
        case .backTab: Text(verbatim: "Shift-Tab")
        case .backspace: Text(verbatim: "Backspace")
        case .delete: Text(verbatim: "Del")
        case .up: Text(verbatim: "↑")
        case .down: Text(verbatim: "↓")
        case .left: Text(verbatim: "←")
        case .right: Text(verbatim: "→")
        case .shiftLeft: Text(verbatim: "Shift-←")
        case .shiftRight: Text(verbatim: "Shift-→")
        case .home: Text(verbatim: "Home")
        case .end: Text(verbatim: "End")
        case .pageUp: Text(verbatim: "PgUp")
        case .pageDown: Text(verbatim: "PgDn")
        }
    }
}
