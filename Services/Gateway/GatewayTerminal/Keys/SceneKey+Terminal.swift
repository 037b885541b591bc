import GatewayScenes
import Terminal

extension SceneKey {
    /// Converts a key of the terminal; nil for other input, such as a paste or a click.
    init?(_ key: TerminalKey) {
        switch key {
        case .character(let character): self = .character(character)
        case .control(let letter): self = .control(letter)
        case .function(let number): self = .function(number)
        case .enter: self = .enter
        case .escape: self = .escape
        case .tab: self = .tab
        case .backTab: self = .backTab
        case .backspace: self = .backspace
        case .delete: self = .delete
        case .up: self = .up
        case .down: self = .down
        case .left: self = .left
        case .right: self = .right
        case .shiftLeft: self = .shiftLeft
        case .shiftRight: self = .shiftRight
        case .home: self = .home
        case .end: self = .end
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .paste, .click: return nil
        }
    }
}
