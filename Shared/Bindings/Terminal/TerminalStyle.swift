/// The style of a cell of the terminal.
public struct TerminalStyle: Hashable, Sendable {
    /// A colour that every terminal with colours has.
    public enum Color: Int32, Hashable, Sendable, CaseIterable {
        /// Failures.
        case red = 1
        /// Successes, incoming money.
        case green
        /// Pending items.
        case yellow
        /// Links.
        case blue
        /// Highlights.
        case magenta
        /// Headings.
        case cyan
    }

    /// The colour of the text; nil for the terminal's default.
    public var color: Color?
    /// True for bold text.
    public var isBold: Bool
    /// True for dim text.
    public var isDim: Bool
    /// True for exchanged text and background colours.
    public var isReverse: Bool
    /// True for underlined text.
    public var isUnderlined: Bool

    /// Creates a style, plain by default.
    public init(
        _ color: Color? = nil, isBold: Bool = false, isDim: Bool = false, isReverse: Bool = false,
        isUnderlined: Bool = false
    ) {
        self.color = color
        self.isBold = isBold
        self.isDim = isDim
        self.isReverse = isReverse
        self.isUnderlined = isUnderlined
    }

    /// The default style.
    public static let plain = TerminalStyle()
    /// Bold text.
    public static let bold = TerminalStyle(isBold: true)
    /// Dim text.
    public static let dim = TerminalStyle(isDim: true)
    /// Failures.
    public static let red = TerminalStyle(.red)
    /// Successes.
    public static let green = TerminalStyle(.green)
    /// Pending items.
    public static let yellow = TerminalStyle(.yellow)
}
