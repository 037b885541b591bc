/// How a cell of the terminal looks.
public struct TerminalStyle: Hashable, Sendable {
    /// One of the colours that every terminal with colours has.
    public enum Color: Int32, Hashable, Sendable, CaseIterable {
        /// Bad news.
        case red = 1
        /// Good news, money that comes.
        case green
        /// What waits.
        case yellow
        /// Places to go to.
        case blue
        /// What is pointed out.
        case magenta
        /// Headings.
        case cyan
    }

    /// The colour of the text; nil for the terminal's own.
    public var color: Color?
    /// Heavier.
    public var isBold: Bool
    /// Fainter.
    public var isDim: Bool
    /// Text and background change places.
    public var isReverse: Bool
    /// Underlined.
    public var isUnderlined: Bool

    /// A look; the usual one unless said otherwise.
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

    /// As usual.
    public static let plain = TerminalStyle()
    /// Heavier.
    public static let bold = TerminalStyle(isBold: true)
    /// Fainter.
    public static let dim = TerminalStyle(isDim: true)
    /// Bad news.
    public static let red = TerminalStyle(.red)
    /// Good news.
    public static let green = TerminalStyle(.green)
    /// What waits.
    public static let yellow = TerminalStyle(.yellow)
}
