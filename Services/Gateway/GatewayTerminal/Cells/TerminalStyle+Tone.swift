import GatewayScenes
import GatewayWords
import Terminal

extension TerminalStyle {
    /// Returns the style of a tone.
    init(_ tone: Tone) {
        self =
            switch tone {
            case .plain: .plain
            case .strong: .bold
            case .faint: .dim
            case .good: .green
            case .bad: .red
            case .waits: .yellow
            case .here: TerminalStyle(.cyan, isBold: true)
            case .pointed: TerminalStyle(.magenta)
            case .second: TerminalStyle(.blue)
            case .underlined: TerminalStyle(isUnderlined: true)
            }
    }

    /// Returns the style of a piece of a page.
    init(_ look: StyledText.Look) {
        self =
            switch look {
            case .plain: .plain
            case .bold: .bold
            case .dim: .dim
            case .red: .red
            case .green: .green
            case .yellow: .yellow
            // The app draws nothing for cameras in this style.
            case .paper: .plain
            case .blue: TerminalStyle(TerminalStyle.Color.blue)
            case .magenta: TerminalStyle(TerminalStyle.Color.magenta)
            }
    }
}
